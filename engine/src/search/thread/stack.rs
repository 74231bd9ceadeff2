//! The search stack: data of each ply of the current line.

use crate::base::{Point, Score};

/// One ply of the search stack.
#[derive(Clone, Debug, Default)]
pub struct StackEntry {
    /// Static score of the position, for the side to move.
    pub static_eval: Score,
    /// The exact static score for the side to move, if the move being searched attacks nothing and answers no threat.
    pub score_before_quiet: Option<Score>,
    /// The move excluded by the search for a singular extension.
    pub excluded_move: Option<Point>,
    /// Whether the move being searched makes a four and something more.
    pub builds_four: bool,
    /// The last two moves that refuted a sibling at this ply; the main search clears them at the grandparent.
    pub killers: [Option<Point>; 2],
    /// Principal variation from here.
    pub pv: Vec<Point>,
}

/// Sets the variation of `ply` to the move `point` followed by the child's variation.
pub fn update_pv(stack: &mut [StackEntry], ply: usize, point: Point) {
    let (before, after) = stack.split_at_mut(ply + 1);
    let (pv, child) = (&mut before[ply].pv, &after[0].pv);
    pv.clear();
    pv.push(point);
    pv.extend_from_slice(child);
}
