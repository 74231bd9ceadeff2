//! Putting stones down and taking them back, everything of the board kept up to date.

use super::geometry::PADDING;
use super::observer::Observer;
use super::point_set::toggle;
use super::state::{Board, PlaceError, Placed};
use crate::base::{Cell, Color, Point};
use crate::pattern::{CLASS_COUNT, CLASS_SLOTS, PointClass, PointPatterns};

impl Board {
    /// Puts down a stone of the side to move and passes the turn.
    ///
    /// # Panics
    /// When the point is occupied; the search only makes moves from its own lists.
    #[inline]
    pub fn make(&mut self, point: Point, observer: &mut impl Observer) {
        self.place_unchecked(point, self.side.into(), observer);
        self.side = !self.side;
        self.hash ^= self.zobrist.white_to_move();
    }

    /// Plays these points in turn, from the side to move on.
    ///
    /// # Panics
    /// When a point is occupied.
    pub fn play(&mut self, points: &[Point]) {
        points.iter().for_each(|&point| self.make(point, &mut ()));
    }

    /// Puts down a stone or a neutral cell without passing the turn, for setting up a position.
    ///
    /// # Errors
    /// When the point is occupied; nothing is changed then.
    pub fn place(&mut self, point: Point, cell: Cell) -> Result<(), PlaceError> {
        if !self.is_empty(point) || cell == Cell::Empty {
            return Err(PlaceError::Occupied);
        }
        self.place_unchecked(point, cell, &mut ());
        Ok(())
    }

    /// Takes back what was put down last, turn included. Does nothing on an empty board, nor in a
    /// [`Board::probe`] when all its stones are taken back.
    #[inline]
    pub fn unmake(&mut self, observer: &mut impl Observer) {
        if self.history.len() <= self.floor {
            return;
        }
        let Some(last) = self.history.pop() else { return };
        for direction in 0..4 {
            self.lines.flip(&self.geometry, last.point, direction, last.cell);
        }
        self.cells[last.point.index()] = Cell::Empty;
        self.hash ^= self.key(last.point, last.cell);
        self.empty_count += 1;
        toggle(&mut self.occupied, last.point);
        let near_words = self.geometry.mask_words;
        let first = self.geometry.mask_first[last.point.index()] as usize;
        let saved = self.near_before.len() - near_words;
        self.near_stones[first..first + near_words].copy_from_slice(&self.near_before[saved..]);
        self.near_before.truncate(saved);
        while self.changes.len() > last.changes_from {
            let Some((point, before)) = self.changes.pop() else { break };
            self.replace_patterns(point, before);
        }
        self.set_side_to_move(last.side_before);
        observer.after_remove(last.point, last.cell);
    }

    pub(super) fn place_unchecked(&mut self, point: Point, cell: Cell, observer: &mut impl Observer) {
        assert!(self.is_empty(point), "a stone on a stone at {}", point.0);
        observer.before_place(point, cell);
        self.history.push(Placed { point, cell, side_before: self.side, changes_from: self.changes.len() });
        self.cells[point.index()] = cell;
        self.hash ^= self.key(point, cell);
        self.empty_count -= 1;
        toggle(&mut self.occupied, point);
        self.extend_near(point, cell);
        self.change_patterns(point, PointPatterns::NOTHING, observer);
        match self.tables.reach {
            4 => self.update_lines::<4, _>(point, cell, observer),
            _ => self.update_lines::<5, _>(point, cell, observer),
        }
        observer.after_place();
    }

    /// The cells around `point` become candidates, unless the cell is neutral.
    #[inline]
    fn extend_near(&mut self, point: Point, cell: Cell) {
        let geometry = &*self.geometry;
        let words = geometry.mask_words;
        let first = geometry.mask_first[point.index()] as usize;
        let near = &mut self.near_stones[first..first + words];
        self.near_before.extend_from_slice(near);
        if cell != Cell::Neutral {
            let mask = &geometry.masks[point.index() * words..][..words];
            for (near, mask) in near.iter_mut().zip(mask) {
                *near |= mask;
            }
        }
    }

    /// Writes the cell into its four lines and brings the patterns of the points around up to date.
    #[inline]
    fn update_lines<const REACH: usize, O: Observer>(&mut self, point: Point, cell: Cell, observer: &mut O) {
        for direction in 0..4 {
            // Read before the write: a byte just written would stall the eight-byte read.
            let word = self.line_word(point, direction).with(0, cell);
            self.lines.flip(&self.geometry, point, direction, cell);
            let step = self.geometry.steps[direction];
            let mut empty = word.empty_around::<REACH>();
            while empty != 0 {
                let bit = empty.trailing_zeros();
                empty &= empty - 1;
                let q = Point((i32::from(point.0) + (bit as i32 / 2 - PADDING as i32) * step) as u16);
                let (left, right) = word.split(bit, REACH);
                let number = self.tables.line_number(left, right);
                if O::LINES {
                    observer.line_changed(q, direction, number);
                }
                let byte = self.tables.line_byte(number);
                let old = self.patterns[q.index()];
                if old.line_byte(direction) != byte {
                    let new = self.tables.with_line(old, direction, byte);
                    self.change_patterns(q, new, observer);
                }
            }
        }
    }

    #[inline(always)]
    fn change_patterns(&mut self, point: Point, new: PointPatterns, observer: &mut impl Observer) {
        let old = self.patterns[point.index()];
        self.changes.push((point, old));
        observer.pattern_changed(point, old, new);
        self.replace_patterns(point, new);
    }

    #[inline(always)]
    fn replace_patterns(&mut self, point: Point, new: PointPatterns) {
        let old = std::mem::replace(&mut self.patterns[point.index()], new);
        if !old.has_classes_of(new) {
            self.change_classes(point, old, new);
        }
    }

    /// Only about 20 % of pattern changes alter a class that is indexed; kept out of line.
    #[inline(never)]
    fn change_classes(&mut self, point: Point, old: PointPatterns, new: PointPatterns) {
        for color in Color::ALL {
            let (from, to) = (old.class_number(color), new.class_number(color));
            if from != to {
                self.count_class(color, from, point, u16::MAX);
                self.count_class(color, to, point, 1);
            }
        }
    }

    /// Adds `change` (1, or -1 as `u16::MAX`) to the points of a class, `point` entering or leaving it;
    /// does nothing for class `None`, which is most of the board.
    #[inline]
    pub(super) fn count_class(&mut self, color: Color, class: usize, point: Point, change: u16) {
        if class != PointClass::None as usize {
            let count = &mut self.counts[color.index()][class % CLASS_SLOTS];
            *count = count.wrapping_add(change);
            let from = self.class_words(color, class);
            toggle(&mut self.classes[from..], point);
        }
    }

    #[inline]
    pub(super) fn class_words(&self, color: Color, class: usize) -> usize {
        (color.index() * CLASS_COUNT + class) * self.geometry.words
    }

    fn key(&self, point: Point, cell: Cell) -> u64 {
        match cell.color() {
            Some(color) => self.zobrist.stone(color, point),
            None => self.zobrist.neutral(point),
        }
    }
}
