//! Make and unmake: a stone changes patterns, counters, candidates and hash incrementally.

use super::class_index::ClassIndex;
use super::geometry::PADDING;
use super::lines::LineWord;
use super::observer::Observer;
use super::point_set::toggle;
use super::state::{Board, PatternChange, PlaceError, Placed};
use crate::base::{Cell, Point};
use crate::pattern::{PatternTables, PointPatterns, line_slots};

/// Points whose patterns one stone changes at most: its own, and five each way on four lines.
const MAX_CHANGES: usize = 41;

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

    /// [`Board::make`] that nobody observes.
    ///
    /// # Panics
    /// When the point is occupied.
    #[inline]
    pub fn push(&mut self, point: Point) {
        self.make(point, &mut ());
    }

    /// [`Board::unmake`] that nobody observes.
    #[inline]
    pub fn pop(&mut self) {
        self.unmake(&mut ());
    }

    /// Plays these points in turn, from the side to move on.
    ///
    /// # Panics
    /// When a point is occupied.
    pub fn play(&mut self, points: &[Point]) {
        points.iter().for_each(|&point| self.push(point));
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

    /// Takes back the last stone or neutral cell, turn included. Does nothing on an empty board, nor in a
    /// [`Board::probe`] when all its stones are taken back.
    #[inline]
    pub fn unmake(&mut self, observer: &mut impl Observer) {
        if self.history.len() <= self.floor {
            return;
        }
        let Some(last) = self.history.pop() else { return };
        for bit in self.geometry.line_bits[last.point.index()] {
            self.lines.flip(bit, last.cell);
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
        let Self { patterns, classes, changes, change_count, .. } = self;
        // A stone changes each point once, so their order does not matter.
        for &PatternChange { point, before } in &changes[last.changes_from..*change_count] {
            let after = std::mem::replace(&mut patterns[point.index()], before);
            classes.replace(point, after, before);
        }
        *change_count = last.changes_from;
        self.set_side_to_move(last.side_before);
        observer.after_remove(last.point, last.cell);
    }

    pub(super) fn place_unchecked(&mut self, point: Point, cell: Cell, observer: &mut impl Observer) {
        assert!(self.is_empty(point), "a stone on a stone at {}", point.0);
        observer.before_place(point, cell);
        self.history.push(Placed { point, cell, side_before: self.side, changes_from: self.change_count });
        self.cells[point.index()] = cell;
        self.hash ^= self.key(point, cell);
        self.empty_count -= 1;
        toggle(&mut self.occupied, point);
        self.extend_near(point, cell);
        match self.tables.reach {
            4 => self.update_patterns::<4, { line_slots(4) }>(point, cell, observer),
            _ => self.update_patterns::<5, { line_slots(5) }>(point, cell, observer),
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
    fn update_patterns<const REACH: usize, const LINES: usize>(
        &mut self,
        point: Point,
        cell: Cell,
        observer: &mut impl Observer,
    ) {
        let Self { geometry, lines, tables, patterns, classes, changes, change_count, .. } = self;
        if changes.len() < *change_count + MAX_CHANGES {
            let before = PointPatterns::NOTHING;
            changes.resize(2 * *change_count + MAX_CHANGES, PatternChange { point, before });
        }
        let log = &mut changes[*change_count..][..MAX_CHANGES];
        let mut update =
            PatternUpdate { tables, line_bytes: tables.line_bytes::<LINES>(), patterns, classes, log, logged: 0 };
        update.set(point, update.patterns[point.index()], PointPatterns::NOTHING, observer);
        let bits = geometry.line_bits[point.index()];
        let mut line = |direction: usize| (lines.place(bits[direction], cell), geometry.steps[direction]);
        update.update_line::<REACH, 0>(point, line(0), observer);
        update.update_line::<REACH, 1>(point, line(1), observer);
        update.update_line::<REACH, 2>(point, line(2), observer);
        update.update_line::<REACH, 3>(point, line(3), observer);
        *change_count += update.logged;
    }

    fn key(&self, point: Point, cell: Cell) -> u64 {
        match cell.color() {
            Some(color) => self.zobrist.stone(color, point),
            None => self.zobrist.neutral(point),
        }
    }
}

/// The patterns of the board while one stone changes them.
struct PatternUpdate<'a, const LINES: usize> {
    tables: &'a PatternTables,
    line_bytes: &'a [u8; LINES],
    patterns: &'a mut [PointPatterns],
    classes: &'a mut ClassIndex,
    /// Patterns before each change.
    log: &'a mut [PatternChange],
    logged: usize,
}

impl<const LINES: usize> PatternUpdate<'_, LINES> {
    /// Follows a stone in the middle of `word`, the line through `point` in a direction; the next point is `step` away.
    /// The direction is a constant because the shifts by it are then constants too.
    #[inline(always)]
    fn update_line<const REACH: usize, const DIRECTION: usize>(
        &mut self,
        point: Point,
        (word, step): (LineWord, i32),
        observer: &mut impl Observer,
    ) {
        let first = i32::from(point.0) - PADDING as i32 * step;
        let mut empty = word.empty_around::<REACH>();
        while empty != 0 {
            let bit = empty.trailing_zeros();
            empty &= empty - 1;
            let (left, right) = word.split(bit, REACH);
            let q = Point((first + bit as i32 / 2 * step) as u16);
            self.set_line::<DIRECTION, _>(q, self.tables.line_number(left, right), observer);
        }
    }

    /// The line through `point` has become `line_number`.
    #[inline(always)]
    fn set_line<const DIRECTION: usize, O: Observer>(&mut self, point: Point, line_number: usize, observer: &mut O) {
        if O::LINES {
            observer.line_changed(point, DIRECTION, line_number);
        }
        let byte = self.line_bytes[line_number % LINES];
        let old = self.patterns[point.index()];
        if old.line_byte(DIRECTION) != byte {
            self.set(point, old, self.tables.with_line(old, DIRECTION, byte), observer);
        }
    }

    /// The patterns of `point`, which are `old`, become `new`.
    #[inline(always)]
    fn set(&mut self, point: Point, old: PointPatterns, new: PointPatterns, observer: &mut impl Observer) {
        self.log[self.logged] = PatternChange { point, before: old };
        self.logged += 1;
        observer.pattern_changed(point, old, new);
        self.patterns[point.index()] = new;
        self.classes.replace(point, old, new);
    }
}
