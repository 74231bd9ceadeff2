use super::Budget;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The search was told to stop; there is no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// What another thread may say to a running search: stop, or a new time budget.
#[derive(Debug)]
pub struct Control {
    start: Instant,
    stop: AtomicBool,
    /// Microseconds from `start`.
    soft: AtomicU64,
    hard: AtomicU64,
}

impl Control {
    /// A control whose clock started at `start`.
    pub fn new(start: Instant, budget: Budget) -> Self {
        let control = Self { start, stop: AtomicBool::new(false), soft: AtomicU64::new(0), hard: AtomicU64::new(0) };
        control.set_budget(budget);
        control
    }

    /// A control that never stops the search by time.
    pub fn unlimited() -> Self {
        Self::new(Instant::now(), Budget::UNLIMITED)
    }

    /// Makes the search stop at its next look.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether [`Control::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Exchanges the time budget; it counts from the clock's start as before.
    pub fn set_budget(&self, budget: Budget) {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.soft.store(micros(budget.soft), Ordering::Relaxed);
        self.hard.store(micros(budget.hard), Ordering::Relaxed);
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must stop now.
    pub fn must_stop(&self) -> bool {
        self.is_stopped() || self.is_past(self.hard.load(Ordering::Relaxed), 1.0)
    }

    /// Whether `share` of the time that the move deserves is over.
    pub fn is_past_soft(&self, share: f64) -> bool {
        self.is_past(self.soft.load(Ordering::Relaxed), share)
    }

    fn is_past(&self, limit: u64, share: f64) -> bool {
        limit != u64::MAX && self.elapsed().as_micros() as f64 >= limit as f64 * share
    }
}
