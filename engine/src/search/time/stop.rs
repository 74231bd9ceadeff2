//! Stopping a running search: a flag and a time budget that other threads may change.

use crate::search::Budget;
use crate::solver::Stop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Error of an aborted search, whose score is meaningless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Stop flag and time budget, shared with a running search.
#[derive(Debug)]
pub struct Control {
    start: Instant,
    /// The stop flag, shared with the solvers of the search.
    stop: Arc<AtomicBool>,
    /// Soft and hard limit, in microseconds from `start`.
    soft: AtomicU64,
    hard: AtomicU64,
    /// Time at which the limits were set, in microseconds from `start`.
    set_at: AtomicU64,
    /// Nodes of all threads after which the search stops.
    most_nodes: u64,
}

impl Control {
    /// A control whose clock started at `start`.
    pub fn new(start: Instant, budget: Budget) -> Self {
        let [soft, hard, set_at] = [const { AtomicU64::new(0) }; 3];
        let control = Self { start, stop: Arc::default(), soft, hard, set_at, most_nodes: u64::MAX };
        control.set_budget(budget);
        control
    }

    /// A control that never stops the search by time.
    pub fn unlimited() -> Self {
        Self::new(Instant::now(), Budget::UNLIMITED)
    }

    /// Uses a stop flag that other controls may share.
    #[must_use]
    pub fn with_flag(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Makes the search stop at its first poll after this many nodes of all threads. Unlike
    /// [`Limits::nodes`](crate::search::Limits::nodes), the limit is not exact and leaves the search all of its threads.
    #[must_use]
    pub fn with_most_nodes(self, most_nodes: u64) -> Self {
        Self { most_nodes, ..self }
    }

    /// Nodes of all threads after which the search stops; `u64::MAX` without a limit.
    pub(in crate::search) const fn most_nodes(&self) -> u64 {
        self.most_nodes
    }

    /// Makes the search stop at its next poll, after at most a few hundred nodes.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether [`Control::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Replaces the time budget, which still counts from the start of the clock.
    pub fn set_budget(&self, budget: Budget) {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.soft.store(micros(budget.soft), Ordering::Relaxed);
        self.hard.store(micros(budget.hard), Ordering::Relaxed);
        self.set_at.store(micros(self.elapsed()), Ordering::Relaxed);
    }

    /// Time since the start of the clock.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must stop now.
    pub fn should_stop(&self) -> bool {
        // Reads the clock first: in a browser's worker that may deliver a stop.
        self.is_past(self.hard.load(Ordering::Relaxed), 100) || self.is_stopped()
    }

    /// The current hard limit, from the start of the clock; `None` without one.
    fn hard_limit(&self) -> Option<Duration> {
        let hard = self.hard.load(Ordering::Relaxed);
        (hard != u64::MAX).then(|| Duration::from_micros(hard))
    }

    /// When the search should end, from the start of the clock: at the hard limit, or when that limit was set if it had
    /// passed by then. `None` without a hard limit.
    pub fn due(&self) -> Option<Duration> {
        self.hard_limit().map(|hard| hard.max(Duration::from_micros(self.set_at.load(Ordering::Relaxed))))
    }

    /// Time left until the search must stop; `None` without a hard limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.hard_limit().map(|hard| hard.saturating_sub(self.elapsed()))
    }

    /// Time left until the soft limit or the hard one, whichever is sooner; `None` without either.
    pub fn planned_left(&self) -> Option<Duration> {
        let limit = self.soft.load(Ordering::Relaxed).min(self.hard.load(Ordering::Relaxed));
        (limit != u64::MAX).then(|| Duration::from_micros(limit).saturating_sub(self.elapsed()))
    }

    /// When the search must stop; `None` without a hard limit.
    pub(in crate::search) fn deadline(&self) -> Option<Instant> {
        self.hard_limit().and_then(|hard| self.start.checked_add(hard))
    }

