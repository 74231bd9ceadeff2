//! Result of a search: the move, and the best lines.

use crate::base::{Point, Score};
use std::time::Duration;

/// A best line and data of the iteration that found it.
#[derive(Clone, Debug, Default)]
pub struct SearchInfo {
    /// Depth of the iteration in plies; 0 when none was finished.
    pub depth: i32,
    /// Length in plies of the longest line searched.
    pub selective_depth: usize,
    /// Score for the side to move.
    pub score: Score,
    /// Whether a decided score was verified against every legal reply. The proof of a single line's win may begin with
    /// another first move than the line.
    pub proven: bool,
    /// Nodes searched by all threads so far.
    pub nodes: u64,
    /// Time since the start of the clock.
    pub elapsed: Duration,
    /// Principal variation: the best moves of both sides, the root's first.
    pub pv: Vec<Point>,
}

/// The outcome of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The move to play; `None` when the board is full or every move is excluded.
    pub best: Option<Point>,
    /// The best lines found, best first; the first begins with `best`. Never empty: without a legal
    /// move there is one line without moves.
    pub lines: Vec<SearchInfo>,
}

impl SearchResult {
    /// The best line.
    pub fn info(&self) -> &SearchInfo {
        &self.lines[0]
    }
}
