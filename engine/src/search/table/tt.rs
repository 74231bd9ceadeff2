//! The transposition table: results of earlier searches by position.
//!
//! Soundness: an entry is two words, the data and the key exclusive-or the data (Hyatt and Mann 2002), so words of two
//! different writes do not match any key, and threads may read and write without locks. Scores of wins and losses are
//! stored relative to the node. A table grows only between searches, through an exclusive reference.

use super::entry::{Bound, Entry, GENERATIONS, generation_of, pack, unpack};
use super::growth::TableGrowth;
use crate::base::{prefer_huge_pages, prefetch};
use std::sync::atomic::{AtomicU64, Ordering};

/// The transposition table: four entries per bucket, sound without locks.
///
/// It uses only as much of its memory as the largest search so far needed, because the first touch of a page costs
/// time, and the first move of a game may have little.
pub struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// Word at which the first bucket begins, so that every bucket is one cache line.
    first: usize,
    /// Buckets in use before any growth.
    smallest: usize,
    /// Most buckets that fit the memory: `smallest`, doubled a whole number of times.
    room: usize,
    /// Buckets in use; later memory is zero.
    buckets: usize,
    generation: u8,
    /// Whether entries may have been stored.
    used: bool,
}

const ENTRIES_PER_BUCKET: usize = 4;
const WORDS_PER_BUCKET: usize = 2 * ENTRIES_PER_BUCKET;
const BUCKET_BYTES: usize = WORDS_PER_BUCKET * 8;
/// Worth of each generation of age when an entry is replaced, in plies of depth.
const AGE_PLIES: i32 = 8;
/// An entry of the same generation and position is kept only if it is deeper than the new one by more than this, in
/// plies, and the new one is not exact.
const KEPT_DEPTH_SLACK: i32 = 3;
/// Largest size of a new table, in buckets.
const MAX_FIRST_BUCKETS: usize = (4 << 20) / BUCKET_BYTES;
/// Largest table that is cleared in place, in bytes in use.
const MAX_ZEROED_BYTES: usize = 32 << 20;

impl TranspositionTable {
    /// An empty table of at most `bytes` (at least one bucket, and at most a thousandth less than requested), not
    /// counting the few bytes for alignment. The memory is touched only as it fills, in huge pages where the system has
    /// them.
    pub fn new(bytes: usize) -> Self {
        let words = allocate(bytes);
        let first = words.as_ptr().align_offset(BUCKET_BYTES).min(words.len() % WORDS_PER_BUCKET);
        let most = words.len() / WORDS_PER_BUCKET;
        let mut doublings = 0;
        while most >> doublings > MAX_FIRST_BUCKETS {
            doublings += 1;
        }
        let smallest = most >> doublings;
        let room = smallest << doublings;
        Self { words, first, smallest, room, buckets: smallest, generation: 0, used: false }
    }

    /// Bytes of the buckets in use.
    pub fn bytes_in_use(&self) -> usize {
        self.buckets * BUCKET_BYTES
    }

    /// Removes all entries and shrinks to the initial size. A large table gives its memory back for new one: to zero it
    /// would take long.
    pub fn clear(&mut self) {
        if self.bytes_in_use() > MAX_ZEROED_BYTES {
            self.resize(size_of_val(self.words.as_slice()));
        } else {
            if self.used {
                self.zero_buckets(0, self.buckets);
            }
            self.buckets = self.smallest;
            self.used = false;
        }
        self.generation = 0;
    }

    /// Grows to the size that a search needs, as far as the memory goes, and keeps its entries. A table with entries
    /// calls `time` before each doubling, and stops growing if there is none.
    pub fn grow(&mut self, growth: TableGrowth, time: &dyn Fn() -> bool) {
        let mut bytes_left = if self.used { growth.max_bytes } else { u64::MAX };
        while self.buckets < self.room
            && ((self.buckets * ENTRIES_PER_BUCKET) as u64) < growth.entries
            && 2 * self.bytes_in_use() as u64 <= bytes_left
            && (!self.used || time())
        {
            bytes_left -= 2 * self.bytes_in_use() as u64;
            if self.used {
                self.double();
            } else {
                self.buckets *= 2;
            }
        }
    }

    /// Doubles the buckets in use. The entries of each go to the two neighboring buckets of the larger table.
    fn double(&mut self) {
        for from in (0..self.buckets).rev() {
            let old: [u64; WORDS_PER_BUCKET] = std::array::from_fn(|word| self.word(from, word));
            self.zero_buckets(2 * from, 2 * from + 2);
            let mut filled = [0; 2];
            for entry in old.chunks_exact(2).filter(|entry| entry[1] != 0) {
                let to = index_of(entry[0] ^ entry[1], 2 * self.buckets);
                // Torn entries are dropped.
                if let Some(half) = to.checked_sub(2 * from).filter(|&half| half < 2) {
                    let place = self.first + to * WORDS_PER_BUCKET + filled[half];
                    *self.words[place].get_mut() = entry[0];
                    *self.words[place + 1].get_mut() = entry[1];
                    filled[half] += 2;
                }
            }
        }
        self.buckets *= 2;
    }

