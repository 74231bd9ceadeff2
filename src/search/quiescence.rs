//! Quiescence search: continuous fours (VCF) at the leaves.
//!
//! Soundness: the side to move may always stand on its static score, and only answers a five by the moves
//! that stop it, so every win found here is real as far as it goes. Not every win by fours is found.

use super::movepick::{MovePicker, ScoredMove};
use super::stop::Stopped;
use super::tree::QuiescenceEnd;
use super::tt_entry::{Bound, Entry};
use super::worker::Worker;
use crate::base::{Point, Score, loss_in};
use crate::movegen;
use crate::pattern::PointClass;

impl Worker<'_> {
    /// A leaf's score: the static one, unless a sequence of fours does better.
    ///
    /// The side to move may stand on the static score or go on with a four; the other side may only
    /// answer it. `depth` is 0 at the leaf and falls from there.
    ///
    /// # Errors
    /// When the search must stop.
    pub fn quiescence(&mut self, alpha: Score, beta: Score, depth: i32, ply: usize) -> Result<Score, Stopped> {
        // Step 1. Terminal nodes.
        self.count_node(ply)?;
        self.tree.quiescence(-depth);
        if let Some(score) = self.terminal_score(ply) {
            self.tree.quiescence_end(QuiescenceEnd::Terminal);
            return Ok(score);
        }

        // Step 2. The opponent has a four: read on every move that stops the five.
        let us = self.evaluator.board().side_to_move();
        if self.evaluator.board().count(!us, PointClass::Five) > 0 {
            self.tree.quiescence_end(QuiescenceEnd::Answer);
            return self.answer_five(alpha, beta, depth, ply);
        }

        // Step 3. Table cutoff.
        let key = self.evaluator.board().hash();
        let entry = self.shared.tt.probe(key, ply);
        if let Some(entry) = entry
            && entry.depth >= depth.max(-self.params.quiescence_plies())
            && entry.is_cutoff(alpha, beta)
        {
            self.tree.quiescence_end(QuiescenceEnd::Table);
            return Ok(entry.score);
        }

        // Step 4. Stand pat.
        let static_eval = match entry {
            Some(entry) => entry.static_eval,
            None => self.evaluator.evaluate_near(alpha, beta, self.params.nnue_margin()),
        };
        if static_eval >= beta || depth <= -self.params.quiescence_plies() {
            self.tree.quiescence_end(QuiescenceEnd::StandPat);
            return Ok(static_eval);
        }

        // Step 5. Own fours; after the first, only those near the last stone: fours far apart do not need
        // each other.
        self.tree.quiescence_end(QuiescenceEnd::Fours);
        self.points.clear();
        movegen::fours(self.evaluator.board(), us, &mut self.points);
        if depth < 0 {
            self.keep_near_own_last();
        }
        let mut picker = self.score_moves(entry.and_then(|entry| entry.point), ply);
        let (best, best_move) =
            self.search_fours(&mut picker, alpha.max(static_eval), beta, static_eval, depth, ply)?;

        // Step 6. Store in the table.
        let bound = Bound::of(best, alpha, beta);
        self.shared.tt.store(key, ply, Entry { point: best_move, score: best, static_eval, depth, bound });
        Ok(best)
    }

    /// The score when the opponent has a four: that of the best answer. Mostly there is one, which needs no order.
    fn answer_five(&mut self, alpha: Score, beta: Score, depth: i32, ply: usize) -> Result<Score, Stopped> {
        let lost = loss_in(ply + 2);
        let board = self.evaluator.board();
        self.points.clear();
        movegen::answers_to_five(board, !board.side_to_move(), &mut self.points);
        movegen::retain_legal(board, &mut self.points, 0);
        match self.points[..] {
            [] => Ok(lost),
            [point] => {
                self.shared.tt.prefetch(self.evaluator.board().hash_after(point));
                self.evaluator.make(point);
                let score = self.quiescence(-beta, -alpha, depth - 1, ply + 1);
                self.evaluator.unmake();
                Ok(lost.max(-score?))
            }
            _ => {
                let mut picker = self.score_moves(None, ply);
                Ok(self.search_fours(&mut picker, alpha, beta, lost, depth, ply)?.0)
            }
        }
    }

    /// The best of `best` and the moves' scores, and the move that is better than `best`.
    fn search_fours(
        &mut self,
        picker: &mut MovePicker,
        mut alpha: Score,
        beta: Score,
        mut best: Score,
        depth: i32,
        ply: usize,
    ) -> Result<(Score, Option<Point>), Stopped> {
        let mut best_move = None;
        while let Some(point) = picker.pick_best().map(ScoredMove::point) {
            self.shared.tt.prefetch(self.evaluator.board().hash_after(point));
            self.evaluator.make(point);
            let score = self.quiescence(-beta, -alpha, depth - 1, ply + 1);
            self.evaluator.unmake();
            let score = -score?;
            if score > best {
                (best, best_move) = (score, Some(point));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok((best, best_move))
    }

    /// Leaves of the generated points those that continue from the last stone of the side to move.
    fn keep_near_own_last(&mut self) {
        let board = self.evaluator.board();
        let Some((last, _)) = board.history().rev().nth(1) else { return };
        let size = board.size();
        let (x, y) = size.xy(last);
        let [reach, reach_in_line] = [self.params.quiescence_reach(), self.params.quiescence_reach_in_line()];
        self.points.retain(|&point| {
            let (to_x, to_y) = size.xy(point);
            let (dx, dy) = ((to_x - x).abs(), (to_y - y).abs());
            let in_line = dx == 0 || dy == 0 || dx == dy;
            dx.max(dy) <= if in_line { reach_in_line } else { reach }
        });
    }
}
