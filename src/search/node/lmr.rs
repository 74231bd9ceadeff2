//! Late-move reductions (LMR): late moves are searched less deeply, because the move order is good enough that few of
//! them are best.
//!
//! Soundness: answers to a five are never reduced, and a move that turns out better than alpha is searched
//! again, at full depth or nearly so.

use super::depth::PLY;
use super::move_kind::MoveKind;
use super::node_type::NodeType;
use crate::base::Point;
use crate::movegen::makes_four;
use crate::pattern::PointClass;
use crate::search::thread::Worker;

/// A move of a node, as its reduction sees it.
pub struct LateMove {
    pub point: Point,
    pub kind: MoveKind,
    /// Its number in the order; 0 is the first.
    pub count: usize,
    /// Its static policy.
    pub policy: i32,
    /// The static policy of the node's first move.
    pub best_policy: i32,
    /// Whether it is one of the node's killers.
    pub killer: bool,
}

impl Worker<'_> {
    /// What to take from `depth` for a move of the node, in hundredths of a ply; `cut_node`: the node is expected to
    /// fail high; `improving`: its static score rises.
    pub fn reduction<N: NodeType>(&self, depth: i32, cut_node: bool, improving: bool, late: &LateMove) -> i32 {
        let params = &self.params;
        let LateMove { point, count, .. } = *late;
        if count < params.lmr_full_depth_moves() as usize || depth < params.lmr_min_depth() * PLY {
            return 0;
        }
        let less = match late.kind {
            MoveKind::AnswerToFive => return 0,
            MoveKind::AnswerToOpenFour => params.lmr_answer(),
            MoveKind::Four => params.lmr_four(),
            MoveKind::Other => params.lmr_other(),
            MoveKind::IdleFour | MoveKind::DelayingFour | MoveKind::Quiet => 0,
        };
        let board = self.evaluator.board();
        let us = board.side_to_move();
        let logs = (log2_fixed(depth as u32) - log2_fixed(PLY as u32)) * log2_fixed(count as u32);
        let mut reduction = params.lmr_base() + ((logs * params.lmr_slope()) >> 16) - less;
        if N::PV {
            reduction -= params.lmr_pv();
        }
        if !improving {
            reduction += params.lmr_not_improving();
        }
        // A quiet killer refuted a sibling and may well refute this node: it keeps its depth (idea: Rapfi).
        if cut_node && !(late.killer && late.kind == MoveKind::Quiet) {
            reduction += params.lmr_cut_node();
        }
        let class = board.patterns(point).class(us);
        if class >= PointClass::OpenThree && !makes_four(class) {
            reduction -= params.lmr_open_three();
        }
        if late.policy * 100 < late.best_policy * params.lmr_weak_share() {
            reduction += params.lmr_weak();
        }
        let [far_from_last, far_from_own] = self.is_far_from_last_two(point);
        if far_from_last && far_from_own {
            reduction += params.lmr_far();
        }
        if late.kind == MoveKind::DelayingFour {
            reduction += i32::from(far_from_last) * params.lmr_delay_far_from_last();
            reduction += i32::from(far_from_own) * params.lmr_delay_far_from_own();
        }
        reduction -= self.history_of(point) / params.lmr_history();
        reduction.clamp(0, depth - PLY)
    }

    /// Whether a point lies far from the opponent's last stone, and from the own last one; also where there is none.
    pub fn is_far_from_last_two(&self, point: Point) -> [bool; 2] {
        let board = self.evaluator.board();
        let us = board.side_to_move();
        let reach = self.params.lmr_far_cells();
        [!us, us].map(|color| board.last_of(color).is_none_or(|stone| board.size().distance(stone, point) > reach))
    }
}

/// The binary logarithm of `n` (at least 1) with eight binary places, by repeated squaring: integers
/// only, so that every machine reduces alike.
const fn log2_fixed(n: u32) -> i32 {
    let whole = n.ilog2();
    let mut mantissa = (n as u64) << 16 >> whole;
    let mut result = whole as i32;
    let mut place = 0;
    while place < 8 {
        mantissa = (mantissa * mantissa) >> 16;
        let carry = mantissa >> 17;
        mantissa >>= carry;
        result = result << 1 | carry as i32;
        place += 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::log2_fixed;

    #[test]
    fn the_integer_logarithm_is_the_real_one_cut_off_at_eight_places() {
        for n in 1..40_000u32 {
            let real = f64::from(n).log2() * 256.0;
            // The squarings are cut off too.
            assert!((f64::from(log2_fixed(n)) - real).abs() <= 1.01, "{n}");
        }
    }
}
