//! Positions and whole games looked at by the search, for people.

mod curve;
mod html;
mod report;

pub use curve::to_svg;
pub use html::to_html;
pub use report::{GameReport, Moment, decided_text, review};

use crate::base::{Score, is_decided};
use crate::board::Board;
use crate::eval::Weights;
use crate::search::{Budget, Control, Limits, Report, Searcher};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So long.
    Time(Duration),
    /// So many nodes: the same on every machine, with one thread.
    Nodes(u64),
    /// So many iterations.
    Depth(u32),
}

impl Effort {
    /// The search's limits.
    pub fn limits(self) -> Limits {
        match self {
            Effort::Time(_) => Limits::NONE,
            Effort::Nodes(nodes) => Limits::nodes(nodes),
            Effort::Depth(depth) => Limits::depth(depth),
        }
    }

    /// A control whose clock starts now.
    pub fn control(self) -> Arc<Control> {
        let budget = match self {
            // Someone who looks on has no use for time that is saved.
            Effort::Time(time) => Budget { soft: Duration::MAX, hard: time },
            _ => Budget::UNLIMITED,
        };
        Arc::new(Control::new(Instant::now(), budget))
    }
}

/// A searcher for people who look on.
pub struct Analyst {
    searcher: Searcher,
}

const TABLE_BYTES: usize = 128 << 20;

impl Analyst {
    /// An analyst that uses so many threads.
    pub fn new(threads: usize) -> Self {
        let mut searcher = Searcher::new(TABLE_BYTES);
        searcher.set_threads(threads);
        Self { searcher }
    }

    /// The best `count` lines, best first; `sink` hears of each finished iteration.
    pub fn lines(
        &mut self,
        board: &Board,
        effort: Effort,
        count: usize,
        sink: &mut dyn FnMut(&[Report]),
    ) -> Vec<Report> {
        self.lines_under(board, effort, count, effort.control(), sink)
    }

    /// [`Analyst::lines`] that somebody else may stop.
    pub fn lines_under(
        &mut self,
        board: &Board,
        effort: Effort,
        count: usize,
        control: Arc<Control>,
        sink: &mut dyn FnMut(&[Report]),
    ) -> Vec<Report> {
        self.searcher.search_lines(board, effort.limits(), count, control, sink)
    }
}

/// The share of the points, 0 to 1, that a score promises its side.
pub fn win_share(score: Score) -> f32 {
    match score {
        score if is_decided(score) => f32::from(u8::from(score > 0)),
        score => 1.0 / (1.0 + (-score as f32 / Weights::SCALE).exp()),
    }
}
