//! Searchers and search threads shared by all tabs, and the means to stop a search.
//!
//! All tables together stay within the pool's memory. One searcher is kept after its search, so that the game's next
//! search starts with a filled table; it is freed after [`IDLE_LIMIT`] without use.

use super::message::{ErrorCode, RequestError};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tengen::search::Control;
use tengen_study::Analyzer;

/// Most concurrent searches.
const MAX_SEARCHES: usize = 4;
/// Default memory of the tables of all searches together, in bytes.
pub const POOL_BYTES: usize = 256 << 20;
/// Bytes of the smallest table; each search has at least this.
pub const MIN_TABLE: usize = 16 << 20;
/// Lifetime of an idle searcher.
const IDLE_LIMIT: Duration = Duration::from_secs(60);

/// Locks a mutex, even if a thread has panicked with it.
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
    /// Bytes of the tables of running searches.
    used_bytes: usize,
}

/// Threads and memory requested for a search.
#[derive(Clone, Copy, Debug)]
pub struct LeaseRequest {
    /// Number of threads; 0: all.
    pub threads: usize,
    /// MiB of the table; 0: half of the free memory. `None`: no table.
    pub table: Option<usize>,
}

impl LeaseRequest {
    /// All threads and half of the free memory.
    pub const USUAL: Self = Self { threads: 0, table: Some(0) };
    /// One thread and half of the free memory.
    pub const ONE_THREAD: Self = Self { threads: 1, table: Some(0) };
    /// One thread, for a solver with its own tables.
    pub const SOLVER: Self = Self { threads: 1, table: None };
    /// Two threads, for a proof with its own tables.
    pub const PROOF: Self = Self { threads: 2, table: None };
}

/// The searchers and threads shared by all tabs.
pub struct SearcherPool {
    state: Mutex<PoolState>,
    threads: usize,
    /// Bytes of all tables together, but at least [`MIN_TABLE`] each.
    bytes: usize,
}

/// A searcher for one search, with its share of the threads and the memory.
pub struct Lease<'a> {
    pool: &'a SearcherPool,
    analyzer: Option<Analyzer>,
    threads: usize,
    bytes: usize,
}

impl SearcherPool {
    /// A pool with `threads` threads for all searches together; their tables together take `bytes`, but at least 16 MiB
    /// each.
    pub fn new(threads: usize, bytes: usize) -> Self {
        let state = PoolState { idle: None, searches: 0, free_threads: threads, used_bytes: 0 };
        Self { state: Mutex::new(state), threads, bytes }
    }

    /// A searcher with up to the requested number of free threads, at least one, and a table of the requested size,
    /// limited to the free memory. Fails if too many searches are running.
    pub fn lease(&self, wanted: LeaseRequest) -> Result<Lease<'_>, RequestError> {
        let mut state = lock(&self.state);
        if state.searches >= MAX_SEARCHES {
            return Err(RequestError::plain(ErrorCode::Busy, "too many searches are running"));
        }
        state.searches += 1;
        let threads = if wanted.threads == 0 { self.threads } else { wanted.threads.min(self.threads) };
        let threads = state.free_threads.min(threads);
        state.free_threads -= threads;
        let mut lease = Lease { pool: self, analyzer: None, threads, bytes: 0 };
        let Some(table) = wanted.table else { return Ok(lease) };
        // The idle table takes no memory from this search: it is used or freed.
        let idle = state.idle.take();
        lease.bytes = self.table(&state, table);
        let fits = |idle: &Idle| idle.bytes == lease.bytes || table == 0 && idle.bytes <= self.bytes / 2;
        let (used, given_up) = match idle {
            Some(idle) if fits(&idle) => (Some(idle), None),
            idle => (None, idle),
        };
        if let Some(Idle { analyzer, bytes, .. }) = used {
            (lease.analyzer, lease.bytes) = (Some(analyzer), bytes);
        }
        state.used_bytes += lease.bytes;
        // A large table is freed after unlocking, so that no other search waits.
        drop(state);
        drop(given_up);
        Ok(lease)
    }

    /// Bytes of a table for a request in MiB; 0: half of the free memory.
    fn table(&self, state: &PoolState, mebibytes: usize) -> usize {
        let free = self.bytes.saturating_sub(state.used_bytes);
        let bytes = if mebibytes == 0 { free / 2 } else { mebibytes.saturating_mul(1 << 20).min(free) };
        bytes.max(MIN_TABLE)
    }

    /// Most threads of a search.
    pub const fn most_threads(&self) -> usize {
        self.threads
    }

    /// Most MiB of the table of a search.
    pub fn most_table(&self) -> usize {
        self.bytes.max(MIN_TABLE) >> 20
    }

    /// Frees the idle searcher if it was not used for `IDLE_LIMIT`.
    pub fn free_idle(&self, now: Instant) {
        let idle = lock(&self.state).idle.take_if(|idle| now.saturating_duration_since(idle.since) >= IDLE_LIMIT);
        // Freed after unlocking.
        drop(idle);
    }

    /// Bytes of all tables, in use and idle.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        let state = lock(&self.state);
        state.used_bytes + state.idle.as_ref().map_or(0, |idle| idle.bytes)
    }
}

