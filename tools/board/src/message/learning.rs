//! Messages for the Learn view: puzzles, and the tree of a small search.

use crate::question::Position;
use serde::Serialize;

/// A puzzle.
#[derive(Debug, Serialize)]
pub struct WirePuzzle {
    /// Name of the puzzle, the same after a restart.
    pub id: String,
    /// `win` or `hold`.
    pub kind: &'static str,
    /// Kind of threats needed: `vcf` or `vct`.
    pub goal: &'static str,
    /// Difficulty, 1 (easy) to 5.
    pub grade: u8,
    /// Number of the winner's stones up to the five.
    pub length: u32,
    /// The right move.
    pub first: u16,
    /// The position.
    pub position: Position,
}

/// A node of a small search.
#[derive(Debug, Serialize)]
pub struct TracedMove {
    /// Index of the previous node.
    pub parent: Option<usize>,
    /// The cell marked last, from 0.
    pub cell: Option<u8>,
    /// Value for X: 1 win, 0 draw, -1 loss; a bound if moves were skipped.
    pub value: i8,
    /// The cells that were not searched.
    pub skipped: Vec<u8>,
}
