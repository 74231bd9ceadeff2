//! The position: stones, patterns of every empty point, counters, candidates, hash.

use super::changes::{ChangeLog, PointChange};
use super::class_index::ClassIndex;
use super::geometry::Geometry;
use super::lines::{LineStore, LineWord, MIDDLE};
use super::point_set::Points;
use crate::base::{BoardSize, Cell, Color, Point, Rule, Zobrist};
use crate::pattern::{PatternTables, PointClass, PointPatterns};
use std::sync::Arc;
use thiserror::Error;

/// Why a stone cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// The point has a stone or is neutral.
    #[error("the point is occupied")]
    Occupied,
}

/// A placed stone, with what is needed to undo it.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub point: Point,
    pub cell: Cell,
    pub side_before: Color,
    /// Number of its first change.
    pub changes_from: usize,
    /// A bit for each change, the lowest for the last one: whether it alters a class of its point.
    pub class_changes: u64,
}

/// A pass, and how many stones were on the board when it was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassedTurn {
    pub by: Color,
    pub stones: usize,
}

/// A position with everything the search needs, kept up to date by `push` and `pop`.
///
/// Holds the patterns that a stone of either color would make on each empty point in each direction
/// ([`PointPatterns`]), and the number and the set of the points of every [`PointClass`] from an open three up.
/// Occupied points have no patterns. Candidates are the empty points within two cells, or three along a line, of a
/// stone.
///
/// The changes of each stone are logged, to take it back quickly. A clone has no log of the stones that it begins with.
#[derive(Clone)]
pub struct Board {
    rule: Rule,
    pub(super) tables: &'static PatternTables,
    pub(super) geometry: Arc<Geometry>,
    pub(super) zobrist: Arc<Zobrist>,
    pub(super) lines: LineStore,
    pub(super) cells: Vec<Cell>,
    pub(super) patterns: Vec<PointPatterns>,
    pub(super) classes: ClassIndex,
    pub(super) occupied: Vec<u64>,
    pub(super) near_stones: Vec<u64>,
    pub(super) empty_count: usize,
    pub(super) side: Color,
    pub(super) hash: u64,
    pub(super) history: Vec<Placed>,
    /// Stones of the history that a running probe must not take back, counted from the first.
    pub(super) floor: usize,
    pub(super) changes: ChangeLog,
    pub(super) passes: Vec<PassedTurn>,
}

