//! The root's moves without a search: its fives, and the move to play if no iteration is finished.

use crate::base::Point;
use crate::movegen;
use crate::pattern::PointClass;
use crate::search::order::ScoredMove;
use crate::search::thread::Worker;

impl Worker<'_> {
    /// The move to play without any search; `None` when the board is full or every move is excluded.
    pub fn static_move(&mut self) -> Option<Point> {
        let board = self.evaluator.board();
        if board.empty_count() == 0 {
            return None;
        }
        let us = board.side_to_move();
        for class in [PointClass::Five, PointClass::OpenFour, PointClass::DoubleFour] {
            if let Some(point) = board.points_of(us, class).find(|point| !self.root.excluded.contains(point))
                && (class == PointClass::Five || board.count(!us, PointClass::Five) == 0)
            {
                return Some(point);
            }
        }
        let best = self.generate_root(None).pick_best();
        best.map(ScoredMove::point).or_else(|| self.least_bad_move())
    }

    /// The move when no generated move can be played: of the playable moves that are not excluded, the one with the
    /// largest gain, the opponent's winning points before others.
    fn least_bad_move(&mut self) -> Option<Point> {
        let them = !self.evaluator.board().side_to_move();
        let playable = movegen::playable(self.evaluator.board());
        let is_excluded = self.root.excluded_flags(self.evaluator.board().size());
        playable.into_iter().filter(|point| !is_excluded[point.index()]).max_by_key(|&point| {
            let class = self.evaluator.board().patterns(point).class(them);
            (class == PointClass::Five, self.evaluator.gain(point), std::cmp::Reverse(point))
        })
    }

    /// The moves that make five, without the excluded ones.
    pub fn root_fives(&self) -> Vec<Point> {
        let board = self.evaluator.board();
        let points = board.points_of(board.side_to_move(), PointClass::Five);
        points.filter(|point| !self.root.excluded.contains(point)).collect()
    }
}
