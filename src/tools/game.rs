//! One game between two players, judged by the referee.

use super::limits::EngineLimits;
use super::openings::Opening;
use super::player::{Conditions, Fault, Player};
use super::referee::{Referee, Verdict};
use crate::base::{Color, Point};
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

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Line => "line",
            Reason::Full => "full",
            Reason::Moves => "moves",
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
    loop {
        if game.referee.moves().len() >= longest {
            return game.end(None, Reason::Moves);
        }
        let side = game.referee.side_to_move();
        let player = &mut *players[side.index()];
        let lost = |fault| (Some(!side), Reason::Fault(fault));
        let (winner, reason) = match player.play(&game.referee, conditions, left[side.index()]) {
            Err(fault) => lost(fault),
            Ok((point, time)) => {
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
                            _ => continue,
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
