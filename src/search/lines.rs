//! Several best lines of a position (multi-PV): each is searched without the first moves of those
//! before it.

use super::root::LAST_START;
use super::{Control, Limits, Report, Searcher};
use crate::base::{Point, WIN, is_decided, win_in};
use crate::board::Board;
use crate::pattern::PointClass;
use std::sync::Arc;

impl Searcher {
    /// The best `lines` lines of the position with different first moves, best first, after each
    /// finished iteration told to `sink` as well.
    ///
    /// There are fewer when there are fewer moves that do not lose at once, and none on a full board or
    /// with every move excluded. One line is what [`Searcher::search`] finds. A search that is broken
    /// off returns the lines of its last iteration and behind them those of the one before; one without
    /// any finished line a legal move at depth 0.
    pub fn search_lines(
        &mut self,
        board: &Board,
        limits: Limits,
        lines: usize,
        control: Arc<Control>,
        sink: &mut dyn FnMut(&[Report]),
    ) -> Vec<Report> {
        if lines >= 2 {
            let excluded = self.excluded.len();
            let found = self.with_helpers(board, limits, |searcher| {
                searcher.begin(limits, control);
                searcher.search_several(lines, excluded, sink)
            });
            self.excluded.truncate(excluded);
            self.root_hint = None;
            return found;
        }
        let result = self.search(board, limits, control, &mut |report| sink(std::slice::from_ref(report)));
        let Some(best) = result.best else { return Vec::new() };
        let mut report = result.report;
        if report.line.first() != Some(&best) {
            report.line = vec![best];
        }
        vec![report]
    }

    /// Iterations of all lines; the first `excluded` of the excluded moves are the user's.
    fn search_several(&mut self, lines: usize, excluded: usize, sink: &mut dyn FnMut(&[Report])) -> Vec<Report> {
        let Some(fallback) = self.static_move() else { return Vec::new() };
        let mut best = vec![Report { line: vec![fallback], ..self.report(0, 0) }];
        // The search begins behind fives, so they are no part of it.
        let mut fives = self.fives();
        fives.truncate(lines);
        for depth in 1..=self.deepest() {
            self.root_depth = depth;
            self.excluded.truncate(excluded);
            let mut found: Vec<Report> = Vec::new();
            for &five in &fives {
                self.excluded.push(five);
                found.push(Report { proven: true, line: vec![five], ..self.report(depth, win_in(1)) });
            }
            let finished = self.iterate_lines(depth, lines, &best, &mut found);
            // Fives come first, and a later line may turn out better than one before it.
            found.sort_by_key(|report| std::cmp::Reverse(report.score));
            if !finished {
                return completed(found, best, lines);
            }
            if found.is_empty() {
                // Every move loses at once: the static move stands.
                return best;
            }
            best = found;
            sink(&best);
            let settled = |report: &Report| is_decided(report.score) && WIN - report.score.abs() <= depth;
            if best.iter().all(settled) || self.control.is_past_soft(LAST_START) {
                break;
            }
        }
        best
    }

    /// One iteration of the lines that are not in `found` yet; `false` when it was stopped.
    fn iterate_lines(&mut self, depth: i32, lines: usize, last: &[Report], found: &mut Vec<Report>) -> bool {
        while found.len() < lines {
            let before = last.get(found.len());
            self.root_hint = last.iter().map(|report| report.line[0]).find(|point| !self.excluded.contains(point));
            let Some(score) = self.iterate(depth, before.map_or(0, |report| report.score)) else { return false };
            let mut report = self.report(depth, score);
            let Some(&first) = report.line.first() else { break };
            let known = |old: &Report| old.proven && old.score == score && old.line == report.line;
            report.proven = last.iter().any(known) || self.is_proven(score);
            self.excluded.push(first);
            found.push(report);
        }
        true
    }

    /// The moves that make five, those that are excluded left out.
    fn fives(&self) -> Vec<Point> {
        let board = self.position.board();
        let points = board.points_of(board.side_to_move(), PointClass::Five);
        points.filter(|point| !self.excluded.contains(point)).collect()
    }
}

/// The lines of a broken-off iteration and behind them those of the iteration before.
fn completed(mut found: Vec<Report>, before: Vec<Report>, lines: usize) -> Vec<Report> {
    for report in before {
        if found.len() < lines && found.iter().all(|other| other.line[0] != report.line[0]) {
            found.push(report);
        }
    }
    found
}
