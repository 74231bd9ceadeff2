//! Requests of the explorer.

use super::Position;
use serde::Deserialize;

/// A request about a position alone.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtPosition {
    /// The position.
    pub position: Position,
}

/// See [`Question::Prove`](super::Question::Prove).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prove {
    /// The position.
    pub position: Position,
    /// The side whose win is to be proved, `black` or `white`.
    pub side: String,
    /// Time limit.
    pub time_ms: u64,
}
