//! What ends a solver before its question is settled: a flag that another thread sets, and a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A stop flag and a deadline.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    /// Set by another thread to abort.
    pub flag: Arc<AtomicBool>,
    /// When the solver gives up, or `None` without such a limit.
    pub deadline: Option<Instant>,
}

impl Stop {
    /// Whether the flag is set.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Whether the flag is set or the deadline has passed. Without a deadline the clock is not read.
    pub fn is_due(&self) -> bool {
        self.is_set() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
