use super::geometry::{Geometry, PADDING};
use super::observer::Observer;
use super::point_set::{Points, iterate_words, toggle};
use crate::base::{BoardSize, Color, Point, Rule, Zobrist};
use crate::pattern::{CLASS_COUNT, CLASS_SLOTS, PatternTables, PointClass, PointPatterns};
use std::fmt;
use std::sync::Arc;

/// What stands on a point. The numbers are those of the line keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// Nothing.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Belongs to nobody and ends every run as the edge does (finished lines of continuous games).
    Neutral = 3,
}

impl From<Color> for Cell {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

impl Cell {
    /// The colour of the stone, if there is one.
    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Neutral => None,
        }
    }
}

/// Why a stone cannot be put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceError {
    /// The point has a stone or is neutral.
    Occupied,
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the point is occupied")
    }
}

impl std::error::Error for PlaceError {}

/// A point put down, with what is needed to take it back.
#[derive(Clone, Debug)]
struct Placed {
    point: Point,
    cell: Cell,
    side_before: Color,
    /// Where its entries in `changes` begin.
    changes_from: usize,
}

/// A position with everything the search asks of it, kept up to date by `make` and `unmake`.
///
/// For every empty point and both colours it knows what a stone there would make in each direction
/// ([`PointPatterns`]), and, of every [`PointClass`] from an open three up, how many points there are
/// and which; occupied points make nothing. Candidates are the empty points within two cells, or three
/// along a line, of a stone.
#[derive(Clone)]
pub struct Board {
    rule: Rule,
    pub(super) tables: &'static PatternTables,
    geometry: Arc<Geometry>,
    zobrist: Arc<Zobrist>,
    /// Two bits a cell for each line of each direction, walls around.
    lines: Vec<u8>,
    cells: Vec<Cell>,
    patterns: Vec<PointPatterns>,
    /// Bit sets of points: `[color][class]`, `geometry.words` each.
    classes: Vec<u64>,
    counts: [[u16; CLASS_SLOTS]; 2],
    occupied: Vec<u64>,
    near_stones: Vec<u64>,
    empty_count: usize,
    side: Color,
    hash: u64,
    placed: Vec<Placed>,
    changes: Vec<(Point, PointPatterns)>,
    /// Words of `near_stones` before each placement, `geometry.mask_words` each.
    near_before: Vec<u64>,
}

impl Board {
    /// An empty board, Black to move.
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        let geometry = Arc::new(Geometry::new(size));
        let mut board = Self {
            rule,
            tables: PatternTables::of(rule),
            lines: vec![0xFF; geometry.line_bytes],
            cells: vec![Cell::Empty; size.cells()],
            patterns: vec![PointPatterns::NOTHING; size.cells()],
            classes: vec![0; 2 * CLASS_COUNT * geometry.words],
            counts: [[0; CLASS_SLOTS]; 2],
            occupied: vec![0; geometry.words],
            near_stones: vec![0; geometry.words],
            empty_count: size.cells(),
            side: Color::Black,
            hash: 0,
            placed: Vec::new(),
            changes: Vec::new(),
            near_before: Vec::new(),
            zobrist: Arc::new(Zobrist::new(size)),
            geometry,
        };
        for point in size.points() {
            for direction in 0..4 {
                board.flip_cell(point, direction, 3);
            }
        }
        for point in size.points() {
            let patterns = board.recompute(point);
            board.patterns[point.index()] = patterns;
            for color in Color::ALL {
                board.count_class(color, patterns.class_number(color), point, 1);
            }
        }
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

    /// Whose turn it is.
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Says whose turn it is; for positions in which the colours do not alternate.
    pub fn set_side_to_move(&mut self, side: Color) {
        if side != self.side {
            self.side = side;
            self.hash ^= self.zobrist.white_to_move();
        }
    }

