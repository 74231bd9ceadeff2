//! The evaluator: a board with its static evaluation and the policy of its moves.

use super::nnue::policy::LastStones;
use super::nnue::{MoveInputs, NnueAccumulator, Regions};
use super::tables::{AccumulatorState, TableAccumulator};
use super::{Kernel, Mlp, WEIGHT_ONE, Weights, threat_mask};
use crate::base::{Color, Point, Score, WIN_BOUND};
use crate::board::Board;
use std::sync::Arc;

/// Static policy of a move from the policy tables, in points: for move order and reductions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoveScore(pub i16);

impl From<MoveScore> for i32 {
    fn from(score: MoveScore) -> i32 {
        i32::from(score.0)
    }
}

/// A static score, exact or lazily evaluated (see [`Evaluator::evaluate_near`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticScore {
    /// In points, for the side to move; never a decided one.
    pub score: Score,
    /// Whether the score lacks the line-shape network (NNUE), because it lies far outside the window (lazy evaluation).
    pub is_rough: bool,
}

/// The nearest score that is not decided.
fn undecided(score: Score) -> Score {
    score.clamp(-WIN_BOUND + 1, WIN_BOUND - 1)
}

impl StaticScore {
    /// The score as a bound. A rough one is moved toward the window by the `margin` that it was evaluated with, which
    /// is the largest correction that the network is assumed to make. Never a decided score.
    pub fn as_bound(self, alpha: Score, margin: Score) -> Score {
        let bound = match self.is_rough {
            false => self.score,
            true if self.score < alpha => self.score.saturating_add(margin),
            true => self.score.saturating_sub(margin),
        };
        undecided(bound)
    }
}

/// A board with the accumulators of its static score.
///
/// The board can be changed only through the evaluator, so that the accumulators stay in step with it.
pub struct Evaluator {
    board: Board,
    weights: Arc<Weights>,
    tables: TableAccumulator,
    kernel: Kernel,
    /// The sums of the line-shape network, if the weights have one for the rule.
    nnue: Option<NnueAccumulator>,
}

impl Clone for Evaluator {
    /// An evaluator of a copy of the board, which takes back only its own moves.
    fn clone(&self) -> Self {
        Self::new(self.board.clone(), Arc::clone(&self.weights))
    }
}

impl Evaluator {
    /// An evaluator of this board by these weights.
    pub fn new(board: Board, weights: Arc<Weights>) -> Self {
        let tables = TableAccumulator::new(&board, weights.features.clone());
        let nnue = weights.nnue.as_ref().filter(|nnue| nnue.fits(board.rule()));
        let nnue = nnue.map(|nnue| NnueAccumulator::new(&board, nnue.rows(board.rule()).clone()));
        Self { board, weights, tables, kernel: Kernel::detected(), nnue }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// [`Board::probe`]: runs `work` on the board and undoes its changes.
    pub fn probe<R>(&mut self, work: impl FnOnce(&mut Board) -> R) -> R {
        self.board.probe(work)
    }

    /// [`Board::as_side`]: runs `work` with `color` to move and undoes its changes.
    pub fn as_side<R>(&mut self, color: Color, work: impl FnOnce(&mut Board) -> R) -> R {
        self.board.as_side(color, work)
    }

    /// Plays for the side to move. The evaluation is updated lazily, when a score is needed.
    ///
    /// # Panics
    /// When the point is occupied.
    #[inline]
    pub fn make(&mut self, point: Point) {
        self.board.push(point);
    }

    /// Takes back the last [`Evaluator::make`]. Does nothing when there is none.
    #[inline]
    pub fn unmake(&mut self) {
        if self.board.stones() > self.tables.base() {
            if let Some(nnue) = &mut self.nnue {
                nnue.before_pop(&self.board);
            }
            self.tables.before_pop(&self.board);
            self.board.pop();
        }
    }

    /// The static score for the side to move, in points; never a decided one.
    pub fn evaluate(&mut self) -> Score {
        self.evaluate_near(Score::MIN, Score::MAX, 0).score
    }

    /// The static score, exact where it may lie between `alpha` and `beta`. Lazy evaluation: where the score without
    /// the line-shape network is outside by more than `margin` points, that score is returned and the network is not
    /// computed (idea: Rapfi).
    pub fn evaluate_near(&mut self, alpha: Score, beta: Score, margin: Score) -> StaticScore {
        self.evaluate_with(NnueAccumulator::sums, alpha, beta, margin)
    }

    /// [`Evaluator::evaluate_near`] for a leaf, whose last stone is most likely taken back next. Slower if a deeper
    /// position is evaluated next.
    pub fn evaluate_leaf(&mut self, alpha: Score, beta: Score, margin: Score) -> StaticScore {
        self.evaluate_with(NnueAccumulator::leaf_sums, alpha, beta, margin)
    }

    #[inline(always)]
    fn evaluate_with(
        &mut self,
        regions: impl for<'a> FnOnce(&'a mut NnueAccumulator, &Board) -> &'a Regions,
        alpha: Score,
        beta: Score,
        margin: Score,
    ) -> StaticScore {
        let us = self.board.side_to_move();
        let (own, other) = (us.index(), (!us).index());
        let AccumulatorState { values, buckets } = self.tables.sums(&self.board);
        let side = self.weights.side(us);
        let sum = values[own][0] - values[other][1] + i32::from(side.threats[threat_mask(&self.board)]);
        let table_score = sum / WEIGHT_ONE;
        let correct = |mlp: &Mlp| mlp.score(self.kernel, [&buckets[own], &buckets[other]], table_score);
        let mut score = side.mlp.as_ref().map_or(table_score, correct);
        let mut is_rough = false;
        if let (Some(nnue), Some(sums)) = (&self.weights.nnue, &mut self.nnue) {
            is_rough = score.saturating_add(margin) < alpha || score.saturating_sub(margin) > beta;
            if !is_rough {
                score = nnue.score(self.kernel, regions(sums, &self.board), us, score);
            }
        }
        StaticScore { score: undecided(score), is_rough }
    }

