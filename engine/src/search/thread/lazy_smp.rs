//! Lazy SMP: all threads search the same position and share only the table. Soundness: the table is safe to share. The
//! result depends on the threads' timing.

use super::worker::Worker;
use crate::board::Board;
use crate::search::root::RootState;
use crate::search::table::TableGrowth;
use crate::search::time::Control;
use crate::search::{SearchInfo, SearchRequest, SearchResult, Searcher};
use std::thread;

/// Stops the helper threads when it is dropped, also by a panic, because the scope waits for them.
struct StopOnDrop<'a>(&'a Control);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Searcher {
    /// Searches `board` and reports the best lines to `sink` after each finished iteration.
    ///
    /// `request` is a [`SearchRequest`], or [`Limits`](crate::search::Limits) alone for the best move. Equal boards,
    /// requests and earlier searches give equal results on every machine, unless `control` has a time limit or several
    /// threads search.
    pub fn search(
        &mut self,
        board: &Board,
        request: impl Into<SearchRequest>,
        control: &Control,
        sink: &mut dyn FnMut(&[SearchInfo]),
    ) -> SearchResult {
        let request = request.into();
        self.with_worker(board, &request, control, |worker| {
            if request.multi_pv >= 2 { worker.iterate_multi_pv(request.multi_pv, sink) } else { worker.iterate(sink) }
        })
    }

    /// Runs `work` on the main thread, while the other threads search the same position.
    pub(in crate::search) fn with_worker<T>(
        &mut self,
        board: &Board,
        request: &SearchRequest,
        control: &Control,
        work: impl FnOnce(&mut Worker) -> T,
    ) -> T {
        let evaluator = self.begin(board);
        if self.blocked != request.blocked {
            // Scores depend on the blocked positions.
            self.blocked.clone_from(&request.blocked);
            self.clear();
        }
        let params = self.params_of(board.rule());
        self.grow_table(request, control);
        self.shared.tt.next_generation();
        self.shared.reset_node_counts();
        let Self { shared, threads, .. } = self;
        let shared = &*shared;
        // A search with a node limit must be repeatable, so it uses one thread.
        let threads = if request.limits.nodes == u64::MAX { &mut threads[..] } else { &mut threads[..1] };
        let helper_control = Control::unlimited();
        thread::scope(|scope| {
            let _stop_at_the_end = StopOnDrop(&helper_control);
            let mut memories = threads.iter_mut().enumerate();
            let main = memories.next();
            for (index, memory) in memories {
                let (evaluator, params, control) = (evaluator.clone(), params.clone(), &helper_control);
                scope.spawn(move || {
                    let mut worker = Worker::new(shared, index, memory, evaluator, params, control);
                    worker.take_over(request);
                    worker.helper_loop(index);
                });
            }
            let (_, memory) = main.unwrap_or_else(|| unreachable!("a searcher has at least one thread"));
            let mut worker = Worker::new(shared, 0, memory, evaluator, params, control);
            worker.take_over(request);
            work(&mut worker)
        })
    }

    /// Grows the table to the size that a search with these limits needs. A later extension of the time budget is not
    /// considered.
    fn grow_table(&mut self, request: &SearchRequest, control: &Control) {
        let begin = control.time_left();
        let in_time = || !control.is_stopped() && TableGrowth::is_in_time(begin, control.time_left());
        if !control.is_stopped() {
            self.shared.tt.grow(TableGrowth::of(request.limits, begin, self.threads.len()), &in_time);
        }
    }
}

impl Worker<'_> {
    /// Sets up the request, and ages the history of the last search.
    fn take_over(&mut self, request: &SearchRequest) {
        let board = self.evaluator.board();
        self.limits = request.limits;
        self.root = RootState {
            excluded: request.root_excluded.clone(),
            names_moves: 2 * request.root_excluded.len() > board.empty_count(),
            blocked: request.blocked.clone(),
            stop_at_only_move: request.stop_at_only_move,
            ..RootState::default()
        };
        self.root.settlement.wanted = request.settles_wins && !request.limits.is_shallow(board.size().cells());
        self.history.age();
    }

    /// Iterative deepening of a helper thread until it is stopped. Every other helper is a ply ahead.
    fn helper_loop(&mut self, index: usize) {
        let mut score = 0;
        let ahead = (index % 2) as i32;
        for depth in 1 + ahead..=self.max_depth() {
            match self.aspiration_search(depth, score) {
                Ok(found) => {
                    score = found.score;
                    self.root.tt_move = found.pv.first().copied();
                }
                Err(_) => return,
            }
        }
    }
}

#[cfg(test)]
impl Searcher {
    /// Runs `work` on a worker of a new searcher, at this position and without limits.
    pub(in crate::search) fn at<T>(board: &Board, work: impl FnOnce(&mut Worker) -> T) -> T {
        Self::new(1 << 20).with_worker(board, &SearchRequest::default(), &Control::unlimited(), work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Rule, WIN_BOUND};
    use crate::search::Limits;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc;
    use std::time::Duration;

    #[test]
    fn helpers_end_when_the_search_that_they_help_fails() {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let board = Board::after(Rule::Freestyle, "");
            let mut searcher = Searcher::new(1 << 16);
            searcher.set_threads(2);
            let request = SearchRequest::default();
            let fails = |_: &mut Worker| panic!("on purpose");
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                searcher.with_worker(&board, &request, &Control::unlimited(), fails);
            }));
            sender.send(outcome.is_err()).unwrap();
        });
        assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok(true));
    }

    #[test]
    fn no_line_comes_to_a_blocked_position() {
        let board = Board::after(Rule::Freestyle, "h8g8i8a1j8a15");
        let after = Board::after(Rule::Freestyle, "h8g8i8a1j8a15k8l8");
        let mut searcher = Searcher::new(1 << 20);
        let search = |searcher: &mut Searcher, blocked: Vec<u64>| {
            let request = SearchRequest { blocked, ..Limits::nodes(3_000).into() };
            searcher.search(&board, request, &Control::unlimited(), &mut |_| {})
        };
        let free = search(&mut searcher, Vec::new());
        assert!(free.info().score.abs() < WIN_BOUND, "the four has an answer");
        // Without its answer, the four wins.
        let blocked = search(&mut searcher, vec![after.hash()]);
        assert!(blocked.best == Some(board.at("k8")) && blocked.info().score > WIN_BOUND, "{:?}", blocked.info());
        assert!(!blocked.info().proven, "a proof knows nothing of what is blocked");
        let again = search(&mut searcher, Vec::new());
        assert_eq!((again.best, again.info().score), (free.best, free.info().score), "nothing of it is remembered");
    }

    /// After each four that an open three can become there is an answer after which the five is a blocked move.
    #[test]
    fn a_five_that_is_blocked_below_the_root_wins_nothing() {
        let after = |moves| Board::after(Rule::Freestyle, &format!("d12k12e12k10f12k7{moves}"));
        let mut searcher = Searcher::new(1 << 20);
        let blocked = ["c12b12g12", "c12g12b12", "g12c12h12", "g12h12c12"].map(|line| after(line).hash());
        for (moves, lines) in [("", 1), ("", 3), ("c12", 1), ("g12", 1)] {
            let request = SearchRequest::multi_pv(lines, Limits::nodes(3_000));
            let request = SearchRequest { blocked: blocked.into(), ..request };
            let found = searcher.search(&after(moves), request, &Control::unlimited(), &mut |_| {});
            let is_open = |info: &SearchInfo| !info.proven && info.score.abs() < WIN_BOUND;
            assert!(found.lines.len() == lines && found.lines.iter().all(is_open), "{moves}: {found:?}");
        }
    }
}
