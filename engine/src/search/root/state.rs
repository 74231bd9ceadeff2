//! The state of the root during a search.

use crate::base::{Point, Score, loss_in};
use std::time::Duration;

/// The root of one thread's search: its moves, and what the iterations have found.
pub struct RootState {
    /// Moves that are not played from the root.
    pub excluded: Vec<Point>,
    /// Positions below the root, by their hashes, that no line may come to.
    pub blocked: Vec<u64>,
    /// Stop after the first iteration when there is a single move.
    pub stop_at_only_move: bool,
    /// Depth of the iteration, in plies.
    pub depth: i32,
    /// The move to search first: the best so far. The table may have another, from a helper thread or a search without
    /// the moves that are excluded.
    pub tt_move: Option<Point>,
    /// Score of the best move so far.
    pub score: Score,
    /// Moves that the threat solver has refuted, with the plies to the opponent's five.
    pub refuted: Vec<(Point, usize)>,
    /// What may be spent to prove a win that the search sees.
    pub settlement: Settlement,
}

/// What a search may spend on proofs beyond the usual verification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settlement {
    /// Whether unproven wins are settled at all.
    pub wanted: bool,
    /// When the proof of what was announced ends, from the start of the clock; none is running without it.
    pub(super) deadline: Option<Duration>,
    /// Nodes spent on proofs so far.
    pub(super) spent: u64,
}

/// No line is extended beyond this many times the depth of the root, so that none grows without end.
const MAX_EXTENSION_FACTOR: usize = 2;

impl RootState {
    /// A root of which nothing is known, where `excluded` are not played.
    pub fn new(excluded: Vec<Point>, stop_at_only_move: bool) -> Self {
        let (refuted, settlement) = (Vec::new(), Settlement::default());
        let blocked = Vec::new();
        Self { excluded, blocked, stop_at_only_move, depth: 0, tt_move: None, score: 0, refuted, settlement }
    }

    /// Whether some moves may not be played, of which the solvers know nothing.
    pub fn is_restricted(&self) -> bool {
        !self.excluded.is_empty() || !self.blocked.is_empty()
    }

    /// Whether a line may still be extended at `ply`.
    pub fn may_extend(&self, ply: usize) -> bool {
        ply < MAX_EXTENSION_FACTOR * self.depth as usize
    }

    /// The score of a move that the threat solver has refuted.
    pub fn refuted_score(&self, point: Point) -> Option<Score> {
        self.refuted.iter().find(|(refuted, _)| *refuted == point).map(|&(_, plies)| loss_in(plies))
    }
}
