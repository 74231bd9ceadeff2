//! A second implementation of the rules, as simple as possible and from the stones alone.

use tengen::base::{BoardSize, Cell, Color, Point, Rule};
use tengen::board::Board;

pub const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Effect of a move on the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    GoesOn,
    Won,
    Drawn,
    Foul,
}

/// A board with its stones only.
#[derive(Clone)]
pub struct Grid {
    pub size: BoardSize,
    pub cells: Vec<Cell>,
}

impl Grid {
    pub fn of(board: &Board) -> Grid {
        Grid { size: board.size(), cells: board.size().points().map(|p| board.cell(p)).collect() }
    }

    pub fn at(&self, x: i32, y: i32) -> Cell {
        self.size.point(x, y).map_or(Cell::Neutral, |p| self.cells[p.index()])
    }

    pub fn with(&self, point: Point, cell: Cell) -> Grid {
        let mut grid = self.clone();
        grid.cells[point.index()] = cell;
        grid
    }

    /// Plays a stone and returns its effect.
    pub fn play(&mut self, rule: Rule, point: Point, color: Color) -> Outcome {
        assert_eq!(self.cells[point.index()], Cell::Empty, "the point is free");
        let foul = rule == Rule::Renju && color == Color::Black && self.is_foul(point);
        self.cells[point.index()] = color.into();
        let empty = self.cells.iter().filter(|&&cell| cell == Cell::Empty).count();
        if self.wins(rule, point) {
            Outcome::Won
        } else if foul {
            Outcome::Foul
        } else if empty <= if rule == Rule::Renju { 25 } else { 0 } {
            Outcome::Drawn
        } else {
            Outcome::GoesOn
        }
    }

    /// Length of the run through a stone in one direction, and the number of its ends that touch an opponent's stone.
    pub fn run(&self, point: Point, (dx, dy): (i32, i32)) -> (usize, usize) {
        let (x, y) = self.size.xy(point);
        let own = self.cells[point.index()];
        let other = if own == Cell::Black { Cell::White } else { Cell::Black };
        let (mut length, mut blocked) = (1, 0);
        for sign in [1, -1] {
            let mut k = 1;
            while self.at(x + sign * k * dx, y + sign * k * dy) == own {
                k += 1;
            }
            length += k as usize - 1;
            blocked += usize::from(self.at(x + sign * k * dx, y + sign * k * dy) == other);
        }
        (length, blocked)
    }

    /// Whether the stone on `point` stands in a winning run.
    pub fn wins(&self, rule: Rule, point: Point) -> bool {
        let black = self.cells[point.index()] == Cell::Black;
        STEPS.iter().any(|&step| {
            let (run, blocked) = self.run(point, step);
            match rule {
                Rule::Freestyle => run >= 5,
                Rule::Standard => run == 5,
                Rule::Renju => run == 5 || (!black && run >= 5),
                Rule::Caro => run >= 6 || (run == 5 && blocked < 2),
                Rule::CaroExact => run == 5 && blocked < 2,
            }
        })
    }

    fn exact_five(&self, point: Point) -> bool {
        STEPS.iter().any(|&step| self.run(point, step).0 == 5)
    }

    /// The textbook test of a foul for Black at an empty point of a renju board.
    pub fn is_foul(&self, point: Point) -> bool {
        let after = self.with(point, Cell::Black);
        if after.exact_five(point) {
            return false;
        }
        let overline = STEPS.iter().any(|&step| after.run(point, step).0 >= 6);
        let fours: usize = STEPS.iter().map(|&step| after.fours(point, step).len()).sum();
        let threes = STEPS.iter().filter(|&&step| after.has_three(point, step)).count();
        overline || fours >= 2 || threes >= 2
    }

    /// Sets of four stones with `point` among them that one more stone makes exactly five.
    fn fours(&self, point: Point, step: (i32, i32)) -> Vec<Vec<Point>> {
        let mut found: Vec<Vec<Point>> = Vec::new();
        let (x, y) = self.size.xy(point);
        for start in -4..=0 {
            let window: Option<Vec<Point>> =
                (start..start + 5).map(|k| self.size.point(x + k * step.0, y + k * step.1)).collect();
            let Some(window) = window else { continue };
            let (stones, rest): (Vec<Point>, Vec<Point>) =
                window.into_iter().partition(|p| self.cells[p.index()] == Cell::Black);
            if stones.len() == 4
                && self.cells[rest[0].index()] == Cell::Empty
                && self.with(rest[0], Cell::Black).run(rest[0], step).0 == 5
                && !found.contains(&stones)
            {
                found.push(stones);
            }
        }
        found
    }

    /// Whether a legal black stone, not a five, makes a straight four of the three through `point`.
    fn has_three(&self, point: Point, step: (i32, i32)) -> bool {
        let (x, y) = self.size.xy(point);
        (-4..=4).filter_map(|k| self.size.point(x + k * step.0, y + k * step.1)).any(|q| {
            if self.cells[q.index()] != Cell::Empty {
                return false;
            }
            let after = self.with(q, Cell::Black);
            after.straight_four(q, point, step) && !after.exact_five(q) && !self.is_foul(q)
        })
    }

    /// Whether `q` and `point` are in a run of four both ends of which complete exactly five.
    fn straight_four(&self, q: Point, point: Point, step: (i32, i32)) -> bool {
        if self.run(q, step).0 != 4 {
            return false;
        }
        let (x, y) = self.size.xy(q);
        let mut inside = q == point;
        let mut ends = 0;
        for sign in [1, -1] {
            let mut k = 1;
            while self.at(x + sign * k * step.0, y + sign * k * step.1) == Cell::Black {
                inside |= self.size.point(x + sign * k * step.0, y + sign * k * step.1) == Some(point);
                k += 1;
            }
            if let Some(end) = self.size.point(x + sign * k * step.0, y + sign * k * step.1)
                && self.cells[end.index()] == Cell::Empty
                && self.with(end, Cell::Black).run(end, step).0 == 5
            {
                ends += 1;
            }
        }
        inside && ends == 2
    }

    pub fn winner_if(&self, rule: Rule, point: Point, color: Color) -> bool {
        self.with(point, color.into()).wins(rule, point)
    }
}
