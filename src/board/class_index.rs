//! Which empty points are of which class, for each color.

use super::point_set::{Points, iterate_words, toggle};
use crate::base::{Color, Point};
use crate::pattern::{CLASS_COUNT, CLASS_SLOTS, PointClass, PointPatterns};

/// How many empty points of each class from an open three up each color has, and which.
#[derive(Clone)]
pub(super) struct ClassIndex {
    /// Words of a bit set of points.
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

    /// Follows a point whose patterns were `old` and are `new`.
    #[inline(always)]
    pub fn replace(&mut self, point: Point, old: PointPatterns, new: PointPatterns) {
        if !old.has_classes_of(new) {
            self.replace_classes(point, old, new);
        }
    }

    /// Only about 20 % of pattern changes alter a class that is indexed; kept out of line.
    #[inline(never)]
    fn replace_classes(&mut self, point: Point, old: PointPatterns, new: PointPatterns) {
        for color in Color::ALL {
            let (from, to) = (old.class_number(color), new.class_number(color));
            if from != to {
                self.add(color, from, point, u16::MAX);
                self.add(color, to, point, 1);
            }
        }
    }

    /// Adds `change` (1, or -1 as `u16::MAX`) to the points of a class, `point` entering or leaving it;
    /// does nothing for class `None`, which is most of the board.
    #[inline]
    fn add(&mut self, color: Color, class: usize, point: Point, change: u16) {
        if class != PointClass::None as usize {
            let count = &mut self.counts[color.index()][class % CLASS_SLOTS];
            *count = count.wrapping_add(change);
            let from = self.first_word(color, class);
            toggle(&mut self.sets[from..], point);
        }
    }

    #[inline]
    fn first_word(&self, color: Color, class: usize) -> usize {
        (color.index() * CLASS_COUNT + class) * self.words
    }
}
