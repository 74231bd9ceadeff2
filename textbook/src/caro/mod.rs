//! Five in a row as students program it: two engines from two course reports, with stones, a choice of candidates and a
//! static evaluation, both searching two moves ahead by alpha-beta. They play under every rule and on every board size
//! as opponents in `tengen match`: `@caro-points`, `@caro-segments`.

mod engine;
mod points;
mod segments;

pub use engine::Opponent;
pub use points::PointsReport;
pub use segments::SegmentsReport;

use super::{Ending, TwoPlayerGame};
use tengen::base::{Color, Point, Score, WIN_BOUND};
use tengen::board::Board;

/// The candidates and the evaluation of one of the reports.
pub trait CaroReport {
    /// Places a stone of the side to move on the empty `point`, and returns the change of the evaluation, for Black.
    fn put(&mut self, board: &mut Board, point: Point) -> Score;

    /// Takes the last stone back.
    fn lift(&mut self, board: &mut Board) {
        board.pop();
    }

    /// The candidates among the empty points; none on an empty board or when no point near the stones is empty.
    fn candidates(&self, board: &Board) -> Vec<Point>;

    /// Estimated worth of a move, for the move order.
    fn move_score(&self, board: &Board, point: Point) -> Score;
}

/// A game of five in a row with one report's candidates and evaluation.
#[derive(Clone)]
pub struct Caro<R> {
    report: R,
    board: Board,
    /// The evaluation, for Black, before each move made since the root.
    before: Vec<Score>,
    /// Change of the evaluation since the root, for Black.
    count: Score,
    /// Points forbidden at the root; deeper in the tree the reports do not know forbidden points of renju.
    forbidden: Vec<Point>,
}

impl<R: CaroReport> Caro<R> {
    /// Takes over a position, with any stones. `report` must know these stones.
    pub fn new(report: R, board: &Board) -> Self {
        let has_forbidden = board.rule().forbids(board.side_to_move());
        let forbidden = if has_forbidden { board.forbidden_points() } else { Vec::new() };
        Self { report, board: board.clone(), before: Vec::new(), count: 0, forbidden }
    }
}

impl<R: CaroReport> TwoPlayerGame for Caro<R> {
    type Move = Point;

    fn outcome(&self) -> Option<Ending> {
        match self.board.last() {
            Some(last) if self.board.is_in_winning_run(last) => Some(Ending::Loss),
            _ => (self.board.empty_count() == 0).then_some(Ending::Draw),
        }
    }

    fn moves(&self) -> Vec<Point> {
        let allowed = |point: &Point| !self.before.is_empty() || !self.forbidden.contains(point);
        let mut moves = self.report.candidates(&self.board);
        moves.retain(allowed);
        if moves.is_empty() {
            let center = self.board.size().center();
            moves = self.board.empties().filter(|&point| point == center && allowed(&point)).collect();
            if moves.is_empty() {
                moves = self.board.empties().filter(allowed).collect();
            }
            if moves.is_empty() {
                // Only forbidden points are left, and a player must move.
                moves = self.board.empties().collect();
            }
        }
        moves
    }

    fn make(&mut self, point: Point) {
        self.before.push(self.count);
        self.count += self.report.put(&mut self.board, point);
    }

    fn unmake(&mut self) {
        if let Some(count) = self.before.pop() {
            self.report.lift(&mut self.board);
            self.count = count;
        }
    }

    fn evaluate(&mut self) -> Score {
        let count = self.count.clamp(1 - WIN_BOUND, WIN_BOUND - 1);
        if self.board.side_to_move() == Color::Black { count } else { -count }
    }

    fn order(&self, moves: &mut [Point]) {
        moves.sort_by_cached_key(|&point| std::cmp::Reverse(self.report.move_score(&self.board, point)));
    }
}
