//! Exact threat solvers: victory by continuous fours ([`Vcf`]), and by continuous threats ([`Vct`]).
//!
//! Threat sequences as a way to win are from Allis, van den Herik and Huntjens, "Go-Moku solved by new search
//! techniques" (1993). Both solvers are sound: a [`Solution::Win`] has every reply refuted that does not lose at
//! once, and [`Solution::None`] means that no win of the solver's kind exists. A limit of nodes, the stop flag or a
//! deadline only gives [`Solution::Unknown`]; [`Solution::None`] holds within the limit of stones.

mod defense;
mod node;
mod stop;
mod vcf;
mod vct;

pub use defense::{refutes_vcf, vcf_refutation_candidates};
pub use stop::Stop;
pub use vcf::Vcf;
pub use vct::{Guide, Vct};

use crate::base::Point;
use crate::board::Board;

/// Result of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The attacker wins. One line of the win: the attacker's move first, its five last, with the longest
    /// resistance among the replies that the solver found.
    Win(Vec<Point>),
    /// No win of the solver's kind exists within the limits.
    None,
    /// The solver stopped before the question was settled.
    Unknown,
}

/// Limits of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverLimits {
    /// Stones of the attacker, the five included.
    pub stones: u32,
    /// Nodes to visit.
    pub nodes: u64,
    /// Number of empty cells at which the game is drawn.
    pub draw_at: usize,
}

impl SolverLimits {
    /// No limit; the game goes on to the last cell, as in a puzzle.
    pub const NONE: SolverLimits = SolverLimits { stones: u32::MAX, nodes: u64::MAX, draw_at: 0 };

    /// A node limit, in a game that is drawn when the rule says so.
    pub fn nodes(board: &Board, nodes: u64) -> Self {
        Self { nodes, draw_at: board.rule().draw_empty_cells(board.empty_count()), ..Self::NONE }
    }
}
