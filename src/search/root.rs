use super::Searcher;
use super::node::{NO_SCORE, Root};
use super::tt::TranspositionTable;
use super::{Control, Limits};
use crate::base::{MAX_PLY, Point, Score, WIN, is_decided};
use crate::board::Board;
use crate::pattern::PointClass;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

/// What a finished iteration found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The iteration's depth.
    pub depth: i32,
    /// The deepest line looked at.
    pub selective_depth: usize,
    /// Score for the side to move.
    pub score: Score,
    /// For a decided score: a line checked against every reply stands behind it.
    pub proven: bool,
    /// Nodes so far.
    pub nodes: u64,
    /// Time since the clock's start.
    pub elapsed: Duration,
    /// The best line.
    pub line: Vec<Point>,
}

/// The outcome of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The move to play; `None` when the board is full or every move excluded.
    pub best: Option<Point>,
    /// The last finished iteration; depth 0 when there was no time for one.
    pub report: Report,
}

/// Half the first window around the last score.
const ASPIRATION: Score = 23;
/// The shallowest iteration that begins with a narrow window.
const ASPIRATION_DEPTH: i32 = 4;
/// An iteration takes about twice as long as all before it: begin one only before this share of the time.
pub(super) const LAST_START: f64 = 0.55;
/// Another share when the best move has just changed or the score has fallen by more than [`FALL`],
const UNSURE_START: f64 = 1.1;
const FALL: Score = 60;
/// and when the best move has been the same for so many iterations.
const STEADY_START: f64 = 0.35;
const STEADY: u32 = 5;

/// Stops the helpers at the end of the search, be it by a panic: the scope would wait for them for ever.
struct StopOnDrop<'a>(&'a Control);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Searcher {
    /// Finds a move for the side to move of `board`, telling `sink` of each finished iteration.
    ///
    /// The same board, limits and memory give the same result on every machine, unless `control`
    /// stops the search by time or several threads search.
    pub fn search(
        &mut self,
        board: &Board,
        limits: Limits,
        control: Arc<Control>,
        sink: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        self.with_helpers(board, limits, |searcher| searcher.search_position(limits, control, sink))
    }

    /// Prepares a search of `board` and does it, the other threads helping meanwhile.
    pub(super) fn with_helpers<T>(&mut self, board: &Board, limits: Limits, search: impl FnOnce(&mut Self) -> T) -> T {
        self.set_position(board.clone());
        self.table().next_generation();
        // A number of nodes is asked for where a search is to be repeated.
        if self.helpers.is_empty() || limits.nodes != u64::MAX {
            return search(self);
        }
        let mut helpers = std::mem::take(&mut self.helpers);
        self.helper_nodes = helpers.iter().map(|helper| Arc::clone(&helper.node_counter)).collect();
        let helper_control = Arc::new(Control::unlimited());
        let result = thread::scope(|scope| {
            let _stop_at_the_end = StopOnDrop(&helper_control);
            for (i, helper) in helpers.iter_mut().enumerate() {
                helper.set_position(board.clone());
                helper.tt = Arc::clone(&self.tt);
                helper.excluded.clone_from(&self.excluded);
                helper.node_counter.store(0, Ordering::Relaxed);
                let control = Arc::clone(&helper_control);
                scope.spawn(move || helper.help(limits.depth, control, i));
            }
            search(self)
        });
        // Nobody but this searcher holds the table between two searches.
        helpers.iter_mut().for_each(|helper| helper.tt = Arc::new(TranspositionTable::new(0)));
        self.helper_nodes.clear();
        self.helpers = helpers;
        result
    }

    /// Searches the same position as the main thread until it is stopped (lazy SMP: what the threads
    /// tell each other stands in the table). Every other helper is a ply ahead.
    fn help(&mut self, depth: u32, control: Arc<Control>, number: usize) {
        self.begin(Limits::depth(depth), control);
        let mut score = 0;
        let ahead = 1 - number as i32 % 2;
        for depth in 1 + ahead..=self.deepest() {
            self.root_depth = depth;
            match self.iterate(depth, score) {
                Some(found) => score = found,
                None => return,
            }
        }
    }

    pub(super) fn begin(&mut self, limits: Limits, control: Arc<Control>) {
        self.history.age();
        (self.limits, self.control) = (limits, control);
        (self.nodes, self.selective_depth) = (0, 0);
        self.node_counter.store(0, Ordering::Relaxed);
        self.moves.clear();
    }

