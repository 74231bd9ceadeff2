//! Several best lines of a position (multi-PV): each line is searched with the first moves of the better ones excluded.

use super::deepening::is_settled;
use crate::base::{Score, WIN_BOUND, win_in};
use crate::search::thread::Worker;
use crate::search::{SearchInfo, SearchResult};
use std::cmp::Reverse;

impl Worker<'_> {
    /// The best `count` lines with different first moves, best first, also reported to `sink` after each
    /// finished iteration.
    ///
    /// There are fewer lines if fewer moves avoid an immediate loss or a loss to a threat on the board; if none does,
    /// there is the one line of [`Worker::iterate`]. An interrupted search returns the lines of its last two
    /// iterations in the order of their scores; a search without any finished line returns a legal move at depth 0.
    pub fn iterate_multi_pv(&mut self, count: usize, sink: &mut dyn FnMut(&[SearchInfo])) -> SearchResult {
        self.reset_root_vct();
        let fallback = self.static_move();
        let mut best = vec![self.info(0, 0, fallback.into_iter().collect())];
        if fallback.is_none() {
            return SearchResult { best: None, lines: best };
        }
        // No iteration searches moves that make five, so their lines are added to each.
        let mut fives = self.root_fives();
        fives.truncate(count);
        let excluded_by_caller = self.root.excluded.len();
        for depth in 1..=self.max_depth() {
            self.root.excluded.extend(&fives);
            let five = |&point| SearchInfo { proven: true, ..self.info(depth, win_in(1), vec![point]) };
            let mut found: Vec<SearchInfo> = fives.iter().map(five).collect();
            let finished = self.iterate_lines(depth, count, &best, &mut found);
            self.root.excluded.truncate(excluded_by_caller);
            self.spread_loss(&mut found);
            let first = found.first().map(|info| info.pv[0]);
            // A later line may have a better score than an earlier one.
            found.sort_by_key(|info| Reverse(rank(info)));
            if let Some(info) = found.first_mut().filter(|info| Some(info.pv[0]) != first && info.score < 0) {
                // The line's proof is one of its own move; the loss of the position needs a proof for every move.
                let proven = if info.proven { self.verify_win(info.score, &info.pv, false) } else { None };
                (info.score, info.proven) = (proven.unwrap_or(info.score), proven.is_some());
            }
            if !finished {
                best = completed(found, best, count);
                break;
            }
            if found.is_empty() {
                // Every move loses at once, or none may be searched: reported as a single line.
                return self.iterate(sink);
            }
            best = found;
            self.settle_lines(&mut best, sink);
            sink(&self.reported(&best));
            if best.iter().all(is_settled) || self.control.is_past_soft(self.params.soft_share()) {
                break;
            }
        }
        SearchResult { best: best[0].pv.first().copied(), lines: self.reported(&best) }
    }

    /// Reports unproven wins and losses among the lines as such, and tries to prove them.
    fn settle_lines(&mut self, lines: &mut [SearchInfo], sink: &mut dyn FnMut(&[SearchInfo])) {
        if !lines.iter().any(|info| self.may_settle(info)) {
            return;
        }
        sink(lines);
        for (index, info) in lines.iter_mut().enumerate() {
            if self.may_settle(info) {
                self.settle(info, index > 0 || info.score > 0);
            }
        }
        self.spread_loss(lines);
        lines.sort_by_key(|info| Reverse(rank(info)));
    }

    /// If the first line's loss is proven and no move is excluded, proves the losses of all lines in at most as many
    /// plies: the proof refutes every move.
    fn spread_loss(&self, lines: &mut [SearchInfo]) {
        let Some((first, others)) = lines.split_first_mut() else { return };
        if first.proven && first.score < -WIN_BOUND && self.root.excluded.is_empty() {
            for line in others.iter_mut().filter(|line| line.score < -WIN_BOUND && !line.proven) {
                (line.score, line.proven) = (first.score, true);
            }
        }
    }

    /// One iteration of the lines that are not in `found` yet; `false` if it was interrupted.
    fn iterate_lines(&mut self, depth: i32, count: usize, last: &[SearchInfo], found: &mut Vec<SearchInfo>) -> bool {
        while found.len() < count {
            let last_score = last.get(found.len()).map_or(0, |info| info.score);
            // In the first iteration the table may have a better move, from the search of the move before.
            let known = last.iter().map(|info| info.pv[0]).find(|point| !self.root.excluded.contains(point));
            self.root.tt_move = known.filter(|_| depth > 1);
            let Ok(iteration) = self.aspiration_search(depth, last_score) else { return false };
            let Some(&first) = iteration.pv.first() else { break };
            // A later line's loss was proven for its own move only.
            let usable = if found.is_empty() { &last[..1] } else { last };
            let proven = usable
                .iter()
                .find_map(|old| iteration.proof_of(old))
                .or_else(|| self.verify_win(iteration.score, &iteration.pv, iteration.score > 0));
            self.root.excluded.push(first);
            let score = proven.unwrap_or(iteration.score);
            found.push(SearchInfo { proven: proven.is_some(), ..self.info(depth, score, iteration.pv) });
        }
        true
    }
}

