//! Exact threat solvers: victory by continuous fours ([`Vcf`]), and by continuous threats ([`Vct`]).
//!
//! Threat sequences as a way to win are from Allis, van den Herik and Huntjens, "Go-Moku solved by new search
//! techniques" (1993). Soundness: in a [`Solution::Win`] every reply that does not lose at once is refuted, and
//! [`Solution::None`] means that no win of the solver's kind exists within the limit of stones. A limit of nodes, the
//! stop flag or a deadline only leads to [`Solution::Unknown`].

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
    /// The attacker wins. The line of the win begins with the attacker's move and ends with its five, and holds the
    /// longest resistance among the replies that the solver searched.
    Win(Vec<Point>),
    /// No win of the solver's kind exists within the limits.
    None,
    /// The solver was stopped, or reached a limit, before it had an answer.
    Unknown,
}

/// Limits of a solver's search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverLimits {
    /// Most stones of the attacker, the five included.
    pub stones: u32,
    /// Most nodes.
    pub nodes: u64,
    /// Number of empty cells at which the game is drawn.
    pub draw_at: usize,
}

impl SolverLimits {
    /// No limit, and the game continues to the last cell, as in a puzzle.
    pub const NONE: SolverLimits = SolverLimits { stones: u32::MAX, nodes: u64::MAX, draw_at: 0 };

    /// A node limit, with the rule's draw; a game that is drawn already continues to the last cell.
    pub fn nodes(board: &Board, nodes: u64) -> Self {
        Self { nodes, draw_at: board.draw_at(), ..Self::NONE }
    }
}
