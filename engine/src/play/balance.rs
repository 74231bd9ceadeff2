//! Moves that leave a position even, and the quiet points they are chosen from.

use super::advisor::OpeningAdvisor;
use super::compared::Compared;
use crate::base::{Color, Point, Score};
use crate::board::Board;
use crate::movegen;
use crate::pattern::PointClass;
use std::cmp::Reverse;

/// Points compared for the first and for the second of two stones.
const FIRST_CANDIDATES: usize = 32;
pub(super) const SECOND_CANDIDATES: usize = 16;

impl OpeningAdvisor<'_> {
    /// The move (or the two moves) after which the score for the side to move is nearest to `bias`, none of them
    /// blocked; with it the result of the comparison, `None` when there was no time for one. `None` when no such move
    /// exists.
    pub fn balance(&mut self, board: &Board, stones: usize, bias: Score) -> Option<(Vec<Point>, Option<Compared>)> {
        let mut board = board.clone();
        let mut choices = if stones == 2 {
            pairs(&mut board, FIRST_CANDIDATES, SECOND_CANDIDATES)
        } else {
            quiet_points(&mut board).into_iter().map(|point| vec![point]).collect()
        };
        choices.retain(|choice| self.blocked.allows(&board, choice));
        let found = self.most_balanced(&board, &choices, bias);
        let first = || choices.into_iter().next().map(|choice| (choice, None));
        found.map(|found| (found.stones.clone(), Some(found))).or_else(first)
    }
}

/// Pairs of the most promising points for the side to move and, after each, for the other side.
pub(super) fn pairs(board: &mut Board, firsts: usize, seconds: usize) -> Vec<Vec<Point>> {
    let mut pairs = Vec::new();
    for first in most_promising(board, firsts) {
        board.push(first);
        pairs.extend(most_promising(board, seconds).into_iter().map(|second| vec![first, second]));
        board.pop();
    }
    pairs
}

/// The quiet points whose patterns are worth most to both sides together, best first.
pub(super) fn most_promising(board: &mut Board, count: usize) -> Vec<Point> {
    let strength = |board: &Board, point: Point| {
        Color::ALL
            .iter()
            .map(|&color| board.patterns(point).lines(color).iter().map(|&pattern| pattern as u32).sum::<u32>())
            .sum::<u32>()
    };
    let mut points = quiet_points(board);
    points.sort_by_key(|&point| (Reverse(strength(board, point)), point));
    points.truncate(count);
    points
}

/// The legal points near stones that do not end the game; on an empty board the points of its first quarter, because
/// the others are symmetric to them.
fn quiet_points(board: &mut Board) -> Vec<Point> {
    let size = board.size();
    let mut points: Vec<Point> = board.candidates().collect();
    if points.is_empty() {
        points.extend(board.empties());
    }
    if board.history().len() == 0 {
        let (width, height) = (size.width() as i32, size.height() as i32);
        points.retain(|&point| {
            let (x, y) = size.xy(point);
            2 * x < width + 1 && 2 * y < height + 1
        });
    }
    let us = board.side_to_move();
    points.retain(|&point| board.patterns(point).class(us) != PointClass::Five);
    movegen::retain_legal(board, &mut points, 0);
    points
}