    pub(super) fn deepest(&self) -> i32 {
        self.limits.depth.min(MAX_PLY as u32 / 2) as i32
    }

    fn search_position(
        &mut self,
        limits: Limits,
        control: Arc<Control>,
        sink: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        self.begin(limits, control);
        let best = self.static_move();
        let mut result = SearchResult { best, report: self.report(0, 0) };
        result.report.line.extend(best);
        if best.is_none() {
            return result;
        }
        if let Some(score) = self.decided(0).filter(|_| self.plays_decision(best)) {
            // `static_move` found the win already.
            result.report = Report { depth: 1, score, proven: true, ..result.report };
            sink(&result.report);
            return result;
        }
        let only_move = self.root_move_count() == 1;
        let (mut steady, mut last_score) = (0, NO_SCORE);
        for depth in 1..=self.deepest() {
            self.root_depth = depth;
            let Some(score) = self.iterate(depth, result.report.score) else {
                // The unfinished iteration began with the best move so far; a later one was better.
                result.best = self.lines[0].first().copied().or(self.failed_high).or(result.best);
                break;
            };
            let new = self.report(depth, score);
            let known = result.report.proven && result.report.score == score && result.report.line == new.line;
            result.report = new;
            result.report.proven = known || self.is_proven(score);
            let Some(&first) = result.report.line.first() else {
                // Every move loses at once, or none may be searched: the static move stands.
                result.report.line.extend(best);
                break;
            };
            let changed = result.best != Some(first);
            steady = if changed { 0 } else { steady + 1 };
            let fell = last_score - score > FALL;
            last_score = score;
            result.best = Some(first);
            sink(&result.report);
            let settled = is_decided(score) && WIN - score.abs() <= depth;
            let share = match () {
                () if changed || fell => UNSURE_START,
                () if steady >= STEADY => STEADY_START,
                () => LAST_START,
            };
            if settled || only_move || self.control.is_past_soft(share) {
                break;
            }
        }
        result
    }

    /// Whether the static move is the one that decides: without excluded moves it is whenever there is one.
    fn plays_decision(&self, best: Option<Point>) -> bool {
        let board = self.position.board();
        let wins = |point| board.patterns(point).class(board.side_to_move()) == PointClass::Five;
        self.excluded.is_empty() || best.is_some_and(wins)
    }

    /// One iteration, with a window around the last score that is widened when the score falls
    /// outside. `None` when the search was stopped.
    pub(super) fn iterate(&mut self, depth: i32, last: Score) -> Option<Score> {
        let mut margin = ASPIRATION;
        self.failed_high = None;
        let narrow = depth >= ASPIRATION_DEPTH && !is_decided(last);
        let (mut alpha, mut beta) = if narrow { (last - margin, last + margin) } else { (NO_SCORE, -NO_SCORE) };
        loop {
            self.moves.clear();
            let outcome = self.pvs::<Root>(alpha, beta, depth, 0);
            let Ok(score) = outcome else {
                return None;
            };
            margin *= 3;
            match score {
                _ if score <= alpha => alpha = if margin > 1000 { NO_SCORE } else { score - margin },
                _ if score >= beta => {
                    self.failed_high = self.lines[0].first().copied();
                    beta = if margin > 1000 { -NO_SCORE } else { score + margin };
                }
                _ => return Some(score),
            }
        }
    }

    fn root_move_count(&mut self) -> usize {
        self.generate();
        let from = self.push_moves(None, 0);
        self.arrange_root(from);
        let count = self.moves.len() - from;
        self.moves.truncate(from);
        count
    }

    pub(super) fn report(&self, depth: i32, score: Score) -> Report {
        Report {
            depth,
            selective_depth: self.selective_depth,
            score,
            proven: false,
            nodes: self.nodes + self.helper_nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum::<u64>(),
            elapsed: self.control.elapsed(),
            line: if depth > 0 { self.lines[0].clone() } else { Vec::new() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Rule};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc;

    #[test]
    fn helpers_end_when_the_search_that_they_help_fails() {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let board = Board::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
            let mut searcher = Searcher::new(1 << 16);
            searcher.set_threads(2);
            let fails = |_: &mut Searcher| panic!("on purpose");
            let outcome = catch_unwind(AssertUnwindSafe(|| searcher.with_helpers(&board, Limits::NONE, fails)));
            sender.send(outcome.is_err()).unwrap();
        });
        assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok(true));
    }
}
