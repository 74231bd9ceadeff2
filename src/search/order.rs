use super::Searcher;
use crate::base::Point;
use crate::movegen;
use crate::pattern::PointClass;

/// A move waiting to be searched: its priority, and below it the point, so that one comparison of
/// numbers puts the lower point first among equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ordered(i64);

impl Ordered {
    fn new(point: Point, priority: i32) -> Self {
        Self(i64::from(priority) << 16 | i64::from(!point.0))
    }

    pub fn point(self) -> Point {
        Point(!(self.0 as u16))
    }
}

const TT_MOVE: i32 = 1 << 28;
const KILLER: i32 = 58;
const COUNTER_MOVE: i32 = 101;
/// A full history is worth this much promise.
const HISTORY_SHARE: i32 = 104;

/// What a node may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// The opponent is about to win: only answers to that.
    AnswerFive,
    /// The opponent is about to make an open four: answers to that, and fours.
    AnswerOpenFour,
    /// Any candidate.
    Free,
}

impl Searcher {
    /// What kind of moves the node may play.
    pub(super) fn situation(&self) -> Situation {
        let board = self.position.board();
        let them = !board.side_to_move();
        match () {
            // A threat must have time to be carried out: this stone and the five,
            () if board.count(them, PointClass::Five) > 0 && board.empty_count() > self.draw_at + 1 => {
                Situation::AnswerFive
            }
            // or this stone, the four, a reply, the five.
            () if movegen::threatens_open_four(board, them) && board.empty_count() > self.draw_at + 3 => {
                Situation::AnswerOpenFour
            }
            () => Situation::Free,
        }
    }

    /// Generates the node's points and says what kind they are. What is left out loses to the threat
    /// that is answered.
    pub(super) fn generate(&mut self) -> Situation {
        self.points.clear();
        let situation = self.situation();
        let board = self.position.board();
        let them = !board.side_to_move();
        match situation {
            Situation::AnswerFive => movegen::answers_to_five(board, them, &mut self.points),
            Situation::AnswerOpenFour => movegen::answers_to_open_four(board, them, &mut self.points),
            Situation::Free => movegen::candidates(board, &mut self.points),
        }
        situation
    }

    /// Takes the generated points over into the move stack, forbidden ones left out, each with its
    /// priority. Returns where they begin.
    pub(super) fn push_moves(&mut self, tt_move: Option<Point>, ply: usize) -> usize {
        let from = self.moves.len();
        let mut points = std::mem::take(&mut self.points);
        movegen::retain_legal(self.position.board_mut(), &mut points, 0);
        let board = self.position.board();
        let us = board.side_to_move();
        let counter = self.history.counter_move(us, board.last());
        for &point in &points {
            let mut priority = self.position.promise(point);
            priority += self.history.value(us, point) * HISTORY_SHARE / super::history::HISTORY_MAX;
            if Some(point) == tt_move {
                priority += TT_MOVE;
            }
            if self.history.is_killer(ply, point) {
                priority += KILLER;
            }
            if counter == Some(point) {
                priority += COUNTER_MOVE;
            }
            self.moves.push(Ordered::new(point, priority));
        }
        self.points = points;
        from
    }

    /// Takes the excluded moves out of the root's, which begin at `from`, and puts the hint first.
    pub(super) fn arrange_root(&mut self, from: usize) {
        if self.excluded.is_empty() {
            return;
        }
        let mut kept = from;
        for i in from..self.moves.len() {
            let point = self.moves[i].point();
            if self.excluded.contains(&point) {
                continue;
            }
            self.moves[kept] = if self.root_hint == Some(point) { Ordered::new(point, TT_MOVE) } else { self.moves[i] };
            kept += 1;
        }
        self.moves.truncate(kept);
    }

    /// The best of the moves from `index` on, put in that place; ties go to the lower point.
    pub(super) fn pick(&mut self, index: usize) -> Option<Point> {
        let rest = &mut self.moves[index..];
        let best = (0..rest.len()).max_by_key(|&i| rest[i])?;
        rest.swap(0, best);
        Some(rest[0].point())
    }
}
