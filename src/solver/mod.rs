//! Wins by threats alone, read to the end: continuous fours (VCF), continuous fours and threes (VCT).
//!
//! Everything here is exact: a win comes with every reply that does not lose at once refuted, and
//! "none" means that there is none of the kind that the solver names. A budget makes an answer unknown.

mod defence;
mod node;
mod vcf;
mod vct;

pub use defence::{breaks, may_break};
pub use vcf::Vcf;
pub use vct::Vct;

use crate::base::Point;
use crate::board::Board;

/// What a solver found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The attacker wins; one line of it, the attacker's move first, its five last, with the longest
    /// resistance to the moves that the solver found.
    Win(Vec<Point>),
    /// There is no win of the kind that was asked for.
    None,
    /// The budget was spent before the question was settled.
    Unknown,
}

/// How far a solver may look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Stones of the attacker, the five included.
    pub stones: u32,
    /// Positions to look at.
    pub nodes: u64,
    /// Empty cells that are left over when the game is drawn.
    pub draw_at: usize,
}

impl Bounds {
    /// No bound but the board's: the game goes on to the last cell, as in a puzzle.
    pub const NONE: Bounds = Bounds { stones: u32::MAX, nodes: u64::MAX, draw_at: 0 };

    /// So many positions, in a game that is drawn when the rule says so.
    pub fn nodes(board: &Board, nodes: u64) -> Self {
        let draw_at = match board.rule().draw_at() {
            draw_at if board.empty_count() > draw_at => draw_at,
            _ => 0,
        };
        Self { nodes, draw_at, ..Self::NONE }
    }
}
