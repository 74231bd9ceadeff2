//! The opponent's threat, from the pattern counters alone.

use crate::base::{Score, loss_in};
use crate::board::Board;
use crate::movegen;
use crate::pattern::PointClass;

/// The opponent's threat, which limits the moves of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// A five with the next stone: only moves that stop it are searched.
    Five,
    /// An open four with the next stone: only moves that meet it, own fours among them.
    OpenFour,
    /// A four with an open three by the next stone: only moves that meet it, own fours among them.
    FourThree,
    /// No threat: all candidates.
    None,
}

impl Threat {
    /// The threat against the side to move. A threat that the game is too short for does not count; the game is drawn
    /// when `draw_at` cells are empty.
    pub fn of(board: &Board, draw_at: usize) -> Self {
        let them = !board.side_to_move();
        // With an own five on the board no open four or four-three is a threat: after any other move the opponent must
        // block the five.
        let has_five = board.count(!them, PointClass::Five) > 0;
        let stones_left = board.empty_count().saturating_sub(draw_at);
        if board.count(them, PointClass::Five) > 0 && stones_left > 1 {
            Threat::Five
        } else if stones_left > 3 && !has_five && movegen::threatens_open_four(board, them) {
            Threat::OpenFour
        } else if stones_left > 5 && !has_five && movegen::threatens_four_three(board, them) {
            Threat::FourThree
        } else {
            Threat::None
        }
    }

    /// The score of a node with no move against the threat, which is then carried out.
    pub fn score_without_moves(self, ply: usize) -> Score {
        match self {
            Threat::Five => loss_in(ply + 2),
            Threat::OpenFour => loss_in(ply + 4),
            Threat::FourThree => loss_in(ply + 6),
            Threat::None => 0,
        }
    }
}
