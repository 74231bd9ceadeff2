//! Stones on a board, without any incremental data.

use tengen::base::{BoardSize, Cell, Color, Point, Rule};

/// Steps to the right, down, and along the two diagonals; with their opposites, the eight directions.
pub const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Stones on a board; everything else is computed anew each time.
#[derive(Clone)]
pub struct StoneGrid {
    size: BoardSize,
    rule: Rule,
    cells: Vec<Cell>,
    side: Color,
    played: Vec<Point>,
    walls: usize,
}

impl StoneGrid {
    /// An empty board, Black to move.
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        let cells = vec![Cell::Empty; size.cells()];
        Self { size, rule, cells, side: Color::Black, played: Vec::new(), walls: 0 }
    }

    /// Board size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.side
    }

    /// Sets the side to move.
    pub fn set_side(&mut self, side: Color) {
        self.side = side;
    }

    /// The point of the last stone.
    pub fn last(&self) -> Option<Point> {
        self.played.last().copied()
    }

    /// All stones in the order in which they were placed.
    pub fn played(&self) -> &[Point] {
        &self.played
    }

    /// Number of empty cells.
    pub fn empty_count(&self) -> usize {
        self.cells.len() - self.played.len() - self.walls
    }

    /// The cell at a point.
    pub fn at(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// The cell `k` steps from a point; neutral beyond the edge.
    pub fn look(&self, point: Point, (dx, dy): (i32, i32), k: i32) -> Cell {
        let (x, y) = self.size.xy(point);
        self.size.point(x + k * dx, y + k * dy).map_or(Cell::Neutral, |q| self.at(q))
    }

    /// Places a stone of the side to move on an empty point and passes the turn.
    pub fn put(&mut self, point: Point) {
        self.cells[point.index()] = self.side.into();
        self.played.push(point);
        self.side = !self.side;
    }

    /// Takes back the last stone, turn included.
    pub fn lift(&mut self) -> Option<Point> {
        let point = self.played.pop()?;
        self.cells[point.index()] = Cell::Empty;
        self.side = !self.side;
        Some(point)
    }

    /// Makes an empty point neutral.
    pub fn wall(&mut self, point: Point) {
        self.cells[point.index()] = Cell::Neutral;
        self.walls += 1;
    }

    /// Number of stones of `color` in a row from the cell next to `point`, and the cell after the last one.
    pub fn row(&self, point: Point, (dx, dy): (i32, i32), color: Color) -> (usize, Cell) {
        let own = Cell::from(color);
        let (mut x, mut y) = self.size.xy(point);
        let mut length = 0;
        loop {
            (x, y) = (x + dx, y + dy);
            let cell = self.size.point(x, y).map_or(Cell::Neutral, |q| self.at(q));
            if cell != own {
                return (length, cell);
            }
            length += 1;
        }
    }

    /// Whether the stone on `point` is part of a line that wins by the rule.
    pub fn has_won(&self, point: Point) -> bool {
        let Some(color) = self.at(point).color() else { return false };
        STEPS.iter().any(|&(dx, dy)| {
            let (forth, end) = self.row(point, (dx, dy), color);
            let (back, other_end) = self.row(point, (-dx, -dy), color);
            let blocked = [end, other_end].iter().filter(|&&cell| cell == Cell::from(!color)).count();
            self.rule.is_win(color, 1 + forth + back, blocked)
        })
    }
}
