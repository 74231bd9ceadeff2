//! Training of the policy head (`tengen::eval::nnue::policy`): the probability that the search plays each move of a
//! quiet position, learned from self-play by a softmax over the candidates. The tables and the network of line shapes,
//! whose sums are the head's inputs, do not change.

mod forward;
mod samples;

pub(crate) use samples::is_quiet;

use crate::loss::Losses;
use crate::records::Games;
use crate::split::{HELD_OUT, LEARNED};
use crate::training::{Checkpoint, Model, StepRates, TOO_FEW, TrainingSteps, rule_of, sum_of_parts};
use anyhow::{Context, Result, ensure};
use forward::{BoardPart, DECAYED, PolicyBatch, forward, to_shares};
use samples::{PolicySamples, samples};
use std::ops::Range;
use std::sync::Arc;
use tengen::base::SplitMix64;
use tengen::eval::nnue::PolicyHead;
use tengen::eval::nnue::policy::{GAIN_ONE, HIDDEN, LOGIT_ONE, PARTS};
use tengen::eval::{Kernel, Weights};
use tengen_arena::pool::Pool;

/// Settings of a training.
#[derive(Clone, Copy, Debug)]
pub struct PolicyRecipe {
    /// Number of passes over the positions.
    pub epochs: usize,
    /// Number of threads.
    pub threads: usize,
}

/// Quality of the predicted moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Mean negative logarithm of the chosen move's probability.
    pub loss: f32,
    /// Shares of positions whose chosen move is the likeliest, among the first three and among the first eight.
    pub among_first: [f32; 3],
}

/// A trained policy head and its losses.
pub struct TrainedPolicy {
    /// The initial weights with the new policy head.
    pub weights: Weights,
    /// Number of training and of held-out positions.
    pub positions: [usize; 2],
    /// Losses before the first epoch and after each.
    pub losses: Vec<Losses>,
    /// Predictions of the held-out moves by the tables at their best temperature, and by the head in integers.
    pub predictions: [Prediction; 2],
    /// Held-out loss of the head without rounding.
    pub exact: f32,
}

/// Number of positions per step.
const BATCH: usize = 256;
/// Rates of the first and the last step.
const RATES: [f32; 2] = [4e-3, 2e-5];
/// Number of parts in which a step's positions are summed; the parts are added in order.
const BATCH_PARTS: usize = 4;
/// A prediction counts as right if the chosen move is among this many likeliest.
const FIRST: [usize; 3] = [1, 3, 8];

/// Trains a policy head for `from` with `games`, all of one rule. `progress` receives the losses of each epoch. Fails
/// if the games are of different rules or too few, or if the weights have no network of line shapes.
pub fn train(
    games: &[Games],
    from: &Weights,
    recipe: &PolicyRecipe,
    progress: &mut dyn FnMut(usize, Losses),
) -> Result<TrainedPolicy> {
    let rule = rule_of(games)?;
    ensure!(
        from.nnue.as_ref().is_some_and(|nnue| nnue.fits(rule)),
        "the policy reads the network of line shapes, which the weights to begin with lack"
    );
    let sets = samples(games, from);
    ensure!(sets.iter().all(|set| !set.samples.is_empty()), "{TOO_FEW}");
    let pool = Pool::new(recipe.threads)?;
    let mut now = Checkpoint::new(first_parameters());
    let schedule = TrainingSteps { epochs: recipe.epochs, batch: BATCH, rates: StepRates::Cosine(RATES) };
    now.learn(&PolicyModel { pool, sets: &sets }, &schedule, progress, &mut |_| Ok(()))?;
    let parameters = now.result();
    let held_out = &sets[HELD_OUT];
    let head = PolicyHead::from_parameters(&parameters).context("the training diverged")?;
    Ok(TrainedPolicy {
        positions: sets.each_ref().map(|set| set.samples.len()),
        losses: now.losses,
        predictions: [predict_by_tables(held_out), predict_in_whole_numbers(&head, held_out)],
        exact: predict(&parameters, held_out).loss,
        weights: from.clone().with_policy(Some(Arc::new(head))),
    })
}

