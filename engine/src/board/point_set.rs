//! Bit sets of points.

use crate::base::Point;

/// The points of a bit set of 64-bit words, in rising order.
#[derive(Clone)]
pub struct Points<'a> {
    words: &'a [u64],
    /// The rest of the current word.
    current: u64,
    base: u16,
}

/// The points whose bits are set in `words`, in rising order.
pub fn iterate_words(words: &[u64]) -> Points<'_> {
    match words.split_first() {
        Some((&first, rest)) => Points { words: rest, current: first, base: 0 },
        None => Points { words: &[], current: 0, base: 0 },
    }
}

impl Iterator for Points<'_> {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        while self.current == 0 {
            let (&first, rest) = self.words.split_first()?;
            (self.current, self.words) = (first, rest);
            self.base += 64;
        }
        let bit = self.current.trailing_zeros() as u16;
        self.current &= self.current - 1;
        Some(Point(self.base + bit))
    }
}

/// Flips the point's bit.
#[inline]
pub(super) fn toggle(words: &mut [u64], point: Point) {
    words[point.index() >> 6] ^= 1 << (point.index() & 63);
}