/// Sort key of lines: by score, but a proven win before an unproven one, which may not be a win, and a proven loss behind
/// an unproven one.
fn rank(info: &SearchInfo) -> (bool, bool, bool, Score) {
    let (is_win, is_loss) = (info.score > WIN_BOUND, info.score < -WIN_BOUND);
    (is_win, is_win && info.proven, !(is_loss && info.proven), info.score)
}

/// The lines of an interrupted iteration, sorted, with the previous iteration's lines that it has not reached. Unproven
/// scores of the latter are limited to the score of the last line reached, because this iteration has searched their
/// moves as well and found none better.
fn completed(mut found: Vec<SearchInfo>, before: Vec<SearchInfo>, count: usize) -> Vec<SearchInfo> {
    let last = found.last().map(|info| info.score);
    for info in before {
        if found.len() < count && found.iter().all(|other| other.pv[0] != info.pv[0]) {
            let most = last.filter(|&last| !info.proven && info.score > last);
            found.push(SearchInfo { score: most.unwrap_or(info.score), ..info });
        }
    }
    found.sort_by_key(|info| Reverse(rank(info)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Rule, loss_in};
    use crate::board::Board;
    use crate::search::root::RootVct;
    use crate::search::{Control, Limits, SearchRequest, Searcher};

    #[test]
    fn the_proof_of_a_later_line_is_none_of_the_position() {
        // Black is lost, in more moves than the verification can follow.
        let board = Board::after(Rule::Standard, "a1g8c1h8e1i8a15g10c15k6o15l12");
        let request = SearchRequest::from(Limits::depth(7));
        Searcher::new(1 << 22).with_worker(&board, &request, &Control::unlimited(), |worker| {
            let other = worker.info(6, 0, vec![board.size().center()]);
            let mut first_line = |last: &[SearchInfo]| {
                worker.root.excluded.clear();
                let mut found = Vec::new();
                assert!(worker.iterate_lines(7, 1, last, &mut found));
                found.remove(0)
            };
            let [_, line] = [(); 2].map(|()| first_line(std::slice::from_ref(&other)));
            assert!(line.score < -WIN_BOUND && !line.proven, "{line:?}");
            // In a second line, the move itself was proven to lose.
            let proven = SearchInfo { proven: true, ..line.clone() };
            let again = first_line(&[other, proven]);
            assert_eq!((again.score, &again.pv, again.proven), (line.score, &line.pv, false));
        });
    }

    #[test]
    fn a_proven_win_comes_before_one_that_may_be_none_and_a_proven_loss_behind() {
        Searcher::at(&Board::after(Rule::Standard, ""), |worker| {
            let line = |score, proven| SearchInfo { proven, ..worker.info(9, score, Vec::new()) };
            let losses = [line(loss_in(40), true), line(loss_in(10), false)];
            let others = [line(700, false), line(win_in(11), false), line(win_in(37), true)];
            let rising = [&losses[..], &others].concat();
            assert!(rising.iter().is_sorted_by(|worse, better| rank(worse) < rank(better)));
        });
    }

    #[test]
    fn what_the_solvers_spent_in_one_search_is_not_counted_in_the_next() {
        Searcher::at(&Board::after(Rule::Standard, ""), |worker| {
            worker.limits = Limits::nodes(2_000);
            let mut solvers = Box::<RootVct>::default();
            solvers.verification.spent = 1_000_000;
            worker.solvers.root = Some(solvers);
            worker.iterate_multi_pv(2, &mut |_| {});
            assert_eq!(worker.solvers.root.as_ref().map(|solvers| solvers.verification.spent), Some(0));
        });
    }
}
