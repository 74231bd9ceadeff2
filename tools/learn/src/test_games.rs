//! Games for tests of the trainings.

use crate::records::{Conditions, Games, Sizes};
use crate::selfplay::{self, SelfplayRun};
use tengen::base::Rule;

/// Games of quick searches; `name` separates tests that run at the same time.
pub fn games(name: &str, rule: Rule, count: usize) -> Games {
    play(name, Conditions::new(rule, Sizes::Mixed, 40, 1), count)
}

/// Games under these conditions.
pub fn play(name: &str, conditions: Conditions, count: usize) -> Games {
    let path = std::env::temp_dir().join(format!("tengen-learn-{name}-{}.games", std::process::id()));
    selfplay::play(&SelfplayRun::of(&path, count), conditions, &mut |_| {}).unwrap();
    let games = Games::read(&path).unwrap().0;
    std::fs::remove_file(&path).unwrap();
    games
}

/// Checks that nothing is held out if the held-out game is among the training games too; `counts` returns the number of
/// training and of held-out positions.
pub fn assert_nothing_learned_is_held_out(mut games: Games, counts: &dyn Fn(&[Games]) -> [usize; 2]) {
    let [_, held_out] = counts(std::slice::from_ref(&games));
    assert!(held_out > 0);
    games.records[1] = games.records[0].clone();
    let [learned, held_out] = counts(std::slice::from_ref(&games));
    assert!(learned > 0 && held_out == 0, "{learned} {held_out}");
}