    /// How much a move of the side to move may raise the static score, in points: the value of the patterns that it
    /// makes and of the opponent's patterns that it takes. Nothing is played.
    #[inline]
    pub fn gain(&self, point: Point) -> Score {
        let us = self.board.side_to_move();
        let patterns = self.board.patterns(point);
        let policy = &self.weights.side(us).policy;
        let [own, other] = [patterns.combination(us), patterns.combination(!us)];
        (i32::from(policy[own][0]) + i32::from(policy[other][1])) / WEIGHT_ONE
    }

    /// The part of [`Evaluator::gain`] from the patterns that the move makes for the side to move.
    pub fn own_gain(&self, point: Point) -> Score {
        let us = self.board.side_to_move();
        i32::from(self.weights.side(us).policy[self.board.patterns(point).combination(us)][0]) / WEIGHT_ONE
    }

    /// The static policy of a move of the side to move, from the policy tables, not from the policy head.
    #[inline]
    pub fn policy(&self, point: Point) -> MoveScore {
        // Two 16-bit numbers in units of 1/16 point: their sum fits.
        MoveScore(self.gain(point) as i16)
    }

    /// Whether the weights have a policy head for the board's rule.
    #[inline]
    pub fn has_policy(&self) -> bool {
        self.weights.policy.is_some() && self.nnue.is_some()
    }

    /// Replaces `inputs` by the policy head's inputs of the `points`, moves of the side to move, and `logits` by its
    /// outputs, in the order of the points. Both are empty if the weights have no such head for the board's rule.
    pub fn move_logits(
        &mut self,
        points: impl Iterator<Item = Point>,
        inputs: &mut Vec<MoveInputs>,
        logits: &mut Vec<i32>,
    ) {
        inputs.clear();
        logits.clear();
        if let (Some(head), Some(nnue)) = (&self.weights.policy, &mut self.nnue) {
            let regions = read_moves(&self.board, &self.weights, nnue, points, inputs);
            head.logits(self.kernel, regions, self.board.side_to_move(), inputs, logits);
        }
    }

    /// Replaces `inputs` by the policy head's inputs of the `points`, moves of the side to move. Returns the sums of
    /// the board by region; `None` if there is no line-shape network for the board's rule.
    pub fn move_inputs(
        &mut self,
        points: impl Iterator<Item = Point>,
        inputs: &mut Vec<MoveInputs>,
    ) -> Option<&Regions> {
        inputs.clear();
        Some(read_moves(&self.board, &self.weights, self.nnue.as_mut()?, points, inputs))
    }

    /// The sums of the tables and the bucket counts; equal to those of a fresh evaluator on the same board.
    pub fn accumulated(&mut self) -> AccumulatorState {
        *self.tables.sums(&self.board)
    }
}

