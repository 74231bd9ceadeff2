//! Processor time of a process, as Linux counts it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// Time of the thread that this file of `/proc` is about: on a core, and waiting for one.
fn times(schedstat: &Path) -> Option<[Duration; 2]> {
    let text = fs::read_to_string(schedstat).ok()?;
    let mut numbers = text.split_whitespace().map_while(|number| number.parse().ok().map(Duration::from_nanos));
    Some([numbers.next()?, numbers.next()?])
}

/// The times of this thread; `None` elsewhere than on Linux.
fn own_times() -> Option<[Duration; 2]> {
    times("/proc/thread-self/schedstat".as_ref())
}

/// The times of a process's present threads, by their files; none elsewhere than on Linux.
fn thread_times(id: u32) -> impl Iterator<Item = (PathBuf, [Duration; 2])> {
    let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten();
    threads.filter_map(|thread| {
        let file = thread.ok()?.path().join("schedstat");
        times(&file).map(|times| (file, times))
    })
}

/// CPU time of a process's present threads.
pub fn thread_time(id: u32) -> Duration {
    thread_times(id).map(|(_, [run, _])| run).sum()
}

/// A stopwatch for what a process does, which stands still while the thread of it that waits longest waits for a core, and
/// while this one waits for a core to see the end. A busy machine does not matter to it, and a process that sleeps does.
pub struct Stopwatch {
    id: u32,
    begin: Instant,
    /// How long each thread has waited, at the start and when last seen.
    waits: BTreeMap<PathBuf, [Duration; 2]>,
    /// How long this thread has waited.
    own_wait: Duration,
}

impl Stopwatch {
    pub fn start(id: u32) -> Self {
        let waits = thread_times(id).map(|(thread, [_, wait])| (thread, [wait; 2])).collect();
        Self { id, begin: Instant::now(), waits, own_wait: own_wait() }
    }

    /// To be called often while the process may end: what an ended thread has waited is not known.
    pub fn look(&mut self) {
        self.own_wait = own_wait();
        for (thread, [_, wait]) in thread_times(self.id) {
            self.waits.entry(thread).or_default()[1] = wait;
        }
    }

    pub fn time(&mut self) -> Duration {
        let elapsed = self.begin.elapsed();
        let own_wait = own_wait().saturating_sub(self.own_wait);
        self.look();
        let wait = self.waits.values().map(|[first, last]| last.saturating_sub(*first)).max();
        elapsed.saturating_sub(wait.unwrap_or_default() + own_wait)
    }
}

fn own_wait() -> Duration {
    own_times().map_or(Duration::ZERO, |[_, wait]| wait)
}

/// Factor by which a machine may be slower than the one of the limits.
const SLOWNESS: u32 = 3;

/// Asserts that an attempt takes no longer than this by a [`Stopwatch`], or where it does, that the median of five does not:
/// the stopwatch sees the longest wait for a core alone, and a thread may wait for another one that waits.
pub fn assert_within(limit: Duration, mut attempt: impl FnMut() -> Duration) {
    let mut times = vec![attempt()];
    if times[0] >= SLOWNESS * limit {
        times.extend(std::iter::repeat_with(attempt).take(4));
        times.sort();
    }
    let median = times[times.len() / 2];
    assert!(median < SLOWNESS * limit, "{median:?} of {times:?} is longer than {SLOWNESS} times {limit:?}");
}

/// CPU time of a process that waits for its next request: after an answer it may still put its memory in order.
pub fn idle_time(id: u32) -> Duration {
    let mut time = thread_time(id);
    loop {
        thread::sleep(Duration::from_millis(2));
        let now = thread_time(id);
        if now == time {
            return time;
        }
        time = now;
    }
}

/// CPU time that a process uses while this thread uses 100 ms of it: about as much if it searches, however busy the machine.
pub fn time_beside_work(id: u32) -> Duration {
    let own_time = || own_times().unwrap()[0];
    let (before, end) = (thread_time(id), own_time() + Duration::from_millis(100));
    while own_time() < end {}
    thread_time(id).saturating_sub(before)
}

/// Waits until a process has used this much more CPU time, so that it searches. Elsewhere than on Linux it only waits.
pub fn wait_for_work(id: u32, milliseconds: u64) {
    if !cfg!(target_os = "linux") {
        return thread::sleep(Duration::from_millis(4 * milliseconds));
    }
    let (end, begin) = (thread_time(id) + Duration::from_millis(milliseconds), Instant::now());
    while thread_time(id) < end {
        assert!(begin.elapsed() < Duration::from_secs(60), "it does not work");
        thread::sleep(Duration::from_millis(2));
    }
}
