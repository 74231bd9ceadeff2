//! Training of the network of line shapes (`tengen::eval::nnue`).
//!
//! The rows of all lines are worked out from the factors once a step, never once a position; gradients go
//! back the same way. Targets are a blend of the search's score and the game's result. Adam (Kingma and Ba
//! 2015) with weight decay and steps that fall by a cosine; the parameters of the last steps are averaged; from half of the epochs on, rows are rounded as the engine rounds
//! them. Sums are made in the same order on any number of threads.

mod checkpoint;
mod forward;
mod model;
mod samples;

use super::records::Games;
use super::train::Losses;
use anyhow::{Context, Result, ensure};
use checkpoint::Checkpoint;
use forward::{FloatNetwork, Trace};
use model::{Layout, rows};
use samples::{LineSample, LineSamples, samples};
use std::ops::Range;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use tengen::base::{Color, SplitMix64};
use tengen::eval::Weights;
use tengen::eval::nnue::Nnue;
use tengen::eval::nnue::features::LineShapes;

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct NnueRecipe {
    /// Passes over the positions.
    pub epochs: usize,
    /// Share of the game's result in the target; the rest is the search's score.
    pub result_share: f32,
    /// Positions a step.
    pub batch: usize,
    /// Threads.
    pub threads: usize,
}

/// A network and how its losses fell.
pub struct TrainedNnue {
    /// The weights that were given, with the network.
    pub weights: Weights,
    /// Positions learned from and held out.
    pub positions: [usize; 2],
    /// Losses before the first epoch and after each.
    pub losses: Vec<Losses>,
    /// Held-out losses on results alone, before and after.
    pub on_results: [f32; 2],
}

/// The first step, and the last.
const FIRST_RATE: f32 = 2e-3;
const LAST_RATE: f32 = 1e-5;
/// The result is the mean of the parameters after this share of the steps, the last ones.
const AVERAGED_SHARE: f32 = 0.1;
/// Positions of a step are summed in this many parts, and the parts in order.
const PARTS: usize = 4;

/// Trains a network on top of `from` with `games` (all of one rule); a network that `from` has is where it begins.
/// `state`, where it is given, keeps the state
/// after each epoch, and an interrupted training goes on from it. `progress` receives the losses of each epoch.
///
/// # Errors
/// When the games are of different rules, of a rule that is not the same for both colors, or too few; when the
/// state cannot be read or written, or is of another training.
pub fn train(
    games: &[Games],
    from: &Weights,
    recipe: &NnueRecipe,
    state: Option<&Path>,
    progress: &mut dyn FnMut(usize, Losses),
) -> Result<TrainedNnue> {
    let rule = games.first().context("too few games to learn from")?.conditions.rule;
    ensure!(games.iter().all(|games| games.conditions.rule == rule), "the games are of different rules");
    let is_symmetric = !Color::ALL.into_iter().any(|color| rule.forbids(color));
    ensure!(is_symmetric, "the network of line shapes needs a rule that is the same for both colors, not {rule}");
    let shapes = LineShapes::new(rule);
    let sets = samples(games, from, &shapes);
    ensure!(sets.iter().all(|set| !set.samples.is_empty()), "too few games to learn from");
    let trainer = Trainer { layout: Layout::new(shapes.halves), shapes, recipe: *recipe };
    let [set, held_out] = &sets;
    let kind = (set.samples.len(), recipe.epochs, recipe.batch, recipe.result_share);
    let mut now = match state.filter(|path| path.exists()) {
        Some(path) => Checkpoint::read(path, kind)?,
        None => {
            let given = from.nnue.as_ref().filter(|nnue| nnue.fits(rule));
            Checkpoint::new(given.map_or_else(|| trainer.layout.first_parameters(), |nnue| nnue.parameters()))
        }
    };
    let first = trainer.layout.first_parameters();
    if now.losses.is_empty() {
        let loss = |set| trainer.mean_loss(&now.parameters, set, false, recipe.result_share);
        now.losses.push(Losses { train: loss(set), held_out: loss(held_out) });
    }
    (0..).zip(&now.losses).for_each(|(epoch, &losses)| progress(epoch, losses));
    for epoch in now.losses.len()..=recipe.epochs {
        let train = trainer.epoch(&mut now, set, epoch);
        let quantize = trainer.quantizes(epoch);
        let losses =
            Losses { train, held_out: trainer.mean_loss(&now.parameters, held_out, quantize, recipe.result_share) };
        now.losses.push(losses);
        progress(epoch, losses);
        if let Some(path) = state {
            now.write(path, kind)?;
        }
    }
    let with_result = held_out.with_result();
    let parameters = now.result();
    let on_results = [&first, &parameters].map(|parameters| trainer.mean_loss(parameters, &with_result, true, 1.0));
    let nnue = Nnue::from_parameters(&parameters).context("the training diverged")?;
    Ok(TrainedNnue {
        weights: from.clone().with_nnue(Some(Arc::new(nnue))),
        positions: sets.each_ref().map(|set| set.samples.len()),
        losses: now.losses,
        on_results,
    })
}