impl Lease<'_> {
    /// Number of threads, at least one.
    pub fn threads(&self) -> usize {
        self.threads.max(1)
    }

    /// The searcher; allocated on first use.
    pub fn analyzer(&mut self) -> &mut Analyzer {
        let threads = self.threads();
        let analyzer = self.analyzer.get_or_insert_with(|| Analyzer::with_table(threads, self.bytes));
        analyzer.set_threads(threads);
        analyzer
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        // After a panic the searcher may be inconsistent.
        let analyzer = self.analyzer.take().filter(|_| !thread::panicking());
        let own = analyzer.map(|analyzer| Idle { analyzer, bytes: self.bytes, since: Instant::now() });
        let mut state = lock(&self.pool.state);
        state.free_threads += self.threads;
        state.searches -= 1;
        state.used_bytes -= self.bytes;
        // The larger table is kept. It takes no memory from running searches, as each one uses or frees the idle table.
        let (kept, given_up) = match (state.idle.take(), own) {
            (Some(old), Some(own)) if old.bytes > own.bytes => (Some(old), Some(own)),
            (old, Some(own)) => (Some(own), old),
            (old, None) => (old, None),
        };
        state.idle = kept;
        drop(state);
        drop(given_up);
    }
}

/// Stops a search from another thread.
#[derive(Debug, Default)]
pub struct SearchStop {
    flag: AtomicBool,
    control: Mutex<Option<Arc<Control>>>,
}

impl SearchStop {
    /// Stops the search, even before it begins.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Release);
        if let Some(control) = lock(&self.control).as_ref() {
            control.stop();
        }
    }

    /// Clears the stop of an earlier search.
    pub fn reset(&self) {
        self.flag.store(false, Ordering::Release);
        *lock(&self.control) = None;
    }

    /// Whether the search was stopped.
    pub fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::Acquire)
    }

    /// The flag, for code that polls it.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Connects the control of a search, so that a stop reaches it.
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

    const MIB: usize = 1 << 20;

    fn wanted(mebibytes: usize) -> LeaseRequest {
        LeaseRequest { threads: 1, table: Some(mebibytes) }
    }

    #[test]
    fn all_tables_together_stay_within_the_limit_and_an_idle_one_is_given_back() {
        let pool = SearcherPool::new(2, POOL_BYTES);
        let mut leases: Vec<Lease<'_>> = Vec::new();
        for threads in [2, 0, 0, 0] {
            let mut lease = pool.lease(LeaseRequest::USUAL).ok().unwrap();
            assert_eq!(lease.threads, threads, "threads are shared, not multiplied");
            lease.analyzer();
            leases.push(lease);
        }
        assert!(pool.lease(LeaseRequest::USUAL).is_err(), "four searches at a time");
        let sizes: Vec<usize> = leases.iter().map(|lease| lease.bytes / MIB).collect();
        assert_eq!(sizes, [128, 64, 32, 16]);
        // Dropped in an order that would otherwise keep the small ones.
        leases.reverse();
        drop(leases);
        assert_eq!(pool.bytes(), 128 * MIB, "one searcher is kept, the largest");
        pool.free_idle(Instant::now());
        assert_eq!(pool.bytes(), 128 * MIB);
        pool.free_idle(Instant::now() + IDLE_LIMIT);
        assert_eq!(pool.bytes(), 0);
        drop(pool.lease(LeaseRequest::USUAL));
        assert_eq!(pool.bytes(), 0, "a search that needs no table takes none");
    }

    #[test]
    fn a_search_gets_the_table_that_it_wants_where_that_fits() {
        let pool = SearcherPool::new(1, 64 * MIB);
        let mebibytes = |table| {
            let mut lease = pool.lease(wanted(table)).ok().unwrap();
            lease.analyzer();
            lease.bytes / MIB
        };
        assert_eq!(mebibytes(0), 32, "half");
        assert_eq!(mebibytes(48), 48, "the idle one is given up");
        assert_eq!(mebibytes(0), 32, "nobody wants the large one any more");
        assert_eq!(mebibytes(24), 24);
        assert_eq!(mebibytes(0), 24, "a smaller one will do");
        assert_eq!(
            [1, 1_000_000, usize::MAX].map(mebibytes),
            [16, 64, 64],
            "no less than the least, no more than there is"
        );
        let solver = pool.lease(LeaseRequest::SOLVER).ok().unwrap();
        assert_eq!((solver.bytes, mebibytes(64)), (0, 64), "a solver takes no table");
    }

    /// Overlapping searches that request all memory leave no more behind than the pool had.
    #[test]
    fn searches_that_overlap_do_not_make_the_pool_grow() {
        let pool = SearcherPool::new(1, 64 * MIB);
        for _ in 0..5 {
            let mut leases: Vec<Lease<'_>> = (0..3).map(|_| pool.lease(wanted(64)).ok().unwrap()).collect();
            for lease in &mut leases {
                lease.analyzer();
            }
            assert_eq!(leases.iter().map(|lease| lease.bytes / MIB).collect::<Vec<_>>(), [64, 16, 16]);
            assert_eq!(pool.bytes(), 96 * MIB, "the least of each is always there");
            drop(leases);
            assert_eq!(pool.bytes(), 64 * MIB, "one is kept");
        }
        pool.free_idle(Instant::now() + IDLE_LIMIT);
        assert_eq!(pool.bytes(), 0);
    }
}
