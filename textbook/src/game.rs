//! The interface of a game for the searches, and the endings of a game.

use tengen::base::{Score, WIN, loss_in, win_in};

/// A game of two players who move in turn with full information, as the searches use it.
///
/// Every value is that for the side to move: a value for one side is its negative for the other, so the value of a move
/// is minus the value of the position after it (*negamax*).
pub trait TwoPlayerGame {
    /// A move of the game.
    type Move: Copy + PartialEq;

    /// The ending of the game for the side to move, if it has ended.
    fn outcome(&self) -> Option<Ending>;

    /// The moves of the position, always in the same order; at least one unless the game has ended.
    fn moves(&self) -> Vec<Self::Move>;

    /// Plays a move and passes the turn.
    fn make(&mut self, choice: Self::Move);

    /// Takes back the last [`TwoPlayerGame::make`], turn included.
    fn unmake(&mut self);

    /// An estimate of the value of a position that is not searched further, far inside `+-`[`WIN`]: the better the
    /// estimate, the less depth is needed.
    fn evaluate(&mut self) -> Score {
        0
    }

    /// Sorts the moves so that those that are probably best come first.
    fn order(&self, _moves: &mut [Self::Move]) {}
}

/// The ending of a game for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The side to move has won.
    Win,
    /// The opponent has won.
    Loss,
    /// The game is drawn.
    Draw,
}

impl Ending {
    /// The value if all wins are equal.
    pub const fn value(self) -> Score {
        match self {
            Ending::Win => WIN,
            Ending::Loss => -WIN,
            Ending::Draw => 0,
        }
    }

    /// The value `ply` moves after the root: an early win is worth more than a late one, and a late loss more than an
    /// early one. The numbers are the engine's.
    pub const fn value_at(self, ply: usize) -> Score {
        match self {
            Ending::Win => win_in(ply),
            Ending::Loss => loss_in(ply),
            Ending::Draw => 0,
        }
    }
}
