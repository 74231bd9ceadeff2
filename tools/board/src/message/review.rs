//! Messages on the review of a game.

use serde::Serialize;

/// What a review has found.
#[derive(Debug, Serialize)]
pub struct ReviewedTurns {
    /// Black's expected share of points after 0, 1, 2 … turns, as far as they are reviewed; moves and passes are turns.
    pub shares: Vec<f32>,
    /// One entry per reviewed turn.
    pub moments: Vec<ReviewedMove>,
}

/// A turn of a reviewed game: a move or a pass.
#[derive(Debug, Serialize)]
pub struct ReviewedMove {
    /// Number of the turn, from 1.
    pub number: usize,
    /// The best line instead of the move.
    pub best: Vec<u16>,
    /// Expected share of points of the mover with the best move.
    pub before: f32,
    /// Expected share of points of the mover after the move played.
    pub after: f32,
    /// Whether the move is among the costliest ones.
    pub turn: bool,
    /// Whether the move gave away a winning position.
    pub misses_win: bool,
    /// Number of own stones up to the five in the best line, if it wins.
    pub win_in: Option<i32>,
}
