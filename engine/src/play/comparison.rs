//! Finds the continuation of a position whose score is nearest to a given one.
//!
//! First sequential halving, as in Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits"
//! (2013), with rounds of nodes. Then best first, until the nearest choice has a third of the nodes planned for the
//! checks; that choice gets the remaining nodes, too. A score that happens to be even after few nodes is seldom even
//! after more, and a score that has just changed will change again, so choices are ranked by the expected distance of
//! a deeper search's score.

use super::advisor::OpeningAdvisor;
use super::compared::{Compared, DEEPER};
use super::opening_rule::MAX_OFFERS;
use crate::base::{Point, Score};
use crate::board::Board;
use crate::search::SearchRequest;

/// First rounds: nodes for each choice, and the number of best choices that stay for the next round.
const ROUNDS: [(u64, usize); 3] = [(300, 32), (2_500, 16), (20_000, 16)];
/// Least nodes for each choice per candidate of the position: the first iteration takes about one.
const NODES_PER_CANDIDATE: u64 = 2;
/// Divisor of the nodes of all checks: the nodes of the last search that a choice needs to be proposed.
const LAST_PART: u64 = 3;
/// Nodes of all checks without a limit of time or nodes.
const UNTIMED_CHECKS: u64 = 4_000_000;
/// Most nodes of all checks, because some programs give hours when they mean no limit.
const MOST_CHECKS: u64 = 120_000_000;
/// Most choices that are compared: the clock may end the search only after the first choice.
const MAX_CHOICES: usize = 512;

