//! Passes: moves without a stone, which renju allows.

use super::Board;
use super::state::PassedTurn;
use crate::base::{Point, Rule};

impl Board {
    /// Passes the turn. [`Board::take_back`] undoes it; [`Board::pop`] handles stones only.
    pub fn pass(&mut self) {
        self.passes.push(PassedTurn { by: self.side, stones: self.history.len() });
        self.set_side_to_move(!self.side);
    }

    /// Whether the last move was a pass.
    pub fn is_after_pass(&self) -> bool {
        self.passes.last().is_some_and(|pass| pass.stones == self.history.len())
    }

    /// The moves in their order: stones and neutral cells by their points, passes as `None`.
    pub fn moves(&self) -> impl Iterator<Item = Option<Point>> + '_ {
        let mut passes = self.passes.iter().peekable();
        let mut stones = self.history.iter().enumerate().peekable();
        std::iter::from_fn(move || {
            let next_stone = stones.peek().map_or(self.history.len(), |&(index, _)| index);
            if passes.next_if(|pass| pass.stones <= next_stone).is_some() {
                return Some(None);
            }
            stones.next().map(|(_, placed)| Some(placed.point))
        })
    }

    /// Takes back the last move, a stone or a pass, turn included. Does nothing on a board without moves.
    pub fn take_back(&mut self) {
        match self.passes.pop_if(|pass| pass.stones == self.history.len()) {
            Some(pass) => self.set_side_to_move(pass.by),
            None => self.pop(),
        }
    }

    /// This board's stones, passes and side to move under another rule.
    pub fn under_rule(&self, rule: Rule) -> Board {
        let mut board = Board::new(self.size(), rule);
        self.history().for_each(|(point, cell)| board.set_up(point, cell));
        board.passes.clone_from(&self.passes);
        board.set_side_to_move(self.side_to_move());
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Color};

    #[test]
    fn a_pass_is_a_move_that_is_taken_back_in_its_order() {
        let mut board = Board::new(BoardSize::square(15).unwrap(), Rule::Renju);
        let empty = board.hash();
        board.pass();
        assert_eq!(board.side_to_move(), Color::White);
        board.play(&[Point(7), Point(8)]);
        let hash_after_two = board.hash();
        board.pass();
        board.pass();
        board.push(Point(9));
        let [first, second, third] = [7, 8, 9].map(|point| Some(Point(point)));
        let moves = [None, first, second, None, None, third];
        assert_eq!(board.moves().collect::<Vec<_>>(), moves);
        assert_eq!((board.passes.len(), board.stones(), board.is_after_pass()), (3, 3, false));
        let other = board.under_rule(Rule::Caro);
        assert!(other.moves().eq(moves) && other.side_to_move() == board.side_to_move());
        board.take_back();
        assert!(board.is_after_pass());
        board.take_back();
        board.take_back();
        assert_eq!((board.hash(), board.side_to_move()), (hash_after_two, Color::White));
        board.take_back();
        board.take_back();
        assert_eq!(board.side_to_move(), Color::White);
        board.take_back();
        assert_eq!((board.hash(), board.moves().count()), (empty, 0));
        board.take_back();
        assert_eq!(board.hash(), empty);
    }
}
