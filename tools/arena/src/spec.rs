//! Settings of a match's engines, and data that engines report.

use super::limits::EngineLimits;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tengen::base::{BoardSize, Point, Rule, Score};
use tengen::play::OpeningRule;

/// An engine as specified by the user.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// Name in all tables, without blanks.
    pub name: String,
    /// Command line, or one of [`BUILT_IN`](crate::players::BUILT_IN), or `@level1` to `@level10`.
    pub command: String,
    /// Time, depth, node and memory limits.
    pub limits: EngineLimits,
    /// Additional `INFO key value` lines.
    pub info: Vec<(String, String)>,
}

/// Settings shared by all games of a match.
#[derive(Clone, Copy, Debug)]
pub struct MatchConditions {
    /// Rule of play.
    pub rule: Rule,
    /// Board size.
    pub size: BoardSize,
    /// Opening rule by which the players negotiate the beginning of a game; `None`: they get an opening.
    pub opening: Option<OpeningRule>,
    /// Tolerated excess over a time limit.
    pub tolerance: Duration,
    /// Whether to run engines as the tournament's judge does: a new process for each game, its first commands sent
    /// without waiting for answers, and suspended between its moves.
    pub judge_flow: bool,
    /// Win probability that both players must expect for one side to decide a game; `None`: games are played out.
    pub adjudicate: Option<f32>,
}

impl MatchConditions {
    /// Games from given openings, played out.
    pub fn new(rule: Rule, size: BoardSize, tolerance: Duration) -> Self {
        Self { rule, size, opening: None, tolerance, judge_flow: false, adjudicate: None }
    }
}

/// A player's answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The move.
    pub point: Point,
    /// Time that the move took.
    pub time: Duration,
    /// The last score reported by the search, for the player.
    pub score: Option<Score>,
}

/// Sums over a player's reports about its searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchStatistics {
    /// Moves with a reported depth.
    pub moves: u64,
    /// Sum of depths.
    pub depth: u64,
    /// Sum of nodes.
    pub nodes: u64,
    /// Time of these searches in microseconds.
    pub micros: u64,
}

impl SearchStatistics {
    /// Adds other sums. Engines report any numbers, so the sums stop at the largest one.
    pub fn add(&mut self, other: Self) {
        let sums = [&mut self.moves, &mut self.depth, &mut self.nodes, &mut self.micros];
        for (sum, other) in sums.into_iter().zip([other.moves, other.depth, other.nodes, other.micros]) {
            *sum = sum.saturating_add(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_absurd_numbers_do_not_wrap_around() {
        let mut sums = SearchStatistics { moves: 1, depth: 9, nodes: 5, micros: 7 };
        sums.add(SearchStatistics { nodes: u64::MAX, ..sums });
        assert_eq!(sums, SearchStatistics { moves: 2, depth: 18, nodes: u64::MAX, micros: 14 });
    }
}