impl OpeningAdvisor<'_> {
    /// The stones of [`OpeningAdvisor::most_balanced`], or of the first choice where nothing was searched, and the
    /// result.
    pub(super) fn nearest(
        &mut self,
        board: &Board,
        choices: Vec<Vec<Point>>,
        bias: Score,
    ) -> Option<(Vec<Point>, Option<Compared>)> {
        let found = self.most_balanced(board, &choices, bias);
        let stones = found.as_ref().map(|found| found.stones.clone()).or_else(|| choices.into_iter().next())?;
        Some((stones, found))
    }

    /// The continuation after which the score for the side to move in `board` is nearest to `bias`, checked in the time
    /// that is available. `None` when no search has finished an iteration. No continuation may hold a five.
    pub fn most_balanced(&mut self, board: &Board, choices: &[Vec<Point>], bias: Score) -> Option<Compared> {
        let mut scored: Vec<Compared> =
            choices.iter().take(MAX_CHOICES).map(|stones| Compared::unknown(board, stones)).collect();
        let (begun, time) = (self.control.elapsed(), self.control.planned_left());
        let (mut searched, mut spent) = (false, 0);
        let least = NODES_PER_CANDIDATE * board.candidates().count() as u64;
        for (round, (nodes, kept)) in (1..).zip(ROUNDS) {
            // Half of the time is kept for the checks, also on a slow machine, where only the first choices are
            // compared.
            // As few as a player may offer are all searched once, also where no time is planned.
            let is_bounded = round > 1 || choices.len() > MAX_OFFERS;
            let until = time.filter(|_| is_bounded).map(|time| begun + time * round / (2 * ROUNDS.len() as u32));
            for choice in &mut scored {
                if searched && until.is_some_and(|until| self.control.elapsed() > until) {
                    break;
                }
                let nodes = nodes.max(least);
                let Some((scores, used)) = self.scores_after(board, &choice.stones, nodes) else {
                    if self.control.should_stop() {
                        break;
                    }
                    continue;
                };
                choice.add(&scores, nodes);
                (searched, spent) = (true, spent + used);
            }
            // Stable, so that equal choices stay in the given order.
            scored.sort_by_key(|choice| choice.distance(bias));
            scored.truncate(kept);
            if self.control.should_stop() {
                return scored.into_iter().next().filter(|choice| choice.nodes > 0);
            }
        }
        let per_second = spent as f64 / (self.control.elapsed() - begun).as_secs_f64().max(1e-3);
        let all = match self.control.planned_left() {
            Some(left) => (left.as_secs_f64() * per_second) as u64,
            None if self.limits.nodes == u64::MAX => UNTIMED_CHECKS,
            None => self.limits.nodes,
        };
        let all = all.min(MOST_CHECKS);
        // Without that many nodes nothing is checked, nor where no search has finished an iteration.
        if searched && all / LAST_PART >= 2 * ROUNDS[ROUNDS.len() - 1].0 {
            self.check(board, &mut scored, bias, all);
        }
        let last = all / LAST_PART;
        let searched = scored.into_iter().filter(|choice| choice.nodes > 0);
        searched.min_by_key(|choice| choice.open_distance(bias, last))
    }

    /// Searches the nearest choice deeper until it is still the nearest with the nodes of the last search, then with
    /// all nodes that are left. `left` are the nodes of all checks.
    fn check(&mut self, board: &Board, scored: &mut [Compared], bias: Score, mut left: u64) {
        let mut last = (left / LAST_PART).min(self.limits.nodes);
        while let Some(nearest) = scored.iter_mut().min_by_key(|choice| choice.open_distance(bias, last)) {
            if nearest.nodes >= last {
                // Two searches of nearly equal size give nearly equal scores.
                let rest = left.min(self.limits.nodes);
                if rest < nearest.nodes.saturating_add(nearest.nodes / 4) {
                    break;
                }
                last = rest;
                continue;
            }
            let mut nodes = last;
            while nodes / DEEPER >= 2 * nearest.nodes {
                nodes /= DEEPER;
            }
            if nodes > left || self.control.should_stop() {
                break;
            }
            let Some((scores, used)) = self.scores_after(board, &nearest.stones, nodes) else { break };
            nearest.add(&scores, nodes);
            left = left.saturating_sub(used);
        }
    }

    /// The scores after `stones` for the side to move in `board`, one per iteration of a search, and the nodes that it
    /// used; `None` without a finished iteration.
    fn scores_after(&mut self, board: &Board, stones: &[Point], nodes: u64) -> Option<(Vec<Score>, u64)> {
        let mut after = board.clone();
        stones.iter().for_each(|&point| after.push(point));
        let side = if after.side_to_move() == board.side_to_move() { 1 } else { -1 };
        let mut scores = Vec::new();
        let request = SearchRequest::multi_pv(1, self.limits.at_most_nodes(nodes));
        let result =
            self.searcher.search(&after, request, self.control, &mut |lines| scores.push(side * lines[0].score));
        let info = result.info();
        // The result may be better than the last reported iteration.
        scores.push(side * info.score);
        (info.depth > 0).then_some((scores, info.nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Cell, Rule, WIN_BOUND};
    use crate::board::parse_moves;
    use crate::play::BlockedMoves;
    use crate::play::compared::FAR;
    use crate::search::{Budget, Control, Limits, Searcher};
    use std::time::{Duration, Instant};

    /// The comparison of one more stone after these moves, and the time that it took.
    fn compared(limits: Limits, budget: Budget) -> (Option<Compared>, Duration) {
        let board = Board::after(Rule::Standard, "h8i9j10");
        let choices: Vec<Vec<Point>> = board.candidates().map(|point| vec![point]).collect();
        let control = Control::new(Instant::now(), budget);
        let mut searcher = Searcher::new(1 << 22);
        let found = OpeningAdvisor::new(&mut searcher, limits, &control, BlockedMoves::default())
            .most_balanced(&board, &choices, 0);
        (found, control.elapsed())
    }

    /// The stones after these moves, one of the choices, with the score nearest to `bias`.
    fn nearest(side: usize, moves: &str, choices: &[&str], bias: Score, nodes: u64) -> Option<String> {
        let size = BoardSize::square(side).unwrap();
        let board = Board::from_moves(size, Rule::Freestyle, &parse_moves(size, moves).unwrap());
        let stones: Vec<Vec<Point>> = choices.iter().map(|text| parse_moves(size, text).unwrap()).collect();
        let control = Control::unlimited();
        OpeningAdvisor::new(&mut Searcher::new(1 << 20), Limits::nodes(nodes), &control, BlockedMoves::default())
            .most_balanced(&board, &stones, bias)
            .map(|found| choices[stones.iter().position(|stones| *stones == found.stones).unwrap()].to_owned())
    }

    #[test]
    fn a_choice_without_a_finished_iteration_does_not_end_the_comparison() {
        // After the stone at a1 all moves must be searched, after the four there is one answer.
        assert_eq!(nearest(15, "h8h7h9c15h10e15", &["a1", "h11"], 0, 20).as_deref(), Some("h11"));
    }

    #[test]
    fn where_no_choice_has_a_move_nothing_is_checked() {
        let size = BoardSize::square(5).unwrap();
        let mut board = Board::new(size, Rule::Freestyle);
        for (index, point) in size.points().take(24).enumerate() {
            board.place(point, [Cell::Black, Cell::White][(index / 2 + index / 5) % 2]).unwrap();
        }
        let (control, choices) = (Control::unlimited(), [board.empties().collect()]);
        let found = OpeningAdvisor::new(&mut Searcher::new(1 << 16), Limits::NONE, &control, BlockedMoves::default())
            .most_balanced(&board, &choices, 0);
        assert!(found.is_none(), "{found:?}");
    }

    #[test]
    fn on_a_full_board_every_choice_is_searched() {
        // One iteration takes 375 nodes.
        let spread = "b19f19j19n19r19b15f15j15n15r15b11f11j11n11r11b7f7j7n7r7b3f3j3n3";
        let mut choices = ["t20"; ROUNDS[0].1 + 2];
        choices[ROUNDS[0].1 + 1] = "h15";
        assert_eq!(nearest(20, spread, &choices, WIN_BOUND, 1_000).as_deref(), Some("h15"));
    }

    #[test]
    fn the_time_that_is_allowed_is_used_for_checks_and_kept() {
        let budget = Budget { soft: Duration::MAX, hard: Duration::from_secs(2) };
        let (found, taken) = compared(Limits::NONE, budget);
        let found = found.unwrap();
        assert!(taken >= budget.hard / 3 && found.score.abs() < FAR, "{found:?} after {taken:?}");
        // With a node limit too small for checks, no time is waited for them.
        let (again, _) = compared(Limits::nodes(5_000), Budget::UNLIMITED);
        assert!(again.unwrap().score.abs() < FAR);
        // Not even one iteration is finished.
        assert!(compared(Limits::nodes(1), Budget::UNLIMITED).0.is_none());
    }
}
