//! Move generation for a node, move ordering, and the picker that hands out the best move left.
//!
//! Order: the table's move, then the sum of the move's static policy (from the policy table), its history (Schaeffer
//! 1983), and bonuses for killer moves (Huberman 1968) and the counter move (Uiterwijk 1992).

use super::history::HISTORY_MAX;
use super::pool::{MovePool, ScoredMove};
use crate::base::Point;
use crate::eval::nnue::policy::LOGIT_ONE;
use crate::eval::{Kernel, LayerKernel, Work};
use crate::movegen;
use crate::search::node::{PLY, Threat};
use crate::search::thread::Worker;

/// Priority of the table's move, above all others.
const TT_MOVE: i32 = 1 << 28;
/// Distance of the first moves from the center, in cells, when the center is excluded.
const FIRST_MOVE_REACH: i32 = 2;
/// Distance from the last own stone, in cells, below which moves get a bonus.
const OWN_LAST_REACH: i32 = 5;
/// Priority of a refuted root move, below all others.
const REFUTED: i32 = -(1 << 28);

/// The moves of a node, handed out best first. Its list returns to the pool when it is dropped.
pub struct MovePicker<'a> {
    moves: Vec<ScoredMove>,
    /// Number of moves handed out so far; they come first in `moves`.
    picked: usize,
    /// Number of picked moves that were searched; they come first among the picked ones.
    searched: usize,
    /// Whether the moves left are ordered by the policy head in place of the policy table.
    is_reordered: bool,
    kernel: Kernel,
    pool: &'a MovePool,
}

/// Finds the number of the best move, vectorized where the processor can compare 64-bit integers.
struct Best<'a>(&'a [ScoredMove]);

impl Work for Best<'_> {
    type Output = Option<i64>;

    #[inline(always)]
    fn run<K: LayerKernel>(self, _: K) -> Option<i64> {
        let best = self.0.iter().fold(i64::MIN, |best, scored| best.max(scored.0));
        (!self.0.is_empty()).then_some(best)
    }
}

impl<'a> MovePicker<'a> {
    fn new(pool: &'a MovePool) -> Self {
        Self { moves: pool.take(), picked: 0, searched: 0, is_reordered: false, kernel: Kernel::detected(), pool }
    }

    /// The best move left; ties go to the lower point.
    #[inline]
    pub fn pick_best(&mut self) -> Option<ScoredMove> {
        let rest = &mut self.moves[self.picked..];
        // The number first, without branches that depend on the moves, then its place: all numbers differ.
        let best = self.kernel.run(Best(rest))?;
        let at = rest.iter().position(|scored| scored.0 == best)?;
        rest.swap(0, at);
        self.picked += 1;
        Some(rest[0])
    }

    /// Number of moves, handed out or left.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether `point` is one of the moves.
    pub fn contains(&self, point: Point) -> bool {
        self.moves.iter().any(|scored| scored.point() == point)
    }

    /// Number of moves handed out so far.
    pub fn picked(&self) -> usize {
        self.picked
    }

    /// Replaces the static policy in the priority of each move left by the given points, in the order of the moves.
    fn reorder_rest(&mut self, points: impl Iterator<Item = i32>) {
        for (scored, points) in self.moves[self.picked..].iter_mut().zip(points) {
            let priority = (scored.0 >> 32) as i32 + points - i32::from(scored.policy());
            *scored = ScoredMove::new(scored.point(), priority, scored.policy());
        }
        self.is_reordered = true;
    }

    /// Marks the move handed out last as searched.
    pub fn mark_searched(&mut self) {
        self.moves.swap(self.searched, self.picked - 1);
        self.searched += 1;
    }

    /// The moves searched so far, in the order of the search.
    pub fn searched(&self) -> impl DoubleEndedIterator<Item = Point> + '_ {
        self.moves[..self.searched].iter().map(|scored| scored.point())
    }
}

impl Drop for MovePicker<'_> {
    fn drop(&mut self) {
        self.pool.give_back(std::mem::take(&mut self.moves));
    }
}

