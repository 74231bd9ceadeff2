//! Processor time of a process, as Linux counts it.

use std::thread;
use std::time::{Duration, Instant};

/// CPU time of a process's present threads.
pub fn thread_time(id: u32) -> Duration {
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).unwrap();
    threads.filter_map(|thread| run_time(&thread.ok()?.path().join("schedstat"))).sum()
}

/// CPU time of the thread that this file of `/proc` is about.
fn run_time(schedstat: &std::path::Path) -> Option<Duration> {
    let text = std::fs::read_to_string(schedstat).ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
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
    let own_time = || run_time("/proc/thread-self/schedstat".as_ref()).unwrap();
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
