//! Work of a session that must not be lost when the input ends, such as an edit of a database.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Counter of the work that the end of input waits for, shared by all clones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workload(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    is_busy: AtomicBool,
    done: AtomicU64,
}

impl Workload {
    /// Does work that the end of input waits for.
    pub(crate) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.is_busy.store(true, Ordering::SeqCst);
        let done = work();
        self.add_done();
        self.0.is_busy.store(false, Ordering::SeqCst);
        done
    }

    /// Counts a line that is executed, or work.
    pub(crate) fn add_done(&self) {
        self.0.done.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.0.is_busy.load(Ordering::SeqCst)
    }

    /// How many lines and pieces of work are done.
    pub(crate) fn done(&self) -> u64 {
        self.0.done.load(Ordering::SeqCst)
    }
}
