//! Requests of the Learn view.

use super::Position;
use serde::Deserialize;

/// See [`super::Question::Puzzles`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzles {
    /// Rule of the built-in puzzles; without it, those of the text.
    pub rule: Option<String>,
    /// A set of puzzles written by `tengen puzzles`.
    #[serde(default)]
    pub text: String,
}

/// See [`super::Question::Try`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    /// The position after the move.
    pub position: Position,
    /// `win` or `hold`.
    pub kind: String,
}

/// See [`super::Question::Trace`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceSearch {
    /// The cells of tic-tac-toe row by row: `X`, `O` or `.`.
    pub cells: String,
    /// `minimax` or `alpha_beta`.
    pub search: String,
    /// Whether promising moves come first.
    pub ordered: bool,
}
