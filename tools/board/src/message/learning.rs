//! What the Learn view receives: puzzles, and the tree of a small search.

use crate::question::Position;
use serde::Serialize;

/// A puzzle.
#[derive(Debug, Serialize)]
pub struct WirePuzzle {
    /// Its name, the same in every start.
    pub id: String,
    /// `win` or `hold`.
    pub kind: &'static str,
    /// The threats that are needed: `vcf` or `vct`.
    pub goal: &'static str,
    /// From 1, easy, to 5.
    pub grade: u8,
    /// Stones of the winner to the five.
    pub length: u32,
    /// The right move.
    pub first: u16,
    /// The position.
    pub position: Position,
}

/// A position of a small search.
#[derive(Debug, Serialize)]
pub struct TracedMove {
    /// Number of the position before.
    pub parent: Option<usize>,
    /// The cell that was marked last, from 0.
    pub cell: Option<u8>,
    /// For X: 1 a win, 0 a draw, -1 a loss; a bound where moves were left out.
    pub value: i8,
    /// The cells that were not looked at.
    pub skipped: Vec<u8>,
}
