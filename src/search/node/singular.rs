//! Singular extensions (Anantharaman, Campbell and Hsu 1988, in the form of today's chess programs): a
//! table move that is better than all others by far is searched deeper.
//!
//! Two uses of the same search: when the others also reach beta the node is cut (multi-cut, Björnsson and
//! Marsland 1999), and when the table's move is good but not singular it is searched less deeply.
//! Soundness: no extension beyond twice the depth of the root, so that no line grows without end.

use super::depth::PLY;
use super::node_type::{NodeType, NonPv};
use crate::base::{Point, Score, is_decided};
use crate::search::table::{Bound, Entry};
use crate::search::thread::Worker;
use crate::search::time::Stopped;

/// How the table's move compares with the others.
pub enum Singular {
    /// Search it this many plies deeper, or less deeply when negative.
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
