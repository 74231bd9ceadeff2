//! Singular extensions (Anantharaman, Campbell and Hsu 1990, as in today's chess programs): a table move that is far
//! better than all others is searched deeper.
//!
//! The search without that move has two more uses: if the other moves also reach beta, the node is cut (multi-cut,
//! Björnsson and Marsland 2001), and if the table's move is good but not singular, it is searched less deeply.
//! Soundness: no extension beyond twice the depth of the root, so that no line grows without end.

use super::depth::PLY;
use super::node_type::{NodeType, NonPv};
use crate::base::{Point, Score, is_decided};
use crate::search::table::{Bound, Entry};
use crate::search::thread::Worker;
use crate::search::time::Stopped;

/// Result of comparing the table's move with the others.
pub enum Singular {
    /// Extension of the table's move in plies; negative for a reduction.
    Extend(i32),
    /// Other moves reach beta as well: return this score (multi-cut).
    Cut(Score),
}

impl Worker<'_> {
    /// Compares the table's move `point` with the other moves of the node.
    pub fn singular<N: NodeType>(
        &mut self,
        entry: Entry,
        point: Point,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Result<Singular, Stopped> {
        let tt_is_lower_bound = matches!(entry.bound, Bound::Lower | Bound::Exact)
            && (entry.depth + self.params.singular_tt_depth_slack()) * PLY >= depth;
        let shallow = depth < self.params.singular_min_depth() * PLY;
        if N::ROOT || shallow || !self.root.may_extend(ply) || !tt_is_lower_bound || is_decided(entry.score) {
            return Ok(Singular::Extend(0));
        }
        let singular_beta = entry.score - self.params.singular_margin() * depth / (100 * PLY);
        let singular_depth = depth * self.params.singular_depth_share() / 100;
        let static_eval = self.stack[ply].static_eval;
        self.stack[ply].excluded_move = Some(point);
        let singular_score = self.pvs::<NonPv>(singular_beta - 1, singular_beta, singular_depth, ply, cut_node);
        self.stack[ply].excluded_move = None;
        self.stack[ply].static_eval = static_eval;
        let singular_score = singular_score?;
        Ok(if singular_score < singular_beta {
            let double = !N::PV && singular_score < singular_beta - self.params.double_extension_margin();
            Singular::Extend(1 + i32::from(double))
        } else if singular_beta >= beta {
            Singular::Cut(singular_beta)
        } else {
            Singular::Extend(-i32::from(entry.score >= beta))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Rule, win_in};
    use crate::board::Board;
    use crate::search::node::node_type::{Pv, Root};
    use crate::search::{Limits, Searcher};

    /// Runs `work` on a quiet position, with the least depth at which the table's move `g7` is compared with the
    /// others.
    fn at_quiet_node(work: impl FnOnce(&mut Worker, Point, i32)) {
        let board = Board::after(Rule::Freestyle, "h8i9h9h10");
        Searcher::at(&board, |worker| {
            worker.root.depth = 10;
            let depth = worker.params.singular_min_depth() * PLY;
            work(worker, board.at("g7"), depth);
        });
    }

    fn entry(point: Point, score: Score, depth: i32, bound: Bound) -> Entry {
        Entry { point: Some(point), score, static_eval: None, depth: depth / PLY, bound }
    }

    fn plies(found: Result<Singular, Stopped>) -> Option<i32> {
        match found {
            Ok(Singular::Extend(plies)) => Some(plies),
            _ => None,
        }
    }

    #[test]
    fn nothing_is_searched_where_the_table_says_too_little_or_the_line_is_too_long() {
        at_quiet_node(|worker, point, depth| {
            let good = entry(point, 0, depth, Bound::Lower);
            assert_eq!(plies(worker.singular::<Root>(good, point, 10, depth, 0, false)), Some(0), "the root");
            assert_eq!(plies(worker.singular::<NonPv>(good, point, 10, depth - 1, 2, false)), Some(0), "shallow");
            assert_eq!(plies(worker.singular::<NonPv>(good, point, 10, depth, 20, false)), Some(0), "a long line");
            let missing = worker.params.singular_tt_depth_slack() + 1;
            let unusable = [
                entry(point, 0, depth, Bound::Upper),
                entry(point, 0, depth, Bound::None),
                entry(point, 0, depth - missing * PLY, Bound::Lower),
                entry(point, win_in(9), depth, Bound::Lower),
                entry(point, -win_in(10), depth, Bound::Exact),
            ];
            for entry in unusable {
                assert_eq!(plies(worker.singular::<NonPv>(entry, point, 10, depth, 2, false)), Some(0), "{entry:?}");
            }
            assert_eq!(worker.counters.nodes, 0);
            assert!(worker.singular::<NonPv>(good, point, 10, depth, 2, false).is_ok());
            assert!(worker.counters.nodes > 0, "the test's entry is one that is compared");
        });
    }

    #[test]
    fn a_move_far_better_than_all_others_is_extended_twice_but_once_on_the_pv() {
        at_quiet_node(|worker, point, depth| {
            let best = entry(point, 3_000, depth, Bound::Lower);
            worker.stack[2].static_eval = 77;
            assert_eq!(plies(worker.singular::<NonPv>(best, point, 10, depth, 2, false)), Some(2));
            assert_eq!(plies(worker.singular::<Pv>(best, point, 10, depth, 2, false)), Some(1));
            assert_eq!((worker.stack[2].static_eval, worker.stack[2].excluded_move), (77, None));
        });
    }

    #[test]
    fn where_others_are_as_good_the_node_is_cut_or_the_move_searched_less_deeply() {
        at_quiet_node(|worker, point, depth| {
            let usual = entry(point, -3_000, depth, Bound::Lower);
            let singular_beta = -3_000 - worker.params.singular_margin() * depth / (100 * PLY);
            let cut = worker.singular::<NonPv>(usual, point, singular_beta, depth, 2, true);
            assert!(matches!(cut, Ok(Singular::Cut(score)) if score == singular_beta));
            assert_eq!(plies(worker.singular::<NonPv>(usual, point, -3_000, depth, 2, true)), Some(-1));
            assert_eq!(plies(worker.singular::<NonPv>(usual, point, -2_999, depth, 2, true)), Some(0));
        });
    }

    #[test]
    fn a_stopped_comparison_leaves_the_stack_as_it_was() {
        at_quiet_node(|worker, point, depth| {
            worker.limits = Limits::nodes(0);
            worker.stack[2].static_eval = 77;
            let entry = entry(point, 0, depth, Bound::Lower);
            assert!(worker.singular::<NonPv>(entry, point, 10, depth, 2, false).is_err());
            assert_eq!((worker.stack[2].static_eval, worker.stack[2].excluded_move), (77, None));
        });
    }
}
