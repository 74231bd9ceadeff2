//! What the explorer asks.

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
