//! The accumulator of the network: sums of the rows by cell and of the clipped cells by region, updated lazily with the
//! board.
//!
//! The board logs the lines that each stone changes. The sums are updated only when they are needed, the oldest stone
//! first: a stone that is taken back before that costs nothing, one that is taken back later is undone from a journal.
//! A leaf's last stone is not applied: the sums after it are computed from the unchanged cells. Soundness: all sums are
//! integers and equal those of a fresh accumulator on the same board.

use super::features::{AlignedRow, FeatureRows, MAX_CELL};
use super::head::{REGIONS, Regions};
use super::layout::ROW;
use crate::base::{BoardSize, Point, prefetch};
use crate::board::{Board, PointChange};
use crate::eval::kernel::{Kernel, LayerKernel, Work};

/// The change of each region's sums by one stone. A stone changes at most 41 cells, so 16 bits suffice.
type Gains = [[i16; ROW]; REGIONS];

/// The sums of a board, by cell and by region.
#[derive(Clone, Debug)]
pub struct NnueAccumulator {
    rows: FeatureRows,
    kernel: Kernel,
    /// By point: the bias plus the cell's rows, after the applied stones.
    cells: Vec<AlignedRow>,
    /// By point and direction: the number of the line's row, after the applied stones.
    lines: Vec<[u32; 4]>,
    /// By point: the number of its region.
    region_of: Vec<u8>,
    /// Stones on the board that the accumulator was made of.
    base: usize,
    /// Stones applied since then.
    applied: usize,
    /// The sums by region on the board that the accumulator was made of, then after each applied stone. Later entries
    /// are stale, and are written before they are read.
    states: Vec<Regions>,
    /// The cells before each change of the applied stones, the latest last. Only the first `saved` are valid.
    saved_cells: Vec<AlignedRow>,
    /// The numbers of the rows before these changes, in the same order.
    saved_lines: Vec<u32>,
    saved: usize,
}

impl NnueAccumulator {
    /// The accumulator of a board.
    pub fn new(board: &Board, rows: FeatureRows) -> Self {
        let size = board.size();
        let line = |point, direction| rows.number(board.line_number(point, direction));
        let lines: Vec<[u32; 4]> = size.points().map(|point| std::array::from_fn(|d| line(point, d))).collect();
        let cell = |lines: &[u32; 4]| {
            let mut sum = rows.bias;
            for &line in lines {
                sum.iter_mut().zip(&rows.rows()[line as usize].0).for_each(|(sum, value)| *sum += value);
            }
            AlignedRow(sum)
        };
        let cells: Vec<AlignedRow> = lines.iter().map(cell).collect();
        let region_of: Vec<u8> = size.points().map(|point| region_of(size, point)).collect();
        let mut regions = [[0; ROW]; REGIONS];
        for point in board.empties() {
            let AlignedRow(cell) = &cells[point.index()];
            let region = &mut regions[usize::from(region_of[point.index()])];
            for (c, total) in region.iter_mut().enumerate() {
                *total += i32::from(clipped(cell[c]) - clipped(rows.bias[c]));
            }
        }
        Self {
            rows,
            kernel: Kernel::detected(),
            cells,
            lines,
            region_of,
            base: board.stones(),
            applied: 0,
            states: vec![regions],
            saved_cells: Vec::new(),
            saved_lines: Vec::new(),
            saved: 0,
        }
    }

    /// The sums of the cells of the board by region.
    #[inline]
    pub fn regions(&mut self, board: &Board) -> &Regions {
        self.regions_with(board, true)
    }

    /// The sums by region, computed without applying the last stone: cheaper if that stone is taken back next, because
    /// less is written and nothing undone; slower if another stone follows it.
    #[inline]
    pub fn leaf_regions(&mut self, board: &Board) -> &Regions {
        self.regions_with(board, false)
    }

    /// The sums by region, after applying all stones but the last, and that one, too, if `apply_last` says so.
    #[inline]
    fn regions_with(&mut self, board: &Board, apply_last: bool) -> &Regions {
        let since = board.stones() - self.base;
        if self.applied < since {
            self.kernel.run(ApplyPending { sums: self, board, since, apply_last });
        }
        &self.states[since]
    }

