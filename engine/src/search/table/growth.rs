//! Growth of the transposition table for a search: to the size that the search can fill, within its time.

use crate::search::Limits;
use std::time::Duration;

/// Upper estimate of the nodes that one thread searches in a millisecond.
pub const NODES_PER_MILLISECOND: u64 = 2000;
/// Entries per node; more than one, because entries of the moves before are worth keeping.
const ENTRIES_PER_NODE: u64 = 2;
/// Divisor of the time left that all doublings together may take. Doubling a table with entries takes about a
/// nanosecond for each byte of its new size, most of it for the first touch of fresh memory.
const TIME_SHARE: u128 = 8;
/// Most bytes that the doublings write in a search without a limit of time or nodes, some 64 ms: a doubling cannot be
/// interrupted, and such a search may be stopped at any time, as when the opponent moves. So a table in use of more
/// than 32 MB does not grow for such a search.
const MAX_UNLIMITED_BYTES: u64 = 64 << 20;

/// Table size that a search needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableGrowth {
    /// Entries that the table should have room for.
    pub entries: u64,
    /// Most bytes that the doublings of a table with entries write, each the table's new size. Doublings of an empty
    /// table are not limited.
    pub max_bytes: u64,
}

impl TableGrowth {
    /// The growth for a search with these limits on `threads` threads. With a node limit and no time limit it is the
    /// same on every machine.
    pub fn of(limits: Limits, time_left: Option<Duration>, threads: usize) -> Self {
        let nodes_by_time = time_left.map_or(u64::MAX, |time| {
            let nodes = time.as_micros() * u128::from(NODES_PER_MILLISECOND) * threads as u128 / 1000;
            u64::try_from(nodes).unwrap_or(u64::MAX)
        });
        let max_bytes = match time_left {
            Some(time) => u64::try_from(time.as_nanos() / TIME_SHARE).unwrap_or(u64::MAX),
            None if limits.nodes < u64::MAX => u64::MAX,
            None => MAX_UNLIMITED_BYTES,
        };
        Self { entries: limits.nodes.min(nodes_by_time).saturating_mul(ENTRIES_PER_NODE), max_bytes }
    }

    /// Whether there is time for one more doubling, if those before took the time left from `begin` to `now`; always,
    /// without a time limit. Doublings may take longer than estimated where many programs share the processor, and one
    /// more takes about as long as all before it.
    pub fn is_in_time(begin: Option<Duration>, now: Option<Duration>) -> bool {
        begin
            .zip(now)
            .is_none_or(|(begin, now)| 2 * begin.saturating_sub(now).as_nanos() <= begin.as_nanos() / TIME_SHARE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_asks_for_what_its_limits_can_fill_and_its_time_affords() {
        let growth = |limits, millis: Option<u64>, threads| {
            let TableGrowth { entries, max_bytes } =
                TableGrowth::of(limits, millis.map(Duration::from_millis), threads);
            (entries, max_bytes)
        };
        assert_eq!(growth(Limits::NONE, None, 1), (u64::MAX, 64 << 20));
        assert_eq!(growth(Limits::depth(9), None, 4), (u64::MAX, 64 << 20));
        assert_eq!(growth(Limits::nodes(2_000), None, 4), (4_000, u64::MAX));
        assert_eq!(growth(Limits::NONE, Some(500), 1), (2_000_000, 62_500_000));
        assert_eq!(growth(Limits::NONE, Some(500), 4), (8_000_000, 62_500_000));
        assert_eq!(growth(Limits::nodes(2_000), Some(500), 1), (4_000, 62_500_000));
        assert_eq!(growth(Limits::nodes(9_000_000), Some(500), 1), (2_000_000, 62_500_000));
        assert_eq!(growth(Limits::NONE, Some(0), 1), (0, 0));
        assert_eq!(TableGrowth::of(Limits::NONE, Some(Duration::MAX), 64).entries, u64::MAX);
    }

    #[test]
    fn doublings_that_take_long_are_given_up_before_they_cost_the_move() {
        let in_time = |begin: Option<u64>, now: Option<u64>| {
            TableGrowth::is_in_time(begin.map(Duration::from_millis), now.map(Duration::from_millis))
        };
        assert!(in_time(Some(4000), Some(4000)) && in_time(Some(4000), Some(3750)));
        assert!(!in_time(Some(4000), Some(3740)) && !in_time(Some(4000), Some(0)));
        assert!(in_time(None, None) && in_time(None, Some(1)) && in_time(Some(1), None));
    }
}
