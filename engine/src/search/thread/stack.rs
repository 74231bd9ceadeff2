//! What the search keeps for each ply of the line it is searching.

use crate::base::{MAX_PLY, Point, Score};

/// One ply of the search stack.
#[derive(Clone, Debug, Default)]
pub struct StackEntry {
    /// Static score of the position, for the side to move.
    pub static_eval: Score,
    /// The exact static score for the side to move, where the move being searched attacks nothing and answers no threat.
    pub score_before_quiet: Option<Score>,
    /// The move left out by a search for a singular move.
    pub excluded_move: Option<Point>,
    /// Whether the move being searched makes a four and more than that.
    pub builds_four: bool,
    /// The last two moves that refuted a sibling at this ply; the main search forgets them with the grandparent.
    pub killers: [Option<Point>; 2],
    /// Principal variation from here.
    pub pv: Vec<Point>,
}

/// Entries for every ply that a search may reach, and the children of the last.
pub fn new_stack() -> Vec<StackEntry> {
    vec![StackEntry::default(); MAX_PLY + 2]
}

/// Makes the variation of `ply` the move `point` followed by the child's variation.
pub fn update_pv(stack: &mut [StackEntry], ply: usize, point: Point) {
    let (before, after) = stack.split_at_mut(ply + 1);
    let (pv, child) = (&mut before[ply].pv, &after[0].pv);
    pv.clear();
    pv.push(point);
    pv.extend_from_slice(child);
}
