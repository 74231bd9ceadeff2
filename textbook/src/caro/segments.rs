//! The second report: positions are scored by the line segments of both sides.

use super::CaroReport;
use tengen::base::{BoardSize, Cell, Color, Point, Score};
use tengen::board::{Board, DIRECTIONS};

/// The second report: a matrix counts for every cell the stones in the 5x5 cells around it, which gives the candidates
/// without a search for them. A position is worth its line segments, Black's minus White's. A stone changes only the
/// four lines through it.
///
/// A segment is a row of stones of one color inside a stretch of at least five cells without an opponent's stone; it is
/// worth an amount by its length and its number of free ends. The report does not give numbers: these are ours.
#[derive(Clone, Debug)]
pub struct SegmentsReport {
    /// Stones within two cells, by cell.
    counters: Vec<u16>,
    /// Buffer for the cells of a line during its evaluation.
    line: Vec<Cell>,
}

/// Worth by stones in the segment, both ends free.
const OPEN: [Score; 6] = [0, 2, 15, 80, 700, 3000];
/// Worth by stones in the segment, one end free.
const HALF_OPEN: [Score; 6] = [0, 1, 5, 25, 180, 3000];
/// Least length of a stretch: shorter ones have no room for a five.
const ROOM: usize = 5;
/// Half the side of the neighborhood, in cells.
const REACH: i32 = 2;

impl SegmentsReport {
    /// The matrix of a board.
    pub fn new(board: &Board) -> Self {
        let mut report = Self { counters: vec![0; board.size().cells()], line: Vec::new() };
        let stones = board.history().filter(|(_, cell)| cell.color().is_some());
        stones.for_each(|(point, _)| report.count_around(board.size(), point, 1));
        report
    }

    /// Adds `change` (1, or -1 as `u16::MAX`) to the counters around a stone.
    fn count_around(&mut self, size: BoardSize, stone: Point, change: u16) {
        let (x, y) = size.xy(stone);
        for dy in -REACH..=REACH {
            for point in (-REACH..=REACH).filter_map(|dx| size.point(x + dx, y + dy)) {
                let counter = &mut self.counters[point.index()];
                *counter = counter.wrapping_add(change);
            }
        }
    }

    /// Value of the segments of the four lines through a point.
    fn lines_through(&mut self, board: &Board, point: Point) -> Score {
        let size = board.size();
        let mut value = 0;
        for (dx, dy) in DIRECTIONS {
            let (mut x, mut y) = size.xy(point);
            while size.point(x - dx, y - dy).is_some() {
                (x, y) = (x - dx, y - dy);
            }
            self.line.clear();
            while let Some(point) = size.point(x, y) {
                self.line.push(board.cell(point));
                (x, y) = (x + dx, y + dy);
            }
            value += line_value(&self.line, Color::Black) - line_value(&self.line, Color::White);
        }
        value
    }
}

/// Value of the segments of one color in a line.
fn line_value(line: &[Cell], color: Color) -> Score {
    let own = Cell::from(color);
    let mut value = 0;
    for stretch in line.split(|&cell| cell != own && cell != Cell::Empty) {
        if stretch.len() < ROOM {
            continue;
        }
        let mut from = 0;
        for row in stretch.split(|&cell| cell == Cell::Empty) {
            let to = from + row.len();
            let values = if from > 0 && to < stretch.len() { OPEN } else { HALF_OPEN };
            value += values[row.len().min(5)];
            from = to + 1;
        }
    }
    value
}

impl CaroReport for SegmentsReport {
    fn put(&mut self, board: &mut Board, point: Point) -> Score {
        let before = self.lines_through(board, point);
        board.push(point);
        self.count_around(board.size(), point, 1);
        self.lines_through(board, point) - before
    }

    fn lift(&mut self, board: &mut Board) {
        if let Some(point) = board.last() {
            board.pop();
            self.count_around(board.size(), point, u16::MAX);
        }
    }

    fn candidates(&self, board: &Board) -> Vec<Point> {
        board.empties().filter(|point| self.counters[point.index()] > 0).collect()
    }

    /// The number of stones nearby.
    fn move_score(&self, _board: &Board, point: Point) -> Score {
        Score::from(self.counters[point.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(line: &str) -> Score {
        let cell = |c| match c {
            'X' => Cell::Black,
            'O' => Cell::White,
            '#' => Cell::Neutral,
            _ => Cell::Empty,
        };
        line_value(&line.chars().map(cell).collect::<Vec<_>>(), Color::Black)
    }

    #[test]
    fn segments_count_by_length_free_ends_and_room() {
        assert_eq!(value("..XXX.."), OPEN[3]);
        assert_eq!(value("OXXX..."), HALF_OPEN[3]);
        assert_eq!(value("XXX...."), HALF_OPEN[3]);
        assert_eq!(value(".XXX.O"), OPEN[3]);
        assert_eq!(value("OXXX.O"), 0);
        assert_eq!(value("#.XX.#"), 0);
        assert_eq!(value(".XX.X.."), OPEN[2] + OPEN[1]);
        assert_eq!(value("XXXXXX"), HALF_OPEN[5]);
    }
}
