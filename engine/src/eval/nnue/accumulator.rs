//! The sums of the network: of the rows by cell, and of the clipped cells by region.
//!
//! A stone that is taken back after it was applied to the cells is undone from a journal. A leaf's last stone is not
//! applied: the sums after it are computed from the unchanged cells.

use super::features::{AlignedRow, FeatureRows, MAX_CELL};
use super::head::{REGIONS, Regions};
use super::layout::ROW;
use crate::base::{BoardSize, Point, prefetch};
use crate::board::{Board, PointChange};
use crate::eval::lazy::{Accumulator, SumModel};

/// The change of each region's sums by one stone. A stone changes at most 41 cells, so 16 bits suffice.
type Gains = [[i16; ROW]; REGIONS];

/// The sums of a board by region.
pub type NnueAccumulator = Accumulator<CellSums>;

/// The sums of the rows by cell.
#[derive(Clone, Debug)]
pub struct CellSums {
    rows: FeatureRows,
    /// By point: the bias plus the cell's rows, after the applied stones.
    cells: Vec<AlignedRow>,
    /// By point and direction: the number of the line's row, after the applied stones.
    lines: Vec<[u32; 4]>,
    /// By point: the number of its region.
    region_of: Vec<u8>,
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
        let (saved_cells, saved_lines) = (Vec::new(), Vec::new());
        Self::of(board, CellSums { rows, cells, lines, region_of, saved_cells, saved_lines, saved: 0 }, regions)
    }

    /// The sums by region; and for each point, the bias plus the rows of its cell.
    #[inline]
    pub fn regions_and_cells<'a>(&'a mut self, board: &Board) -> (&'a Regions, impl Fn(Point) -> &'a [i16; ROW]) {
        let (regions, model) = self.sums_and_model(board);
        (regions, move |point: Point| &model.cells[point.index()].0)
    }
}

impl SumModel for CellSums {
    type Sums = Regions;

    #[inline(always)]
    fn read(&self, changes: &[PointChange], before: &Regions, after: &mut Regions) {
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
        add_gains(before, &gains, after);
    }

    #[inline(always)]
    fn apply(&mut self, changes: &[PointChange], before: &Regions, after: &mut Regions) {
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
        add_gains(before, &gains, after);
        self.saved = until;
    }

    #[inline(always)]
    fn undo(&mut self, changes: &[PointChange]) {
        let changes = &changes[1..];
        let until = self.saved;
        self.saved -= changes.len();
        let cells = &mut self.cells[..];
        let lines = &mut self.lines[..cells.len()];
        let saved = self.saved_lines[self.saved..until].iter().zip(&self.saved_cells[self.saved..until]);
        for (change, (line, cell)) in changes.iter().zip(saved) {
            let at = change.point.index();
            cells[at] = *cell;
            lines[at][usize::from(change.direction % 4)] = *line;
        }
    }
}

impl CellSums {
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
}

/// Writes the sums after a stone: those before it plus its gains.
#[inline(always)]
fn add_gains(before: &Regions, gains: &Gains, after: &mut Regions) {
    for ((before, after), gain) in before.iter().zip(after).zip(gains) {
        for c in 0..ROW {
            after[c] = before[c] + i32::from(gain[c]);
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
    use crate::eval::Kernel;

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
                        let mut clone = accumulator.clone();
                        clone.kernel = kernel;
                        let at = format!("{rule} {width}x{height}, step {step}, {kernel:?}");
                        assert_eq!(*clone.leaf_sums(&board), expected, "{at}, as a leaf");
                        assert_eq!(*clone.sums(&board), expected, "{at}");
                        assert_eq!(*clone.leaf_sums(&board), expected, "{at}, applied before");
                    }
                    // Either function continues from the state that the other left.
                    let sums = if random.below(2) == 0 { NnueAccumulator::sums } else { NnueAccumulator::leaf_sums };
                    assert_eq!(*sums(&mut accumulator, &board), expected, "{rule} {width}x{height}, step {step}");
                }
            }
            assert_eq!(*NnueAccumulator::new(&board, rows).sums(&board), *accumulator.sums(&board));
        }
    }

    #[test]
    fn an_empty_board_of_any_size_adds_nothing() {
        for (rule, side) in [(Rule::Freestyle, 5), (Rule::Standard, 15), (Rule::Caro, 120)] {
            let board = Board::new(BoardSize::square(side).unwrap(), rule);
            assert_eq!(*NnueAccumulator::new(&board, rows(rule)).sums(&board), [[0; ROW]; REGIONS]);
        }
    }
}
