//! Make and unmake: a stone changes patterns, counters, candidates and hash incrementally.

use super::changes::{MAX_CHANGES, PointChange};
use super::geometry::{PADDING, candidates_around};
use super::lines::LineWord;
use super::point_set::toggle;
use super::state::{Board, PlaceError, Placed};
use crate::base::{Cell, Point};
use crate::pattern::{PatternTables, PointPatterns, line_slots};

impl Board {
    /// Places a stone of the side to move and passes the turn.
    ///
    /// # Panics
    /// When the point is occupied; the search only makes moves from its own lists.
    #[inline]
    pub fn push(&mut self, point: Point) {
        self.place_unchecked(point, self.side.into());
        self.side = !self.side;
        self.hash ^= self.zobrist.white_to_move();
    }

    /// Plays these points in turn, beginning with the side to move.
    ///
    /// # Panics
    /// When a point is occupied.
    pub fn play(&mut self, points: &[Point]) {
        points.iter().for_each(|&point| self.push(point));
    }

    /// Places a stone or a neutral cell without passing the turn, for setting up a position.
    ///
    /// # Errors
    /// When the point is occupied; nothing is changed then.
    pub fn place(&mut self, point: Point, cell: Cell) -> Result<(), PlaceError> {
        if !self.is_empty(point) || cell == Cell::Empty {
            return Err(PlaceError::Occupied);
        }
        self.set_up(point, cell);
        Ok(())
    }

    /// Places a stone or a neutral cell on an empty point without passing the turn. Its changes are not kept, unless the
    /// changes of earlier ones are.
    pub(super) fn set_up(&mut self, point: Point, cell: Cell) {
        let keeps_changes = self.changes.end() > self.changes.begin();
        self.place_unchecked(point, cell);
        if !keeps_changes {
            self.changes.restart(self.changes.end());
        }
    }

    /// Takes back the last stone or neutral cell, turn included. Does nothing on an empty board, nor in a
    /// [`Board::probe`] when all its stones are taken back.
    #[inline]
    pub fn pop(&mut self) {
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
        if last.changes_from < self.changes.begin() {
            self.recompute_around(last.point);
            self.changes.restart(last.changes_from);
        } else {
            self.undo_changes(&last);
        }
        self.set_side_to_move(last.side_before);
    }

    /// Restores patterns, counters and candidates around the last stone from the log of changes.
    #[inline]
    fn undo_changes(&mut self, last: &Placed) {
        let Self { geometry, patterns, classes, changes, near_stones, .. } = self;
        let near_words = geometry.mask_words;
        let first = geometry.mask_first[last.point.index()] as usize;
        let saved = changes.near_before.len() - near_words;
        near_stones[first..first + near_words].copy_from_slice(&changes.near_before[saved..]);
        changes.near_before.truncate(saved);
        // A stone changes each point once, so their order does not matter.
        let changed = changes.between(last.changes_from, changes.end());
        for change in changed {
            patterns[change.point.index()] = change.before;
        }
        classes.take_back(changed, last.class_changes);
        changes.truncate(last.changes_from);
    }

    /// Computes patterns, counters and candidates around a stone that was taken back, from the stones that are left.
    fn recompute_around(&mut self, point: Point) {
        let reach = self.reach();
        let in_line =
            |direction| (-reach..=reach).filter_map(move |offset| Some((direction, offset)).filter(|_| offset != 0));
        for (direction, offset) in (0..4).flat_map(in_line).chain([(0, 0)]) {
            if let Some(point) = self.empty_at(point, direction, offset) {
                let patterns = self.patterns_from_scratch(point);
                let before = std::mem::replace(&mut self.patterns[point.index()], patterns);
                self.classes.replace(point, before, patterns);
            }
        }
        for near in candidates_around(self.size(), point) {
            let has_stone = candidates_around(self.size(), near).any(|other| self.cell(other).color().is_some());
            let was_near = self.near_stones[near.index() / 64] >> (near.index() % 64) & 1 == 1;
            if was_near != has_stone {
                toggle(&mut self.near_stones, near);
            }
        }
    }

    fn place_unchecked(&mut self, point: Point, cell: Cell) {
        assert!(self.is_empty(point), "a stone on a stone at {}", point.0);
        let changes_from = self.changes.end();
        self.cells[point.index()] = cell;
        self.hash ^= self.key(point, cell);
        self.empty_count -= 1;
        toggle(&mut self.occupied, point);
        self.extend_near(point, cell);
        let class_changes = match self.tables.reach {
            4 => self.update_patterns::<4, { line_slots(4) }>(point, cell),
            _ => self.update_patterns::<5, { line_slots(5) }>(point, cell),
        };
        self.history.push(Placed { point, cell, side_before: self.side, changes_from, class_changes });
    }