    fn word(&self, bucket: usize, word: usize) -> u64 {
        self.words[self.first + bucket * WORDS_PER_BUCKET + word].load(Ordering::Relaxed)
    }

    /// Zeroes the buckets from `start` to before `end`; those that are not in use are zero already.
    fn zero_buckets(&mut self, start: usize, end: usize) {
        let end = end.min(self.buckets).max(start);
        let words = self.first + start * WORDS_PER_BUCKET..self.first + end * WORDS_PER_BUCKET;
        self.words[words].iter_mut().for_each(|word| *word.get_mut() = 0);
    }

    /// Replaces the table by an empty one of at most `bytes`. The old memory is freed first, so that there are never
    /// two tables.
    pub fn resize(&mut self, bytes: usize) {
        self.words = Vec::new();
        *self = Self::new(bytes);
    }

    /// Begins a new generation: entries stored from now on are younger than those before.
    pub fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
        self.used = true;
    }

    /// The entry of a position; `ply` is the node's distance from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let bucket = self.bucket(key);
        bucket.chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            (entry[0].load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Stores the result of a position in place of the entry that is worth least.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        let bucket = self.bucket(key);
        let mut place = &bucket[..2];
        let mut least = i32::MAX;
        let mut point = entry.point;
        for old in bucket.chunks_exact(2) {
            let data = old[1].load(Ordering::Relaxed);
            if old[0].load(Ordering::Relaxed) ^ data == key {
                let known = unpack(data, ply);
                point = point.or(known.point);
                let keeps = entry.bound != Bound::Exact
                    && known.depth > entry.depth + KEPT_DEPTH_SLACK
                    && generation_of(data) == self.generation;
                if keeps {
                    return;
                }
                place = old;
                break;
            }
            let age = (self.generation + GENERATIONS - generation_of(data)) % GENERATIONS;
            let worth = if data == 0 { i32::MIN } else { unpack(data, 0).depth - AGE_PLIES * i32::from(age) };
            if worth < least {
                (least, place) = (worth, old);
            }
        }
        let data = pack(Entry { point, ..entry }, ply, self.generation);
        place[0].store(key ^ data, Ordering::Relaxed);
        place[1].store(data, Ordering::Relaxed);
    }

    /// Prefetches the bucket of a position that will be probed soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        &self.words[self.first + index_of(key, self.buckets) * WORDS_PER_BUCKET..][..WORDS_PER_BUCKET]
    }
}