    /// What stands on a point.
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// Whether nothing stands on a point.
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty
    }

    /// Empty cells in all.
    pub fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// Stones and neutral cells in the order they were put down.
    pub fn placed(&self) -> impl DoubleEndedIterator<Item = (Point, Cell)> + ExactSizeIterator + '_ {
        self.placed.iter().map(|placed| (placed.point, placed.cell))
    }

    /// The point put down last.
    pub fn last(&self) -> Option<Point> {
        self.placed.last().map(|placed| placed.point)
    }

    /// A key of the stones and the side to move; equal positions have equal keys.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The key of the position after a stone of the side to move at the empty `point`.
    pub fn hash_after(&self, point: Point) -> u64 {
        self.hash ^ self.zobrist.stone(self.side, point) ^ self.zobrist.white_to_move()
    }

    /// What both colours would make at a point; nothing when it is occupied.
    pub fn patterns(&self, point: Point) -> PointPatterns {
        self.patterns[point.index()]
    }

    /// How many empty points are of a class for a colour, from an open three up.
    #[inline]
    pub fn count(&self, color: Color, class: PointClass) -> usize {
        debug_assert!(class >= PointClass::OpenThree);
        self.counts[color.index()][class as usize] as usize
    }

    /// The empty points of a class for a colour, from an open three up.
    #[inline]
    pub fn points_of(&self, color: Color, class: PointClass) -> Points<'_> {
        debug_assert!(class >= PointClass::OpenThree);
        let from = self.class_words(color, class as usize);
        iterate_words(&self.classes[from..from + self.geometry.words])
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
    pub fn wins_at(&self, point: Point, color: Color) -> bool {
        self.patterns(point).class(color) == PointClass::Five
    }

    /// The patterns `point` would have if the cell `offset` steps away (no further than the rule's
    /// reach, and empty) held a stone of `blocker`.
    #[inline]
    pub fn patterns_if(&self, point: Point, direction: usize, offset: i32, blocker: Color) -> PointPatterns {
        let stone = Cell::from(blocker) as u64;
        let word = self.line_word(point, direction) | stone << (2 * (PADDING as i32 + offset));
        let (left, right) = split(word, MIDDLE, self.tables.reach);
        self.tables.with_line(self.patterns(point), direction, self.tables.line_byte(left, right))
    }

    /// The point `offset` steps away, when it is an empty cell of the board and no wall lies at it.
    pub fn empty_at(&self, point: Point, direction: usize, offset: i32) -> Option<Point> {
        let word = self.line_word(point, direction);
        let cell = word >> (2 * (PADDING as i32 + offset)) & 3;
        (cell == 0).then(|| self.step(point, direction, offset))
    }

    /// What stands `offset` steps away (up to 10), off the board counting as neutral.
    pub fn cell_at(&self, point: Point, direction: usize, offset: i32) -> Cell {
        match self.line_word(point, direction) >> (2 * (PADDING as i32 + offset)) & 3 {
            0 => Cell::Empty,
            1 => Cell::Black,
            2 => Cell::White,
            _ => Cell::Neutral,
        }
    }

    pub(super) fn step(&self, point: Point, direction: usize, offset: i32) -> Point {
        Point((i32::from(point.0) + offset * self.geometry.steps[direction]) as u16)
    }

    /// Cells each way that can matter for a line pattern.
    pub fn reach(&self) -> i32 {
        self.tables.reach as i32
    }

    /// Puts down a stone of the side to move and passes the turn.
    ///
    /// # Panics
    /// When the point is occupied; the search only makes moves from its own lists.
    #[inline]
    pub fn make(&mut self, point: Point, observer: &mut impl Observer) {
        self.put(point, self.side.into(), observer);
        self.side = !self.side;
        self.hash ^= self.zobrist.white_to_move();
    }

    /// Puts down a stone or a neutral cell without passing the turn, for setting up a position.
    ///
    /// # Errors
    /// When the point is occupied; nothing is changed then.
    pub fn place(&mut self, point: Point, cell: Cell) -> Result<(), PlaceError> {
        if !self.is_empty(point) || cell == Cell::Empty {
            return Err(PlaceError::Occupied);
        }
        self.put(point, cell, &mut ());
        Ok(())
    }

    /// Takes back what was put down last, turn included. Does nothing on an empty board.
    #[inline]
    pub fn unmake(&mut self, observer: &mut impl Observer) {
        let Some(last) = self.placed.pop() else { return };
        for direction in 0..4 {
            self.flip_cell(last.point, direction, last.cell as u8);
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
        observer.after_unmake();
    }

    pub(super) fn put(&mut self, point: Point, cell: Cell, observer: &mut impl Observer) {
        assert!(self.is_empty(point), "a stone on a stone at {}", point.0);
        observer.before_make();
        self.placed.push(Placed { point, cell, side_before: self.side, changes_from: self.changes.len() });
        self.cells[point.index()] = cell;
        self.hash ^= self.key(point, cell);
        self.empty_count -= 1;
        toggle(&mut self.occupied, point);
        self.extend_near(point, cell);
        self.change_patterns(point, PointPatterns::NOTHING, observer);
        match self.tables.reach {
            4 => self.update_lines::<4>(point, cell, observer),
            _ => self.update_lines::<5>(point, cell, observer),
        }
        observer.after_make();
    }

    /// The cells around `point` become candidates, unless what stands there is nobody's.
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
    fn update_lines<const REACH: usize>(&mut self, point: Point, cell: Cell, observer: &mut impl Observer) {
        for direction in 0..4 {
            // Read before the write: a byte just written would stall the eight-byte read.
            let word = self.line_word(point, direction) | (cell as u64) << (2 * PADDING);
            self.flip_cell(point, direction, cell as u8);
            let step = self.geometry.steps[direction];
            let mut empty = empty_cells(word) & places_around::<REACH>();
            while empty != 0 {
                let bit = empty.trailing_zeros();
                empty &= empty - 1;
                let q = Point((i32::from(point.0) + (bit as i32 / 2 - PADDING as i32) * step) as u16);
                let (left, right) = split(word, bit, REACH);
                let byte = self.tables.line_byte(left, right);
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
        observer.changed(point, old, new);
        self.replace_patterns(point, new);
    }

    #[inline(always)]
    fn replace_patterns(&mut self, point: Point, new: PointPatterns) {
        let old = std::mem::replace(&mut self.patterns[point.index()], new);
        if !old.has_classes_of(new) {
            self.change_classes(point, old, new);
        }
    }

    /// One change in five comes here: the others are between classes whose points nobody asks for.
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
    fn count_class(&mut self, color: Color, class: usize, point: Point, change: u16) {
        if class != PointClass::None as usize {
            let count = &mut self.counts[color.index()][class % CLASS_SLOTS];
            *count = count.wrapping_add(change);
            let from = self.class_words(color, class);
            toggle(&mut self.classes[from..], point);
        }
    }

    #[inline]
    fn class_words(&self, color: Color, class: usize) -> usize {
        (color.index() * CLASS_COUNT + class) * self.geometry.words
    }

    fn key(&self, point: Point, cell: Cell) -> u64 {
        match cell.color() {
            Some(color) => self.zobrist.stone(color, point),
            None => self.zobrist.neutral(point),
        }
    }

    /// Exclusive-ors `bits` into the point's cell in the line store.
    #[inline]
    fn flip_cell(&mut self, point: Point, direction: usize, bits: u8) {
        let bit = self.geometry.line_bits[point.index()][direction] as usize + 2 * PADDING;
        self.lines[bit / 8] ^= bits << (bit % 8);
    }

    /// The cells from 10 before to 10 after `point`, two bits each, the first in the lowest bits.
    #[inline]
    fn line_word(&self, point: Point, direction: usize) -> u64 {
        let bit = self.geometry.line_bits[point.index()][direction] as usize;
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.lines[bit / 8..bit / 8 + 8]);
        u64::from_le_bytes(bytes) >> (bit % 8)
    }

    /// The slow definition of a point's patterns: looked up afresh from the stones.
    pub fn recompute(&self, point: Point) -> PointPatterns {
        if !self.is_empty(point) {
            return PointPatterns::NOTHING;
        }
        (0..4).fold(PointPatterns::NOTHING, |patterns, direction| {
            let (left, right) = split(self.line_word(point, direction), MIDDLE, self.tables.reach);
            self.tables.with_line(patterns, direction, self.tables.line_byte(left, right))
        })
    }
}

/// The bit of the cell in the middle of a line word.
const MIDDLE: u32 = 2 * PADDING as u32;

/// The lower bits of the empty cells in a line word.
#[inline]
const fn empty_cells(word: u64) -> u64 {
    const LOWER_BITS: u64 = u64::MAX / 3;
    !(word | word >> 1) & LOWER_BITS
}

/// Both bits of the `REACH` cells before and after the middle of a line word.
#[inline]
const fn places_around<const REACH: usize>() -> u64 {
    let cells = (1 << (2 * REACH)) - 1;
    cells << (MIDDLE + 2) | cells << (MIDDLE as usize - 2 * REACH)
}

/// The keys of the `reach` cells before and after the cell whose lower bit in a line word is `bit`.
#[inline]
fn split(word: u64, bit: u32, reach: usize) -> (usize, usize) {
    let mask = (1 << (2 * reach)) - 1;
    let left = word >> (bit as usize - 2 * reach) & mask;
    let right = word >> (bit + 2) & mask;
    (left as usize, right as usize)
}
