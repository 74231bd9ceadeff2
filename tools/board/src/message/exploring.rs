//! What a database, or the book, says of a position.

use serde::Serialize;

/// What the database knows of a position, as a page shows it.
#[derive(Debug, Serialize)]
pub struct ShownEntry {
    /// Score of the side to move, or of the side that made a move; `None` when only games or texts are known.
    pub score: Option<String>,
    /// That side's expected share of the points, 0 to 1.
    pub share: Option<f32>,
    /// Depth of the search that gave the score.
    pub depth: u16,
    /// Games that this side won, drew and lost.
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
pub struct ShownMove {
    /// The move.
    pub point: u16,
    /// What is known of the position after it, the numbers for the side that plays it.
    #[serde(flatten)]
    pub entry: ShownEntry,
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

/// A move of a proof.
#[derive(Debug, Serialize)]
pub struct ProofMove {
    /// The number of the move before; 0 is the position that was asked about.
    pub parent: usize,
    /// The move; `None` for the position.
    pub point: Option<u16>,
    /// What meets all replies that are not among the moves after this one.
    pub other: Option<u16>,
}
