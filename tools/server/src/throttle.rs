//! Rate limit for the messages of a tab (a token bucket): a burst, then a rate per second. Long messages cost more.

use std::time::Instant;

/// Tokens in a full bucket: most short messages in a burst.
const BURST: f64 = 600.0;
/// Tokens added per second. A held arrow key sends about 120 messages a second.
const RATE: f64 = 300.0;
/// Bytes of a message per token, besides the one token that each message costs.
const BYTES_PER_TOKEN: f64 = 131_072.0;

/// Token bucket of one tab.
#[derive(Debug)]
pub struct Throttle {
    left: f64,
    since: Instant,
}

impl Throttle {
    /// A full bucket at `now`.
    pub fn new(now: Instant) -> Self {
        Self { left: BURST, since: now }
    }

    /// Whether a message of this many bytes is within the limit.
    pub fn allows(&mut self, now: Instant, bytes: usize) -> bool {
        let cost = 1.0 + bytes as f64 / BYTES_PER_TOKEN;
        self.left = (self.left + RATE * now.duration_since(self.since).as_secs_f64()).min(BURST) - cost;
        self.since = now;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_flood_is_refused_and_fast_reading_is_not() {
        let start = Instant::now();
        let mut flood = Throttle::new(start);
        assert_eq!((0..1000).filter(|_| flood.allows(start, 0)).count(), BURST as usize);
        let mut reader = Throttle::new(start);
        assert!((0..1000).all(|i| reader.allows(start + Duration::from_millis(5 * i), 300)));
    }

    #[test]
    fn giants_are_few() {
        let start = Instant::now();
        let mut flood = Throttle::new(start);
        assert_eq!((0..100).filter(|_| flood.allows(start, 4 << 20)).count(), 18);
        let mut saver = Throttle::new(start);
        assert!((0..20).all(|i| saver.allows(start + Duration::from_secs(2 * i), 4 << 20)));
    }
}
