//! Pruning by static scores, at null-window nodes only: reverse futility, razoring, late-move pruning,
//! futility of quiet moves, and less depth where a fail-high is expected.
//!
//! Soundness: nothing here applies when the window is about decided scores, so that wins and losses are
//! always searched; late-move pruning alone does, and only after a move that does not lose.

use super::params::Params;
use crate::base::Score;

/// What static pruning knows of a node.
pub(super) struct Pruning {
    /// Plies left.
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

/// What to do with a quiet move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prune {
    /// Search it.
    Keep,
    /// Skip it and all later quiet moves: too late in a good order to matter (late-move pruning).
    LateMove,
    /// Skip it: it cannot raise the score above this (futility).
    Futility(Score),
}

impl Pruning {
    /// Reverse futility pruning, also called static null move: the score is so far above beta that the
    /// opponent will avoid the position.
    pub fn reverse_futility(&self, params: &Params, beta: Score) -> bool {
        let improving = if self.improving { params.rfp_improving() } else { 0 };
        let margin = params.rfp_base() + params.rfp_per_ply() * self.depth - improving;
        self.undecided && self.depth <= params.rfp_max_depth() && self.score - margin >= beta
    }

    /// Razoring (Birmingham and Kent 1977): the score is so far below alpha that only fours can help.
    pub fn razoring(&self, params: &Params, alpha: Score) -> bool {
        let margin = params.razoring_base() + params.razoring_per_ply() * self.depth;
        self.undecided && self.depth <= params.razoring_max_depth() && self.score + margin < alpha
    }

    /// Whether the node will likely fail high, so that less depth shows it (idea: Rapfi).
    pub fn expected_fail_high(&self, params: &Params, beta: Score, threatened: bool) -> bool {
        let threat = if threatened { params.fail_high_threat() } else { 0 };
        let margin = params.fail_high_per_ply() * self.depth - params.fail_high_offset() + threat;
        self.undecided && self.depth >= params.fail_high_min_depth() && self.score >= beta + margin
    }

    /// What to do with the quiet move of this number in the order (0 is the first), whose static gain is
    /// `gain`.
    pub fn quiet_move(&self, params: &Params, move_count: usize, gain: Score, alpha: Score) -> Prune {
        if move_count >= self.late_move_count(params) {
            return Prune::LateMove;
        }
        let limit = self.static_eval + params.futility_base() + params.futility_per_ply() * self.depth + gain;
        let shallow = self.undecided && self.depth <= params.futility_max_depth();
        if shallow && move_count > 0 && limit <= alpha { Prune::Futility(limit) } else { Prune::Keep }
    }

    /// Moves after which quiet ones are too late.
    fn late_move_count(&self, params: &Params) -> usize {
        let count = params.lmp_base() + self.depth * self.depth * params.lmp_per_depth_squared() / 100;
        (if self.improving { count } else { count * params.lmp_not_improving() / 100 }) as usize
    }
}
