//! Index of the empty points of each class, for each color.

use super::changes::PointChange;
use super::point_set::{Points, iterate_words};
use crate::base::{Color, Point};
use crate::pattern::{CLASS_COUNT, CLASS_SLOTS, PointClass, PointPatterns};

/// Number and bit set of the empty points of each class from an open three up, for each color.
#[derive(Clone)]
pub(super) struct ClassIndex {
    /// Words of one bit set of points.
    words: usize,
    /// Bit sets of points: `[color][class]`, `words` each.
    sets: Vec<u64>,
    counts: [[u16; CLASS_SLOTS]; 2],
}

impl ClassIndex {
    /// No points of any class, in bit sets of `words` words.
    pub fn new(words: usize) -> Self {
        Self { words, sets: vec![0; 2 * CLASS_COUNT * words], counts: [[0; CLASS_SLOTS]; 2] }
    }

    #[inline]
    pub fn count(&self, color: Color, class: PointClass) -> usize {
        self.counts[color.index()][class as usize].into()
    }

    /// The points of a class, in rising order.
    #[inline]
    pub fn points(&self, color: Color, class: PointClass) -> Points<'_> {
        let from = self.first_word(color, class as usize);
        iterate_words(&self.sets[from..from + self.words])
    }

    /// Moves a point from the classes of its `old` patterns to those of its `new` ones. Branchless, because a changed
    /// class is hard to predict; where a class stays, its two updates cancel. The count and the bit set of class `None`
    /// are meaningless: occupied points enter them too.
    #[inline(always)]
    pub fn replace(&mut self, point: Point, old: PointPatterns, new: PointPatterns) {
        for color in Color::ALL {
            for (class, change) in [(old.class_number(color), u16::MAX), (new.class_number(color), 1)] {
                let count = &mut self.counts[color.index()][class % CLASS_SLOTS];
                *count = count.wrapping_add(change);
                let word = self.first_word(color, class) + point.index() / 64;
                self.sets[word] ^= 1 << (point.index() % 64);
            }
        }
    }

    /// Applies the changes whose bits are set in `which`. The lowest bit stands for the last change.
    #[inline]
    pub fn follow(&mut self, changes: &[PointChange], which: u64) {
        for &PointChange { point, before, after, .. } in marked(changes, which) {
            self.replace(point, before, after);
        }
    }

    /// Undoes [`ClassIndex::follow`].
    #[inline]
    pub fn take_back(&mut self, changes: &[PointChange], which: u64) {
        for &PointChange { point, before, after, .. } in marked(changes, which) {
            self.replace(point, after, before);
        }
    }

    #[inline]
    fn first_word(&self, color: Color, class: usize) -> usize {
        (color.index() * CLASS_COUNT + class) * self.words
    }
}

/// The changes whose bits are set in `which`, the latest first. The lowest bit stands for the last change.
#[inline]
fn marked(changes: &[PointChange], mut which: u64) -> impl Iterator<Item = &PointChange> {
    std::iter::from_fn(move || {
        let from_last = which.trailing_zeros() as usize;
        which &= which.wrapping_sub(1);
        changes.iter().rev().nth(from_last)
    })
}
