//! Move order by the policy head of the network, for nodes that the first moves have not cut off.
//!
//! Most nodes end with their first move, so the head is run only after some moves have failed; then once for all moves
//! left.

use super::movepick::MovePicker;
use super::pool::ScoredMove;
use crate::eval::nnue::policy::LOGIT_ONE;
use crate::search::node::{PLY, Threat};
use crate::search::thread::Worker;

impl Worker<'_> {
    /// The best move left of a node with `depth` left.
    #[inline]
    pub fn next_move(&mut self, threat: Threat, depth: i32, picker: &mut MovePicker) -> Option<ScoredMove> {
        if self.wants_policy(threat, depth, picker) {
            self.reorder_rest(picker);
        }
        picker.pick_best()
    }

    /// Whether the network should order the moves left before the next one is handed out.
    #[inline]
    fn wants_policy(&self, threat: Threat, depth: i32, picker: &MovePicker) -> bool {
        threat == Threat::None
            && !picker.is_reordered()
            && picker.picked() >= self.params.policy_first_move() as usize
            && depth >= self.params.policy_min_depth() * PLY
            && self.evaluator.has_policy()
    }

    /// Orders the moves left by the policy head in place of the policy table; histories and bonuses stay in their
    /// priorities.
    fn reorder_rest(&mut self, picker: &mut MovePicker) {
        let (inputs, logits) = (&mut self.scratch.move_inputs, &mut self.scratch.logits);
        self.evaluator.move_logits(picker.points_left(), inputs, logits);
        let weight = self.params.policy_weight();
        picker.reorder_rest(logits.iter().map(|logit| logit * weight / LOGIT_ONE));
    }
}
