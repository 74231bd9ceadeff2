//! Pruning by static scores, at null-window nodes only: reverse futility, razoring, futility of quiet moves, and less
//! depth where a fail-high is expected. Late-move pruning, of moves of every kind, everywhere but at the root.
//!
//! Soundness: nothing here applies when the window is about decided scores, so that wins and losses are
//! always searched; late-move pruning alone does, and only after a move that does not lose, so that a loss is
//! never reported with an answer left out.

use super::depth::PLY;
use super::params::Params;
use crate::base::Score;

/// What static pruning knows of a node.
pub(super) struct Pruning {
    /// What is left, in hundredths of a ply.
    pub depth: i32,
    /// Static score of the position.
    pub static_eval: Score,
    /// The static score, corrected by the table's bound.
    pub score: Score,
    /// Whether the static score has risen since the side's last move.
    pub improving: bool,
    /// Whether the window is about undecided scores.
    pub undecided: bool,
}

impl Pruning {
    /// Reverse futility pruning, also called static null move: the score is so far above beta that the
    /// opponent will avoid the position.
    pub fn reverse_futility(&self, params: &Params, beta: Score) -> bool {
        let improving = if self.improving { params.rfp_improving() } else { 0 };
        let margin = (params.rfp_base() + params.rfp_per_ply() * self.depth / PLY - improving).max(0);
        self.undecided && self.depth <= params.rfp_max_depth() * PLY && self.score - margin >= beta
    }

    /// Razoring (Birmingham and Kent 1977): the score is so far below alpha that only fours can help.
    pub fn razoring(&self, params: &Params, alpha: Score) -> bool {
        let margin = params.razoring_base() + params.razoring_per_ply() * self.depth / PLY;
        self.undecided && self.depth <= params.razoring_max_depth() * PLY && self.score + margin < alpha
    }

    /// Whether the node will likely fail high, so that less depth shows it (idea: Rapfi).
    pub fn expected_fail_high(&self, params: &Params, beta: Score, threatened: bool) -> bool {
        let threat = if threatened { params.fail_high_threat() } else { 0 };
        let margin = params.fail_high_per_ply() * self.depth / PLY - params.fail_high_offset() + threat;
        self.undecided && self.depth >= params.fail_high_min_depth() * PLY && self.score >= beta + margin
    }

    /// The score that a quiet move whose static gain is `gain` cannot exceed, when that is too little (futility).
    pub fn futility(&self, params: &Params, gain: Score, alpha: Score) -> Option<Score> {
        let limit = self.static_eval + params.futility_base() + params.futility_per_ply() * self.depth / PLY + gain;
        let shallow = self.undecided && self.depth <= params.futility_max_depth() * PLY;
        (shallow && limit <= alpha).then_some(limit)
    }

    /// Moves after which the others come too late in a good order to matter (late-move pruning), of every kind.
    pub fn late_move_count(&self, params: &Params) -> usize {
        let count = params.lmp_base() + self.depth * self.depth / PLY * params.lmp_per_depth_squared() / (100 * PLY);
        (if self.improving { count } else { count * params.lmp_not_improving() / 100 }) as usize
    }
}