    /// Adds the cells around `point` to the candidates, unless the cell is neutral.
    #[inline]
    fn extend_near(&mut self, point: Point, cell: Cell) {
        let geometry = &*self.geometry;
        let words = geometry.mask_words;
        let first = geometry.mask_first[point.index()] as usize;
        let near = &mut self.near_stones[first..first + words];
        self.changes.near_before.extend_from_slice(near);
        if cell != Cell::Neutral {
            let mask = &geometry.masks[point.index() * words..][..words];
            for (near, mask) in near.iter_mut().zip(mask) {
                *near |= mask;
            }
        }
    }

    /// Writes the cell into its four lines and updates the patterns of the points around it. Returns a bit for each
    /// change, the lowest for the last one: whether it alters a class.
    #[inline]
    fn update_patterns<const REACH: usize, const LINES: usize>(&mut self, point: Point, cell: Cell) -> u64 {
        let Self { geometry, lines, tables, patterns, classes, changes, .. } = self;
        let room = changes.room();
        let mut update = PatternUpdate {
            tables,
            line_bytes: tables.line_bytes::<LINES>(),
            patterns,
            room,
            count: 0,
            class_changes: 0,
        };
        let before = update.patterns[point.index()];
        update.set(PointChange { before, after: PointPatterns::NOTHING, line: 0, point, direction: 0 });
        let bits = geometry.line_bits[point.index()];
        let mut line = |direction: usize| (lines.place(bits[direction], cell), geometry.steps[direction]);
        update.update_line::<REACH, 0>(point, line(0));
        update.update_line::<REACH, 1>(point, line(1));
        update.update_line::<REACH, 2>(point, line(2));
        update.update_line::<REACH, 3>(point, line(3));
        let PatternUpdate { room, count, class_changes, .. } = update;
        classes.follow(&room[..count], class_changes);
        changes.grow(count);
        class_changes
    }

    fn key(&self, point: Point, cell: Cell) -> u64 {
        match cell.color() {
            Some(color) => self.zobrist.stone(color, point),
            None => self.zobrist.neutral(point),
        }
    }
}

/// The patterns of the board during the update for one stone.
struct PatternUpdate<'a, const LINES: usize> {
    tables: &'a PatternTables,
    line_bytes: &'a [u8; LINES],
    patterns: &'a mut [PointPatterns],
    /// Entries of the change log for this stone.
    room: &'a mut [PointChange; MAX_CHANGES],
    /// How many changes are recorded.
    count: usize,
    /// A bit for each recorded change, the lowest for the last one: whether it alters a class, as about 20 % do.
    /// Collecting bits avoids a branch that is hard to predict.
    class_changes: u64,
}

impl<const LINES: usize> PatternUpdate<'_, LINES> {
    /// Updates the points of one line around the stone in the middle of `word`, the line through `point` in a
    /// direction; neighboring points of the line differ by `step`. The direction is a constant so that the shifts by it
    /// are constants too.
    #[inline(always)]
    fn update_line<const REACH: usize, const DIRECTION: usize>(&mut self, point: Point, (word, step): (LineWord, i32)) {
        let first = i32::from(point.0) - PADDING as i32 * step;
        let mut empty = word.empty_around::<REACH>();
        while empty != 0 {
            let bit = empty.trailing_zeros();
            empty &= empty - 1;
            let (left, right) = word.split(bit, REACH);
            let point = Point((first + bit as i32 / 2 * step) as u16);
            let line = self.tables.line_number(left, right);
            let before = self.patterns[point.index()];
            // Nearly all of these points change, so a test costs more than computing the patterns.
            let after = self.tables.with_line(before, DIRECTION, self.line_bytes[line % LINES]);
            self.set(PointChange { before, after, line: line as u32, point, direction: DIRECTION as u8 });
        }
    }

    #[inline(always)]
    fn set(&mut self, change: PointChange) {
        self.patterns[change.point.index()] = change.after;
        self.class_changes = self.class_changes << 1 | u64::from(!change.before.has_classes_of(change.after));
        self.room[self.count] = change;
        self.count += 1;
    }
}
