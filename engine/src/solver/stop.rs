//! Stopping a solver: by a flag that another thread sets, or by a deadline.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A stop flag and a deadline.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    /// Set by another thread to stop the solver.
    pub flag: Arc<AtomicBool>,
    /// Time at which the solver stops; `None` without a deadline.
    pub deadline: Option<Instant>,
}

impl Stop {
    /// Whether the flag is set.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Whether the flag is set or the deadline has passed. Without a deadline the clock is read only in WebAssembly,
    /// where a browser's worker then handles a stop and sets the flag.
    pub fn is_due(&self) -> bool {
        let reads_clock = cfg!(target_family = "wasm") || self.deadline.is_some();
        let now = reads_clock.then(Instant::now);
        self.is_set() || now.zip(self.deadline).is_some_and(|(now, deadline)| now >= deadline)
    }
}
