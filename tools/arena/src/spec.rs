//! Settings of a match's engines, and what engines report.

use super::limits::EngineLimits;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tengen::base::{BoardSize, Point, Rule, Score};
use tengen::play::OpeningRule;

/// An engine as the user names it.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// Name in all tables; no blanks.
    pub name: String,
    /// Command line, or one of [`BUILT_IN`](crate::players::BUILT_IN), or `@level1` to `@level10`.
    pub command: String,
    /// Time, depth, node and memory limits.
    pub limits: EngineLimits,
    /// Raw `INFO key value` lines.
    pub info: Vec<(String, String)>,
}

/// Settings shared by all games of a match.
#[derive(Clone, Copy, Debug)]
pub struct MatchConditions {
    /// Rule of play.
    pub rule: Rule,
    /// Board size.
    pub size: BoardSize,
    /// How the players agree on the beginning of a game; without it, they get an opening.
    pub opening: Option<OpeningRule>,
    /// Tolerated excess over a time limit.
    pub tolerance: Duration,
    /// Everything is sent at once and the process is suspended between its moves.
    pub judge_flow: bool,
    /// A game is decided when both players expect one side to score at least this share of the points.
    pub adjudicate: Option<f32>,
}

/// A player's answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The move.
    pub point: Point,
    /// Time it took.
    pub time: Duration,
    /// The last score reported by the search, from the player's point of view.
    pub score: Option<Score>,
}

/// Sums of a player's reports about its searches.
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