/// The bucket of a position among `buckets`. In a table of twice as many it is one of two neighboring ones.
#[inline]
fn index_of(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

/// Zeroed words for the buckets that fit `bytes` and for their alignment. The number of buckets is halved as long as
/// the system refuses the memory.
fn allocate(bytes: usize) -> Vec<AtomicU64> {
    let mut buckets = (bytes / BUCKET_BYTES).max(1);
    loop {
        match bytemuck::try_zeroed_vec((buckets + 1) * WORDS_PER_BUCKET - 1) {
            Err(()) if buckets > 1 => buckets /= 2,
            words => {
                let words = words.unwrap_or_default();
                prefer_huge_pages(&words);
                return words;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Point, Score, SplitMix64, loss_in, win_in};

    /// Bytes of the buckets after the table has grown to its full size.
    fn full_size(table: &TranspositionTable) -> usize {
        table.room * BUCKET_BYTES
    }

    fn entry(score: Score, depth: i32) -> Entry {
        Entry { point: Some(Point(112)), score, static_eval: Some(-77), depth, bound: Bound::Exact }
    }

    #[test]
    fn what_is_stored_is_found_again_with_wins_seen_from_the_asking_node() {
        let table = TranspositionTable::new(1 << 16);
        for (key, score) in [(1u64 << 40, 0), (2 << 40, -1234), (3 << 40, win_in(9)), (4 << 40, loss_in(12))] {
            table.store(key, 4, entry(score, 7));
            assert_eq!(table.probe(key, 4), Some(entry(score, 7)));
        }
        assert_eq!(table.probe(3 << 40, 6).unwrap().score, win_in(11));
        assert_eq!(table.probe(5 << 40, 0), None);
    }

    #[test]
    fn every_bucket_is_a_cache_line_of_its_own() {
        for bytes in [1, BUCKET_BYTES, 5 * BUCKET_BYTES + 17, 1 << 16, 3 << 20] {
            let table = TranspositionTable::new(bytes);
            assert_eq!(full_size(&table), (bytes / BUCKET_BYTES).max(1) * BUCKET_BYTES);
            for key in [0, 1 << 63, u64::MAX] {
                assert_eq!(table.bucket(key).as_ptr().align_offset(BUCKET_BYTES), 0, "{bytes} bytes, key {key:x}");
                table.prefetch(key);
            }
        }
    }

    /// Entries survive every doubling, and clearing removes them all.
    #[test]
    #[cfg_attr(miri, ignore = "half an hour")]
    fn a_table_keeps_its_entries_as_it_grows_and_is_empty_when_cleared() {
        // Halving the second number leaves a bucket over.
        for bytes in [40_000_000, 65_537 * BUCKET_BYTES] {
            grow_and_clear(bytes);
        }
    }

    fn grow_and_clear(bytes: usize) {
        let mut table = TranspositionTable::new(bytes);
        assert!(bytes - full_size(&table) <= bytes / 1000 && table.buckets <= MAX_FIRST_BUCKETS);
        let small = table.buckets;
        for round in 0..3 {
            let mut rng = SplitMix64::new(round);
            let mut kept = Vec::new();
            for entries in [0, 1, 1_000_000, 1_500_000, u64::MAX] {
                table.grow(TableGrowth { entries, max_bytes: u64::MAX }, &|| true);
                let room = table.buckets * ENTRIES_PER_BUCKET;
                assert!(room as u64 >= entries || full_size(&table) == table.buckets * BUCKET_BYTES);
                table.next_generation();
                for _ in 0..1000 {
                    let (key, value) = (rng.next(), entry(rng.below(900) as Score, 9));
                    assert_eq!(table.probe(key, 0), None);
                    table.store(key, 0, value);
                    kept.push((key, value));
                }
                assert!(kept.iter().all(|&(key, value)| table.probe(key, 0) == Some(value)));
            }
            assert_eq!(table.buckets, table.room);
            let filled = (0..table.buckets).flat_map(|bucket| [1, 3, 5, 7].map(|word| table.word(bucket, word)));
            assert_eq!(filled.filter(|&data| data != 0).count(), kept.len());
            table.clear();
            assert_eq!(table.buckets, small);
            assert!(kept.iter().all(|&(key, _)| table.probe(key, 0).is_none()));
        }
    }

    #[test]
    fn only_an_empty_table_grows_beyond_what_the_time_affords() {
        let mut table = TranspositionTable::new(40_000_000);
        let growth = |max_bytes| TableGrowth { entries: u64::MAX, max_bytes };
        table.next_generation();
        let small = table.bytes_in_use();
        table.grow(growth(2 * small as u64 - 1), &|| true);
        assert_eq!(table.bytes_in_use(), small);
        // The limit counts all doublings together.
        table.grow(growth(6 * small as u64 - 1), &|| true);
        assert_eq!(table.bytes_in_use(), 2 * small);
        table.grow(growth(4 * small as u64), &|| true);
        assert_eq!(table.bytes_in_use(), 4 * small);
        table.clear();
        table.grow(growth(0), &|| true);
        assert_eq!(table.bytes_in_use(), full_size(&table));
    }

    #[test]
    fn a_table_with_entries_stops_growing_when_there_is_no_time() {
        let mut table = TranspositionTable::new(64 << 20);
        table.next_generation();
        let small = table.bytes_in_use();
        let asked = std::cell::Cell::new(0);
        let twice = || {
            asked.set(asked.get() + 1);
            asked.get() <= 2
        };
        table.grow(TableGrowth { entries: u64::MAX, max_bytes: u64::MAX }, &twice);
        assert_eq!((table.bytes_in_use(), asked.get()), (4 * small, 3));
    }

    #[test]
    #[cfg_attr(miri, ignore = "a gigabyte")]
    fn a_cleared_table_grows_again_at_once() {
        let mut table = TranspositionTable::new(1 << 30);
        let growth = TableGrowth { entries: u64::MAX, max_bytes: u64::MAX };
        table.grow(growth, &|| true);
        table.next_generation();
        let attempts = [(); 3].map(|()| {
            let begin = std::time::Instant::now();
            table.clear();
            table.grow(growth, &|| true);
            table.next_generation();
            begin.elapsed()
        });
        assert_eq!(table.bytes_in_use(), full_size(&table));
        // To write a gigabyte would take longer.
        assert!(attempts.iter().min().unwrap().as_millis() < 50, "{attempts:?}");
    }

    #[test]
    fn a_torn_entry_does_not_leave_its_bucket_when_the_table_grows() {
        let mut table = TranspositionTable::new(8 << 20);
        table.next_generation();
        table.store(1, 0, entry(5, 3));
        *table.words[table.first].get_mut() ^= 1 << 63;
        table.grow(TableGrowth { entries: u64::MAX, max_bytes: u64::MAX }, &|| true);
        assert!((0..table.buckets).all(|bucket| (0..WORDS_PER_BUCKET).all(|word| table.word(bucket, word) == 0)));
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let table = TranspositionTable::new(BUCKET_BYTES);
        for key in 1..=5 {
            table.store(key, 0, entry(0, if key == 3 { 1 } else { 10 }));
        }
        assert!(table.probe(3, 0).is_none());
        assert!([1, 2, 4, 5].into_iter().all(|key| table.probe(key, 0).is_some()));
    }
}
