//! The two engines by name: a report and a search depth.

use super::{Caro, CaroReport, DEPTH, PointsReport, SegmentsReport};
use crate::deepen;
use std::fmt;
use std::time::Duration;
use tengen::base::Point;
use tengen::board::Board;
use tengen::movegen;

/// One of the two engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The first report's.
    Points,
    /// The second report's.
    Segments,
}

impl Opponent {
    /// Both.
    pub const ALL: [Opponent; 2] = [Opponent::Points, Opponent::Segments];

    /// A move as [`CaroEngine::choose`] finds it with the report's own depth and candidates.
    pub fn choose(self, board: &Board, budget: Duration) -> Option<Point> {
        CaroEngine::from(self).choose(board, budget)
    }
}

/// One of the two engines and how far it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaroEngine {
    /// Which one.
    pub opponent: Opponent,
    /// Moves that are read ahead, at least 1.
    pub depth: usize,
    /// [`PointsReport::reach`]; the second report's candidates have no other.
    pub reach: i32,
}

impl From<Opponent> for CaroEngine {
    fn from(opponent: Opponent) -> Self {
        Self { opponent, depth: DEPTH, reach: PointsReport::default().reach }
    }
}

impl CaroEngine {
    /// A move for the side to move of `board`, `None` when no point is free. The search takes little more than
    /// `budget`; setting up the position takes longer on larger boards.
    pub fn choose(self, board: &Board, budget: Duration) -> Option<Point> {
        match self.opponent {
            Opponent::Points => self.search(Caro::new(PointsReport { reach: self.reach }, board), board, budget),
            Opponent::Segments => self.search(Caro::new(SegmentsReport::new(board.size()), board), board, budget),
        }
    }

    fn search<R: CaroReport>(self, mut game: Caro<R>, board: &Board, budget: Duration) -> Option<Point> {
        // It answers also where somebody has won already.
        let found = deepen(&mut game, self.depth.max(1), budget).map(|found| found.best);
        found.or_else(|| movegen::playable(board).first().copied())
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Opponent::Points => "points",
            Opponent::Segments => "segments",
        })
    }
}

impl std::str::FromStr for Opponent {
    type Err = String;

    /// Reads `points` or `segments`.
    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|opponent| opponent.to_string() == text);
        found.ok_or_else(|| format!("'{text}' is neither points nor segments"))
    }
}