/// Initial parameters: the tables' order, and small random numbers.
fn first_parameters() -> Vec<f32> {
    let mut random = SplitMix64::new(8);
    let mut parameters = Vec::new();
    let sizes = [0.15, 0.05, 0.05, 0.05, 0.05, 0.2, 0.02, 0.1];
    for (rows, size) in PARTS.into_iter().zip(sizes) {
        parameters.extend((0..rows * HIDDEN).map(|_| (random.below(2_001) as f32 / 1_000.0 - 1.0) * size));
    }
    parameters.push(1.0);
    parameters
}

/// The training and the held-out positions.
struct PolicyModel<'a> {
    pool: Pool,
    sets: &'a [PolicySamples; 2],
}

impl Model for PolicyModel<'_> {
    fn count(&self) -> usize {
        self.sets[LEARNED].samples.len()
    }

    fn gradient(&self, parameters: &[f32], batch: &[u32], _: usize) -> (f64, Vec<f32>) {
        let (loss, mut gradient) = gradient_of(parameters, &self.sets[LEARNED], batch, &self.pool);
        gradient.iter_mut().for_each(|gradient| *gradient /= batch.len() as f32);
        (loss, gradient)
    }

    fn loss(&self, set: usize, parameters: &[f32], _: usize) -> f32 {
        predict(parameters, &self.sets[set]).loss
    }

    fn decayed(&self) -> Range<usize> {
        DECAYED
    }
}

/// Summed loss and gradient of a batch; they do not depend on the number of threads.
fn gradient_of(parameters: &[f32], set: &PolicySamples, batch: &[u32], pool: &Pool) -> (f64, Vec<f32>) {
    sum_of_parts(pool, 0..batch.len(), BATCH_PARTS, parameters.len(), |part| {
        Kernel::detected().run(PolicyBatch { parameters, set, batch: &batch[part] })
    })
}

/// Prediction by these parameters.
fn predict(parameters: &[f32], set: &PolicySamples) -> Prediction {
    let (rows, rest) = parameters.as_chunks::<HIDDEN>();
    score(set, |sample, logits| {
        let part = BoardPart::new(rows, sample);
        logits.extend(set.moves[sample.moves.clone()].iter().map(|inputs| forward(rows, rest[0], &part, inputs).1));
    })
}

/// Prediction by the engine's head, in integers.
fn predict_in_whole_numbers(head: &PolicyHead, set: &PolicySamples) -> Prediction {
    let mut whole = Vec::new();
    score(set, |sample, logits| {
        let moves = &set.moves[sample.moves.clone()];
        head.logits(Kernel::detected(), &sample.regions, sample.us, moves, &mut whole);
        logits.extend(whole.iter().map(|&logit| logit as f32 / LOGIT_ONE as f32));
    })
}

/// Prediction by the tables' gains, at the temperature with the least loss.
fn predict_by_tables(set: &PolicySamples) -> Prediction {
    let at = |share: f32| {
        score(set, |sample, logits| {
            let gains = set.moves[sample.moves.clone()].iter().map(|inputs| inputs.gain as f32);
            logits.extend(gains.map(|gain| gain * share / GAIN_ONE));
        })
    };
    let steps = (1..=40).map(|step| at(0.05 * step as f32));
    steps.min_by(|a, b| a.loss.total_cmp(&b.loss)).unwrap_or_else(|| at(1.0))
}

/// Prediction by the logits that `logits_of` appends for a position.
fn score(set: &PolicySamples, mut logits_of: impl FnMut(&samples::PolicySample, &mut Vec<f32>)) -> Prediction {
    let mut logits = Vec::new();
    let (mut loss, mut among_first) = (0.0, [0; FIRST.len()]);
    for sample in &set.samples {
        logits.clear();
        logits_of(sample, &mut logits);
        // Of equal moves the engine takes the first.
        let own = logits[sample.chosen];
        let before = logits.iter().enumerate();
        let better = before.filter(|&(i, &logit)| logit > own || (logit == own && i < sample.chosen)).count();
        among_first.iter_mut().zip(FIRST).for_each(|(count, first)| *count += usize::from(better < first));
        loss += f64::from(to_shares(&mut logits, sample.chosen));
    }
    let count = set.samples.len().max(1) as f32;
    Prediction { loss: loss as f32 / count, among_first: among_first.map(|among| among as f32 / count) }
}

#[cfg(test)]
mod tests;
