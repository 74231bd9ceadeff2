//! Settlement of wins and losses that an analysis sees and the usual verification does not prove: a part of the search
//! is spent on a longer proof, and scores that stay unproven are reported as undecided.
//!
//! An unproven win is reported as a win for at most a second or a tenth of the time, whichever is more.

use super::state::Settlement;
use super::verify_win::ProofBudget;
use crate::base::{Score, WIN_BOUND, is_decided};
use crate::search::SearchInfo;
use crate::search::thread::Worker;
use std::time::Duration;

/// A proof gets one part in this many of the time or the nodes.
const SHARE: u32 = 10;
/// Least time for a proof, where the search has twice as much left.
const LEAST_TIME: Duration = Duration::from_secs(1);
/// The score of an unproven win, a win probability of 99 %.
const UNPROVEN_SCORE: Score = 1_500;

impl Worker<'_> {
    /// Whether this score is announced as a win or loss that may still be proved.
    pub fn may_settle(&self, info: &SearchInfo) -> bool {
        let Settlement { wanted, deadline, spent } = self.root.settlement;
        let has_time = deadline.is_none_or(|deadline| self.control.elapsed() < deadline);
        wanted && is_decided(info.score) && !info.proven && has_time && spent < self.settlement_nodes()
    }

    /// Tries to prove a score with a larger budget than [`Worker::verify_win`]; for the line's own first move with
    /// `own_move`, else for the position.
    pub fn settle(&mut self, info: &mut SearchInfo, own_move: bool) {
        let deadline = self.root.settlement.deadline.unwrap_or_else(|| self.settlement_deadline());
        self.root.settlement.deadline = Some(deadline);
        let begin = self.counters.nodes;
        let nodes = self.settlement_nodes() - self.root.settlement.spent;
        let budget = ProofBudget::long(deadline, begin.saturating_add(nodes).min(self.control.most_nodes()));
        let proven = self.prove(info.score, &info.pv, own_move, budget);
        self.root.settlement.spent += self.counters.nodes - begin;
        let now = self.info(0, 0, Vec::new());
        (info.nodes, info.elapsed) = (now.nodes, now.elapsed);
        if let Some(score) = proven {
            (info.score, info.proven) = (score, true);
            self.root.settlement.deadline = None;
        }
    }

    /// The deadline of a proof that begins now, from the start of the clock.
    fn settlement_deadline(&self) -> Duration {
        let elapsed = self.control.elapsed();
        let left = self.control.time_left();
        let whole = left.map_or(elapsed, |left| elapsed + left);
        let share = (whole / SHARE).max(LEAST_TIME);
        elapsed + left.map_or(share, |left| share.min(left / 2))
    }

    /// Node limit of all proofs; unlimited in a search without a node limit.
    fn settlement_nodes(&self) -> u64 {
        if self.limits.nodes == u64::MAX { u64::MAX } else { self.limits.nodes / u64::from(SHARE) }
    }

    /// The lines as they are reported: unproven wins and losses get undecided scores beyond those of all other lines.
    pub fn reported(&self, lines: &[SearchInfo]) -> Vec<SearchInfo> {
        let mut lines = lines.to_vec();
        if !self.root.settlement.wanted {
            return lines;
        }
        let undecided = lines.iter().map(|info| info.score).filter(|&score| !is_decided(score));
        let (least, most) = undecided.fold((0, 0), |(least, most), score| (score.min(least), score.max(most)));
        for info in lines.iter_mut().filter(|info| !info.proven) {
            if info.score > WIN_BOUND {
                info.score = most.max(UNPROVEN_SCORE);
            } else if info.score < -WIN_BOUND {
                info.score = least.min(-UNPROVEN_SCORE);
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Cell, Color, Rule, loss_in, win_in};
    use crate::board::Board;
    use crate::search::{Control, Limits, SearchRequest, Searcher};
    use crate::solver::{Solution, SolverLimits, Vct};

    fn with_worker<T>(moves: &str, limits: Limits, work: impl FnOnce(&mut Worker) -> T) -> T {
        let board = Board::after(Rule::Standard, moves);
        let request = SearchRequest { settles_wins: true, ..SearchRequest::multi_pv(1, limits) };
        Searcher::new(1 << 20).with_worker(&board, &request, &Control::unlimited(), work)
    }

    #[test]
    fn a_win_that_the_usual_verification_leaves_open_is_proved() {
        with_worker("h8h7j9g8i10i9g9k10h11g12", Limits::nodes(2_000_000), |worker| {
            let mut board = worker.evaluator.board().clone();
            let Solution::Win(line) = Vct::new().solve(&mut board, SolverLimits::NONE) else { panic!("no win") };
            let mut info = worker.info(9, win_in(9), line[..1].to_vec());
            assert_eq!(worker.verify_win(info.score, &info.pv, false), None, "no nodes were searched yet");
            assert!(worker.may_settle(&info));
            worker.settle(&mut info, false);
            assert!(info.proven && info.score > WIN_BOUND && info.score <= win_in(9), "{info:?}");
            assert_eq!(worker.reported(std::slice::from_ref(&info))[0].score, info.score);
        });
    }

    #[test]
    fn what_is_no_win_is_withdrawn_after_a_tenth_of_the_nodes() {
        with_worker("h8i9", Limits::nodes(200_000), |worker| {
            let pv = worker.static_move().into_iter().collect();
            let mut info = worker.info(9, win_in(9), pv);
            worker.settle(&mut info, false);
            assert!(!info.proven, "{info:?}");
            assert!(worker.counters.nodes <= 25_000, "{}", worker.counters.nodes);
            let reported = worker.reported(std::slice::from_ref(&info));
            assert_eq!((reported[0].score, reported[0].proven), (UNPROVEN_SCORE, false));
        });
    }

    /// Near the end of the time every proof search ends at once, so further rounds with more nodes are useless.
    #[test]
    fn a_proof_at_the_end_of_the_search_ends_as_well() {
        let most = 20_000_000;
        for moves in ["h8i9", "h8a1h9c1h7e1h6"] {
            with_worker(moves, Limits::nodes(most), |worker| {
                worker.counters.nodes = most - 10;
                let pv = worker.static_move().into_iter().collect();
                let mut info = worker.info(9, loss_in(10), pv);
                worker.settle(&mut info, false);
                assert!(worker.counters.nodes < most + 100_000, "{moves}: {}", worker.counters.nodes);
            });
        }
    }

    /// Black, who may pass, has only overlines left after White's move, and White threatens nothing.
    #[test]
    fn a_player_without_a_legal_move_is_not_proved_to_lose() {
        let rows = ["XX.XXX", "######", "XX.XXX", "######", ".#####", "######"];
        let size = BoardSize::square(6).unwrap();
        let mut board = Board::new(size, Rule::Renju);
        for (point, cell) in size.points().zip(rows.concat().chars()) {
            match cell {
                'X' => board.place(point, Cell::Black).unwrap(),
                '#' => board.place(point, Cell::Neutral).unwrap(),
                _ => {}
            }
        }
        board.set_side_to_move(Color::White);
        let quiet = size.point(0, 4).unwrap();
        Searcher::at(&board, |worker| {
            assert_eq!(worker.verify_win(win_in(5), &[quiet], true), None);
        });
    }

    #[test]
    fn unproven_wins_are_above_and_losses_below_all_that_is_undecided() {
        with_worker("h8i9", Limits::NONE, |worker| {
            let line = |score, proven| SearchInfo { proven, ..worker.info(9, score, Vec::new()) };
            let lines = [line(win_in(9), true), line(win_in(11), false), line(1_900, false), line(loss_in(8), false)];
            let scores: Vec<Score> = worker.reported(&lines).iter().map(|info| info.score).collect();
            assert_eq!(scores, [win_in(9), 1_900, 1_900, -UNPROVEN_SCORE]);
        });
        with_worker("h8i9", Limits::depth(4), |worker| {
            let info = worker.info(4, win_in(9), Vec::new());
            assert!(!worker.may_settle(&info), "a search of four plies sees no further");
            assert_eq!(worker.reported(std::slice::from_ref(&info))[0].score, info.score);
        });
    }
}
