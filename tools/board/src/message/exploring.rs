//! Messages about entries of a database or a book.

use serde::Serialize;

/// A position's entry in the database, as shown on the page.
#[derive(Debug, Serialize)]
pub struct ShownEntry {
    /// Score for the side to move, or for the side that made a move; `None` if only games or texts are known.
    pub score: Option<String>,
    /// Expected share of points of that side, 0 to 1.
    pub share: Option<f32>,
    /// Depth of the score's search.
    pub depth: u16,
    /// Number of games that this side won, drew and lost.
    pub games: Option<[u32; 3]>,
    /// Short text for the board.
    pub label: String,
    /// Comment.
    pub comment: String,
    /// Author of the entry.
    pub author: String,
}

/// A known move of the database.
#[derive(Debug, Serialize)]
pub struct ShownMove {
    /// The move.
    pub point: u16,
    /// Entry of the position after the move; numbers are for the side that plays it.
    #[serde(flatten)]
    pub entry: ShownEntry,
}

/// A game of the database.
#[derive(Debug, Serialize)]
pub struct PassedGame {
    /// Side that moved first, `black` or `white`.
    pub first: &'static str,
    /// The moves, and `--` for each pass.
    pub moves: String,
    /// `black`, `white` or `draw`.
    pub result: &'static str,
    /// Black's and White's names, empty if unknown.
    pub names: [String; 2],
}

/// A node of a proof.
#[derive(Debug, Serialize)]
pub struct ProofMove {
    /// Index of the previous node; 0 is the requested position.
    pub parent: usize,
    /// The move; `None` for the position itself.
    pub point: Option<u16>,
    /// The answer to all replies that are not among the following nodes.
    pub other: Option<u16>,
}
