//! Wins, losses and draws that follow from the pattern counters alone.

use super::threat::Threat;
use crate::base::{MAX_PLY, Score, win_in};
use crate::movegen;
use crate::pattern::PointClass;
use crate::search::thread::Worker;

impl Worker<'_> {
    /// The opponent's threat.
    pub fn threat(&self) -> Threat {
        Threat::of(self.evaluator.board(), self.draw_at)
    }

    /// The score of a position that needs no search: drawn, won within five plies, or at the longest distance from the
    /// root.
    #[inline]
    pub fn terminal_score(&mut self, ply: usize) -> Option<Score> {
        let decided = if !self.root.blocked.is_empty() {
            self.terminal_beside_blocked(ply)
        } else if self.is_draw() {
            Some(0)
        } else {
            self.immediate_win(ply).or_else(|| self.win_in_five(ply))
        };
        decided.or_else(|| (ply >= MAX_PLY).then(|| self.evaluator.evaluate()))
    }

    /// `terminal_score` beside blocked positions: a move to one of them loses at once, and only a five that may be
    /// played is a certain win.
    #[cold]
    fn terminal_beside_blocked(&self, ply: usize) -> Option<Score> {
        let board = self.evaluator.board();
        let is_blocked = |key| self.root.blocked.contains(&key);
        if is_blocked(board.hash()) {
            return Some(win_in(ply));
        }
        let mut fives = board.points_of(board.side_to_move(), PointClass::Five);
        let wins = fives.any(|point| !is_blocked(board.hash_after(point)));
        if self.is_draw() { Some(0) } else { wins.then(|| win_in(ply + 1)) }
    }

    /// The score if the side to move wins with its next stone, or makes a four that no reply stops.
    #[inline]
    pub fn immediate_win(&self, ply: usize) -> Option<Score> {
        let board = self.evaluator.board();
        let us = board.side_to_move();
        if board.count(us, PointClass::Five) > 0 {
            return Some(win_in(ply + 1));
        }
        let unstoppable = movegen::threatens_open_four(board, us) && board.count(!us, PointClass::Five) == 0;
        // The game must last for the four, the reply and the five.
        (unstoppable && board.empty_count() > self.draw_at + 2).then(|| win_in(ply + 3))
    }

    /// The score if the side to move wins within five plies, and no sooner: by a four-three (the opponent must answer
    /// the four, whatever it threatens, and then cannot stop the open four), or by a double-three if the opponent can
    /// make no four. Idea of both: Rapfi.
    #[inline]
    fn win_in_five(&self, ply: usize) -> Option<Score> {
        let board = self.evaluator.board();
        let us = board.side_to_move();
        let wins = movegen::double_three_wins(board, us)
            || (board.count(!us, PointClass::Five) == 0 && movegen::threatens_four_three(board, us));
        // The game must last for three stones of the winner and two replies.
        (wins && board.empty_count() > self.draw_at + 4).then(|| win_in(ply + 5))
    }

    /// Whether the game is drawn here, or drawn by any next stone.
    #[inline]
    fn is_draw(&self) -> bool {
        let board = self.evaluator.board();
        let stones_left = board.empty_count().saturating_sub(self.draw_at);
        stones_left == 0 || (stones_left == 1 && board.count(board.side_to_move(), PointClass::Five) == 0)
    }
}
