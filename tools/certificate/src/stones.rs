//! The rules computed from the stones alone, with a record of every cell that was read.

use std::collections::BTreeSet;
use tengen::base::{BoardSize, Cell, Color, Point, Rule};

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A board of plain cells, which records the cells that were read.
pub(crate) struct PlainStones {
    pub size: BoardSize,
    pub rule: Rule,
    pub cells: Vec<Cell>,
    /// Number of empty cells, and all cells, four a byte: without those of [`PlainStones::with`].
    pub empty: usize,
    pub packed: Vec<u8>,
    pub seen: Vec<u64>,
    /// All rows of five cells, and eight times the number of their black stones plus that of their white ones.
    rows: Vec<[Point; 5]>,
    counts: Vec<u8>,
    /// The rows through each cell.
    through: Vec<Vec<usize>>,
    /// Rows of four stones of one color and an empty cell.
    fours: BTreeSet<usize>,
}

/// Value of a stone in the count of a row.
fn unit(color: Color) -> u8 {
    if color == Color::Black { 8 } else { 1 }
}

impl PlainStones {
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        let starts = size.points().flat_map(|point| STEPS.map(|step| (size.xy(point), step)));
        let row = |((x, y), (dx, dy))| (0..5).filter_map(|k| size.point(x + k * dx, y + k * dy)).collect::<Vec<_>>();
        let rows: Vec<[Point; 5]> = starts.filter_map(|start| row(start).try_into().ok()).collect();
        let mut through = vec![Vec::new(); size.cells()];
        for (index, row) in rows.iter().enumerate() {
            row.iter().for_each(|point| through[point.index()].push(index));
        }
        let (empty, counts, fours) = (size.cells(), vec![0; rows.len()], BTreeSet::new());
        let (packed, seen) = (vec![0; empty.div_ceil(4)], vec![0; empty.div_ceil(64)]);
        Self { size, rule, cells: vec![Cell::Empty; empty], empty, packed, seen, rows, counts, through, fours }
    }

    /// Puts a stone on a point, or takes one away.
    pub fn put(&mut self, point: Point, cell: Cell) {
        let old = std::mem::replace(&mut self.cells[point.index()], cell);
        self.empty = self.empty + usize::from(cell == Cell::Empty) - usize::from(old == Cell::Empty);
        self.packed[point.index() / 4] ^= (old as u8 ^ cell as u8) << (2 * (point.index() % 4));
        let counted = |cell: Cell| cell.color().map_or(0, unit);
        for &row in &self.through[point.index()] {
            let before = self.counts[row];
            self.counts[row] = before - counted(old) + counted(cell);
            if matches!(self.counts[row], 4 | 32) {
                self.fours.insert(row);
            } else if matches!(before, 4 | 32) {
                self.fours.remove(&row);
            }
        }
    }

    /// The point `k` steps away.
    fn along(&self, point: Point, (dx, dy): (i32, i32), k: i32) -> Option<Point> {
        let (x, y) = self.size.xy(point);
        self.size.point(x + k * dx, y + k * dy)
    }

    pub fn look(&mut self, point: Option<Point>) -> Cell {
        let Some(point) = point else { return Cell::Neutral };
        self.seen[usize::from(point.0) / 64] |= 1 << (point.0 % 64);
        self.cells[usize::from(point.0)]
    }

    /// Answers `question` with a stone of `color` on the empty `point`.
    pub fn with<T>(&mut self, point: Point, color: Color, question: impl FnOnce(&mut Self) -> T) -> T {
        self.cells[point.index()] = color.into();
        let answer = question(self);
        self.cells[point.index()] = Cell::Empty;
        answer
    }

    /// Length of the run through a stone in one direction, and the cells behind its ends; `None` is off the board.
    fn run(&mut self, point: Point, step: (i32, i32)) -> (usize, [Option<Point>; 2]) {
        let own = self.look(Some(point));
        let mut reach = |sign| (1..).find(|&k| self.look(self.along(point, step, sign * k)) != own);
        let [ahead, behind] = [1, -1].map(|sign| reach(sign).unwrap_or(1));
        ((ahead + behind - 1) as usize, [self.along(point, step, ahead), self.along(point, step, -behind)])
    }

    /// Whether the stone on `point` stands in a winning run.
    pub fn wins(&mut self, point: Point) -> bool {
        let black = self.cells[point.index()] == Cell::Black;
        let other = if black { Cell::White } else { Cell::Black };
        STEPS.into_iter().any(|step| {
            let (run, ends) = self.run(point, step);
            let is_free = ends.into_iter().any(|end| self.look(end) != other);
            match self.rule {
                Rule::Freestyle => run >= 5,
                Rule::Standard => run == 5,
                Rule::Renju => run == 5 || (!black && run >= 5),
                Rule::Caro => run >= 6 || (run == 5 && is_free),
                Rule::CaroExact => run == 5 && is_free,
            }
        })
    }

    /// A point where a stone of `color` wins: the last cell of a row of five.
    pub fn five_of(&mut self, color: Color) -> Option<Point> {
        let fours: Vec<usize> = self.fours.iter().copied().filter(|&row| self.counts[row] == 4 * unit(color)).collect();
        fours.into_iter().find_map(|row| {
            let point = self.empty_of(row).next()?;
            self.with(point, color, |stones| stones.wins(point)).then_some(point)
        })
    }

    fn empty_of(&self, row: usize) -> impl Iterator<Item = Point> {
        self.rows[row].into_iter().filter(|point| self.cells[usize::from(point.0)] == Cell::Empty)
    }

    /// The empty cells where stones of `color` could be part of a five that lacks at most `missing` stones.
    pub fn chances(&self, color: Color, missing: usize) -> Vec<u64> {
        let mut cells = vec![0; self.seen.len()];
        let (least, others) = (5_usize.saturating_sub(missing) as u8 * unit(color), 7 * unit(!color));
        let rows = self.counts.iter().enumerate().filter(|&(_, &count)| count >= least && count & others == 0);
        for (row, _) in rows {
            self.empty_of(row).for_each(|point| cells[point.index() / 64] |= 1 << (point.index() % 64));
        }
        cells
    }

    /// Renju's forbidden points: Black's overlines, double-fours and double-threes. If it need not be `certain`, also those that
    /// more white stones could make forbidden: threes count although their straight four is forbidden.
    pub fn may_be_forbidden(&mut self, point: Point, color: Color, certain: bool) -> bool {
        let reach = if self.rule == Rule::Renju && color == Color::Black { 5 } else { 0 };
        let mut near = STEPS
            .map(|step| (-reach..=reach).filter(|&k| self.look(self.along(point, step, k)) == Cell::Black).count());
        near.sort_unstable();
        // Two threes need two more stones each, two fours or an overline on one line at least four; other rules forbid nothing.
        if near[2] < 2 && near[3] < 4 {
            return false;
        }
        self.with(point, Color::Black, |stones| {
            let runs = STEPS.map(|step| stones.run(point, step).0);
            let fours: usize = STEPS.into_iter().map(|step| stones.fours(point, step)).sum();
            !runs.contains(&5)
                && (runs.into_iter().any(|run| run >= 6)
                    || fours >= 2
                    || STEPS.into_iter().filter(|&step| stones.has_three(point, step, certain)).count() >= 2)
        })
    }

    /// Number of sets of four stones with `point` among them that one more stone makes exactly five.
    fn fours(&mut self, point: Point, step: (i32, i32)) -> usize {
        let mut found: Vec<Vec<Point>> = Vec::new();
        for start in -4..=0 {
            let row = (start..start + 5).map(|k| self.along(point, step, k));
            let Some(row) = row.collect::<Option<Vec<Point>>>() else { continue };
            let (stones, rest): (Vec<_>, _) = row.into_iter().partition(|&cell| self.look(Some(cell)) == Cell::Black);
            if rest.len() == 1 && self.makes_five(Some(rest[0]), step) && !found.contains(&stones) {
                found.push(stones);
            }
        }
        found.len()
    }

    /// Whether the cell is empty and a black stone makes exactly five in this direction.
    fn makes_five(&mut self, point: Option<Point>, step: (i32, i32)) -> bool {
        let point = point.filter(|_| self.look(point) == Cell::Empty);
        point.is_some_and(|point| self.with(point, Color::Black, |stones| stones.run(point, step).0 == 5))
    }

    /// Whether a black stone, legal if it has to be `certain` and no five, makes a straight four of the three through `point`.
    fn has_three(&mut self, point: Point, step: (i32, i32), certain: bool) -> bool {
        (-4..=4).filter_map(|k| self.along(point, step, k)).collect::<Vec<_>>().into_iter().any(|other| {
            self.look(Some(other)) == Cell::Empty
                && self.with(other, Color::Black, |stones| {
                    let (length, ends) = stones.run(other, step);
                    (length == 4 && stones.run(point, step).1 == ends)
                        && ends.into_iter().all(|end| stones.makes_five(end, step))
                        && !STEPS.map(|step| stones.run(other, step).0).contains(&5)
                })
                && !(certain && self.may_be_forbidden(other, Color::Black, true))
        })
    }
}
