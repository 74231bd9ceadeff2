//! Searchers and search threads, shared by all tabs, and the stop of a search from outside.
//!
//! All tables together stay below [`POOL_BYTES`]. One searcher is kept after its search, so that the next search of a
//! game finds its table filled, and given up when it was idle for [`KEEP`].

use super::message::{ErrorCode, RequestError};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tengen::search::Control;
use tengen_study::Analyzer;

/// Concurrent searches.
const MAX_SEARCHES: usize = 4;
/// Memory of all tables in bytes, and bounds of one table. A search takes half of what is free.
const POOL_BYTES: usize = 256 << 20;
const MAX_TABLE: usize = 128 << 20;
const MIN_TABLE: usize = 16 << 20;
/// Lifetime of an idle searcher.
const KEEP: Duration = Duration::from_secs(60);

/// Locks, also after a panic elsewhere.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The values are consistent after every statement.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A searcher that is kept for the next search.
struct Idle {
    analyzer: Analyzer,
    bytes: usize,
    since: Instant,
}

struct PoolState {
    idle: Option<Idle>,
    searches: usize,
    free_threads: usize,
    /// Bytes that no table takes, idle or in use.
    free_bytes: usize,
}

/// The searchers and threads that all tabs share.
pub struct SearcherPool {
    state: Mutex<PoolState>,
    threads: usize,
}

/// A searcher for one search, with its share of the threads and the memory.
pub struct Lease<'a> {
    pool: &'a SearcherPool,
    analyzer: Option<Analyzer>,
    threads: usize,
    bytes: usize,
}

impl SearcherPool {
    /// A pool with `threads` threads for all searches together.
    pub fn new(threads: usize) -> Self {
        Self::with_bytes(threads, POOL_BYTES)
    }

    /// Searchers whose tables together take `bytes`, but at least 16 MiB each.
    pub fn with_bytes(threads: usize, bytes: usize) -> Self {
        let state = PoolState { idle: None, searches: 0, free_threads: threads, free_bytes: bytes };
        Self { state: Mutex::new(state), threads }
    }

    /// A searcher with up to `wanted` of the free threads (0: all), at least one.
    ///
    /// # Errors
    /// When too many searches are running.
    pub fn lease(&self, wanted: usize) -> Result<Lease<'_>, RequestError> {
        let mut state = lock(&self.state);
        if state.searches >= MAX_SEARCHES {
            return Err(RequestError::plain(ErrorCode::Busy, "too many searches are running"));
        }
        state.searches += 1;
        let wanted = if wanted == 0 { self.threads } else { wanted.min(self.threads) };
        let threads = state.free_threads.min(wanted);
        state.free_threads -= threads;
        let (analyzer, bytes) = match state.idle.take() {
            Some(Idle { analyzer, bytes, .. }) => (Some(analyzer), bytes),
            None => {
                let bytes = (state.free_bytes / 2).clamp(MIN_TABLE, MAX_TABLE);
                state.free_bytes = state.free_bytes.saturating_sub(bytes);
                (None, bytes)
            }
        };
        Ok(Lease { pool: self, analyzer, threads, bytes })
    }

    /// Frees the idle searcher if nobody used it for a while.
    pub fn free_idle(&self, now: Instant) {
        let mut state = lock(&self.state);
        if let Some(idle) = state.idle.take_if(|idle| now.saturating_duration_since(idle.since) >= KEEP) {
            state.free_bytes += idle.bytes;
        }
    }

    /// Bytes of all tables, in use or idle.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        POOL_BYTES - lock(&self.state).free_bytes
    }
}

impl Lease<'_> {
    /// The searcher; allocated on first use.
    pub fn analyzer(&mut self) -> &mut Analyzer {
        let threads = self.threads.max(1);
        let analyzer = self.analyzer.get_or_insert_with(|| Analyzer::with_table(threads, self.bytes));
        analyzer.set_threads(threads);
        analyzer
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        // After a panic the searcher may be inconsistent.
        let analyzer = self.analyzer.take().filter(|_| !thread::panicking());
        let mut state = lock(&self.pool.state);
        state.free_threads += self.threads;
        state.searches -= 1;
        let returned = analyzer.map(|analyzer| Idle { analyzer, bytes: self.bytes, since: Instant::now() });
        match (returned, &mut state.idle) {
            // The larger table stays.
            (Some(own), Some(idle)) if own.bytes >= idle.bytes => {
                let bytes = std::mem::replace(idle, own).bytes;
                state.free_bytes += bytes;
            }
            (Some(own), idle @ None) => *idle = Some(own),
            (_, _) => state.free_bytes += self.bytes,
        }
    }
}

/// Stops a search from another thread.
#[derive(Debug, Default)]
pub struct SearchStop {
    flag: AtomicBool,
    control: Mutex<Option<Arc<Control>>>,
}

impl SearchStop {
    /// Stops the search, also one that has not begun.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Release);
        if let Some(control) = lock(&self.control).as_ref() {
            control.stop();
        }
    }

    /// Takes a stop of an earlier search back.
    pub fn reset(&self) {
        self.flag.store(false, Ordering::Release);
        *lock(&self.control) = None;
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::Acquire)
    }

    /// The flag, for work that polls one.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Connects the control of a search.
    pub fn watch(&self, control: &Arc<Control>) {
        *lock(&self.control) = Some(Arc::clone(control));
        if self.is_stopped() {
            control.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tables_together_stay_within_the_limit_and_an_idle_one_is_given_back() {
        let pool = SearcherPool::new(2);
        let mut leases: Vec<Lease<'_>> = Vec::new();
        for threads in [2, 0, 0, 0] {
            let mut lease = pool.lease(0).ok().unwrap();
            assert_eq!(lease.threads, threads, "threads are shared, not multiplied");
            lease.analyzer();
            leases.push(lease);
        }
        assert!(pool.lease(0).is_err(), "four searches at a time");
        let sizes: Vec<usize> = leases.iter().map(|lease| lease.bytes >> 20).collect();
        assert_eq!(sizes, [128, 64, 32, 16]);
        // In the order that would keep the small ones.
        leases.reverse();
        drop(leases);
        assert_eq!(pool.bytes(), MAX_TABLE, "one searcher is kept, the largest");
        pool.free_idle(Instant::now());
        assert_eq!(pool.bytes(), MAX_TABLE);
        pool.free_idle(Instant::now() + KEEP);
        assert_eq!(pool.bytes(), 0);
        drop(pool.lease(0));
        assert_eq!(pool.bytes(), 0, "a search that needs no table takes none");
    }
}
