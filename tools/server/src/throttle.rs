//! Rate limits for the messages of a tab and for their bytes (token buckets): a burst, then a rate per second.

use std::time::Instant;

/// Size of a full bucket, and what is added per second.
struct Limit {
    burst: f64,
    rate: f64,
}

/// Messages. A held arrow key sends about 120 a second.
const MESSAGES: Limit = Limit { burst: 600.0, rate: 300.0 };
/// Bytes. The largest library has 86 MiB in base64.
const BYTES: Limit = Limit { burst: 92_274_688.0, rate: 16_777_216.0 };

/// Token buckets of one tab.
#[derive(Debug)]
pub struct Throttle {
    messages: f64,
    bytes: f64,
    since: Instant,
}

impl Throttle {
    /// Full buckets at `now`.
    pub fn new(now: Instant) -> Self {
        Self { messages: MESSAGES.burst, bytes: BYTES.burst, since: now }
    }

    /// Whether a message of this many bytes is within the limits.
    pub fn allows(&mut self, now: Instant, bytes: usize) -> bool {
        let passed = now.duration_since(self.since).as_secs_f64();
        let left = |bucket: f64, limit: &Limit| (bucket + limit.rate * passed).min(limit.burst);
        self.messages = left(self.messages, &MESSAGES) - 1.0;
        self.bytes = left(self.bytes, &BYTES) - bytes as f64;
        self.since = now;
        self.messages >= 0.0 && self.bytes >= 0.0
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
        assert_eq!((0..1000).filter(|_| flood.allows(start, 0)).count(), MESSAGES.burst as usize);
        let mut reader = Throttle::new(start);
        assert!((0..1000).all(|i| reader.allows(start + Duration::from_millis(5 * i), 300)));
    }

    #[test]
    fn giants_are_few() {
        let start = Instant::now();
        let mut flood = Throttle::new(start);
        assert_eq!((0..100).filter(|_| flood.allows(start, 4 << 20)).count(), 22);
        let mut saver = Throttle::new(start);
        assert!((0..20).all(|i| saver.allows(start + Duration::from_secs(2 * i), 4 << 20)));
    }
}