/// Appends the policy head's inputs of each of the `points`. Returns the sums of the board by region.
fn read_moves<'a>(
    board: &Board,
    weights: &Weights,
    nnue: &'a mut NnueAccumulator,
    points: impl Iterator<Item = Point>,
    inputs: &mut Vec<MoveInputs>,
) -> &'a Regions {
    let us = board.side_to_move();
    let policy = &weights.side(us).policy;
    let last = LastStones::new(board);
    let (regions, cell) = nnue.regions_and_cells(board);
    inputs.extend(points.map(|point| {
        let patterns = board.patterns(point);
        let gains = [(us, 0), (!us, 1)].map(|(color, part)| i32::from(policy[patterns.combination(color)][part]));
        MoveInputs::new(board, point, cell(point), gains, &last)
    }));
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Rule};

    #[test]
    fn empty_space_does_not_decide_the_score_on_a_large_board() {
        for rule in Rule::ALL {
            let built_in = Weights::of(rule);
            let tables = Arc::new(Weights::clone(&built_in).with_nnue(None));
            let scores = |weights: &Arc<Weights>, width, height| {
                let size = BoardSize::new(width, height).unwrap();
                let (x, y) = size.xy(size.center());
                let mut evaluator = Evaluator::new(Board::new(size, rule), Arc::clone(weights));
                let mut scores = Vec::new();
                for (dx, dy) in [(0, 0), (1, 1), (1, 0), (0, 1), (2, 1)] {
                    evaluator.make(size.point(x + dx, y + dy).unwrap());
                    scores.push(evaluator.evaluate());
                }
                scores
            };
            let large = scores(&tables, 30, 30);
            // The network distinguishes the regions of the board, which the tables do not.
            let trained = scores(&built_in, 20, 20);
            for (width, height) in [(30, 30), (40, 40), (31, 60), (120, 25), (120, 120)] {
                assert_eq!(scores(&tables, width, height), large, "{rule} {width}x{height} by the tables");
                let scores = scores(&built_in, width, height);
                let differences = scores.iter().zip(&trained).map(|(score, trained)| (score - trained).abs());
                assert!(differences.max() < Some(100), "{rule} {width}x{height}: {scores:?}, on 20x20 {trained:?}");
            }
        }
    }

    #[test]
    fn a_score_far_outside_the_window_is_the_tables_and_claims_only_its_margin() {
        let size = BoardSize::square(15).unwrap();
        let board = Board::from_moves(size, Rule::Standard, &[112, 113, 97, 127, 111].map(Point));
        let tables = Arc::new(Weights::clone(&Weights::of(Rule::Standard)).with_nnue(None));
        let tables = Evaluator::new(board.clone(), tables).evaluate();
        let mut evaluator = Evaluator::new(board, Weights::of(Rule::Standard));
        let full = StaticScore { score: evaluator.evaluate(), is_rough: false };
        assert_ne!(full.score, tables);
        let rough = StaticScore { score: tables, is_rough: true };
        for (alpha, beta, claim) in [(51, 52, 50), (-52, -51, -50)] {
            let near = evaluator.evaluate_near(tables + alpha, tables + beta, 50);
            assert_eq!((near, near.as_bound(tables + alpha, 50)), (rough, tables + claim));
        }
        for (alpha, beta) in [(50, 51), (-51, -50), (-9, 9)] {
            let near = evaluator.evaluate_near(tables + alpha, tables + beta, 50);
            assert_eq!((near, near.as_bound(tables + alpha, 50)), (full, full.score));
        }
    }

    #[test]
    fn an_evaluator_takes_back_its_own_moves_only() {
        let mut board = Board::new(BoardSize::square(15).unwrap(), Rule::Standard);
        board.push(Point(112));
        let mut evaluator = Evaluator::new(board, Weights::of(Rule::Standard));
        let score = evaluator.evaluate();
        evaluator.make(Point(113));
        let mut copy = evaluator.clone();
        copy.make(Point(114));
        (0..3).for_each(|_| copy.unmake());
        assert_eq!((copy.evaluate(), copy.board().last()), (evaluator.evaluate(), Some(Point(113))));
        (0..3).for_each(|_| evaluator.unmake());
        assert_eq!((evaluator.evaluate(), evaluator.board().last()), (score, Some(Point(112))));
    }

    #[test]
    fn the_policy_of_a_move_is_its_gain() {
        let size = BoardSize::square(15).unwrap();
        let mut evaluator = Evaluator::new(Board::new(size, Rule::Caro), Weights::of(Rule::Caro));
        [112, 113, 97, 127].into_iter().for_each(|point| evaluator.make(Point(point)));
        let points: Vec<Point> = evaluator.board().candidates().collect();
        let policy = points.iter().map(|&point| evaluator.policy(point));
        let gains: Vec<Score> = points.iter().map(|&point| evaluator.gain(point)).collect();
        assert_eq!(policy.map(i32::from).collect::<Vec<_>>(), gains);
        assert!(gains.iter().any(|&gain| gain > 0));
    }
}