struct Trainer {
    layout: Layout,
    shapes: LineShapes,
    recipe: NnueRecipe,
}

/// The summed loss of some positions and its gradients.
struct Gradient {
    loss: f64,
    parameters: Vec<f32>,
    rows: Vec<f32>,
}

impl Trainer {
    /// Whether rows are rounded in an epoch.
    fn quantizes(&self, epoch: usize) -> bool {
        2 * epoch > self.recipe.epochs
    }

    /// Goes once through the positions; returns their mean loss.
    fn epoch(&self, now: &mut Checkpoint, set: &LineSamples, epoch: usize) -> f32 {
        let count = set.samples.len();
        let mut order: Vec<u32> = (0..count as u32).collect();
        SplitMix64::new(epoch as u64).shuffle(&mut order);
        let steps = (self.recipe.epochs * count.div_ceil(self.recipe.batch)) as f32;
        let mut sum = 0.0;
        for batch in order.chunks(self.recipe.batch) {
            let (loss, mut gradient) = self.gradient(&now.parameters, set, batch, self.quantizes(epoch));
            sum += loss;
            gradient.iter_mut().for_each(|slope| *slope /= batch.len() as f32);
            now.steps += 1;
            let turn = std::f32::consts::PI * now.steps as f32 / steps;
            let rate = LAST_RATE + (FIRST_RATE - LAST_RATE) * 0.5 * (1.0 + turn.cos());
            now.descend(&gradient, rate, self.layout.pairs..self.layout.bias);
            if now.steps as f32 > steps * (1.0 - AVERAGED_SHARE) {
                now.count_for_result();
            }
        }
        (sum / count as f64) as f32
    }

    /// The summed loss of the positions in `batch` and its gradient.
    fn gradient(&self, parameters: &[f32], set: &LineSamples, batch: &[u32], quantize: bool) -> (f64, Vec<f32>) {
        let rows = rows(&self.layout, parameters, &self.shapes, quantize);
        let network = FloatNetwork { layout: &self.layout, parameters, rows: &rows, quantize };
        let parts = self.in_parts(batch.len(), |range| {
            let mut sums = Gradient { loss: 0.0, parameters: vec![0.0; parameters.len()], rows: vec![0.0; rows.len()] };
            let mut trace = Trace::default();
            for &number in &batch[range] {
                let sample = &set.samples[number as usize];
                let logit = network.forward(set, sample, &mut trace);
                let target = sample.target(self.recipe.result_share);
                sums.loss += f64::from(cross_entropy(logit, target));
                let slope = 1.0 / (1.0 + (-logit).exp()) - target;
                network.backward(set, sample, &trace, slope, (&mut sums.parameters, &mut sums.rows));
            }
            sums
        });
        let mut parts = parts.into_iter();
        let Some(mut sums) = parts.next() else { return (0.0, vec![0.0; parameters.len()]) };
        for part in parts {
            sums.loss += part.loss;
            sums.parameters.iter_mut().zip(part.parameters).for_each(|(sum, slope)| *sum += slope);
            sums.rows.iter_mut().zip(part.rows).for_each(|(sum, slope)| *sum += slope);
        }
        model::rows_backward(&self.layout, parameters, &self.shapes, &sums.rows, &mut sums.parameters);
        (sums.loss, sums.parameters)
    }

    /// The mean loss of all positions.
    fn mean_loss(&self, parameters: &[f32], set: &LineSamples, quantize: bool, result_share: f32) -> f32 {
        let rows = rows(&self.layout, parameters, &self.shapes, quantize);
        let network = FloatNetwork { layout: &self.layout, parameters, rows: &rows, quantize };
        let parts = self.in_parts(set.samples.len(), |range| {
            let mut trace = Trace::default();
            let loss = |sample: &LineSample| {
                f64::from(cross_entropy(network.forward(set, sample, &mut trace), sample.target(result_share)))
            };
            set.samples[range].iter().map(loss).sum::<f64>()
        });
        (parts.iter().sum::<f64>() / set.samples.len().max(1) as f64) as f32
    }

    /// The results of `work` on the parts of `0..count`, in their order.
    fn in_parts<R: Send>(&self, count: usize, work: impl Fn(Range<usize>) -> R + Sync) -> Vec<R> {
        let length = count.div_ceil(PARTS).max(1);
        let parts: Vec<Range<usize>> = (0..count).step_by(length).map(|at| at..(at + length).min(count)).collect();
        let share = parts.len().div_ceil(self.recipe.threads.max(1)).max(1);
        let run = |parts: &[Range<usize>]| parts.iter().cloned().map(&work).collect::<Vec<R>>();
        let run = &run;
        thread::scope(|scope| {
            let workers: Vec<_> = parts.chunks(share).map(|parts| scope.spawn(move || run(parts))).collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        })
    }
}

/// Cross-entropy of log-odds to a share that should be `target`, written so that it cannot overflow.
fn cross_entropy(logit: f32, target: f32) -> f32 {
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests;
