use super::Searcher;
use super::control::Stopped;
use super::order::Situation;
use super::tt::{Bound, Entry};
use crate::base::{MAX_PLY, Point, Score, loss_in, win_in};
use crate::movegen;
use crate::pattern::PointClass;

/// Plies of continuous fours that a leaf may read out.
const VCF_PLIES: i32 = 20;
/// After the first four only those are read that lie so near the attacker's last stone, in line with it,
const NEAR_IN_LINE: i32 = 4;
/// or so near in any direction: fours far apart do not need each other.
const NEAR: i32 = 2;

impl Searcher {
    /// The score of a node that is decided by a look at its counters: the side to move wins with
    /// its next stone, or makes a four that no reply stops.
    #[inline]
    pub(super) fn decided(&self, ply: usize) -> Option<Score> {
        let board = self.position.board();
        let us = board.side_to_move();
        if board.count(us, PointClass::Five) > 0 {
            return Some(win_in(ply + 1));
        }
        let unstoppable = movegen::threatens_open_four(board, us) && board.count(!us, PointClass::Five) == 0;
        // The game must last for the four, the reply and the five.
        (unstoppable && board.empty_count() > self.draw_at + 2).then(|| win_in(ply + 3))
    }

    /// Whether the game is drawn here, or by the next stone whatever it is.
    #[inline]
    pub(super) fn is_draw(&self) -> bool {
        let board = self.position.board();
        let stones_left = board.empty_count().saturating_sub(self.draw_at);
        stones_left == 0 || (stones_left == 1 && board.count(board.side_to_move(), PointClass::Five) == 0)
    }

    /// A leaf's score: the static one, unless a sequence of fours (VCF) does better.
    ///
    /// The side to move may stand on the static score or go on with a four; the other side may only
    /// answer it. `depth` is 0 at the leaf and falls from there.
    pub(super) fn quiescence(
        &mut self,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.count_node(ply)?;
        if self.is_draw() {
            return Ok(0);
        }
        if let Some(score) = self.decided(ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.position.score());
        }
        let us = self.position.board().side_to_move();
        if self.position.board().count(!us, PointClass::Five) > 0 {
            return self.answer_five(alpha, beta, depth, ply);
        }
        let key = self.position.board().hash();
        let known = self.tt.probe(key, ply);
        if let Some(entry) = known
            && entry.depth >= depth.max(-VCF_PLIES)
            && cuts(entry, alpha, beta)
        {
            return Ok(entry.score);
        }
        let static_eval = known.map_or_else(|| self.position.score(), |entry| entry.static_eval);
        let mut best = static_eval;
        if best >= beta || depth <= -VCF_PLIES {
            return Ok(best);
        }
        let alpha_before = alpha;
        alpha = alpha.max(best);
        let mut best_move = None;
        self.points.clear();
        movegen::fours(self.position.board(), us, &mut self.points);
        if depth < 0 {
            self.keep_near_own_last();
        }
        let from = self.push_moves(known.and_then(|entry| entry.point), ply);
        let mut index = from;
        while let Some(point) = self.pick(index) {
            index += 1;
            self.position.make(point);
            let score = self.quiescence(-beta, -alpha, depth - 1, ply + 1);
            self.position.unmake();
            let score = -score?;
            if score > best {
                (best, best_move) = (score, Some(point));
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(from);
        let bound = Bound::of(best, alpha_before, beta);
        self.tt.store(key, ply, Entry { point: best_move, score: best, static_eval, depth, bound });
        Ok(best)
    }

    /// Leaves of the generated points those that go on from the stone the side to move played last.
    fn keep_near_own_last(&mut self) {
        let board = self.position.board();
        let Some((last, _)) = board.placed().rev().nth(1) else { return };
        let size = board.size();
        let (x, y) = size.xy(last);
        self.points.retain(|&point| {
            let (to_x, to_y) = size.xy(point);
            let (dx, dy) = ((to_x - x).abs(), (to_y - y).abs());
            let in_line = dx == 0 || dy == 0 || dx == dy;
            dx.max(dy) <= if in_line { NEAR_IN_LINE } else { NEAR }
        });
    }

    /// The only moves that do not lose at once, each read on.
    fn answer_five(&mut self, mut alpha: Score, beta: Score, depth: i32, ply: usize) -> Result<Score, Stopped> {
        let mut best = loss_in(ply + 2);
        let situation = self.generate();
        debug_assert_eq!(situation, Situation::AnswerFive);
        let from = self.push_moves(None, ply);
        let mut index = from;
        while let Some(point) = self.pick(index) {
            index += 1;
            self.position.make(point);
            let score = self.quiescence(-beta, -alpha, depth - 1, ply + 1);
            self.position.unmake();
            best = best.max(-score?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(from);
        Ok(best)
    }

    /// The move to fall back on without any search, `None` when the board is full or every move excluded.
    pub(super) fn static_move(&mut self) -> Option<Point> {
        let board = self.position.board();
        if board.empty_count() == 0 {
            return None;
        }
        let us = board.side_to_move();
        for class in [PointClass::Five, PointClass::OpenFour, PointClass::DoubleFour] {
            if let Some(point) = board.points_of(us, class).find(|point| !self.excluded.contains(point))
                && (class == PointClass::Five || board.count(!us, PointClass::Five) == 0)
            {
                return Some(point);
            }
        }
        self.generate();
        let from = self.push_moves(None, 0);
        self.arrange_root(from);
        let best = self.pick(from);
        self.moves.truncate(from);
        best.or_else(|| self.least_bad_move())
    }

    /// When nothing that is worth searching can be played: the most promising legal move all the
    /// same, the opponent's winning point before others.
    fn least_bad_move(&mut self) -> Option<Point> {
        let them = !self.position.board().side_to_move();
        let playable = movegen::playable(self.position.board_mut());
        playable.into_iter().filter(|point| !self.excluded.contains(point)).max_by_key(|&point| {
            let class = self.position.board().patterns(point).class(them);
            (class == PointClass::Five, self.position.promise(point), std::cmp::Reverse(point))
        })
    }
}

/// Whether a table entry settles a node's window.
pub(super) fn cuts(entry: Entry, alpha: Score, beta: Score) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
        Bound::None => false,
    }
}
