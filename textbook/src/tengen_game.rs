//! The engine's board and evaluation as a game for the textbook's searches.

use super::{Ending, TwoPlayerGame};
use tengen::base::{Point, Score, WIN_BOUND};
use tengen::board::Board;
use tengen::eval::{Evaluator, Weights};
use tengen::movegen;

/// Five in a row with the engine's board, candidates, evaluation and move order, for the textbook's searches: the
/// engine without its search.
pub struct TengenGame {
    position: Evaluator,
    /// For each move made, whether it won.
    won: Vec<bool>,
}

impl TengenGame {
    /// Takes over a board on which nobody has won.
    pub fn new(board: Board) -> Self {
        let weights = Weights::of(board.rule());
        Self { position: Evaluator::new(board, weights), won: Vec::new() }
    }
}

impl TwoPlayerGame for TengenGame {
    type Move = Point;

    fn outcome(&self) -> Option<Ending> {
        let board = self.position.board();
        if self.won.last() == Some(&true) {
            Some(Ending::Loss)
        } else if board.empty_count() <= board.rule().draw_empty_cells(board.size().cells()) {
            Some(Ending::Draw)
        } else {
            None
        }
    }

    fn moves(&self) -> Vec<Point> {
        let board = self.position.board();
        let moves = movegen::legal_candidates(board);
        if moves.is_empty() { movegen::playable(board) } else { moves }
    }

    fn make(&mut self, point: Point) {
        let board = self.position.board();
        self.won.push(board.is_winning_move(point, board.side_to_move()));
        self.position.make(point);
    }

    fn unmake(&mut self) {
        self.won.pop();
        self.position.unmake();
    }

    fn evaluate(&mut self) -> Score {
        self.position.evaluate().clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    fn order(&self, moves: &mut [Point]) {
        moves.sort_by_cached_key(|&point| std::cmp::Reverse(self.position.gain(point)));
    }
}
