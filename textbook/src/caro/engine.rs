//! The two engines by name.

use super::{Caro, CaroReport, PointsReport, SegmentsReport};
use crate::deepen;
use std::fmt;
use std::time::Duration;
use tengen::base::Point;
use tengen::board::Board;
use tengen::movegen;

/// Search depth of both engines, in moves.
const DEPTH: usize = 2;

/// One of the two engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The engine of the first report.
    Points,
    /// The engine of the second report.
    Segments,
}

impl Opponent {
    /// Both engines.
    pub const ALL: [Opponent; 2] = [Opponent::Points, Opponent::Segments];

    /// A move for the side to move of `board`, `None` if no point is empty. The search takes little more than `budget`;
    /// setting up the position takes longer on larger boards.
    pub fn choose(self, board: &Board, budget: Duration) -> Option<Point> {
        match self {
            Opponent::Points => search(PointsReport, board, budget),
            Opponent::Segments => search(SegmentsReport::new(board), board, budget),
        }
    }
}

fn search<R: CaroReport>(report: R, board: &Board, budget: Duration) -> Option<Point> {
    // Answers even if somebody has already won.
    let found = deepen(&mut Caro::new(report, board), DEPTH, budget).map(|found| found.best);
    found.or_else(|| movegen::playable(board).first().copied())
}

/// Writes the name in a match, without `@caro-`.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Opponent::Points => "points",
            Opponent::Segments => "segments",
        })
    }
}
