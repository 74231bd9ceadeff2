//! A continuation of a position as it is compared with others: its score, and how likely that is to stay.

use crate::base::{Color, Point, Score, WIN_BOUND};
use crate::board::Board;

/// A continuation and what the searches after it have found, for the side to move before it.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The stones.
    pub stones: Vec<Point>,
    /// The score of the deepest search.
    pub score: Score,
    /// Of the search before that and of the last iterations before the deepest one, the score that was farthest from it.
    pub before: Score,
    /// The change of `score` that is expected from deeper searches.
    drift: Score,
    /// Nodes of the deepest search.
    pub(super) nodes: u64,
}

/// A score within this of the one that is wanted counts as reached: 58 of 100 points for one side, where 50 are even.
pub const EVEN: Score = 100;

/// What deeper searches find less for White where White is to move: 52 points from 160,000 to 640,000 nodes, the mean of 14
/// positions of five stones; with Black to move, 11 positions of four stones, they find nothing more or less.
const WHITE_TO_MOVE: Score = 40;
/// Nodes from which a score drifts no more: 29 proposals that aimed at [`WHITE_TO_MOVE`] with up to four million nodes were at 47
/// points, their mean, with some 20 million.
const DRIFTS_BELOW: u64 = 500_000;
/// How many times as many nodes as the one before the next search of a choice has.
pub(super) const DEEPER: u64 = 4;
/// Iterations of a search whose scores tell how stable the last one is.
const ITERATIONS: usize = 4;
/// Points that a score counts as farther away for each search that is left before its last one.
const UNCHECKED: Score = 20;
/// The score of what was not searched.
pub(super) const FAR: Score = Score::MAX / 4;

impl Compared {
    /// A continuation of `board` that no search has looked at.
    pub(super) fn unknown(board: &Board, stones: &[Point]) -> Self {
        let us = board.side_to_move();
        let next = if stones.len().is_multiple_of(2) { us } else { !us };
        let drift = match (next, us) {
            (Color::Black, _) => 0,
            (Color::White, Color::Black) => WHITE_TO_MOVE,
            (Color::White, Color::White) => -WHITE_TO_MOVE,
        };
        Self { stones: stones.to_vec(), score: FAR, before: FAR, drift, nodes: 0 }
    }

    /// How far from `bias` a deeper search is likely to find the score: after its drift half of its last change farther.
    pub fn distance(&self, bias: Score) -> Score {
        if self.nodes == 0 {
            return FAR;
        }
        let [score, before] = [self.score, self.before].map(|score| score.clamp(-WIN_BOUND, WIN_BOUND));
        let drift = if self.nodes < DRIFTS_BELOW { self.drift } else { 0 };
        let likely = (score + drift).clamp(-WIN_BOUND, WIN_BOUND);
        (likely - bias.clamp(-WIN_BOUND, WIN_BOUND)).abs() + (score - before).abs() / 2
    }

    /// Whether a deeper search is likely to find the score near to `bias` as well.
    pub fn is_near(&self, bias: Score) -> bool {
        self.distance(bias) <= EVEN
    }

    /// The distance while searches are left before one of `last` nodes.
    pub(super) fn open_distance(&self, bias: Score, last: u64) -> Score {
        let left = (last / self.nodes.max(1)).checked_ilog(DEEPER).unwrap_or(0);
        self.distance(bias) + left as Score * UNCHECKED
    }

    /// Takes over what a search of `nodes` nodes has found in its last iterations.
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
        // Black is to move: nothing drifts. The score of the search before counts, and those of the last iterations.
        assert_eq!(compared(3, 1, &[&[50]]).distance(0), 50);
        assert_eq!(compared(3, 1, &[&[50], &[10]]).distance(0), 10 + 20);
        assert_eq!(compared(3, 1, &[&[50], &[300, -90, 30, 20, 10]]).distance(0), 10 + 50);
        // White is to move: for White its score falls, for Black it rises.
        assert_eq!(compared(3, 2, &[&[WHITE_TO_MOVE]]).distance(0), 0);
        assert_eq!(compared(4, 1, &[&[-WHITE_TO_MOVE]]).distance(0), 0);
        // A deep search has drifted already.
        let mut deep = Compared::unknown(&board(3), &moves[3..5]);
        deep.add(&[WHITE_TO_MOVE], DRIFTS_BELOW);
        assert_eq!(deep.distance(0), WHITE_TO_MOVE);
        // What was not searched is near to nothing, not even to a win.
        assert!(!compared(3, 1, &[]).is_near(WIN) && compared(3, 1, &[&[WIN - 3]]).is_near(WIN));
    }
}
