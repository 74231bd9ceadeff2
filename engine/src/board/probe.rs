//! Changes of the board that are undone on every way out, a panic included.

use super::Board;
use crate::base::Color;

/// Takes back all stones since it was made when it is dropped, also by a panic.
struct Restore<'a> {
    board: &'a mut Board,
    floor: usize,
    side: Color,
    hash: u64,
}

impl Drop for Restore<'_> {
    fn drop(&mut self) {
        while self.board.history.len() > self.board.floor {
            self.board.pop();
        }
        self.board.floor = self.floor;
        self.board.set_side_to_move(self.side);
        debug_assert_eq!(self.board.hash, self.hash, "the probe replaced the board");
    }
}

impl Board {
    /// Runs `work` on this board and then restores stones and side to move, also after an early return or a panic.
    /// Earlier stones cannot be taken back by `work`.
    pub fn probe<R>(&mut self, work: impl FnOnce(&mut Board) -> R) -> R {
        let (floor, side, hash) = (self.floor, self.side, self.hash);
        self.floor = self.history.len();
        let restore = Restore { board: self, floor, side, hash };
        work(restore.board)
    }

    /// [`Board::probe`] with `color` to move.
    pub fn as_side<R>(&mut self, color: Color, work: impl FnOnce(&mut Board) -> R) -> R {
        self.probe(|board| {
            board.set_side_to_move(color);
            work(board)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Cell, Point, Rule};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn three_stones() -> Board {
        let mut board = Board::new(BoardSize::square(15).unwrap(), Rule::Standard);
        for point in [112, 113, 98] {
            board.push(Point(point));
        }
        board
    }

    fn stones(board: &Board) -> (u64, Color, Vec<(Point, Cell)>) {
        (board.hash(), board.side_to_move(), board.history().collect())
    }

    #[test]
    fn a_probe_restores_the_board_after_a_return_and_after_a_panic() {
        let mut board = three_stones();
        let before = stones(&board);
        let count = board.as_side(Color::Black, |board| {
            board.push(Point(7));
            board.place(Point(8), Cell::Neutral).unwrap();
            board.history().len()
        });
        assert_eq!((count, stones(&board)), (5, before.clone()));
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            board.probe(|board| {
                board.push(Point(7));
                board.probe(|board| board.push(Point(7)));
            });
        }));
        assert!(panicked.is_err());
        assert_eq!(stones(&board), before);
        board.pop();
        assert_eq!(board.history().len(), 2);
    }

    #[test]
    fn a_probe_cannot_take_back_what_was_there_before() {
        let mut board = three_stones();
        let before = stones(&board);
        board.probe(|board| {
            board.push(Point(7));
            (0..5).for_each(|_| board.pop());
            assert_eq!(stones(board), before);
        });
        assert_eq!(stones(&board), before);
    }
}
