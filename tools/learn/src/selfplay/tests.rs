//! Tests of self-play.

use super::*;
use tengen::base::Rule;
use tengen::eval::SideWeights;

#[test]
fn games_are_the_same_on_any_number_of_threads_and_after_an_interruption() {
    let folder = std::env::temp_dir().join(format!("tengen-selfplay-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let conditions = Conditions::new(Rule::Renju, Sizes::Mixed, 60, 3);
    let run = |name: &str, games, threads| {
        let path = folder.join(name);
        play(&SelfplayRun { threads, ..SelfplayRun::of(&path, games) }, conditions, &mut |_| {}).unwrap();
        Games::read(&path).unwrap().0
    };
    let whole = run("one", 6, 1);
    assert_eq!(whole.records.len(), 6);
    whole.check().unwrap();
    assert_eq!(run("two", 6, 2), whole);
    run("three", 2, 1);
    let path = folder.join("three");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.extend([9, 0, 15, 15, 1]);
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(run("three", 6, 2), whole);
    // A power cut while the header was written.
    let header = std::fs::read(folder.join("one")).unwrap().iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for (kept, zeros) in [(0, 4_096), (20, 0), (header - 1, 512), (header, 512)] {
        let torn = [&std::fs::read(&path).unwrap()[..kept], &vec![0; zeros]].concat();
        std::fs::write(folder.join("torn"), torn).unwrap();
        assert_eq!(run("torn", 6, 2), whole, "{kept} bytes and {zeros} zeros");
    }
    // Nothing is cut off after a damaged game, here with a wrong number of moves.
    let more = SelfplayRun::of(&path, 7);
    let mut bytes = std::fs::read(&path).unwrap();
    let first = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for bit in 0..16 {
        let place = first + bit / 8;
        bytes[place] ^= 1 << (bit % 8);
        std::fs::write(&path, &bytes).unwrap();
        assert!(play(&more, conditions, &mut |_| {}).is_err(), "bit {bit}");
        assert!(std::fs::read(&path).unwrap() == bytes, "bit {bit}");
        bytes[place] ^= 1 << (bit % 8);
    }
    let hand_set = [Arc::new(Weights::hand_set(Rule::Renju))];
    assert!(play(&SelfplayRun { weights: &hand_set, ..more }, conditions, &mut |_| {}).is_err());
    let other = Conditions { seed: 4, ..conditions };
    assert!(play(&more, other, &mut |_| {}).is_err());
    // The seed gave other games in the previous format.
    bytes["tengen-games ".len()] = b'2';
    std::fs::write(&path, bytes).unwrap();
    assert!(play(&more, conditions, &mut |_| {}).unwrap_err().to_string().contains("older format"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn runs_of_neighboring_seeds_have_no_game_in_common() {
    let searcher = &mut Searcher::new(1 << 20);
    let mut games = |seed| {
        let sizes = Sizes::One(BoardSize::square(15).unwrap());
        let conditions = Conditions::new(Rule::Caro, sizes, 40, seed);
        let moves = |number| game(&conditions, number, searcher, &AtomicBool::new(false)).unwrap().unwrap().moves;
        (0..20).map(moves).collect::<Vec<_>>()
    };
    let (one, two) = (games(1), games(2));
    assert!(one.iter().all(|moves| !two.contains(moves)));
}

#[test]
fn a_file_that_a_run_writes_is_refused_to_another_run() {
    let path = std::env::temp_dir().join(format!("tengen-locked-{}.games", std::process::id()));
    let conditions = Conditions::new(Rule::Caro, Sizes::Mixed, 60, 3);
    let run = SelfplayRun::of(&path, 3);
    let mut refused = 0;
    play(&run, conditions, &mut |_| {
        let error = play(&run, conditions, &mut |_| {}).unwrap_err().to_string();
        assert!(error.contains("another program is writing to"), "{error}");
        refused += 1;
    })
    .unwrap();
    assert_eq!((refused, Games::read(&path).unwrap().0.records.len()), (3, 3));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn weights_that_see_no_position_as_even_are_told_of() {
    let path = std::env::temp_dir().join(format!("tengen-uneven-{}.games", std::process::id()));
    let conditions = Conditions::new(Rule::Freestyle, Sizes::Mixed, 100, 1);
    let hand_set = Weights::hand_set(Rule::Freestyle);
    let sides = Color::ALL.map(|color| SideWeights {
        values: vec![[0; 2]; hand_set.side(color).values.len()],
        threats: vec![32_000; hand_set.side(color).threats.len()],
        ..hand_set.side(color).clone()
    });
    let weights = [Arc::new(Weights::new(hand_set.header.clone(), sides))];
    let run = || play(&SelfplayRun { weights: &weights, ..SelfplayRun::of(&path, 1) }, conditions, &mut |_| {});
    let error = run().unwrap_err().to_string();
    assert!(error.contains("openings none is near even"), "{error}");
    // A stopped game ends at once, before its opening is found and after it.
    let (searcher, stop) = (&mut Searcher::new(1 << 20), &AtomicBool::new(true));
    searcher.set_weights(&weights);
    assert_eq!(game(&conditions, 0, searcher, stop).unwrap(), None);
    let size = BoardSize::square(15).unwrap();
    assert_eq!(play_on(&conditions, size, &[size.center()], &mut SplitMix64::new(1), searcher, stop), None);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_game_that_is_not_as_it_says_is_found() {
    let conditions = Conditions::new(Rule::Freestyle, Sizes::Mixed, 60, 1);
    let searcher = &mut Searcher::new(1 << 20);
    let record = game(&conditions, 0, searcher, &AtomicBool::new(false)).unwrap().unwrap();
    let check = |record: Record| Games { conditions, weights: None, format: FORMAT, records: vec![record] }.check();
    assert!(check(record.clone()).is_ok());
    let mut twice = record.clone();
    twice.moves[1] = twice.moves[0];
    assert!(check(twice).is_err());
    let mut wrong = record.clone();
    wrong.outcome = if let Outcome::Win(winner) = record.outcome { Outcome::Win(!winner) } else { Outcome::Draw };
    assert!(check(wrong).is_err() || record.outcome == Outcome::Draw);
}
