//! Moves with their priorities, and the pool of their lists.

use crate::base::Point;
use crate::eval::MoveScore;
use std::cell::RefCell;

/// A move with its priority and policy in one number: 32 bits priority, 16 bits complement of the point, 16 bits
/// policy. One comparison orders by priority and puts the lower point first among equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScoredMove(pub(super) i64);

impl ScoredMove {
    pub(super) fn new(point: Point, priority: i32, policy: MoveScore) -> Self {
        Self(i64::from(priority) << 32 | i64::from(!point.0) << 16 | i64::from(policy.0 as u16))
    }

    /// The move.
    pub fn point(self) -> Point {
        Point(!((self.0 >> 16) as u16))
    }

    /// Its static policy.
    pub fn policy(self) -> MoveScore {
        MoveScore(self.0 as i16)
    }
}

/// Unused move lists, so that nodes allocate nothing.
#[derive(Default)]
pub struct MovePool(RefCell<Vec<Vec<ScoredMove>>>);

impl MovePool {
    /// An empty list, from the pool if it has one.
    pub(super) fn take(&self) -> Vec<ScoredMove> {
        self.0.borrow_mut().pop().unwrap_or_default()
    }

    /// Returns a list to the pool for another node.
    pub(super) fn give_back(&self, mut moves: Vec<ScoredMove>) {
        moves.clear();
        self.0.borrow_mut().push(moves);
    }
}
