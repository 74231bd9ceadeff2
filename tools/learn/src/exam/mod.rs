//! The loss of weights on an exam: games from openings that no training uses (`Conditions::exam`).
//!
//! Three losses: of the result, of the search's score and of its move, in the positions that the value and policy
//! trainings keep. The weights' answers are first scaled by the best factor, which does not affect play, so that
//! weights of any age and kind can be compared.

mod gather;
mod table;

pub use gather::gather;
pub use table::table;

use crate::loss::cross_entropy;
use crate::policy::is_quiet;
use crate::positions::{Fate, Filter, share_of};
use crate::records::{Games, Record, RecordedMove};
use crate::split::each_position;
use std::collections::HashMap;
use std::sync::Arc;
use tengen::base::is_decided;
use tengen::board::Board;
use tengen::eval::nnue::policy::LOGIT_ONE;
use tengen::eval::{Evaluator, LOGISTIC_SCALE, Weights};
use tengen::movegen;

/// Losses of weights on an exam.
pub struct ExamLosses {
    /// Loss on the games' results, in positions after the last random move.
    pub results: ExamLoss,
    /// Loss on the searches' scores, as expected shares of points.
    pub scores: ExamLoss,
    /// Loss on the searches' moves, by a softmax over the candidates of quiet positions: of the policy head if the
    /// weights have one, else of the order table.
    pub moves: ExamLoss,
    /// Whether [`ExamLosses::moves`] is of a policy head.
    pub by_head: bool,
}

/// A loss in nats, with the answers at their best scale.
pub struct ExamLoss {
    /// The factor of the answers that minimizes the loss.
    pub scale: f32,
    /// The summed loss and the number of positions of each game.
    games: Vec<(f64, usize)>,
}

impl ExamLoss {
    /// The loss of the answers to one question at the best scale; `loss` returns that of one answer at a scale.
    fn of<T>(games: &[GameAnswers], answers: fn(&GameAnswers) -> &Vec<T>, loss: impl Fn(&T, f32) -> f32) -> Self {
        let of_game =
            |game: &GameAnswers, scale| answers(game).iter().map(|answer| f64::from(loss(answer, scale))).sum();
        let scale = best_scale(|scale| games.iter().map(|game| -> f64 { of_game(game, scale) }).sum());
        Self { scale, games: games.iter().map(|game| (of_game(game, scale), answers(game).len())).collect() }
    }

    /// Number of positions.
    pub fn count(&self) -> usize {
        self.games.iter().map(|&(_, count)| count).sum()
    }

    /// The mean over all positions.
    pub fn mean(&self) -> f64 {
        self.games.iter().map(|&(sum, _)| sum).sum::<f64>() / self.count().max(1) as f64
    }

    /// How much this mean is above that of `other` on the same exam, and the 95 % error of the difference. The error
    /// counts games, not positions, as independent, also if the positions are those of searches.
    pub fn above(&self, other: &ExamLoss) -> (f64, f64) {
        let difference = self.mean() - other.mean();
        let off = |(game, other): (&(f64, usize), &(f64, usize))| game.0 - other.0 - difference * game.1 as f64;
        let squares: f64 = self.games.iter().zip(&other.games).map(off).map(|off| off * off).sum();
        (difference, 1.96 * squares.sqrt() / self.count().max(1) as f64)
    }
}

/// The evaluation's score in log-odds, and the target share of points.
struct ValueAnswer {
    logit: f32,
    target: f32,
}

/// The logits of a position's candidates, and the index of the search's choice.
struct MoveAnswer {
    logits: Vec<f32>,
    chosen: usize,
}

/// Steps of the search for the best scale.
const SCALE_STEPS: usize = 30;

