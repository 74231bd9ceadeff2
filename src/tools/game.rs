//! One game between two players, judged by the referee.

use super::formats::{self, Game as GameText, Outcome};
use super::limits::EngineLimits;
use super::openings::Opening;
use super::player::{Answer, Conditions, Fault, Player};
use super::referee::{Referee, Verdict};
use crate::base::{BoardSize, Color, Point, Rule, Score};
use crate::eval::win_rate;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// A winning line.
    Line,
    /// No cell is left, or the rule's number of cells.
    Full,
    /// The match's limit of moves.
    Moves,
    /// Both players expected it, by their scores.
    Score,
    /// The loser's fault.
    Fault(Fault),
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub reason: Reason,
    /// How many of the moves are the opening's.
    pub opening: usize,
    /// All legal moves, Black's first.
    pub moves: Vec<Point>,
    /// Time of each move, zero in the opening.
    pub times: Vec<Duration>,
}

impl GameRecord {
    /// The game as PSQ; `names` are Black's and White's.
    pub fn to_psq(&self, size: BoardSize, rule: Rule, names: [&str; 2]) -> String {
        let game = GameText {
            moves: self.moves.clone(),
            times: self.times.clone(),
            names: names.map(str::to_owned),
            outcome: Some(self.winner.map_or(Outcome::Draw, Outcome::Win)),
            ..GameText::new(rule, size)
        };
        formats::psq_with_code(&game, self.reason.psq_code())
    }
}

impl Reason {
    /// Piskvork's number of how a game ended.
    fn psq_code(self) -> u8 {
        match self {
            Reason::Line | Reason::Full | Reason::Moves | Reason::Score => 0,
            Reason::Fault(Fault::Foul) => 1,
            Reason::Fault(Fault::Time) => 2,
            Reason::Fault(Fault::Illegal) => 3,
            Reason::Fault(Fault::Crash | Fault::Protocol | Fault::Memory) => 4,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Line => "line",
            Reason::Full => "full",
            Reason::Moves => "moves",
            Reason::Score => "score",
            Reason::Fault(Fault::Time) => "time",
            Reason::Fault(Fault::Crash) => "crash",
            Reason::Fault(Fault::Illegal) => "illegal",
            Reason::Fault(Fault::Foul) => "foul",
            Reason::Fault(Fault::Protocol) => "protocol",
            Reason::Fault(Fault::Memory) => "memory",
        })
    }
}

/// Plays one game; `players` are Black and White, as are `limits`. After `longest` stones it is drawn.
pub fn play(
    players: [&mut Player; 2],
    limits: [&EngineLimits; 2],
    conditions: &Conditions,
    opening: &Opening,
    longest: usize,
) -> GameRecord {
    let mut game =
        Game { referee: Referee::new(conditions.size, conditions.rule), times: Vec::new(), opening: opening.len() };
    for &point in opening {
        // Openings were judged when they were read.
        game.referee.play(point);
        game.times.push(Duration::ZERO);
    }
    for color in Color::ALL {
        if let Err(fault) = players[color.index()].new_game(conditions) {
            players[color.index()].discard();
            return game.end(Some(!color), Reason::Fault(fault));
        }
    }
    let mut left = limits.map(|limits| limits.match_time);
    let mut agreement = Agreement::default();
    loop {
        if game.referee.moves().len() >= longest {
            return game.end(None, Reason::Moves);
        }
        let side = game.referee.side_to_move();
        let player = &mut *players[side.index()];
        let lost = |fault| (Some(!side), Reason::Fault(fault));
        let (winner, reason) = match player.play(&game.referee, conditions, left[side.index()]) {
            Err(fault) => lost(fault),
            Ok(Answer { point, time, score }) => {
                if let Some(left) = &mut left[side.index()] {
                    *left = left.saturating_sub(time) + limits[side.index()].increment;
                }
                match game.referee.play(point) {
                    Verdict::Occupied => lost(Fault::Illegal),
                    Verdict::Foul => lost(Fault::Foul),
                    verdict => {
                        game.times.push(time);
                        match verdict {
                            Verdict::Win => (Some(side), Reason::Line),
                            Verdict::Draw => (None, Reason::Full),
                            _ => match conditions.adjudicate.and_then(|share| agreement.after(side, score, share)) {
                                Some(winner) => (Some(winner), Reason::Score),
                                None => continue,
                            },
                        }
                    }
                }
            }
        };
        if matches!(reason, Reason::Fault(_)) {
            player.discard();
        }
        return game.end(winner, reason);
    }
}

/// What each player has expected of the game by its latest scores: the winner, and for how many of its
/// moves in a row.
#[derive(Default)]
struct Agreement([(Option<Color>, usize); 2]);

/// So many moves in a row each player has to expect the same winner before the game is decided.
const AGREED_MOVES: usize = 3;

impl Agreement {
    /// The winner whom both players have expected for long enough; `score` is what `side` told with its
    /// move. A move without a score, as when there is no choice, changes nothing.
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

struct Game {
    referee: Referee,
    times: Vec<Duration>,
    opening: usize,
}

impl Game {
    fn end(self, winner: Option<Color>, reason: Reason) -> GameRecord {
        GameRecord { winner, reason, opening: self.opening, moves: self.referee.moves().to_vec(), times: self.times }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_written_as_piskvork_reads_it() {
        let size = BoardSize::square(20).unwrap();
        let record = GameRecord {
            winner: Some(Color::White),
            reason: Reason::Fault(Fault::Time),
            opening: 1,
            moves: vec![size.point(9, 9).unwrap(), size.point(0, 19).unwrap()],
            times: vec![Duration::ZERO, Duration::from_millis(45)],
        };
        // The head's last number says who begins, whatever the rule.
        let text = record.to_psq(size, Rule::Standard, ["a", "b"]);
        let expected = "Piskvorky 20x20, 11:11, 0\r\n10,10,0\r\n1,20,45\r\na\r\nb\r\n2\r\n";
        assert_eq!(text, format!("{expected}tengen rule standard result 0-1\r\n"));
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
        // Who sees no choice tells no score, and has not changed its mind.
        assert_eq!(decided_after(&[won, lost, won, None, won, lost, won, lost]), Some((8, Color::Black)));
        assert_eq!(decided_after(&[won, lost, won, even, won, lost, won, lost, won]), None);
        // Each believes in itself, one of them is silent, both are in doubt: the game goes on.
        for pair in [[won, won], [lost, lost], [won, None], [Some(1000), Some(-1000)]] {
            assert_eq!(decided_after(&pair.repeat(20)), None);
        }
    }
}
