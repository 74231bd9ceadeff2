//! The rules from the stones alone. Every cell that a question looks at is noted.

use tengen::base::{BoardSize, Cell, Color, Point, Rule};

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What stands on the board, and the cells that were looked at.
pub(crate) struct PlainStones {
    pub size: BoardSize,
    pub rule: Rule,
    pub cells: Vec<Cell>,
    pub seen: Vec<u64>,
    /// All rows of five cells, and how many of them are empty, black and white.
    rows: Vec<[Point; 5]>,
    counts: Vec<[u8; 4]>,
    /// The rows through each cell.
    through: Vec<Vec<usize>>,
    /// Rows of four stones of a color and an empty cell, by the color's cell.
    fours: [usize; 4],
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
        let (counts, seen) = (vec![[5, 0, 0, 0]; rows.len()], vec![0; size.cells().div_ceil(64)]);
        Self { size, rule, cells: vec![Cell::Empty; size.cells()], seen, rows, counts, through, fours: [0; 4] }
    }

    /// Puts a stone on a point, or takes one away.
    pub fn put(&mut self, point: Point, cell: Cell) {
        let old = std::mem::replace(&mut self.cells[usize::from(point.0)], cell);
        for &row in &self.through[usize::from(point.0)] {
            let counts = &mut self.counts[row];
            (1..3).for_each(|color| self.fours[color] -= usize::from(counts[0] == 1 && counts[color] == 4));
            counts[old as usize] -= 1;
            counts[cell as usize] += 1;
            (1..3).for_each(|color| self.fours[color] += usize::from(counts[0] == 1 && counts[color] == 4));
        }
    }

    /// All stones, four cells a byte.
    pub fn packed(&self) -> Vec<u8> {
        self.cells.chunks(4).map(|cells| cells.iter().fold(0, |byte, &cell| byte << 2 | cell as u8)).collect()
    }

    /// The point `k` steps away.
    fn along(&self, point: Point, (dx, dy): (i32, i32), k: i32) -> Option<Point> {
        let (x, y) = self.size.xy(point);
        self.size.point(x + k * dx, y + k * dy)
    }

    fn look(&mut self, point: Option<Point>) -> Cell {
        let Some(point) = point else { return Cell::Neutral };
        self.seen[usize::from(point.0) / 64] |= 1 << (point.0 % 64);
        self.cells[usize::from(point.0)]
    }

    /// What `question` says with a stone of `color` on the empty `point`.
    pub fn with<T>(&mut self, point: Point, color: Color, question: impl FnOnce(&mut Self) -> T) -> T {
        self.cells[point.index()] = color.into();
        let answer = question(self);
        self.cells[point.index()] = Cell::Empty;
        answer
    }

    /// Length of the run through a stone in one direction, and how many of its ends touch an opponent's stone.
    fn run(&mut self, point: Point, step: (i32, i32)) -> (usize, usize) {
        let own = self.look(Some(point));
        let other = if own == Cell::Black { Cell::White } else { Cell::Black };
        let (mut length, mut blocked) = (1, 0);
        for sign in [1, -1] {
            let mut k = 1;
            while self.look(self.along(point, step, sign * k)) == own {
                k += 1;
            }
            length += k as usize - 1;
            blocked += usize::from(self.look(self.along(point, step, sign * k)) == other);
        }
        (length, blocked)
    }

    /// Whether the stone on `point` stands in a winning run.
    pub fn wins(&mut self, point: Point) -> bool {
        let black = self.cells[point.index()] == Cell::Black;
        STEPS.into_iter().any(|step| match (self.rule, self.run(point, step)) {
            (Rule::Freestyle, (run, _)) => run >= 5,
            (Rule::Standard, (run, _)) => run == 5,
            (Rule::Renju, (run, _)) => run == 5 || (!black && run >= 5),
            (Rule::Caro, (run, blocked)) => run >= 6 || (run == 5 && blocked < 2),
            (Rule::CaroExact, (run, blocked)) => run == 5 && blocked < 2,
        })
    }

    /// A point where a stone of `color` wins: the last cell of a row of five.
    pub fn five_of(&mut self, color: Color) -> Option<Point> {
        let rows = if self.fours[Cell::from(color) as usize] > 0 { self.rows.len() } else { 0 };
        (0..rows).find_map(|row| {
            let point = self.empty_of(row).next().filter(|_| self.lacks(row, color, 1))?;
            self.with(point, color, |stones| stones.wins(point)).then_some(point)
        })
    }

    /// Whether a row lacks at most `missing` stones of `color`, and has none of the opponent.
    fn lacks(&self, row: usize, color: Color, missing: usize) -> bool {
        let counts = self.counts[row];
        usize::from(counts[0]) <= missing && counts[0] + counts[Cell::from(color) as usize] == 5
    }

    fn empty_of(&self, row: usize) -> impl Iterator<Item = Point> {
        self.rows[row].into_iter().filter(|point| self.cells[usize::from(point.0)] == Cell::Empty)
    }

    /// The empty cells where stones of `color` could be part of a five that lacks at most `missing` stones.
    pub fn chances(&self, color: Color, missing: usize) -> Vec<u64> {
        let mut cells = vec![0; self.seen.len()];
        for row in (0..self.rows.len()).filter(|&row| self.lacks(row, color, missing)) {
            self.empty_of(row).for_each(|point| cells[usize::from(point.0) / 64] |= 1 << (point.0 % 64));
        }
        cells
    }

    /// Renju's forbidden points: Black's overlines, double-fours and double-threes.
    pub fn is_forbidden(&mut self, point: Point, color: Color) -> bool {
        self.rule == Rule::Renju
            && color == Color::Black
            && self.with(point, Color::Black, |stones| {
                let runs = STEPS.map(|step| stones.run(point, step).0);
                let fours: usize = STEPS.into_iter().map(|step| stones.fours(point, step)).sum();
                !runs.contains(&5)
                    && (runs.into_iter().any(|run| run >= 6)
                        || fours >= 2
                        || STEPS.into_iter().filter(|&step| stones.has_three(point, step)).count() >= 2)
            })
    }

    /// Number of sets of four stones with `point` among them that one more stone makes exactly five.
    fn fours(&mut self, point: Point, step: (i32, i32)) -> usize {
        let mut found: Vec<Vec<Point>> = Vec::new();
        for start in -4..=0 {
            let row = (start..start + 5).map(|k| self.along(point, step, k));
            let Some(row) = row.collect::<Option<Vec<Point>>>() else { continue };
            let (stones, rest): (Vec<Point>, Vec<Point>) =
                row.into_iter().partition(|&cell| self.look(Some(cell)) == Cell::Black);
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

    /// Whether a legal black stone, no five, makes a straight four of the three through `point`.
    fn has_three(&mut self, point: Point, step: (i32, i32)) -> bool {
        (-4..=4).filter_map(|k| self.along(point, step, k)).collect::<Vec<_>>().into_iter().any(|other| {
            self.look(Some(other)) == Cell::Empty
                && self.with(other, Color::Black, |stones| {
                    stones.straight_four(other, point, step)
                        && !STEPS.map(|step| stones.run(other, step).0).contains(&5)
                })
                && !self.is_forbidden(other, Color::Black)
        })
    }

    /// Whether `other` and `point` stand in a run of four whose both ends complete exactly five.
    fn straight_four(&mut self, other: Point, point: Point, step: (i32, i32)) -> bool {
        let (mut inside, mut ends) = (other == point, 0);
        for sign in [1, -1] {
            let mut k = 1;
            while self.look(self.along(other, step, sign * k)) == Cell::Black {
                inside |= self.along(other, step, sign * k) == Some(point);
                k += 1;
            }
            ends += usize::from(self.makes_five(self.along(other, step, sign * k), step));
        }
        inside && ends == 2 && self.run(other, step).0 == 4
    }
}
