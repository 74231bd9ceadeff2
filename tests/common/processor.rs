//! Processor time of a process, as Linux counts it.

use super::process::Process;
use std::thread;
use std::time::Duration;

/// CPU time of a process in milliseconds, with a resolution of 10 ms; other load of the machine does not count.
pub fn core_time(p: &Process) -> u64 {
    const TICK_MS: u64 = 10;
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", p.id())).unwrap();
    let fields = stat.rsplit_once(')').unwrap().1.split_whitespace().skip(11).take(2);
    TICK_MS * fields.map(|field| field.parse::<u64>().unwrap()).sum::<u64>()
}

/// CPU time of a process's present threads.
pub fn thread_time(p: &Process) -> Duration {
    let threads = std::fs::read_dir(format!("/proc/{}/task", p.id())).unwrap();
    let texts = threads.filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok());
    Duration::from_nanos(texts.filter_map(|text| text.split_whitespace().next()?.parse::<u64>().ok()).sum())
}

/// CPU time of a process that waits for its next request: after an answer it may still put its memory in order.
pub fn idle_time(p: &Process) -> Duration {
    let mut time = thread_time(p);
    loop {
        thread::sleep(Duration::from_millis(2));
        let now = thread_time(p);
        if now == time {
            return time;
        }
        time = now;
    }
}
