//! Positions and whole games looked at by the search, for people.

mod curve;
mod html;
mod report;

pub use curve::to_svg;
pub use html::to_html;
pub use report::{GameReport, Moment, decided_text, review};

use crate::base::win_in;
use crate::board::Board;
use crate::search::{Budget, Control, Limits, Report, Searcher};
use crate::solver::{Bounds, Solution};
use crate::tools::solve::{Goal, solve};
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
    ///
    /// Begins with a look for a win by continuous threats (VCT); one that is found stays among the lines,
    /// however far the search sees.
    pub fn lines_under(
        &mut self,
        board: &Board,
        effort: Effort,
        count: usize,
        control: Arc<Control>,
        sink: &mut dyn FnMut(&[Report]),
    ) -> Vec<Report> {
        let Some(win) = win_by_threats(board, effort, &control) else {
            return self.searcher.search_lines(board, effort.limits(), count, control, sink);
        };
        sink(std::slice::from_ref(&win));
        let mut told = vec![win.line.clone()];
        let mut tell = |reports: &[Report]| {
            let lines = with_win(&win, reports, count);
            // The same win again is no news.
            let new: Vec<_> = lines.iter().map(|report| report.line.clone()).collect();
            if new != told {
                told = new;
                sink(&lines);
            }
        };
        let found = self.searcher.search_lines(board, effort.limits(), count, control, &mut tell);
        with_win(&win, &found, count)
    }
}

/// The look for a VCT takes no more than this share of the time, and no more time than this,
const THREATS_TIME_SHARE: u32 = 10;
const MOST_THREATS_TIME: Duration = Duration::from_secs(2);
/// and is left out where that is less than this;
const SHORTEST_THREATS_TIME: Duration = Duration::from_millis(2);
/// or one position for so many nodes, or so many positions where iterations are counted.
const NODES_PER_THREAT: u64 = 50;
const THREATS_AT_A_DEPTH: u64 = 2_000;

fn win_by_threats(board: &Board, effort: Effort, control: &Control) -> Option<Report> {
    let (positions, time) = match effort {
        Effort::Time(time) => (u64::MAX, (time / THREATS_TIME_SHARE).min(MOST_THREATS_TIME)),
        Effort::Nodes(nodes) => (nodes / NODES_PER_THREAT, Duration::MAX),
        Effort::Depth(_) => (THREATS_AT_A_DEPTH, Duration::MAX),
    };
    if time < SHORTEST_THREATS_TIME {
        return None;
    }
    let is_enough = || control.must_stop() || control.elapsed() >= time;
    let Ok(Solution::Win(line)) = solve(board, Goal::Vct, Bounds::nodes(board, positions), &is_enough) else {
        return None;
    };
    let plies = line.len();
    Some(Report {
        depth: plies as i32,
        selective_depth: plies,
        score: win_in(plies),
        proven: true,
        nodes: 0,
        elapsed: control.elapsed(),
        line,
    })
}

/// The lines with the win among them, unless they know of a quicker one by the same move.
fn with_win(win: &Report, reports: &[Report], count: usize) -> Vec<Report> {
    let mut all = reports.to_vec();
    match all.iter_mut().find(|report| report.line.first() == win.line.first()) {
        Some(same) if same.proven && same.score >= win.score => {}
        Some(same) => *same = Report { nodes: same.nodes, elapsed: same.elapsed, ..win.clone() },
        None => {
            let latest = reports.first().unwrap_or(win);
            all.push(Report { nodes: latest.nodes, elapsed: latest.elapsed, ..win.clone() });
        }
    }
    // A quicker win that is not proven stands behind this one.
    let rank = |report: &Report| if report.proven { report.score } else { report.score.min(win.score - 1) };
    all.sort_by_key(|report| std::cmp::Reverse(rank(report)));
    all.truncate(count);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Point, Score};

    fn report(point: u16, score: Score, proven: bool) -> Report {
        let line = vec![Point(point)];
        Report { depth: 1, selective_depth: 1, score, proven, nodes: 0, elapsed: Duration::ZERO, line }
    }

    #[test]
    fn a_win_by_threats_gives_way_only_to_what_is_proven_and_quicker() {
        let win = report(1, win_in(25), true);
        let first = |reports: &[Report]| with_win(&win, reports, 1)[0].score;
        assert_eq!(first(&[]), win_in(25));
        assert_eq!(first(&[report(2, 300, false)]), win_in(25));
        assert_eq!(first(&[report(2, win_in(9), false)]), win_in(25));
        assert_eq!(first(&[report(2, win_in(9), true)]), win_in(9));
        assert_eq!(first(&[report(1, win_in(9), false)]), win_in(25));
        assert_eq!(with_win(&win, &[report(2, 300, false), report(3, 200, false)], 2).len(), 2);
    }
}