    /// A stop for a solver: when the search must stop, by the current time budget.
    pub fn solver_stop(&self) -> Stop {
        Stop { flag: Arc::clone(&self.stop), deadline: self.deadline() }
    }

    /// A stop for a solver as of [`Control::solver_stop`], but no later than `time` after the start of the clock.
    pub fn solver_stop_within(&self, time: Duration) -> Stop {
        let Stop { flag, deadline } = self.solver_stop();
        Stop { flag, deadline: [deadline, self.start.checked_add(time)].into_iter().flatten().min() }
    }

    /// Whether the search may run for another `time` before it must stop.
    pub fn has_left(&self, time: Duration) -> bool {
        // Reads the clock even without a limit, see `is_past`.
        let elapsed = self.elapsed();
        !self.is_stopped() && self.hard_limit().is_none_or(|hard| elapsed + time < hard)
    }

    /// Whether `percent` of the soft limit have passed.
    pub fn is_past_soft(&self, percent: i32) -> bool {
        self.is_past(self.soft.load(Ordering::Relaxed), percent)
    }

    fn is_past(&self, limit: u64, percent: i32) -> bool {
        // Reads the clock even without a limit: a browser's worker handles its events when the clock is read.
        let elapsed = self.elapsed();
        limit != u64::MAX && elapsed.as_micros() as f64 >= limit as f64 * f64::from(percent) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rule;
    use crate::board::Board;
    use crate::solver::{Solution, SolverLimits, Vcf};

    #[test]
    fn what_is_left_ends_at_the_hard_limit_and_when_it_is_stopped() {
        let second = Duration::from_secs(1);
        let control = Control::new(Instant::now(), Budget { soft: second, hard: 60 * second });
        assert!(control.has_left(10 * second) && !control.has_left(60 * second));
        assert!(Control::unlimited().has_left(Duration::MAX / 2));
        assert!(Control::unlimited().time_left().is_none() && Control::unlimited().deadline().is_none());
        assert_eq!(control.deadline(), Some(control.start + 60 * second));
        assert!(control.time_left().is_some_and(|left| left > 50 * second && left <= 60 * second));
        assert!(!control.solver_stop().is_due() && !control.solver_stop_within(10 * second).is_due());
        assert!(control.solver_stop_within(Duration::ZERO).is_due());
        assert_eq!(control.solver_stop_within(Duration::MAX).deadline, control.deadline());
        assert_eq!(Control::unlimited().solver_stop_within(Duration::MAX).deadline, None);
        control.stop();
        assert!(!control.has_left(Duration::ZERO) && control.solver_stop().is_set());
    }

    #[test]
    fn a_limit_that_is_over_when_it_is_set_is_due_at_once() {
        let minute = Duration::from_secs(60);
        let control = Control::new(Instant::now() - minute, Budget { soft: Duration::MAX, hard: 2 * minute });
        assert_eq!(control.due(), Some(2 * minute));
        control.set_budget(Budget { soft: Duration::MAX, hard: Duration::ZERO });
        assert!(control.due().is_some_and(|due| due >= minute && due <= control.elapsed()));
        control.set_budget(Budget::UNLIMITED);
        assert_eq!(control.due(), None);
    }

    /// An open four wins here, which a stopped solver does not find.
    #[test]
    fn a_solver_stops_with_the_search() {
        let mut board = Board::after(Rule::Freestyle, "h8a1i8a3j8a5");
        let control = Control::unlimited();
        let mut vcf = Vcf::new(4);
        vcf.set_stop(control.solver_stop());
        assert!(matches!(vcf.solve(&mut board, SolverLimits::NONE), Solution::Win(_)));
        control.stop();
        assert_eq!(vcf.solve(&mut board, SolverLimits::NONE), Solution::Unknown);
        vcf.set_stop(Stop::default());
        assert!(matches!(vcf.solve(&mut board, SolverLimits::NONE), Solution::Win(_)));
    }
}
