//! The accumulator: sums of the rows by cell and of the clipped cells by region, kept in step with the
//! board, lazily.
//!
//! A stone opens a frame that notes the lines it changes. Frames are worked out, oldest first, only when the
//! sums are asked for; a stone that is taken back before that costs nothing more, one that is taken back
//! later is undone from a journal. Soundness: all sums are whole numbers and equal those of a fresh
//! accumulator on the same board.

use super::features::{FeatureRows, MAX_CELL, ROW};
use super::head::{REGIONS, Regions};
use super::kernel::Kernel;
use crate::base::{BoardSize, Cell, Point, prefetch};
use crate::board::{Board, Observer};

/// What a stone changes.
#[derive(Clone, Copy, Debug)]
struct StoneFrame {
    point: Point,
    /// Where its lines begin in `changes`, and its cells in `journal` once it is applied.
    changes_from: usize,
    journal_from: usize,
}

/// A line that got a new number; once its frame is applied, `line` is the number of its row instead.
#[derive(Clone, Copy, Debug)]
struct LineChange {
    point: Point,
    direction: u8,
    line: u32,
}

/// A cell as it was before a change.
#[derive(Clone, Debug)]
struct SavedCell {
    change: LineChange,
    sum: [i16; ROW],
}

/// The sums of a board.
#[derive(Clone, Debug)]
pub struct NnueAccumulator {
    rows: FeatureRows,
    kernel: Kernel,
    /// By cell and direction: the number of the line's row, as far as frames are applied.
    lines: Vec<[u32; 4]>,
    /// By cell: the bias and the sum of its rows.
    sums: Vec<[i16; ROW]>,
    /// By cell: its region.
    region_of: Vec<u8>,
    /// The sums of the board that the accumulator was made of, then those after each applied frame.
    states: Vec<Regions>,
    frames: Vec<StoneFrame>,
    /// Frames below this are applied.
    applied: usize,
    changes: Vec<LineChange>,
    journal: Vec<SavedCell>,
}

impl Observer for NnueAccumulator {
    const LINES: bool = true;

    #[inline]
    fn before_place(&mut self, point: Point, _cell: Cell) {
        self.frames.push(StoneFrame { point, changes_from: self.changes.len(), journal_from: 0 });
    }

    #[inline]
    fn line_changed(&mut self, point: Point, direction: usize, line_number: usize) {
        self.changes.push(LineChange { point, direction: direction as u8, line: line_number as u32 });
    }

    #[inline]
    fn after_remove(&mut self, _point: Point, _cell: Cell) {
        let Some(frame) = self.frames.pop() else { return };
        self.changes.truncate(frame.changes_from);
        if self.frames.len() < self.applied {
            self.undo(frame);
        }
    }
}

impl NnueAccumulator {
    /// The sums of a board.
    pub fn new(board: &Board, rows: FeatureRows) -> Self {
        let size = board.size();
        let lines: Vec<[u32; 4]> =
            size.points().map(|point| std::array::from_fn(|d| rows.number(board.line_number(point, d)))).collect();
        let sum = |lines: &[u32; 4]| {
            let mut sum = rows.bias;
            for &line in lines {
                sum.iter_mut().zip(rows.row(line)).for_each(|(sum, value)| *sum += value);
            }
            sum
        };
        let sums: Vec<[i16; ROW]> = lines.iter().map(sum).collect();
        let mut accumulator = Self {
            rows,
            kernel: Kernel::detected(),
            lines,
            sums,
            region_of: size.points().map(|point| region_of(size, point)).collect(),
            states: Vec::new(),
            frames: Vec::new(),
            applied: 0,
            changes: Vec::new(),
            journal: Vec::new(),
        };
        let mut regions = [[0; ROW]; REGIONS];
        for point in board.empties() {
            let region = &mut regions[usize::from(accumulator.region_of[point.index()])];
            add_cell(region, &accumulator.rows.bias, &accumulator.sums[point.index()]);
        }
        accumulator.states.push(regions);
        accumulator
    }

    /// The sums of the cells by region.
    #[inline]
    pub fn regions(&mut self) -> &Regions {
        if self.applied < self.frames.len() {
            match self.kernel {
                Kernel::Baseline => self.apply_pending(),
                #[cfg(target_arch = "x86_64")]
                #[expect(unsafe_code, reason = "the processor is asked when the kernel is chosen")]
                // SAFETY: this kernel is only chosen on processors that have AVX2.
                Kernel::Avx2 => unsafe { self.apply_pending_avx2() },
            }
        }
        &self.states[self.applied]
    }