/// The argument from 0.01 to 100 that minimizes a convex loss, by golden-section search in its logarithm.
fn best_scale(loss: impl Fn(f32) -> f64) -> f32 {
    const GOLDEN: f32 = 0.618_034;
    let at = |logarithm: f32| loss(logarithm.exp());
    let (mut low, mut high) = (0.01f32.ln(), 100f32.ln());
    let mut inner = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    let mut losses = inner.map(at);
    for _ in 0..SCALE_STEPS {
        if losses[0] < losses[1] {
            high = inner[1];
            inner = [high - GOLDEN * (high - low), inner[0]];
            losses = [at(inner[0]), losses[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + GOLDEN * (high - low)];
            losses = [losses[1], at(inner[1])];
        }
    }
    (0.5 * (low + high)).exp()
}

/// The losses of weights on an exam; the rule must be that of the weights.
pub fn grade(games: &Games, weights: &Arc<Weights>) -> ExamLosses {
    let rule = games.conditions.rule;
    let mut empty_boards = HashMap::new();
    let mut games_answered = Vec::new();
    let mut filter = Filter::default();
    let mut by_head = false;
    for records in games.by_game() {
        let mut answers = GameAnswers::default();
        for record in records {
            let empty = || Evaluator::new(Board::new(record.size, rule), Arc::clone(weights));
            let evaluator = empty_boards.entry(record.size).or_insert_with(empty).clone();
            by_head = evaluator.has_policy();
            answer_game(evaluator, record, &mut filter, &mut answers);
        }
        games_answered.push(answers);
    }
    let of_value = |answer: &ValueAnswer, scale: f32| cross_entropy(scale * answer.logit, answer.target);
    let of_move = |answer: &MoveAnswer, scale| softmax_loss(&answer.logits, answer.chosen, scale);
    ExamLosses {
        results: ExamLoss::of(&games_answered, |game| &game.results, of_value),
        scores: ExamLoss::of(&games_answered, |game| &game.scores, of_value),
        moves: ExamLoss::of(&games_answered, |game| &game.moves, of_move),
        by_head,
    }
}

/// Answers to the three questions in one game, or in the positions of its searches.
#[derive(Default)]
struct GameAnswers {
    results: Vec<ValueAnswer>,
    scores: Vec<ValueAnswer>,
    moves: Vec<MoveAnswer>,
}

/// Answers the questions in a game; `evaluator` holds the empty board.
fn answer_game(evaluator: Evaluator, record: &Record, filter: &mut Filter, answers: &mut GameAnswers) {
    each_position(evaluator, record, &mut |i, evaluator, key| {
        let played = &record.moves[i];
        if filter.fate(evaluator.board(), record, i, key) == Fate::Kept {
            let logit = evaluator.evaluate() as f32 / LOGISTIC_SCALE;
            answers.scores.push(ValueAnswer { logit, target: share_of(played.score) });
            if i >= record.result_from() {
                let target = record.result_of(evaluator.board().side_to_move());
                answers.results.push(ValueAnswer { logit, target });
            }
        }
        if i >= record.skip && !played.random && !is_decided(played.score) && is_quiet(evaluator.board()) {
            answers.moves.extend(answer_move(evaluator, played));
        }
    });
}

/// The logits of a position's candidates; `None` if the played move is not a candidate.
fn answer_move(evaluator: &mut Evaluator, played: &RecordedMove) -> Option<MoveAnswer> {
    let points = movegen::legal_candidates(evaluator.board());
    let chosen = points.iter().position(|&point| point == played.point)?;
    let (mut inputs, mut whole) = (Vec::new(), Vec::new());
    evaluator.move_logits(points.iter().copied(), &mut inputs, &mut whole);
    let logits = if whole.is_empty() {
        points.iter().map(|&point| evaluator.gain(point) as f32 / LOGISTIC_SCALE).collect()
    } else {
        whole.iter().map(|&logit| logit as f32 / LOGIT_ONE as f32).collect()
    };
    Some(MoveAnswer { logits, chosen })
}

/// Negative log-probability of the chosen move in a softmax, in nats.
fn softmax_loss(logits: &[f32], chosen: usize, scale: f32) -> f32 {
    let largest = logits.iter().copied().fold(f32::MIN, f32::max);
    let sum: f32 = logits.iter().map(|logit| (scale * (logit - largest)).exp()).sum();
    sum.ln() - scale * (logits[chosen] - largest)
}

#[cfg(test)]
mod tests;
