use super::{Game, Outcome};
use crate::base::{Point, Score, WIN_BOUND};
use crate::board::Board;
use crate::eval::{Position, Weights};
use crate::movegen;

/// Five in a row on the engine's own board, with its candidates, its evaluation and its order of
/// moves, for the textbook's searches: what is left of the engine without its search.
pub struct TengenGame {
    position: Position,
    /// For each move made, whether it won.
    won: Vec<bool>,
}

impl TengenGame {
    /// Takes over a board on which nobody has won.
    pub fn new(board: Board) -> Self {
        let weights = Weights::of(board.rule());
        Self { position: Position::new(board, weights), won: Vec::new() }
    }
}

impl Game for TengenGame {
    type Move = Point;

    fn outcome(&self) -> Option<Outcome> {
        let board = self.position.board();
        match () {
            () if self.won.last() == Some(&true) => Some(Outcome::Loss),
            () if board.empty_count() <= board.rule().draw_at() => Some(Outcome::Draw),
            () => None,
        }
    }

    fn moves(&self) -> Vec<Point> {
        let mut moves = Vec::new();
        let board = self.position.board();
        movegen::candidates(board, &mut moves);
        if board.rule().forbids(board.side_to_move()) {
            let mut board = board.clone();
            movegen::retain_legal(&mut board, &mut moves, 0);
            if moves.is_empty() {
                moves = movegen::playable(&mut board);
            }
        }
        moves
    }

    fn make(&mut self, point: Point) {
        let board = self.position.board();
        self.won.push(board.wins_at(point, board.side_to_move()));
        self.position.make(point);
    }

    fn unmake(&mut self) {
        self.won.pop();
        self.position.unmake();
    }

    fn evaluate(&self) -> Score {
        self.position.score().clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    fn order(&self, moves: &mut [Point]) {
        moves.sort_by_cached_key(|&point| std::cmp::Reverse(self.position.promise(point)));
    }
}
