//! Requests of the explorer.

use super::Position;
use serde::Deserialize;

/// See [`super::Question::LookUp`] and [`super::Question::LookInBook`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookUp {
    /// The position.
    pub position: Position,
}

/// See [`super::Question::GamesThrough`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesThrough {
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

/// See [`Question::Threats`](super::Question::Threats).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threats {
    /// The position.
    pub position: Position,
}