    /// The kernel that the sums are worked out with.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The same code as [`NnueAccumulator::apply_pending`], compiled for AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn apply_pending_avx2(&mut self) {
        self.apply_pending();
    }

    /// Applies the pending frames, the oldest first. Plain loops over arrays of fixed length: the compiler
    /// makes a few vector instructions of them.
    #[inline(always)]
    fn apply_pending(&mut self) {
        while self.applied < self.frames.len() {
            self.apply();
        }
    }

    #[inline(always)]
    fn apply(&mut self) {
        let until = self.frames.get(self.applied + 1).map_or(self.changes.len(), |next| next.changes_from);
        let frame = &mut self.frames[self.applied];
        frame.journal_from = self.journal.len();
        let StoneFrame { point, changes_from, .. } = *frame;
        if self.states.len() <= self.applied + 1 {
            self.states.push([[0; ROW]; REGIONS]);
        }
        let (below, above) = self.states.split_at_mut(self.applied + 1);
        let regions = &mut above[0];
        *regions = below[self.applied];
        self.applied += 1;
        let changes = &mut self.changes[changes_from..until];
        for change in changes.iter_mut() {
            change.line = self.rows.number(change.line as usize);
            prefetch(self.rows.row(change.line));
        }
        let covered = &self.sums[point.index()];
        add_cell(&mut regions[usize::from(self.region_of[point.index()])], covered, &self.rows.bias);
        // Cells next to each other are mostly of one region: what they add is kept aside until it ends.
        let mut region = 0;
        let mut added = [0; ROW];
        for &change in &*changes {
            let cell = change.point.index();
            let line = &mut self.lines[cell][usize::from(change.direction)];
            if *line == change.line {
                continue;
            }
            let of_cell = self.region_of[cell];
            if of_cell != region {
                add_to_region(&mut regions[usize::from(region)], &added);
                (region, added) = (of_cell, [0; ROW]);
            }
            let sum = &mut self.sums[cell];
            self.journal.push(SavedCell { change: LineChange { line: *line, ..change }, sum: *sum });
            let (old, new) = (self.rows.row(*line), self.rows.row(change.line));
            *line = change.line;
            replace_row(&mut added, sum, old, new);
        }
        add_to_region(&mut regions[usize::from(region)], &added);
    }

    /// Takes back an applied frame, the latest.
    fn undo(&mut self, frame: StoneFrame) {
        self.applied -= 1;
        while self.journal.len() > frame.journal_from {
            let Some(saved) = self.journal.pop() else { break };
            let cell = saved.change.point.index();
            self.lines[cell][usize::from(saved.change.direction)] = saved.change.line;
            self.sums[cell] = saved.sum;
        }
    }
}

/// Adds to a region what a cell is worth with the sum `new` instead of `old`.
#[inline(always)]
fn add_cell(region: &mut [i32; ROW], old: &[i16; ROW], new: &[i16; ROW]) {
    for c in 0..ROW {
        region[c] += i32::from(new[c].clamp(0, MAX_CELL) - old[c].clamp(0, MAX_CELL));
    }
}

/// Exchanges one row in the sum of a cell and adds to `added` what its region gains. A stone changes at most
/// forty cells, so 16 bits hold the gain.
#[inline(always)]
fn replace_row(added: &mut [i16; ROW], sum: &mut [i16; ROW], old: &[i16; ROW], new: &[i16; ROW]) {
    for c in 0..ROW {
        let before = sum[c];
        sum[c] = before.wrapping_add(new[c]).wrapping_sub(old[c]);
        added[c] += sum[c].clamp(0, MAX_CELL) - before.clamp(0, MAX_CELL);
    }
}

#[inline(always)]
fn add_to_region(region: &mut [i32; ROW], added: &[i16; ROW]) {
    for c in 0..ROW {
        region[c] += i32::from(added[c]);
    }
}

/// The region of a point: thirds of the board both ways, the middle one taking what does not divide.
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
    use super::super::features::LineFactors;
    use super::super::testing::test_parameters;
    use super::*;
    use crate::base::{Rule, SplitMix64};

    fn rows(rule: Rule) -> FeatureRows {
        FeatureRows::new(rule, &LineFactors::new(&test_parameters(LineFactors::parameter_count(rule))))
    }

    /// The definition: every empty cell of the board, row by row.
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
    fn sums_follow_random_walks_with_frames_pending_and_cloned() {
        let mut random = SplitMix64::new(9);
        for (rule, width, height) in [
            (Rule::Standard, 15, 15),
            (Rule::Freestyle, 20, 20),
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
                    board.unmake(&mut accumulator);
                    depth -= 1;
                } else {
                    let points: Vec<Point> = board.empties().collect();
                    let near: Vec<Point> = board.candidates().collect();
                    let points = if near.is_empty() || random.below(4) == 0 { points } else { near };
                    board.make(points[random.below(points.len())], &mut accumulator);
                    depth += 1;
                }
                if random.below(4) == 0 {
                    let expected = from_scratch(&board, &rows);
                    for kernel in [Kernel::Baseline, Kernel::detected()] {
                        let mut clone = NnueAccumulator { kernel, ..accumulator.clone() };
                        assert_eq!(*clone.regions(), expected, "{rule} {width}x{height}, step {step}, {kernel:?}");
                    }
                    assert_eq!(*accumulator.regions(), expected, "{rule} {width}x{height}, step {step}");
                }
            }
            assert_eq!(*NnueAccumulator::new(&board, rows).regions(), *accumulator.regions());
        }
    }

    #[test]
    fn an_empty_board_of_any_size_adds_nothing() {
        for (rule, side) in [(Rule::Freestyle, 5), (Rule::Standard, 15), (Rule::Caro, 120)] {
            let board = Board::new(BoardSize::square(side).unwrap(), rule);
            assert_eq!(*NnueAccumulator::new(&board, rows(rule)).regions(), [[0; ROW]; REGIONS]);
        }
    }
}
