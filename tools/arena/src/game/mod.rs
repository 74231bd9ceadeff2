//! One game between two players, judged by the referee.

mod agreement;
mod clock;

use crate::limits::EngineLimits;
use crate::players::Player;
use crate::spec::{Answer, MatchConditions};
use agreement::agree;
use clock::MatchClock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen::base::{Color, Score};
use tengen::board::Board;
use tengen::eval::win_rate;
use tengen_game::opening_file::Opening;
use tengen_game::referee::Referee;
use tengen_game::{EndReason, Game, Outcome};

/// A game, with the colors of the players.
pub struct PlayedGame {
    /// The game.
    pub game: Game,
    /// Whether the player given as Black had White.
    pub swapped: bool,
}

/// Plays one game; `players` and `limits` are those of Black and White. It is drawn after `longest` stones. Under an
/// opening rule the players negotiate the beginning and their colors, and `opening` is not used. `None` if `stop` was
/// set meanwhile. The moves of built-in players that choose at random follow from `seed`.
pub fn play(
    mut players: [&mut Player; 2],
    limits: [&EngineLimits; 2],
    conditions: &MatchConditions,
    opening: &Opening,
    longest: usize,
    seed: u64,
    stop: Option<&AtomicBool>,
) -> Option<PlayedGame> {
    let mut game = Game::new(conditions.rule, conditions.size);
    for color in Color::ALL {
        if let Err(fault) = players[color.index()].new_game(conditions, seed ^ (color.index() as u64) << 63) {
            players[color.index()].discard();
            game.end(Outcome::Win(!color), EndReason::Fault(fault));
            return Some(PlayedGame { game, swapped: false });
        }
    }
    let mut clocks = limits.map(MatchClock::new);
    let mut swapped = false;
    let mut opening = opening.clone();
    game.times.resize(opening.len(), Duration::ZERO);
    if let Some(rule) = conditions.opening {
        let agreed = agree(&mut players, &mut clocks, conditions, rule);
        (opening, swapped, game.times) = (agreed.moves, agreed.swapped, agreed.times);
        if swapped {
            players.reverse();
            clocks.reverse();
        }
        if let Some((color, fault)) = agreed.fault {
            players[color.index()].discard();
            game.end(Outcome::Win(!color), EndReason::Fault(fault));
        }
    }
    let mut referee = Referee::new(conditions.size, conditions.rule);
    for &point in &opening {
        // Openings were checked when they were read or negotiated.
        let _ = referee.play(point);
    }
    let mut board = Board::from_moves(conditions.size, conditions.rule, &opening);
    game.opening = opening.len();
    game.moves = opening;
    let mut agreement = Agreement::default();
    while game.outcome.is_none() {
        if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return None;
        }
        if game.moves.len() >= longest {
            game.end(Outcome::Draw, EndReason::Moves);
            break;
        }
        let side = referee.side_to_move();
        let player = &mut *players[side.index()];
        let clock = &mut clocks[side.index()];
        let answer = player.play(&referee, &board, conditions, clock.left());
        let answer = answer.and_then(|answer| clock.take_off(answer.time, conditions.tolerance).map(|()| answer));
        match answer.and_then(|answer| Ok((answer, referee.play(answer.point)?))) {
            Err(fault) => {
                game.end(Outcome::Win(!side), EndReason::Fault(fault));
                player.discard();
            }
            Ok((Answer { point, time, score }, outcome)) => {
                board.push(point);
                game.moves.push(point);
                game.times.push(time);
                match outcome {
                    Some(Outcome::Draw) => game.end(Outcome::Draw, EndReason::Full),
                    Some(win) => game.end(win, EndReason::Line),
                    None => {
                        if let Some(winner) =
                            conditions.adjudicate.and_then(|share| agreement.after(side, score, share))
                        {
                            game.end(Outcome::Win(winner), EndReason::Score);
                        }
                    }
                }
            }
        }
    }
    Some(PlayedGame { game, swapped })
}

/// For each player, the winner that it expects by its latest scores, and for how many of its moves in a row.
#[derive(Default)]
struct Agreement([(Option<Color>, usize); 2]);

/// Number of consecutive moves for which both players must expect one winner before the game is decided.
const AGREED_MOVES: usize = 3;

impl Agreement {
    /// The winner that both players have expected for long enough; `score` is the score that `side` reported with its
    /// move. A move without a score, such as a forced one, is ignored.
    fn after(&mut self, side: Color, score: Option<Score>, share: f32) -> Option<Color> {
        let rate = win_rate(score?);
        let winner = match rate {
            rate if rate >= share => Some(side),
            rate if rate <= 1.0 - share => Some(!side),
            _ => None,
        };
        let expected = &mut self.0[side.index()];
        *expected = (winner, if winner == expected.0 { expected.1 + 1 } else { 1 });
        self.0.iter().all(|&(other, moves)| other == winner && moves >= AGREED_MOVES).then_some(winner)?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::EngineSpec;
    use tengen::base::{BoardSize, Rule};

    #[test]
    fn a_game_that_is_stopped_is_not_played_on() {
        let limits = EngineLimits { turn: Some(Duration::from_secs(5)), ..EngineLimits::default() };
        let spec =
            EngineSpec { name: "random".into(), command: "@random".into(), limits: limits.clone(), info: Vec::new() };
        let [mut black, mut white] = [(); 2].map(|()| Player::new(&spec, None));
        let size = BoardSize::square(15).unwrap();
        let conditions = MatchConditions::new(Rule::Freestyle, size, Duration::from_secs(5));
        let mut is_played = |stop: Option<bool>| {
            let stop = stop.map(AtomicBool::new);
            play([&mut black, &mut white], [&limits; 2], &conditions, &Vec::new(), 20, 1, stop.as_ref()).is_some()
        };
        assert!(is_played(None) && is_played(Some(false)) && !is_played(Some(true)));
    }

    #[test]
    fn a_game_is_decided_when_both_players_say_so_for_long_enough() {
        let decided_after = |scores: &[Option<Score>]| {
            let mut agreement = Agreement::default();
            let sides = Color::ALL.iter().cycle();
            scores
                .iter()
                .zip(sides)
                .enumerate()
                .find_map(|(i, (&score, &side))| agreement.after(side, score, 0.98).map(|winner| (i + 1, winner)))
        };
        let [won, lost, even] = [Some(2000), Some(-2000), Some(0)];
        assert_eq!(decided_after(&[won, lost, won, lost, won, lost]), Some((6, Color::Black)));
        assert_eq!(decided_after(&[even, won, lost, won, lost, won, lost]), Some((7, Color::White)));
        // A forced move reports no score and leaves the expectation unchanged.
        assert_eq!(decided_after(&[won, lost, won, None, won, lost, won, lost]), Some((8, Color::Black)));
        assert_eq!(decided_after(&[won, lost, won, even, won, lost, won, lost, won]), None);
        // The players disagree, one reports no score, or both scores are even: the game continues.
        for pair in [[won, won], [lost, lost], [won, None], [Some(1000), Some(-1000)]] {
            assert_eq!(decided_after(&pair.repeat(20)), None);
        }
    }
}
