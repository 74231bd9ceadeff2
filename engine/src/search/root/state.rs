//! The state of the root during a search.

use crate::base::{BoardSize, Point, Score, loss_in};
use std::time::Duration;

/// The root of one thread's search: its moves, and results of the iterations.
#[derive(Default)]
pub struct RootState {
    /// Moves that are not played from the root.
    pub excluded: Vec<Point>,
    /// Whether most moves are excluded, so that all others are searched, however far from the stones.
    pub names_moves: bool,
    /// Hashes of positions below the root that no line may reach.
    pub blocked: Vec<u64>,
    /// Whether to stop after the first iteration when there is a single move.
    pub stop_at_only_move: bool,
    /// Depth of the current iteration, in plies.
    pub depth: i32,
    /// The move to search first: the best so far. The table may have another, from a helper thread or from a search
    /// without excluded moves.
    pub tt_move: Option<Point>,
    /// Score of the best move so far.
    pub score: Score,
    /// Moves that the threat solver has refuted, each with the plies from the root to the opponent's five.
    pub refuted: Vec<(Point, usize)>,
    /// Budget for proofs of wins and losses that the search sees.
    pub settlement: Settlement,
}

/// Budget for proofs beyond the usual verification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settlement {
    /// Whether unproven wins and losses are settled at all.
    pub wanted: bool,
    /// End of the current proof, from the start of the clock; `None` when none is running.
    pub(super) deadline: Option<Duration>,
    /// Nodes spent on proofs so far.
    pub(super) spent: u64,
}

/// Factor of the root's depth beyond which no line is extended, so that none grows without end.
const MAX_EXTENSION_FACTOR: usize = 2;

impl RootState {
    /// Whether each point is excluded, by its index.
    pub fn excluded_flags(&self, size: BoardSize) -> Vec<bool> {
        let mut flags = vec![false; size.cells()];
        self.excluded.iter().for_each(|point| flags[point.index()] = true);
        flags
    }

    /// Whether some moves may not be played, which the solvers do not take into account.
    pub fn is_restricted(&self) -> bool {
        !self.excluded.is_empty() || !self.blocked.is_empty()
    }

    /// Whether a line may still be extended at `ply`.
    pub fn may_extend(&self, ply: usize) -> bool {
        ply < MAX_EXTENSION_FACTOR * self.depth as usize
    }

    /// The score of a move if the threat solver has refuted it.
    pub fn refuted_score(&self, point: Point) -> Option<Score> {
        self.refuted.iter().find(|(refuted, _)| *refuted == point).map(|&(_, plies)| loss_in(plies))
    }
}
