//! Pruning by static scores, at null-window nodes only: reverse futility, razoring, futility of quiet moves, and a
//! reduction where a fail-high is expected. Also late-move pruning (moves of every kind) and pruning of delaying fours,
//! everywhere but at the root.
//!
//! Soundness: nothing here applies when the window is about decided scores, so that wins and losses are always
//! searched, with two exceptions. Razoring and futility apply when alpha is a win: only a shorter win matters then.
//! Overlooking one makes a win look longer or, below a move of the losing side, that move a little better, and a PV
//! node searches the move again with an open window. Late-move pruning and the pruning of delaying fours always apply,
//! but only after a move that does not lose, so that a loss is never reported with an answer left out.

use super::depth::PLY;
use super::lmr::LateMove;
use super::move_kind::MoveKind;
use super::node_type::NodeType;
use crate::base::Score;
use crate::search::params::Params;
use crate::search::thread::Worker;

/// Static scores and window of a node.
pub struct Pruning {
    /// Remaining depth, in hundredths of a ply.
    pub depth: i32,
    /// Static score of the position.
    pub static_eval: Score,
    /// Largest change that the network may still make to a rough (lazily evaluated) static score; 0 for an exact one.
    pub slack: Score,
    /// The static score, corrected by the bound of the table's entry.
    pub score: Score,
    /// Whether the static score has risen since the side's last move.
    pub improving: bool,
    /// Whether the window is about undecided scores.
    pub undecided: bool,
    /// Whether alpha is a win, so that only a shorter win matters to the node.
    pub alpha_wins: bool,
}

/// The pruned part of a node's moves.
pub enum LeftOut {
    /// Nothing: the move must be searched.
    Nothing,
    /// The move; with an upper bound of its score where pruning knows one.
    Move(Option<Score>),
    /// The move and all later ones.
    Rest,
}

impl Worker<'_> {
    /// Whether a move of a node with `depth` left is pruned, provided that an earlier one does not lose: a move too
    /// late in the order, a delaying four far from the last stones, or a quiet move that gains too little.
    pub fn left_out<N: NodeType>(&self, pruning: &Pruning, late: &LateMove, depth: i32, alpha: Score) -> LeftOut {
        let params = &self.params;
        let LateMove { point, kind, count, .. } = *late;
        if kind == MoveKind::AnswerToFive {
            return LeftOut::Nothing;
        }
        if count >= pruning.late_move_count(params) {
            return LeftOut::Rest;
        }
        if kind == MoveKind::DelayingFour
            && depth < params.delaying_four_depth()
            && self.is_far_from_last_two(point) == [true; 2]
        {
            return LeftOut::Move(None);
        }
        if !N::PV && kind == MoveKind::Quiet && count > 0 {
            let limit = pruning.futility(params, self.evaluator.gain(point), alpha);
            return limit.map_or(LeftOut::Nothing, |limit| LeftOut::Move(Some(limit)));
        }
        LeftOut::Nothing
    }
}

impl Pruning {
    /// Reverse futility pruning, also called static null move: the score is so far above beta that the opponent will
    /// avoid the position.
    pub fn reverse_futility(&self, params: &Params, beta: Score) -> bool {
        let improving = if self.improving { params.rfp_improving() } else { 0 };
        let margin = (params.rfp_base() + params.rfp_per_ply() * self.depth / PLY - improving).max(0);
        self.undecided && self.depth <= params.rfp_max_depth() * PLY && self.score - margin >= beta
    }

    /// Razoring (Birmingham and Kent 1977): the score is so far below alpha that only the fours of quiescence can help.
    pub fn razoring(&self, params: &Params, alpha: Score) -> bool {
        let margin = params.razoring_base() + params.razoring_per_ply() * self.depth / PLY;
        let applies = self.undecided || self.alpha_wins;
        applies && self.depth <= params.razoring_max_depth() * PLY && self.score + margin < alpha
    }

    /// Whether the node will probably fail high, so that it can be searched less deeply (idea: Rapfi).
    pub fn expected_fail_high(&self, params: &Params, beta: Score, threatened: bool) -> bool {
        let threat = if threatened { params.fail_high_threat() } else { 0 };
        let margin = params.fail_high_per_ply() * self.depth / PLY - params.fail_high_offset() + threat;
        self.undecided && self.depth >= params.fail_high_min_depth() * PLY && self.score >= beta + margin
    }

    /// The score of a node that reverse futility cuts off.
    pub fn lower_bound(&self, beta: Score) -> Score {
        (self.score - self.slack).max(beta)
    }

    /// Futility: an upper bound of the score of a quiet move with the static gain `gain`, if it does not exceed alpha.
    pub fn futility(&self, params: &Params, gain: Score, alpha: Score) -> Option<Score> {
        let limit = self.static_eval + params.futility_base() + params.futility_per_ply() * self.depth / PLY + gain;
        let applies = (self.undecided || self.alpha_wins) && self.depth <= params.futility_max_depth() * PLY;
        (applies && limit <= alpha).then_some(self.upper_bound((limit + self.slack).min(alpha), alpha))
    }

    /// The score of a node that is pruned at `score`, below alpha. When alpha is a win, pruning has shown only that
    /// there is no shorter one; a lower score in the table would mislead searches with other windows.
    pub fn upper_bound(&self, score: Score, alpha: Score) -> Score {
        if self.alpha_wins { score.max(alpha) } else { score }
    }

    /// Late-move pruning: number of moves, of any kind, after which the rest is not searched.
    pub fn late_move_count(&self, params: &Params) -> usize {
        let count = params.lmp_base() + self.depth * self.depth / PLY * params.lmp_per_depth_squared() / (100 * PLY);
        (if self.improving { count } else { count * params.lmp_not_improving() / 100 }) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Rule, win_in};
    use crate::search::params::ParamOverrides;

    #[test]
    fn where_alpha_is_a_win_only_a_shorter_one_is_denied() {
        let params = Params::new(Rule::Renju, &ParamOverrides::default());
        let node = |undecided, alpha_wins| Pruning {
            depth: PLY,
            static_eval: 300,
            slack: 0,
            score: 300,
            improving: true,
            undecided,
            alpha_wins,
        };
        let alpha = win_in(21);
        let known = node(false, true);
        assert!(known.razoring(&params, alpha) && known.futility(&params, 50, alpha) == Some(alpha));
        assert_eq!([known.upper_bound(300, alpha), known.upper_bound(win_in(9), alpha)], [alpha, win_in(9)]);
        // A window below a loss, where nothing may be pruned.
        let lost = node(false, false);
        assert!(!lost.razoring(&params, -win_in(20)) && lost.futility(&params, -5000, -win_in(20)).is_none());
        let usual = node(true, false);
        let limit = 300 + params.futility_base() + params.futility_per_ply();
        assert_eq!(usual.futility(&params, 0, 2000), Some(limit));
        assert_eq!(usual.futility(&params, 0, limit - 1), None);
    }
}