    /// The sums by region; and for each point, the bias plus the rows of its cell.
    #[inline]
    pub fn regions_and_cells<'a>(&'a mut self, board: &Board) -> (&'a Regions, impl Fn(Point) -> &'a [i16; ROW]) {
        self.regions(board);
        let this: &'a Self = self;
        (&this.states[this.applied], move |point: Point| &this.cells[point.index()].0)
    }

    /// Must be called before the board's last stone is taken back: undoes it if it was applied. The stone must be newer
    /// than the accumulator.
    #[inline]
    pub fn before_pop(&mut self, board: &Board) {
        let stones = board.stones();
        if self.applied > 0 && stones == self.base + self.applied {
            self.kernel.run(Undo { sums: self, changes: &board.changes_of(stones - 1)[1..] });
        }
    }

    #[inline(always)]
    fn apply(&mut self, changes: &[PointChange]) {
        let (own, changes) = changes.split_first().expect("a stone changes its own point");
        let mut gains = self.gains_at_stone(own);
        let until = self.saved + changes.len();
        if self.saved_lines.len() < until {
            self.saved_lines.resize(2 * until, 0);
            self.saved_cells.resize(2 * until, AlignedRow([0; ROW]));
        }
        let saved_lines = &mut self.saved_lines[self.saved..until];
        let saved_cells = &mut self.saved_cells[self.saved..until];
        let rows = self.rows.rows();
        for (change, saved) in changes.iter().zip(&mut *saved_lines) {
            *saved = self.rows.number(change.line as usize);
            prefetch(&rows[*saved as usize]);
        }
        // Equal lengths, so that one bounds check covers all three.
        let cells = &mut self.cells[..];
        let lines = &mut self.lines[..cells.len()];
        let region_of = &self.region_of[..cells.len()];
        for ((change, line), saved) in changes.iter().zip(saved_lines).zip(saved_cells) {
            let at = change.point.index();
            let new = &rows[*line as usize];
            let cell = &mut cells[at];
            *saved = *cell;
            std::mem::swap(&mut lines[at][usize::from(change.direction % 4)], line);
            let old = &rows[*line as usize];
            replace_row(&mut gains[usize::from(region_of[at])], cell, old, new);
        }
        self.add_gains(&gains);
        self.applied += 1;
        self.saved = until;
    }

    /// Writes the sums by region after the next stone without applying it.
    #[inline(always)]
    fn read(&mut self, changes: &[PointChange]) {
        let (own, changes) = changes.split_first().expect("a stone changes its own point");
        let rows = self.rows.rows();
        let cells = &self.cells[..];
        let lines = &self.lines[..cells.len()];
        let region_of = &self.region_of[..cells.len()];
        let mut gains = self.gains_at_stone(own);
        for change in changes {
            let at = change.point.index();
            let old = &rows[lines[at][usize::from(change.direction % 4)] as usize];
            let new = &rows[self.rows.number(change.line as usize) as usize];
            replace_row(&mut gains[usize::from(region_of[at])], &mut cells[at].clone(), old, new);
        }
        self.add_gains(&gains);
    }

    /// Change of the regions at the stone's own point: its cell, no longer empty, counts nothing.
    #[inline(always)]
    fn gains_at_stone(&self, own: &PointChange) -> Gains {
        let mut gains: Gains = [[0; ROW]; REGIONS];
        let own = own.point.index();
        let AlignedRow(cell) = &self.cells[own];
        for (c, gain) in gains[usize::from(self.region_of[own])].iter_mut().enumerate() {
            *gain = clipped(self.rows.bias[c]) - clipped(cell[c]);
        }
        gains
    }

    /// Writes the sums after the next stone: the sums before it plus `gains`.
    #[inline(always)]
    fn add_gains(&mut self, gains: &Gains) {
        let (below, above) = self.states.split_at_mut(self.applied + 1);
        let before_and_after = below[self.applied].iter().zip(&mut above[0]);
        for ((before, after), gain) in before_and_after.zip(gains) {
            for c in 0..ROW {
                after[c] = before[c] + i32::from(gain[c]);
            }
        }
    }
}

/// Undoes the latest applied stone, which made these changes.
struct Undo<'a> {
    sums: &'a mut NnueAccumulator,
    changes: &'a [PointChange],
}

impl Work for Undo<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: LayerKernel>(self, _: K) {
        let Self { sums, changes } = self;
        sums.applied -= 1;
        let until = sums.saved;
        sums.saved -= changes.len();
        let cells = &mut sums.cells[..];
        let lines = &mut sums.lines[..cells.len()];
        let saved = sums.saved_lines[sums.saved..until].iter().zip(&sums.saved_cells[sums.saved..until]);
        for (change, (line, cell)) in changes.iter().zip(saved) {
            let at = change.point.index();
            cells[at] = *cell;
            lines[at][usize::from(change.direction % 4)] = *line;
        }
    }
}

/// Applies the stones not yet applied, the oldest first. Plain loops over arrays of fixed length, which the compiler
/// vectorizes.
struct ApplyPending<'a> {
    sums: &'a mut NnueAccumulator,
    board: &'a Board,
    /// Stones on the board since the accumulator was made.
    since: usize,
    /// Whether the last stone is applied; if not, its sums are computed without it.
    apply_last: bool,
}

impl Work for ApplyPending<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: LayerKernel>(self, _: K) {
        let Self { sums, board, since, apply_last } = self;
        if sums.states.len() <= since {
            sums.states.resize(since + 1, [[0; ROW]; REGIONS]);
        }
        let apply_until = since - usize::from(!apply_last);
        while sums.applied < apply_until {
            sums.apply(board.changes_of(sums.base + sums.applied));
        }
        if sums.applied < since {
            sums.read(board.changes_of(sums.base + sums.applied));
        }
    }
}

