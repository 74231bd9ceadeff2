//! A search request: limits, the number of best lines, and excluded moves.

use crate::base::Point;

/// Depth limits from this on count as none, because no search reaches them. Gomocalc sends 64 or 100 for no limit.
const UNREACHED_DEPTH: u32 = 60;

/// Limits of a search other than time, which the [`Control`](super::Control) keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration in plies, at least 1.
    pub depth: u32,
    /// Most nodes. The limit is exact, and a search with one runs on one thread, so its result is the same on every
    /// machine.
    pub nodes: u64,
}

impl Limits {
    /// No limit but time.
    pub const NONE: Limits = Limits { depth: u32::MAX, nodes: u64::MAX };

    /// A limit of depth alone.
    pub const fn depth(depth: u32) -> Self {
        Self { depth, ..Self::NONE }
    }

    /// A limit of nodes alone.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, ..Self::NONE }
    }

    /// Whether the depth is a real limit of a search on a board of `cells` cells: some board programs send that number
    /// for no limit.
    pub const fn is_shallow(self, cells: usize) -> bool {
        self.depth < UNREACHED_DEPTH && (self.depth as usize) < cells
    }

    /// These limits with at most `nodes` nodes.
    pub fn at_most_nodes(self, nodes: u64) -> Self {
        Self { nodes: self.nodes.min(nodes), ..self }
    }
}

/// The task of a search in a position. [`Limits`] alone convert into a request for the best move to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// Limits other than time.
    pub limits: Limits,
    /// Number of best lines with different first moves (multi-PV), at least 1.
    pub multi_pv: usize,
    /// Moves that are not played from the root; deeper in the tree they are played.
    pub root_excluded: Vec<Point>,
    /// Hashes of positions that no line below the root may reach. The table and histories of searches with other ones
    /// are cleared.
    pub blocked: Vec<u64>,
    /// Whether to stop after the first iteration when the root has a single move. For playing; off for analysis and
    /// pondering, which need the score. Without effect on several lines.
    pub stop_at_only_move: bool,
    /// Whether to spend a part of the search on proofs of wins and losses that it sees, and to report unproven ones as
    /// undecided. For analysis; without effect in a search limited in depth.
    pub settles_wins: bool,
}

impl SearchRequest {
    /// Searches for the best `lines` lines and their scores. A single move is searched to the limits too.
    pub fn multi_pv(lines: usize, limits: Limits) -> Self {
        Self { multi_pv: lines, stop_at_only_move: false, ..limits.into() }
    }
}

impl Default for SearchRequest {
    /// Searches for the best move to play, without limits.
    fn default() -> Self {
        Self {
            limits: Limits::NONE,
            multi_pv: 1,
            root_excluded: Vec::new(),
            blocked: Vec::new(),
            stop_at_only_move: true,
            settles_wins: false,
        }
    }
}

impl From<Limits> for SearchRequest {
    fn from(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_depth_that_no_search_reaches_is_no_limit() {
        let is_shallow = |side: usize, depth| Limits::depth(depth).is_shallow(side * side);
        assert!([1, 10, 30, 59].into_iter().all(|depth| is_shallow(15, depth)));
        assert!([64, 99, 100, 225, u32::MAX].into_iter().all(|depth| !is_shallow(15, depth)));
        assert!(is_shallow(7, 48) && !is_shallow(7, 49));
    }
}
