//! A continuation of a position in a comparison: its score, and how stable the score is.

use crate::base::{Color, Point, Score, WIN_BOUND};
use crate::board::Board;

/// A continuation and the results of the searches after it. Scores are for the side to move before it.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The stones.
    pub stones: Vec<Point>,
    /// The score of the deepest search.
    pub score: Score,
    /// The earlier score farthest from `score`: of the previous search, or of the last iterations of the deepest one.
    pub before: Score,
    /// Expected change of `score` in deeper searches.
    drift: Score,
    /// Nodes of the deepest search.
    pub(super) nodes: u64,
}

/// Tolerance of a wanted score, in points. At this distance from even, one side expects 58 %.
pub const EVEN: Score = 100;

/// Expected drop of White's score in deeper searches if White is to move, in points: 52 from 160,000 to 640,000 nodes,
/// the mean of 14 positions of five stones; with Black to move, the score of 11 positions of four stones did not change
/// on average.
const WHITE_TO_MOVE: Score = 40;
/// Nodes from which a score is expected to drift no more: 29 proposals that aimed at [`WHITE_TO_MOVE`] with up to four
/// million nodes had a mean of 47 points with some 20 million.
const DRIFT_FREE_NODES: u64 = 500_000;
/// Factor from the nodes of one search of a choice to those of the next.
pub(super) const DEEPER: u64 = 4;
/// Number of last iterations whose scores tell how stable a search is.
const ITERATIONS: usize = 4;
/// Added distance, in points, for each search that a choice still has before its last one.
const UNCHECKED: Score = 20;
/// The score of a choice that was not searched.
pub(super) const FAR: Score = Score::MAX / 4;

impl Compared {
    /// A continuation of `board` that has not been searched.
    pub(super) fn unknown(board: &Board, stones: &[Point]) -> Self {
        let us = board.side_to_move();
        let next = us.after(stones.len());
        let drift = match (next, us) {
            (Color::Black, _) => 0,
            (Color::White, Color::Black) => WHITE_TO_MOVE,
            (Color::White, Color::White) => -WHITE_TO_MOVE,
        };
        Self { stones: stones.to_vec(), score: FAR, before: FAR, drift, nodes: 0 }
    }

    /// Expected distance of a deeper search's score from `bias`: the distance after the drift, plus half of the last
    /// change.
    pub fn distance(&self, bias: Score) -> Score {
        if self.nodes == 0 {
            return FAR;
        }
        let [score, before] = [self.score, self.before].map(|score| score.clamp(-WIN_BOUND, WIN_BOUND));
        let drift = if self.nodes < DRIFT_FREE_NODES { self.drift } else { 0 };
        let likely = (score + drift).clamp(-WIN_BOUND, WIN_BOUND);
        (likely - bias.clamp(-WIN_BOUND, WIN_BOUND)).abs() + (score - before).abs() / 2
    }

    /// Whether a deeper search is expected to find a score within [`EVEN`] of `bias`.
    pub fn is_near(&self, bias: Score) -> bool {
        self.distance(bias) <= EVEN
    }

    /// The distance plus [`UNCHECKED`] for each deeper search still to come, up to one of `last` nodes.
    pub(super) fn open_distance(&self, bias: Score, last: u64) -> Score {
        let left = (last / self.nodes.max(1)).checked_ilog(DEEPER).unwrap_or(0);
        self.distance(bias) + left as Score * UNCHECKED
    }

    /// Records the scores of a search's iterations, the last one the latest, and its number of nodes.
    pub(super) fn add(&mut self, iterations: &[Score], nodes: u64) {
        let Some(&last) = iterations.last() else { return };
        let last_search = (self.nodes > 0).then_some(self.score);
        let recent = iterations.iter().rev().take(ITERATIONS).copied();
        self.before = recent.chain(last_search).max_by_key(|score| (score - last).abs()).unwrap_or(last);
        (self.score, self.nodes) = (last, nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Rule, WIN};
    use crate::board::parse_moves;

    #[test]
    fn a_score_is_as_far_as_it_has_moved_and_drifts() {
        let size = BoardSize::square(15).unwrap();
        let moves = parse_moves(size, "h8i9j10g7k8").unwrap();
        let board = |stones: usize| Board::from_moves(size, Rule::Standard, &moves[..stones]);
        let compared = |stones: usize, more: usize, searches: &[&[Score]]| {
            let mut compared = Compared::unknown(&board(stones), &moves[stones..stones + more]);
            searches.iter().for_each(|scores| compared.add(scores, 1_000));
            compared
        };
        // Black is to move: no drift. The scores of the search before and of the last iterations count.
        assert_eq!(compared(3, 1, &[&[50]]).distance(0), 50);
        assert_eq!(compared(3, 1, &[&[50], &[10]]).distance(0), 10 + 20);
        assert_eq!(compared(3, 1, &[&[50], &[300, -90, 30, 20, 10]]).distance(0), 10 + 50);
        // White is to move: its score falls, Black's rises.
        assert_eq!(compared(3, 2, &[&[WHITE_TO_MOVE]]).distance(0), 0);
        assert_eq!(compared(4, 1, &[&[-WHITE_TO_MOVE]]).distance(0), 0);
        // A deep search has no more drift.
        let mut deep = Compared::unknown(&board(3), &moves[3..5]);
        deep.add(&[WHITE_TO_MOVE], DRIFT_FREE_NODES);
        assert_eq!(deep.distance(0), WHITE_TO_MOVE);
        // A choice that was not searched is near no score, not even a win.
        assert!(!compared(3, 1, &[]).is_near(WIN) && compared(3, 1, &[&[WIN - 3]]).is_near(WIN));
    }
}
