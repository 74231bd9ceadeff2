//! Quiescence search: continuous fours (VCF) at the leaves.
//!
//! Soundness: the side to move may always stand pat on its static score, and a five is answered by all moves that stop
//! it, so every win found here is real. Not every win by fours is found.

use super::move_kind::builds_four;
use crate::base::{Point, Score, loss_in};
use crate::eval::StaticScore;
use crate::movegen;
use crate::pattern::PointClass;
use crate::search::order::{MovePicker, ScoredMove};
use crate::search::table::{Bound, Entry};
use crate::search::thread::Worker;
use crate::search::time::Stopped;
use crate::search::tree::QuiescenceEnd;

impl Worker<'_> {
    /// The score of a leaf: the static score, unless a sequence of fours is better.
    ///
    /// The side to move may stand pat or continue with a four; the other side may only answer it. `depth` is 0 at the
    /// leaf and negative below it, one per ply.
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

        // Step 2. The opponent has a four: search every move that stops the five.
        let us = self.evaluator.board().side_to_move();
        if self.evaluator.board().count(!us, PointClass::Five) > 0 {
            self.tree.quiescence_end(QuiescenceEnd::Answer);
            return self.answer_five(alpha, beta, depth, ply);
        }

        // Step 3. Table cutoff.
        let key = self.evaluator.board().hash();
        let entry = self.shared.tt.probe(key, ply);
        if let Some(entry) = entry
            && entry.depth >= self.table_depth(depth)
            && entry.is_cutoff(alpha, beta)
        {
            self.tree.quiescence_end(QuiescenceEnd::Table);
            return Ok(entry.score);
        }

        // Step 4. Stand pat.
        let known = entry.and_then(|entry| entry.static_eval);
        let margin = self.params.nnue_margin();
        let near = match known {
            Some(score) => StaticScore { score, is_rough: false },
            None => self.evaluator.evaluate_leaf(alpha, beta, margin),
        };
        if known.is_none() && !near.is_rough {
            self.has_evaluated();
        }
        let static_eval = near.as_bound(alpha, margin);
        if static_eval >= beta || depth <= -self.params.quiescence_plies() {
            self.tree.quiescence_end(QuiescenceEnd::StandPat);
            return Ok(static_eval);
        }

        // Step 5. Fours near the last stone of the side to move: fours far apart do not need each other, and at the
        // leaf most others could have been played instead of that stone. Idle fours only in the first plies or after
        // two building fours (all three ideas: Rapfi), and only where little is missing to alpha, because they change
        // little by themselves.
        self.tree.quiescence_end(QuiescenceEnd::Fours);
        self.scratch.points.clear();
        movegen::fours(self.evaluator.board(), us, &mut self.scratch.points);
        self.keep_near_own_last();
        let reaches_alpha = static_eval.saturating_add(self.params.quiescence_idle_margin()) >= alpha;
        let reads_idle = depth >= -self.params.quiescence_idle_plies() || self.last_two_build(ply);
        if !(reads_idle && reaches_alpha) {
            let board = self.evaluator.board();
            self.scratch.points.retain(|&point| builds_four(board, point));
        }
        let mut picker = self.score_moves(entry.and_then(|entry| entry.point), ply);
        let (best, best_move) =
            self.search_fours(&mut picker, alpha.max(static_eval), beta, static_eval, depth, ply)?;

        // Step 6. Store in the table.
        let bound = Bound::of(best, alpha, beta);
        let static_eval = (!near.is_rough).then_some(near.score);
        let entry = Entry { point: best_move, score: best, static_eval, depth: self.table_depth(depth), bound };
        self.shared.tt.store(key, ply, entry);
        Ok(best)
    }

    /// The depth under which the table stores a position. It is equal for all plies beyond a number, so that the same
    /// fours in another order are not searched again (idea: Rapfi).
    fn table_depth(&self, depth: i32) -> i32 {
        depth.max(-self.params.quiescence_table_plies())
    }

    /// The score when the opponent has a four: that of the best answer. Usually there is only one, which needs no move
    /// order.
    fn answer_five(&mut self, alpha: Score, beta: Score, depth: i32, ply: usize) -> Result<Score, Stopped> {
        let lost = loss_in(ply + 2);
        let board = self.evaluator.board();
        self.scratch.points.clear();
        let them = !board.side_to_move();
        movegen::answers_to_five(board, them, &mut self.scratch.points);
        if !self.root.blocked.is_empty() && self.scratch.points.is_empty() {
            // One of several fives may be blocked after the answer to another.
            self.scratch.points.extend(board.points_of(them, PointClass::Five));
        }
        movegen::retain_legal(board, &mut self.scratch.points, 0);
        match self.scratch.points[..] {
            [] => Ok(lost),
            [point] => Ok(lost.max(self.quiescence_move(point, alpha, beta, depth, ply)?)),
            _ => {
                let mut picker = self.score_moves(None, ply);
                Ok(self.search_fours(&mut picker, alpha, beta, lost, depth, ply)?.0)
            }
        }
    }

    /// The best of `best` and the scores of the moves; with the best move, if it exceeds `best`.
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
            let score = self.quiescence_move(point, alpha, beta, depth, ply)?;
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

    /// The score of one move.
    fn quiescence_move(
        &mut self,
        point: Point,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let board = self.evaluator.board();
        self.stack[ply].builds_four = builds_four(board, point);
        self.shared.tt.prefetch(board.hash_after(point));
        self.evaluator.make(point);
        let score = self.quiescence(-beta, -alpha, depth - 1, ply + 1);
        self.evaluator.unmake();
        Ok(-score?)
    }

    /// Whether the last two moves of the side to move were fours that make something more.
    fn last_two_build(&self, ply: usize) -> bool {
        [2, 4].iter().all(|&before| ply.checked_sub(before).is_some_and(|ply| self.stack[ply].builds_four))
    }

    /// Keeps the generated points that lie near the last stone of the side to move.
    fn keep_near_own_last(&mut self) {
        let board = self.evaluator.board();
        let Some(last) = board.last_of(board.side_to_move()) else { return };
        let size = board.size();
        let (x, y) = size.xy(last);
        let [reach, reach_in_line] = [self.params.quiescence_reach(), self.params.quiescence_reach_in_line()];
        self.scratch.points.retain(|&point| {
            let (to_x, to_y) = size.xy(point);
            let (dx, dy) = ((to_x - x).abs(), (to_y - y).abs());
            let in_line = dx == 0 || dy == 0 || dx == dy;
            dx.max(dy) <= if in_line { reach_in_line } else { reach }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rule;
    use crate::board::Board;
    use crate::eval::Weights;
    use crate::search::{Control, SearchRequest, Searcher};
    use std::sync::Arc;

    #[test]
    fn the_rough_score_of_a_window_far_away_does_not_decide_another() {
        Searcher::at(&Board::after(Rule::Standard, "h8i9i8h9g8f8"), |worker| {
            let score = worker.evaluator.evaluate();
            let far = 2 * worker.params.nnue_margin();
            assert!(worker.quiescence(score + far, score + far + 1, 0, 0).unwrap() <= score + far);
            assert!(worker.quiescence(score - far - 1, score - far, 0, 0).unwrap() >= score - far);
            let leaf = worker.quiescence(score - 1, score + 1, 0, 0).unwrap();
            assert_eq!(leaf, score, "no four is on the board");
        });
    }

    #[test]
    fn an_idle_four_is_read_where_little_is_missing_alone() {
        // Black has a closed three from f8 to h8.
        let board = Board::after(Rule::Freestyle, "f8e8g8a1h8o1");
        let nodes = |beyond| {
            let work = |worker: &mut Worker| {
                let alpha = worker.evaluator.evaluate() + worker.params.quiescence_idle_margin() + beyond;
                let before = worker.counters.nodes;
                worker.quiescence(alpha, alpha + 1, 0, 0).unwrap();
                worker.counters.nodes - before
            };
            let mut searcher = Searcher::new(1 << 16);
            // Without the line-shape network, so that no score is rough.
            searcher.set_weights(&[Arc::new(Weights::clone(&Weights::of(Rule::Freestyle)).with_nnue(None))]);
            searcher.with_worker(&board, &SearchRequest::default(), &Control::unlimited(), work)
        };
        assert!(nodes(0) > 1, "the four and its answer");
        assert_eq!(nodes(1), 1);
    }
}
