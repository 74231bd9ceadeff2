//! What a search has to know of a game, and how a game ends.

use tengen::base::{Score, WIN, loss_in, win_in};

/// A game of two players who move in turn and see everything: all that a search has to know of it.
///
/// Every value is seen from the side to move: what is good for one is as bad for the other, so the
/// value of a move is minus the value of the position after it (*negamax*).
pub trait TwoPlayerGame {
    /// A move of the game.
    type Move: Copy + PartialEq;

    /// How the game has ended for the side to move, if it has.
    fn outcome(&self) -> Option<Ending>;

    /// The moves to choose from, always in the same order; at least one unless there is an outcome.
    fn moves(&self) -> Vec<Self::Move>;

    /// Plays a move and passes the turn.
    fn make(&mut self, choice: Self::Move);

    /// Takes back the last [`TwoPlayerGame::make`], turn included.
    fn unmake(&mut self);

    /// A guess at the value of a position that is not read any further, well inside `+-`[`WIN`]: the
    /// better the guess, the less has to be read.
    fn evaluate(&mut self) -> Score {
        0
    }

    /// Puts the moves that are probably best first.
    fn order(&self, _moves: &mut [Self::Move]) {}
}

/// How a game has ended for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It has won.
    Win,
    /// The opponent has won.
    Loss,
    /// Nobody can win any more.
    Draw,
}

impl Ending {
    /// The value when all wins are alike.
    pub const fn value(self) -> Score {
        match self {
            Ending::Win => WIN,
            Ending::Loss => -WIN,
            Ending::Draw => 0,
        }
    }

    /// The value `ply` moves after the root: an early win is worth more than a late one, a late loss
    /// more than an early one. These are the engine's own numbers.
    pub const fn value_at(self, ply: usize) -> Score {
        match self {
            Ending::Win => win_in(ply),
            Ending::Loss => loss_in(ply),
            Ending::Draw => 0,
        }
    }
}
