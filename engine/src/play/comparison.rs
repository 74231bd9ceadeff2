//! Which continuation of a position comes nearest to a score: all are searched a little, the nearest ones deeper, and what is
//! proposed deeper than that, for as long as there is time.
//!
//! Sequential halving, as in Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits" (2013), with rounds
//! of nodes. A score of few nodes that happens to be even is seldom even with more: the last rounds choose among several.

use super::advisor::OpeningAdvisor;
use crate::base::{Point, Score};
use crate::board::Board;

/// A continuation and the score after it, for the side to move before it.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The stones.
    pub stones: Vec<Point>,
    /// The score.
    pub score: Score,
}

/// A score within this of the one that is wanted counts as reached: 58 of 100 points for one side, where 50 are even.
pub const EVEN: Score = 100;

/// First rounds: nodes for each choice, and the number of best choices that go on.
const ROUNDS: [(u64, usize); 3] = [(300, 32), (2_500, 10), (20_000, 4)];
/// Rounds with the time that is left: shares of it for each choice, in parts of [`PARTS`], and the number of choices.
const CHECKS: [(u64, usize); 3] = [(1, 4), (2, 2), (2, 2)];
const PARTS: u64 = 12;
/// Nodes of all checks without a limit of time, and at most four times those of one search.
const UNTIMED_CHECKS: u64 = 4_000_000;
/// Most nodes of all checks: some programs have hours where they mean no limit.
const MOST_CHECKS: u64 = 120_000_000;
/// The clock may end the search after the first round, so at most this number of choices is compared.
const MAX_CHOICES: usize = 512;

impl OpeningAdvisor<'_> {
    /// Of several continuations of a position, the one after which its score for the side to move in `board` is nearest to
    /// `bias`, checked with the time that there is. `None` when there was no time for even one. No continuation may hold a
    /// five.
    pub fn most_balanced(&mut self, board: &Board, choices: &[Vec<Point>], bias: Score) -> Option<Compared> {
        let mut scored: Vec<Compared> = choices
            .iter()
            .take(MAX_CHOICES)
            .map(|stones| Compared { stones: stones.clone(), score: Score::MAX / 2 })
            .collect();
        let (begun, time) = (self.control.elapsed(), self.control.planned_left());
        let (mut searched, mut spent) = (false, 0);
        for (round, (nodes, kept)) in (1..).zip(ROUNDS) {
            // On a slow machine too, half of the time is for the checks: the choices that come first are compared.
            let until = time.map(|time| begun + time * round / (2 * ROUNDS.len() as u32));
            for choice in &mut scored {
                if searched && until.is_some_and(|until| self.control.elapsed() > until) {
                    break;
                }
                let Some((score, used)) = self.score_after(board, &choice.stones, nodes) else { break };
                (choice.score, searched, spent) = (score, true, spent + used);
            }
            // Stable, so that equals stay in the order given.
            scored.sort_by_key(|choice| (choice.score - bias).abs());
            scored.truncate(kept);
            if self.control.should_stop() {
                return scored.into_iter().next().filter(|_| searched);
            }
        }
        let per_second = spent as f64 / (self.control.elapsed() - begun).as_secs_f64().max(1e-3);
        let all = match self.control.planned_left() {
            Some(left) => MOST_CHECKS.min((left.as_secs_f64() * per_second) as u64),
            None => UNTIMED_CHECKS.min(self.limits.nodes.saturating_mul(4)),
        };
        for (parts, count) in CHECKS {
            let nodes = all * parts / PARTS;
            // With less than that nothing is checked.
            let last = ROUNDS[ROUNDS.len() - 1].0;
            if nodes < 2 * last || self.limits.nodes <= last {
                break;
            }
            scored.truncate(count);
            for choice in &mut scored {
                let Some((score, _)) = self.score_after(board, &choice.stones, nodes) else { break };
                choice.score = score;
            }
            scored.sort_by_key(|choice| (choice.score - bias).abs());
            if self.control.should_stop() {
                break;
            }
        }
        scored.into_iter().next()
    }

    /// The score after `stones` for the side to move in `board`, and the nodes that it took; `None` without a finished
    /// iteration.
    fn score_after(&mut self, board: &Board, stones: &[Point], nodes: u64) -> Option<(Score, u64)> {
        let mut after = board.clone();
        stones.iter().for_each(|&point| after.push(point));
        let result = self.search(&after, nodes);
        let info = result.info();
        let same_side = after.side_to_move() == board.side_to_move();
        (info.depth > 0).then_some((if same_side { info.score } else { -info.score }, info.nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Rule};
    use crate::board::parse_moves;
    use crate::search::{Budget, Control, Limits, Searcher};
    use std::time::{Duration, Instant};

    /// The answer about one more stone after these, and the time that it took.
    fn compared(limits: Limits, budget: Budget) -> (Compared, Duration) {
        let size = BoardSize::square(15).unwrap();
        let board = Board::from_moves(size, Rule::Standard, &parse_moves(size, "h8i9j10").unwrap());
        let choices: Vec<Vec<Point>> = board.candidates().map(|point| vec![point]).collect();
        let control = Control::new(Instant::now(), budget);
        let mut searcher = Searcher::new(1 << 22);
        let found = OpeningAdvisor::new(&mut searcher, limits, &control, &[]).most_balanced(&board, &choices, 0);
        (found.unwrap(), control.elapsed())
    }

    #[test]
    fn the_time_that_is_allowed_is_used_for_checks_and_kept() {
        let budget = Budget { soft: Duration::MAX, hard: Duration::from_secs(2) };
        let (found, taken) = compared(Limits::NONE, budget);
        assert!(taken >= budget.hard / 3 && found.score.abs() < Score::MAX / 2, "{found:?} after {taken:?}");
        // Nobody waits for checks that a limit of nodes leaves no room for.
        let (again, _) = compared(Limits::nodes(5_000), Budget::UNLIMITED);
        assert!(again.score.abs() < Score::MAX / 2);
    }
}
