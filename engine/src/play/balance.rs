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
    /// The move (or the two moves) after which the score for the side to move is nearest to `bias`, and the result of
    /// the comparison, `None` if there was no time for one. Moves that are blocked or end the game are left out; `None`
    /// if no other move exists.
    pub fn balance(&mut self, board: &Board, stones: usize, bias: Score) -> Option<(Vec<Point>, Option<Compared>)> {
        if board.empty_count() <= board.draw_at() + stones {
            return None;
        }
        let choices = if stones == 2 {
            self.pairs(board, FIRST_CANDIDATES, SECOND_CANDIDATES)
        } else {
            self.most_promising(board, usize::MAX).into_iter().map(|point| vec![point]).collect()
        };
        self.nearest(board, choices, bias)
    }

    /// Pairs of the most promising points for the side to move and, after each, for the other side.
    pub(super) fn pairs(&self, board: &Board, firsts: usize, seconds: usize) -> Vec<Vec<Point>> {
        let mut board = board.clone();
        let mut pairs = Vec::new();
        for first in self.most_promising(&board, firsts) {
            board.push(first);
            pairs.extend(self.most_promising(&board, seconds).into_iter().map(|second| vec![first, second]));
            board.pop();
        }
        pairs
    }

    /// The quiet points whose patterns are worth most to both sides together, best first.
    pub(super) fn most_promising(&self, board: &Board, count: usize) -> Vec<Point> {
        let strength = |point: Point| {
            Color::ALL
                .iter()
                .map(|&color| board.patterns(point).lines(color).iter().map(|&pattern| pattern as u32).sum::<u32>())
                .sum::<u32>()
        };
        let mut points = self.quiet_points(board);
        points.sort_by_key(|&point| (Reverse(strength(point)), point));
        points.truncate(count);
        points
    }

    /// The legal points near stones that are not blocked and do not end the game, or all such points if none is near a
    /// stone. On an empty board where nothing is blocked the points of its first quarter, because the others are
    /// symmetric to them.
    fn quiet_points(&self, board: &Board) -> Vec<Point> {
        let (size, us) = (board.size(), board.side_to_move());
        let quiet = |points: Vec<Point>| {
            let mut points = self.without_blocked(board, points);
            points.retain(|&point| board.patterns(point).class(us) != PointClass::Five);
            movegen::retain_legal(board, &mut points, 0);
            points
        };
        let mut points = quiet(board.candidates().collect());
        if points.is_empty() {
            points = quiet(board.empties().collect());
        }
        if board.history().len() == 0 && self.blocked.is_empty() {
            let (width, height) = (size.width() as i32, size.height() as i32);
            points.retain(|&point| {
                let (x, y) = size.xy(point);
                2 * x < width + 1 && 2 * y < height + 1
            });
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Cell, Rule};
    use crate::board::parse_moves;
    use crate::play::BlockedMoves;
    use crate::search::{Control, Limits, Searcher};

    /// The first choice: with one node nothing is compared.
    fn first_choice(board: &Board, stones: usize) -> Option<Vec<Point>> {
        with_advisor(BlockedMoves::default(), |advisor| advisor.balance(board, stones, 0).map(|(stones, _)| stones))
    }

    fn with_advisor<T>(blocked: BlockedMoves, work: impl FnOnce(&mut OpeningAdvisor) -> T) -> T {
        let control = Control::unlimited();
        work(&mut OpeningAdvisor::new(&mut Searcher::new(1 << 16), Limits::nodes(1), &control, blocked))
    }

    #[test]
    fn moves_that_draw_leave_no_game_open() {
        let size = BoardSize::square(6).unwrap();
        for (rule, draw_at) in [(Rule::Freestyle, 0), (Rule::Renju, 25)] {
            let mut board = Board::new(size, rule);
            // Rows of pairs: nobody has three in a row.
            for point in size.points().take(size.cells() - draw_at - 1) {
                let (x, y) = size.xy(point);
                let is_open = |stones: usize| board.empty_count() > draw_at + stones;
                if board.empty_count() <= draw_at + 4 {
                    let found = [1, 2].map(|stones| first_choice(&board, stones).is_some());
                    assert_eq!(found, [1, 2].map(is_open), "{rule}: {}", board.empty_count());
                }
                board.place(point, if (x / 2 + y) % 2 == 0 { Cell::Black } else { Cell::White }).unwrap();
            }
            assert_eq!([1, 2].map(|stones| first_choice(&board, stones)), [None, None], "{rule}");
        }
    }

    #[test]
    fn the_most_promising_points_are_compared_first() {
        let board = Board::after(Rule::Standard, "h8i9h10g11");
        let promising = with_advisor(BlockedMoves::default(), |advisor| advisor.most_promising(&board, 1));
        assert_eq!(first_choice(&board, 1), Some(promising));
    }

    #[test]
    fn blocked_points_leave_the_others_to_choose_from() {
        let size = BoardSize::square(15).unwrap();
        // Free are two points that are far from the stones and not in the first quarter.
        let free = parse_moves(size, "k1m1").unwrap();
        for moves in ["", "h8i9h10g11"] {
            let board = Board::after(Rule::Standard, moves);
            let blocked: BlockedMoves = size.points().filter(|point| !free.contains(point)).collect();
            for stones in [1, 2] {
                let found = with_advisor(blocked.clone(), |advisor| advisor.balance(&board, stones, 0));
                assert_eq!(found.map(|(points, _)| points), Some(free[..stones].to_vec()), "{moves}");
            }
        }
    }
}
