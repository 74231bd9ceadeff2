//! What a database, or the book, says of a position.

use serde::Serialize;

/// The database's entry of a position.
#[derive(Debug, Serialize)]
pub struct KnownEntry {
    /// Score of the side to move; `None` when only games or texts are known.
    pub score: Option<String>,
    /// The side to move's expected share of the points, 0 to 1.
    pub share: Option<f32>,
    /// Depth of the search that gave the score.
    pub depth: u16,
    /// Games that the side to move won, drew and lost.
    pub games: Option<[u32; 3]>,
    /// Short text for the board.
    pub label: String,
    /// Comment.
    pub comment: String,
    /// Author of the entry.
    pub author: String,
}

/// A move that the database knows.
#[derive(Debug, Serialize)]
pub struct KnownPoint {
    /// The move.
    pub point: u16,
    /// Score for the side that plays it.
    pub score: Option<String>,
    /// Share for the side that plays it.
    pub share: Option<f32>,
    /// Depth of the search that gave the score.
    pub depth: u16,
    /// Games that this side won, drew and lost.
    pub games: Option<[u32; 3]>,
    /// Label of the position after the move.
    pub label: String,
    /// Comment on the position after the move.
    pub comment: String,
}

/// A game of the database.
#[derive(Debug, Serialize)]
pub struct PassedGame {
    /// `black` or `white`, who made the first move.
    pub first: &'static str,
    /// The moves.
    pub moves: String,
    /// `black`, `white` or `draw`.
    pub result: &'static str,
}
