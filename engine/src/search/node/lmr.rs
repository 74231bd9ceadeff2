//! Late-move reductions (LMR): moves late in the order are searched less deeply, because few of them are best.
//!
//! Soundness: answers to a five are never reduced, and a reduced move that exceeds alpha is searched again, at full
//! depth or nearly so.

use super::depth::PLY;
use super::move_kind::MoveKind;
use super::node_type::NodeType;
use crate::base::Point;
use crate::movegen::makes_four;
use crate::pattern::PointClass;
use crate::search::thread::Worker;

/// A late move of a node, with the inputs of its reduction.
pub struct LateMove {
    pub point: Point,
    pub kind: MoveKind,
    /// Its number in the move order; 0 is the first.
    pub count: usize,
    /// Its static policy.
    pub policy: i32,
    /// The static policy of the node's first move.
    pub best_policy: i32,
    /// Whether the move is one of the node's killers.
    pub killer: bool,
}

impl Worker<'_> {
    /// Reduction of a move of the node, in hundredths of a ply, between 0 and `depth - PLY`. `cut_node`: the node is
    /// expected to fail high; `improving`: its static score has risen.
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
        // A quiet killer refuted a sibling and may well refute this node: it is not reduced for a cut node (idea:
        // Rapfi).
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

    /// Whether a point lies far from the opponent's last stone, and from that of the side to move. A missing stone
    /// counts as far.
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
    use super::*;
    use crate::base::Rule;
    use crate::board::Board;
    use crate::search::Searcher;
    use crate::search::node::node_type::{NonPv, Pv};

    const KINDS: [MoveKind; 7] = [
        MoveKind::AnswerToFive,
        MoveKind::AnswerToOpenFour,
        MoveKind::Four,
        MoveKind::DelayingFour,
        MoveKind::IdleFour,
        MoveKind::Quiet,
        MoveKind::Other,
    ];

    /// Runs `work` on a quiet position, with a point near the last two stones and one far from both.
    fn at_quiet_node(work: impl FnOnce(&mut Worker, Point, Point)) {
        let board = Board::after(Rule::Freestyle, "h8i9h9h10");
        Searcher::at(&board, |worker| work(worker, board.at("g7"), board.at("a1")));
    }

    fn late(point: Point, kind: MoveKind, count: usize) -> LateMove {
        LateMove { point, kind, count, policy: 100, best_policy: 100, killer: false }
    }

    #[test]
    fn an_answer_to_a_five_a_first_move_and_a_shallow_node_keep_their_depth() {
        at_quiet_node(|worker, _, far| {
            let first = worker.params.lmr_full_depth_moves() as usize;
            let shallow = worker.params.lmr_min_depth() * PLY;
            for depth in (PLY..40 * PLY).step_by(37) {
                for count in 0..60 {
                    // A move that every other term of the formula reduces.
                    let weak = |kind| LateMove { policy: 0, ..late(far, kind, count) };
                    let answer = weak(MoveKind::AnswerToFive);
                    assert_eq!(worker.reduction::<NonPv>(depth, true, false, &answer), 0);
                    assert_eq!(worker.reduction::<Pv>(depth, true, false, &answer), 0);
                    for kind in KINDS {
                        let reduction = worker.reduction::<NonPv>(depth, true, false, &weak(kind));
                        assert!((0..=depth - PLY).contains(&reduction), "the child keeps a ply: {kind:?}");
                        assert!(reduction == 0 || count >= first && depth >= shallow, "{kind:?} {count} {depth}");
                    }
                }
            }
            let reduced = worker.reduction::<NonPv>(8 * PLY, false, true, &late(far, MoveKind::Quiet, 20));
            assert!(reduced > PLY, "the test sees reductions: {reduced}");
        });
    }

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_no_less() {
        at_quiet_node(|worker, near, _| {
            for kind in KINDS {
                let reduction = |depth, count| worker.reduction::<NonPv>(depth, false, true, &late(near, kind, count));
                for depth in (PLY..30 * PLY).step_by(50) {
                    for count in 1..60 {
                        let here = reduction(depth, count);
                        assert!(
                            reduction(depth, count + 1) >= here && reduction(depth + 50, count) >= here,
                            "{kind:?}"
                        );
                    }
                }
            }
        });
    }

    #[test]
    fn what_is_likely_good_is_reduced_less() {
        at_quiet_node(|worker, near, far| {
            let depth = 12 * PLY;
            let quiet = late(near, MoveKind::Quiet, 20);
            let with = |worker: &Worker, cut_node, improving, late: &LateMove| {
                worker.reduction::<NonPv>(depth, cut_node, improving, late)
            };
            let usual = with(worker, false, true, &quiet);
            assert!(worker.reduction::<Pv>(depth, false, true, &quiet) < usual);
            for kind in [MoveKind::Four, MoveKind::AnswerToOpenFour, MoveKind::Other] {
                assert!(with(worker, false, true, &late(near, kind, 20)) < usual, "{kind:?}");
            }
            assert!(with(worker, false, false, &quiet) > usual, "a score that does not rise");
            assert!(with(worker, true, true, &quiet) > usual, "a node that is expected to fail high");
            assert_eq!(with(worker, true, true, &LateMove { killer: true, ..quiet }), usual, "but for a killer");
            let quiet = late(near, MoveKind::Quiet, 20);
            assert!(with(worker, false, true, &LateMove { policy: 1, ..quiet }) > usual, "a weak policy");
            assert!(with(worker, false, true, &late(far, MoveKind::Quiet, 20)) > usual, "far from the last stones");
            let delaying = |point| with(worker, false, true, &late(point, MoveKind::DelayingFour, 20));
            assert!(delaying(far) > with(worker, false, true, &late(far, MoveKind::Quiet, 20)));
            assert_eq!(delaying(near), usual);
            let us = worker.evaluator.board().side_to_move();
            worker.history.add(us, near, false, 8000);
            assert!(with(worker, false, true, &late(near, MoveKind::Quiet, 20)) < usual, "a good history");
        });
    }

    #[test]
    fn the_integer_logarithm_is_the_real_one_cut_off_at_eight_places() {
        for n in 1..40_000u32 {
            let real = f64::from(n).log2() * 256.0;
            // The squarings are truncated too.
            assert!((f64::from(log2_fixed(n)) - real).abs() <= 1.01, "{n}");
        }
    }
}