impl Board {
    /// An empty board, Black to move.
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        let geometry = Arc::new(Geometry::new(size));
        let mut board = Self {
            rule,
            tables: PatternTables::of(rule),
            lines: LineStore::new(&geometry),
            cells: vec![Cell::Empty; size.cells()],
            patterns: vec![PointPatterns::NOTHING; size.cells()],
            classes: ClassIndex::new(geometry.words),
            occupied: vec![0; geometry.words],
            near_stones: vec![0; geometry.words],
            empty_count: size.cells(),
            side: Color::Black,
            hash: 0,
            history: Vec::new(),
            floor: 0,
            changes: ChangeLog::default(),
            passes: Vec::new(),
            zobrist: Arc::new(Zobrist::new(size)),
            geometry,
        };
        for point in size.points() {
            let patterns = board.patterns_from_scratch(point);
            board.patterns[point.index()] = patterns;
            board.classes.replace(point, PointPatterns::NOTHING, patterns);
        }
        board
    }

    /// The board after these moves, Black's first.
    ///
    /// # Panics
    /// When a point is played twice.
    pub fn from_moves(size: BoardSize, rule: Rule, moves: &[Point]) -> Self {
        let mut board = Self::new(size, rule);
        board.play(moves);
        board
    }

    /// The board's width and height.
    pub fn size(&self) -> BoardSize {
        self.geometry.size
    }

    /// The rule of play.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Sets the side to move, for positions in which the colors do not alternate.
    pub fn set_side_to_move(&mut self, side: Color) {
        if side != self.side {
            self.side = side;
            self.hash ^= self.zobrist.white_to_move();
        }
    }

    /// The cell at a point.
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// Whether a point has neither a stone nor a neutral cell.
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty
    }

    /// Number of empty cells.
    pub fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// Stones and neutral cells in the order they were placed.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = (Point, Cell)> + ExactSizeIterator + '_ {
        self.history.iter().map(|placed| (placed.point, placed.cell))
    }

    /// Number of stones and neutral cells on the board.
    #[inline]
    pub fn stones(&self) -> usize {
        self.history.len()
    }

    /// Changes by stone number `stone` of the history (the first is 0): its own point first, then every empty point
    /// within the rule's reach on its four lines, each once, including those whose patterns stay as they were.
    ///
    /// # Panics
    /// When there is no such stone, or when it was on the board that this one was cloned from, or set up by
    /// [`Board::place`].
    #[inline]
    pub fn changes_of(&self, stone: usize) -> &[PointChange] {
        let until = self.history.get(stone + 1).map_or(self.changes.end(), |next| next.changes_from);
        self.changes.between(self.history[stone].changes_from, until)
    }

    /// The point placed last.
    pub fn last(&self) -> Option<Point> {
        self.history.last().map(|placed| placed.point)
    }

    /// The point of a color's last stone. Not always one of the last two: a position may be set up in any order.
    pub fn last_of(&self, color: Color) -> Option<Point> {
        self.history.iter().rev().find(|placed| placed.cell == color.into()).map(|placed| placed.point)
    }

    /// A key of the stones and the side to move; equal positions have equal keys.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The key of the position after a stone of the side to move at the empty `point`.
    pub fn hash_after(&self, point: Point) -> u64 {
        self.hash ^ self.zobrist.stone(self.side, point) ^ self.zobrist.white_to_move()
    }

    /// The patterns that both colors would make at a point; [`PointPatterns::NOTHING`] when it is occupied.
    pub fn patterns(&self, point: Point) -> PointPatterns {
        self.patterns[point.index()]
    }

    /// Number of empty points of a class for a color, from an open three up.
    #[inline]
    pub fn count(&self, color: Color, class: PointClass) -> usize {
        debug_assert!(class >= PointClass::OpenThree);
        self.classes.count(color, class)
    }

    /// The empty points of a class for a color, from an open three up.
    #[inline]
    pub fn points_of(&self, color: Color, class: PointClass) -> Points<'_> {
        debug_assert!(class >= PointClass::OpenThree);
        self.classes.points(color, class)
    }

    /// The empty points near stones, in rising order.
    pub fn candidates(&self) -> impl Iterator<Item = Point> + '_ {
        self.near_stones.iter().zip(&self.occupied).enumerate().flat_map(|(i, (near, occupied))| {
            let mut bits = near & !occupied;
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as u16;
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    Point(i as u16 * 64 + bit)
                })
            })
        })
    }

    /// All empty points, in rising order.
    pub fn empties(&self) -> impl Iterator<Item = Point> + '_ {
        self.size().points().filter(|&point| self.is_empty(point))
    }

    /// Whether a stone of `color` at the empty `point` wins.
    pub fn is_winning_move(&self, point: Point, color: Color) -> bool {
        self.patterns(point).class(color) == PointClass::Five
    }

    /// The patterns of `point` if the empty cell `offset` steps away (within the rule's reach) held a stone of
    /// `blocker`.
    #[inline]
    pub fn patterns_if(&self, point: Point, direction: usize, offset: i32, blocker: Color) -> PointPatterns {
        let (left, right) =
            self.line_word(point, direction).with(offset, blocker.into()).split(MIDDLE, self.tables.reach);
        let byte = self.tables.line_byte(self.tables.line_number(left, right));
        self.tables.with_line(self.patterns(point), direction, byte)
    }

    /// The offsets of the empty cells within the rule's reach on the line through `point` in a direction, in rising
    /// order.
    #[inline]
    pub fn empty_offsets(&self, point: Point, direction: usize) -> impl Iterator<Item = i32> + use<> {
        let word = self.line_word(point, direction);
        let mut empty = if self.tables.reach == 4 { word.empty_around::<4>() } else { word.empty_around::<5>() };
        std::iter::from_fn(move || {
            let bit = empty.trailing_zeros();
            (empty != 0).then(|| {
                empty &= empty - 1;
                (bit as i32 - MIDDLE as i32) / 2
            })
        })
    }

    /// The point `offset` steps away (up to 10), if it is an empty cell of the board.
    pub fn empty_at(&self, point: Point, direction: usize, offset: i32) -> Option<Point> {
        (self.cell_at(point, direction, offset) == Cell::Empty).then(|| self.step(point, direction, offset))
    }

    /// The cell `offset` steps away (up to 10); [`Cell::Neutral`] off the board.
    pub fn cell_at(&self, point: Point, direction: usize, offset: i32) -> Cell {
        self.line_word(point, direction).cell(offset)
    }

    /// The number of the line through `point` in a direction (0 to 3); the point's own cell is not part of it. For its
    /// range see [`PatternTables::line_number`].
    #[inline]
    pub fn line_number(&self, point: Point, direction: usize) -> usize {
        let (left, right) = self.line_word(point, direction).split(MIDDLE, self.tables.reach);
        self.tables.line_number(left, right)
    }

    #[inline]
    pub(super) fn line_word(&self, point: Point, direction: usize) -> LineWord {
        self.lines.word(self.geometry.line_bits[point.index()][direction])
    }

    /// The point `offset` steps away, which must be on the board.
    pub fn step(&self, point: Point, direction: usize, offset: i32) -> Point {
        Point((i32::from(point.0) + offset * self.geometry.steps[direction]) as u16)
    }

    /// Cells each way that can matter for a line pattern.
    pub fn reach(&self) -> i32 {
        self.tables.reach as i32
    }

    /// A point's patterns computed from the stones alone: the slow definition of [`Board::patterns`].
    pub fn patterns_from_scratch(&self, point: Point) -> PointPatterns {
        if !self.is_empty(point) {
            return PointPatterns::NOTHING;
        }
        self.tables.patterns_of(|direction| self.line_number(point, direction))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_stone_of_a_color_is_found_in_a_position_that_was_set_up() {
        let mut board = Board::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        assert_eq!(Color::ALL.map(|color| board.last_of(color)), [None; 2]);
        for (point, cell) in [(7, Cell::Black), (9, Cell::White), (8, Cell::White), (3, Cell::Neutral)] {
            board.place(Point(point), cell).unwrap();
        }
        assert_eq!([Color::Black, Color::White].map(|color| board.last_of(color)), [Some(Point(7)), Some(Point(8))]);
        board.set_side_to_move(Color::Black);
        board.push(Point(20));
        assert_eq!(board.last_of(Color::Black), Some(Point(20)));
    }
}