#[inline(always)]
fn clipped(sum: i16) -> i16 {
    sum.clamp(0, MAX_CELL)
}

/// Exchanges one row in the sum of a cell and adds the change of the clipped sum to its region's.
#[inline(always)]
fn replace_row(
    gain: &mut [i16; ROW],
    AlignedRow(sum): &mut AlignedRow,
    AlignedRow(old): &AlignedRow,
    AlignedRow(new): &AlignedRow,
) {
    for c in 0..ROW {
        let before = sum[c];
        sum[c] = before.wrapping_add(new[c]).wrapping_sub(old[c]);
        gain[c] += clipped(sum[c]) - clipped(before);
    }
}

/// The region of a point: the board is cut into thirds both ways. The outer thirds are equal, and the middle one
/// differs from them by at most one line: 5, 5 and 5 of 15 lines, 7, 6 and 7 of 20.
pub fn region_of(size: BoardSize, point: Point) -> u8 {
    let (x, y) = size.xy(point);
    let third = |at: i32, length: usize| {
        let (at, outer) = (at as usize, (length + 1) / 3);
        if at < outer { 0 } else { 1 + u8::from(at >= length - outer) }
    };
    3 * third(y, size.height()) + third(x, size.width())
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::super::testing::test_parameters;
    use super::*;
    use crate::base::{Cell, Rule, SplitMix64};

    fn rows(rule: Rule) -> FeatureRows {
        FeatureRows::new(rule, &test_parameters(Layout::of(rule).count))
    }

    /// The definition: sums over every empty cell of the board, row by row.
    fn from_scratch(board: &Board, rows: &FeatureRows) -> Regions {
        let mut regions = [[0; ROW]; REGIONS];
        for point in board.empties() {
            let region = &mut regions[usize::from(region_of(board.size(), point))];
            for (c, total) in region.iter_mut().enumerate() {
                let sum: i32 = (0..4).map(|d| i32::from(rows.of_line(board.line_number(point, d))[c])).sum();
                let (bias, max) = (i32::from(rows.bias[c]), i32::from(MAX_CELL));
                *total += (sum + bias).clamp(0, max) - bias.clamp(0, max);
            }
        }
        regions
    }

    #[test]
    fn sums_follow_random_walks_with_stones_pending_and_cloned() {
        let mut random = SplitMix64::new(9);
        for (rule, width, height) in [
            (Rule::Standard, 15, 15),
            (Rule::Freestyle, 20, 20),
            (Rule::Renju, 12, 15),
            (Rule::Caro, 5, 5),
            (Rule::CaroExact, 7, 13),
            (Rule::Freestyle, 61, 40),
        ] {
            let rows = rows(rule);
            let mut board = Board::new(BoardSize::new(width, height).unwrap(), rule);
            board.place(board.size().center(), Cell::Neutral).unwrap();
            let mut accumulator = NnueAccumulator::new(&board, rows.clone());
            let mut depth = 0;
            for step in 0..600 {
                if depth > 0 && random.below(5) < 2 || board.empty_count() == 0 {
                    accumulator.before_pop(&board);
                    board.pop();
                    depth -= 1;
                } else {
                    let points: Vec<Point> = board.empties().collect();
                    let near: Vec<Point> = board.candidates().collect();
                    let points = if near.is_empty() || random.below(4) == 0 { points } else { near };
                    board.push(points[random.below(points.len())]);
                    depth += 1;
                }
                if random.below(4) == 0 {
                    let expected = from_scratch(&board, &rows);
                    for kernel in [Kernel::Baseline, Kernel::detected()] {
                        let mut clone = NnueAccumulator { kernel, ..accumulator.clone() };
                        let at = format!("{rule} {width}x{height}, step {step}, {kernel:?}");
                        assert_eq!(*clone.leaf_regions(&board), expected, "{at}, as a leaf");
                        assert_eq!(*clone.regions(&board), expected, "{at}");
                        assert_eq!(*clone.leaf_regions(&board), expected, "{at}, applied before");
                    }
                    // Either function continues from the state that the other left.
                    let sums =
                        if random.below(2) == 0 { NnueAccumulator::regions } else { NnueAccumulator::leaf_regions };
                    assert_eq!(*sums(&mut accumulator, &board), expected, "{rule} {width}x{height}, step {step}");
                }
            }
            assert_eq!(*NnueAccumulator::new(&board, rows).regions(&board), *accumulator.regions(&board));
        }
    }

    #[test]
    fn an_empty_board_of_any_size_adds_nothing() {
        for (rule, side) in [(Rule::Freestyle, 5), (Rule::Standard, 15), (Rule::Caro, 120)] {
            let board = Board::new(BoardSize::square(side).unwrap(), rule);
            assert_eq!(*NnueAccumulator::new(&board, rows(rule)).regions(&board), [[0; ROW]; REGIONS]);
        }
    }
}
