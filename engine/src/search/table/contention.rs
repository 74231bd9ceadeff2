//! Test of the transposition table under contention: a torn entry is never returned for a position.

use super::entry::{Bound, Entry};
use super::tt::TranspositionTable;
use crate::base::{Point, Score, SplitMix64};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const THREADS: u64 = 8;
/// Bytes of two buckets of four entries.
const BYTES: usize = 128;
const DURATION: Duration = Duration::from_millis(if cfg!(miri) { 60_000 } else { 1500 });
/// Fewest entries that must be found for a meaningful test. Miri is some thousand times slower.
const MIN_FOUND: u64 = if cfg!(miri) { 100 } else { 10_000 };

/// An entry whose fields all follow from the position's key and a version, so that halves of two different entries
/// never match.
fn entry(key: u64, version: u32) -> Entry {
    let mut rng = SplitMix64::new(key ^ u64::from(version) << 32);
    Entry {
        point: Some(Point(rng.below(225) as u16)),
        score: rng.below(40_000) as Score - 20_000,
        static_eval: Some(rng.below(40_000) as Score - 20_000),
        depth: version as i32,
        bound: [Bound::Lower, Bound::Upper][rng.below(2)],
    }
}

/// Threads store and probe twelve positions in eight places, three versions of each. Every entry found must be one that
/// was stored whole for its position.
#[test]
fn threads_that_write_the_same_buckets_never_read_a_torn_entry() {
    let table = TranspositionTable::new(BYTES);
    let keys: Vec<u64> = (0..12).map(|seed| SplitMix64::new(seed).next()).collect();
    let stop = AtomicBool::new(false);
    let found: u64 = thread::scope(|scope| {
        let workers: Vec<_> = (0..THREADS)
            .map(|seed| {
                let (table, keys, stop) = (&table, &keys, &stop);
                scope.spawn(move || {
                    let mut rng = SplitMix64::new(100 + seed);
                    let mut found = 0;
                    while !stop.load(Ordering::Relaxed) {
                        let key = keys[rng.below(keys.len())];
                        table.store(key, 0, entry(key, 1 + rng.below(3) as u32));
                        let key = keys[rng.below(keys.len())];
                        if let Some(read) = table.probe(key, 0) {
                            assert_eq!(read, entry(key, read.depth as u32), "a torn entry of {key:016x}");
                            found += 1;
                        }
                    }
                    found
                })
            })
            .collect();
        let end = Instant::now() + DURATION;
        while Instant::now() < end && workers.iter().all(|worker| !worker.is_finished()) {
            thread::sleep(Duration::from_millis(10));
        }
        stop.store(true, Ordering::Relaxed);
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert!(found > MIN_FOUND, "the threads found too little: {found}");
}
