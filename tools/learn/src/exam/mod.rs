//! What weights know of the games of an exam, which are from openings that no training sees (`Conditions::exam`).
//!
//! Three questions: the result, the search's score and its move, each in positions as the trainings of values and of
//! the policy keep them. The answers are taken times the scale that suits them best, which play does not mind: weights of
//! any age and kind can be compared.

mod gather;

pub use gather::gather;

use crate::loss::cross_entropy;
use crate::policy::is_quiet;
use crate::positions::{Fate, Filter, share_of};
use crate::records::{Games, Record, RecordedMove};
use crate::symmetric_key::SymmetricKey;
use std::collections::HashMap;
use std::sync::Arc;
use tengen::base::is_decided;
use tengen::board::Board;
use tengen::eval::nnue::policy::LOGIT_ONE;
use tengen::eval::{Evaluator, LOGISTIC_SCALE, Weights};
use tengen::movegen;

/// How far weights are off on an exam.
pub struct ExamLosses {
    /// On the results, in positions after the last random move.
    pub results: ExamLoss,
    /// On the scores of the searches, as shares of the points.
    pub scores: ExamLoss,
    /// On the moves of the searches, by a softmax over the candidates of quiet positions: of the policy head where the
    /// weights have one, else of the order table.
    pub moves: ExamLoss,
    /// Whether there is a policy head.
    pub by_head: bool,
}

/// The loss on one question at the best scale of the answers, in nats.
pub struct ExamLoss {
    /// The factor of the answers that makes the loss least.
    pub scale: f32,
    /// By game: the summed loss, and how many positions there are.
    games: Vec<(f64, usize)>,
}

impl ExamLoss {
    /// Positions.
    pub fn count(&self) -> usize {
        self.games.iter().map(|&(_, count)| count).sum()
    }

    /// The mean of all positions.
    pub fn mean(&self) -> f64 {
        self.games.iter().map(|&(sum, _)| sum).sum::<f64>() / self.count().max(1) as f64
    }

    /// How much larger the mean is than that of another one on the same exam, and the error of this difference (95 %), as
    /// the games, not the positions, are independent of each other.
    pub fn above(&self, other: &ExamLoss) -> (f64, f64) {
        let difference = self.mean() - other.mean();
        let off = |(game, other): (&(f64, usize), &(f64, usize))| game.0 - other.0 - difference * game.1 as f64;
        let squares: f64 = self.games.iter().zip(&other.games).map(off).map(|off| off * off).sum();
        (difference, 1.96 * squares.sqrt() / self.count().max(1) as f64)
    }
}

/// The answers to one question: of each game, the loss at a scale is asked for.
struct ExamQuestion<T> {
    games: Vec<Vec<T>>,
}

impl<T> ExamQuestion<T> {
    /// The loss at the best scale, by the loss of one answer at a scale.
    fn loss(&self, loss: impl Fn(&T, f32) -> f32) -> ExamLoss {
        let of_game = |game: &Vec<T>, scale: f32| game.iter().map(|answer| f64::from(loss(answer, scale))).sum::<f64>();
        let scale = best_scale(|scale| self.games.iter().map(|game| of_game(game, scale)).sum());
        ExamLoss { scale, games: self.games.iter().map(|game| (of_game(game, scale), game.len())).collect() }
    }
}

/// A score in log-odds, and the share of the points that it should say.
struct ValueAnswer {
    logit: f32,
    target: f32,
}

/// What is said of each candidate, and which one the search chose.
struct MoveAnswer {
    logits: Vec<f32>,
    chosen: usize,
}

/// Halvings of the interval in which the best scale lies, of its logarithm.
const SCALE_STEPS: usize = 30;

/// Where a convex loss is least: by the golden section, between a hundredth and a hundred.
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

/// How far weights are off on the games of an exam, which are for the rule of the weights.
pub fn grade(games: &Games, weights: &Arc<Weights>) -> ExamLosses {
    let rule = games.conditions.rule;
    let mut empty_boards = HashMap::new();
    let (mut results, mut scores) = (ExamQuestion { games: Vec::new() }, ExamQuestion { games: Vec::new() });
    let mut moves = ExamQuestion { games: Vec::new() };
    let mut filter = Filter::default();
    let mut by_head = false;
    for record in &games.records {
        let empty = || Evaluator::new(Board::new(record.size, rule), Arc::clone(weights));
        let evaluator = empty_boards.entry(record.size).or_insert_with(empty).clone();
        by_head = evaluator.has_policy();
        let answers = answer_game(evaluator, record, &mut filter);
        results.games.push(answers.results);
        scores.games.push(answers.scores);
        moves.games.push(answers.moves);
    }
    let of_value = |answer: &ValueAnswer, scale: f32| cross_entropy(scale * answer.logit, answer.target);
    ExamLosses {
        results: results.loss(of_value),
        scores: scores.loss(of_value),
        moves: moves.loss(|answer, scale| softmax_loss(&answer.logits, answer.chosen, scale)),
        by_head,
    }
}

/// The answers to the three questions in one game.
#[derive(Default)]
struct GameAnswers {
    results: Vec<ValueAnswer>,
    scores: Vec<ValueAnswer>,
    moves: Vec<MoveAnswer>,
}

/// The answers in a game; `evaluator` holds its empty board.
fn answer_game(mut evaluator: Evaluator, record: &Record, filter: &mut Filter) -> GameAnswers {
    let mut answers = GameAnswers::default();
    let mut key = SymmetricKey::new(record.size);
    for (i, played) in record.moves.iter().enumerate() {
        let us = evaluator.board().side_to_move();
        if filter.fate(evaluator.board(), record, i, key.key()) == Fate::Kept {
            let logit = evaluator.evaluate() as f32 / LOGISTIC_SCALE;
            let target = share_of(played.score);
            answers.scores.push(ValueAnswer { logit, target });
            if i >= record.result_from() {
                let target = record.winner.map_or(0.5, |winner| f32::from(u8::from(winner == us)));
                answers.results.push(ValueAnswer { logit, target });
            }
        }
        if i >= record.skip && !played.random && !is_decided(played.score) && is_quiet(evaluator.board()) {
            answers.moves.extend(answer_move(&mut evaluator, played));
        }
        key.play(played.point, us);
        evaluator.make(played.point);
    }
    answers
}

/// What is said of the candidates of a position; `None` where the move is none of them.
fn answer_move(evaluator: &mut Evaluator, played: &RecordedMove) -> Option<MoveAnswer> {
    let mut points = Vec::new();
    movegen::candidates(evaluator.board(), &mut points);
    movegen::retain_legal(evaluator.board(), &mut points, 0);
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

/// How unlikely a softmax finds the chosen one, in nats.
fn softmax_loss(logits: &[f32], chosen: usize, scale: f32) -> f32 {
    let largest = logits.iter().copied().fold(f32::MIN, f32::max);
    let sum: f32 = logits.iter().map(|logit| (scale * (logit - largest)).exp()).sum();
    sum.ln() - scale * (logits[chosen] - largest)
}

#[cfg(test)]
mod tests;
