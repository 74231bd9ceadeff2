//! The search stack: data of each ply of the current line.

use crate::base::{MAX_PLY, Point, Score};

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

/// The stack: an entry for each ply that a search may reach, and for the children of the last.
pub fn new_stack() -> Vec<StackEntry> {
    vec![StackEntry::default(); MAX_PLY + 2]
}

/// Sets the variation of `ply` to the move `point` followed by the child's variation.
pub fn update_pv(stack: &mut [StackEntry], ply: usize, point: Point) {
    let (before, after) = stack.split_at_mut(ply + 1);
    let (pv, child) = (&mut before[ply].pv, &after[0].pv);
    pv.clear();
    pv.push(point);
    pv.extend_from_slice(child);
}