impl<'a> Worker<'a> {
    /// The best move left of a node with `depth` left. Most nodes end with their first move, so the policy head of the
    /// network orders the moves only after some have failed, in place of the policy table; histories and bonuses stay in
    /// their priorities.
    #[inline]
    pub fn next_move(&mut self, threat: Threat, depth: i32, picker: &mut MovePicker) -> Option<ScoredMove> {
        let wants_policy = threat == Threat::None
            && !picker.is_reordered
            && picker.picked >= self.params.policy_first_move() as usize
            && depth >= self.params.policy_min_depth() * PLY
            && self.evaluator.has_policy();
        if wants_policy {
            self.order_by_policy(picker);
        }
        picker.pick_best()
    }

    fn order_by_policy(&mut self, picker: &mut MovePicker) {
        let (inputs, logits) = (&mut self.scratch.move_inputs, &mut self.scratch.logits);
        let left = picker.moves[picker.picked..].iter().map(|scored| scored.point());
        self.evaluator.move_logits(left, inputs, logits);
        let weight = self.params.policy_weight();
        picker.reorder_rest(logits.iter().map(|logit| logit * weight / LOGIT_ONE));
    }

    /// Generates and scores the moves of the node. When the opponent threatens, only moves that meet the
    /// threat: all others lose.
    pub fn generate_scored(&mut self, tt_move: Option<Point>, ply: usize) -> MovePicker<'a> {
        self.generate_against(self.threat(), tt_move, ply)
    }

    /// Generates and scores the moves of the node against a known threat; beside blocked positions, where the threat may
    /// be none, all candidates.
    pub fn generate_against(&mut self, threat: Threat, tt_move: Option<Point>, ply: usize) -> MovePicker<'a> {
        self.scratch.points.clear();
        let board = self.evaluator.board();
        let them = !board.side_to_move();
        let met = if self.root.blocked.is_empty() { threat } else { Threat::None };
        match met {
            Threat::Five => movegen::answers_to_five(board, them, &mut self.scratch.points),
            Threat::OpenFour => movegen::answers_to_open_four(board, them, &mut self.scratch.points),
            Threat::FourThree => movegen::answers_to_four_three(board, them, &mut self.scratch.points),
            Threat::None => movegen::candidates(board, &mut self.scratch.points),
        }
        self.score_moves(tt_move, ply)
    }

    /// A picker over the generated points without the forbidden ones.
    pub fn score_moves(&mut self, tt_move: Option<Point>, ply: usize) -> MovePicker<'a> {
        let mut picker = MovePicker::new(self.pool);
        movegen::retain_legal(self.evaluator.board(), &mut self.scratch.points, 0);
        let us = self.evaluator.board().side_to_move();
        // A point off the board stands for none, which saves a comparison.
        let known = |point: Option<Point>| point.unwrap_or(Point(u16::MAX));
        let counter_move = known(self.history.counter_move(us, self.evaluator.board().last()));
        let killers = self.stack[ply].killers.map(known);
        let tt_move = known(tt_move);
        let params = &self.params;
        // The last own stone: moves near it continue its plan.
        let own_last = self.evaluator.board().last_of(us).filter(|_| params.own_last_bonus() > 0);
        let size = self.evaluator.board().size();
        picker.moves.extend(self.scratch.points.iter().map(|&point| {
            let policy = self.evaluator.policy(point);
            let mut priority = i32::from(policy) + self.history_of(point) * params.history_weight() / HISTORY_MAX;
            if let Some(own_last) = own_last {
                priority += params.own_last_bonus() * (OWN_LAST_REACH - size.distance(own_last, point)).max(0);
            }
            if point == tt_move {
                priority += TT_MOVE;
            }
            if killers.contains(&point) {
                priority += params.killer_bonus();
            }
            if point == counter_move {
                priority += params.counter_move_bonus();
            }
            ScoredMove::new(point, priority, policy)
        }));
        picker
    }

    /// The moves of the root without the excluded ones, `tt_move` first. Where most moves are excluded, all others, also
    /// distant ones; on an empty board whose center is excluded, the points around the center.
    pub fn generate_root(&mut self, tt_move: Option<Point>) -> MovePicker<'a> {
        let board = self.evaluator.board();
        let (size, center) = (board.size(), board.size().center());
        let is_first = board.history().len() == 0 && self.root.excluded.contains(&center);
        let reach = if self.root.names_moves { i32::MAX } else { FIRST_MOVE_REACH };
        let mut picker = if self.root.names_moves || is_first {
            self.scratch.points.clear();
            self.scratch.points.extend(board.empties().filter(|&point| size.distance(point, center) <= reach));
            self.score_moves(tt_move, 0)
        } else {
            self.generate_scored(tt_move, 0)
        };
        for scored in &mut picker.moves {
            if self.root.refuted_score(scored.point()).is_some() {
                *scored = ScoredMove::new(scored.point(), REFUTED, scored.policy());
            }
        }
        if !self.root.excluded.is_empty() {
            let is_excluded = self.root.excluded_flags(size);
            picker.moves.retain(|scored| !is_excluded[scored.point().index()]);
        }
        picker
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rule;
    use crate::board::Board;
    use crate::eval::MoveScore;
    use crate::search::Searcher;

    #[test]
    fn a_move_near_the_own_last_stone_comes_sooner_where_the_rule_wants_it() {
        for (rule, bonus) in [(Rule::Caro, 8), (Rule::Standard, 0)] {
            let board = Board::after(rule, "h8h9d4i12");
            Searcher::at(&board, |worker| {
                let mut picker = worker.generate_scored(None, 0);
                let mut seen = 0;
                while let Some(scored) = picker.pick_best() {
                    let cells = (5 - board.size().distance(scored.point(), board.at("d4"))).max(0);
                    // No history yet: without the bonus the priority is the static policy.
                    let rest = (scored.0 >> 32) as i32 - i32::from(scored.policy());
                    assert_eq!(rest, bonus * cells, "{:?} {rule}", scored.point());
                    seen |= 1 << cells;
                }
                assert_eq!(seen & 0b11001, 0b11001, "near moves and far ones");
            });
        }
    }

    #[test]
    fn moves_left_are_reordered_by_new_points_and_keep_their_other_priority() {
        let pool = MovePool::default();
        let mut picker = MovePicker::new(&pool);
        // 10 points of the priority are the static policy.
        for (point, priority) in [(1, 50), (2, 30), (3, 20), (4, 12)] {
            picker.moves.push(ScoredMove::new(Point(point), priority, MoveScore(10)));
        }
        assert_eq!(picker.pick_best().map(ScoredMove::point), Some(Point(1)));
        picker.reorder_rest([-20, 0, 9].into_iter());
        assert!(picker.is_reordered);
        let rest: Vec<_> = std::iter::from_fn(|| picker.pick_best()).collect();
        assert_eq!(rest.iter().map(|scored| scored.point()).collect::<Vec<_>>(), [4, 3, 2].map(Point));
        assert!(rest.iter().all(|scored| scored.policy() == MoveScore(10)));
    }

    #[test]
    fn moves_come_best_first_and_the_list_goes_back_to_the_pool() {
        let pool = MovePool::default();
        let mut picker = MovePicker::new(&pool);
        for (point, priority) in [(7, 5), (3, -2), (9, 5), (4, 11)] {
            picker.moves.push(ScoredMove::new(Point(point), priority, MoveScore(-7)));
        }
        let next = |picker: &mut MovePicker| picker.pick_best().map(ScoredMove::point);
        assert_eq!(next(&mut picker), Some(Point(4)));
        picker.mark_searched();
        assert_eq!(next(&mut picker), Some(Point(7)), "the lower of two equals");
        assert!(picker.contains(Point(4)) && !picker.contains(Point(2)) && picker.len() == 4);
        let ninth = picker.pick_best().unwrap();
        assert_eq!((ninth.point(), ninth.policy()), (Point(9), MoveScore(-7)));
        picker.mark_searched();
        assert!(picker.searched().eq([4, 9].map(Point)), "7 was left out");
        assert_eq!([next(&mut picker), next(&mut picker)], [Some(Point(3)), None]);
        assert_eq!(picker.picked(), 4);
        drop(picker);
        let again = MovePicker::new(&pool);
        assert!(again.len() == 0 && again.moves.capacity() >= 4);
        assert_eq!(pool.take().capacity(), 0, "the list has one user");
    }
}
