//! Training of the network of line shapes (`tengen::eval::nnue`).
//!
//! The rows of all lines are computed from the factors once per step, not per position; gradients go back the same way.
//! Targets blend the search's score and the game's result. Adam (Kingma and Ba 2015) with weight decay and a cosine
//! schedule; the parameters of the last steps are averaged; rows are rounded as in the engine in the second half of the
//! epochs. Sums do not depend on the number of threads.

mod checkpoint;
mod forward;
mod model;
mod recipe;
mod samples;

pub use recipe::NnueRecipe;

use super::loss::{Losses, cross_entropy, sigmoid};
use super::records::Games;
use super::split::{HELD_OUT, LEARNED};
use super::training::{Checkpoint, Model, StepRates, TOO_FEW, TrainingSteps, rule_of, sum_of_parts};
use anyhow::{Context, Result, ensure};
use checkpoint::{Kind, fingerprint};
use forward::{FloatNetwork, Trace};
use model::{LineRows, RowsBackward, first_parameters};
use samples::{LineSample, LineSamples, LineSet, samples};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use tengen::eval::Weights;
use tengen::eval::nnue::features::LineShapes;
use tengen::eval::nnue::{Layout, Nnue, ROW_SCALE};
use tengen::eval::{Kernel, LayerKernel, Work};
use tengen_arena::pool::{Pool, parts};

/// A trained network and its losses.
pub struct TrainedNnue {
    /// The initial weights with the new network.
    pub weights: Weights,
    /// Number of training and of held-out positions.
    pub positions: [usize; 2],
    /// Losses before the first epoch and after each.
    pub losses: Vec<Losses>,
    /// Held-out loss on results only, of the network to begin with (if there is none, of the tables) and of the new one.
    pub on_results: [f32; 2],
    /// Held-out loss of the new network without rounding, and of the engine's integers.
    pub rounding: [f32; 2],
}

/// Rate of the last step.
pub const LAST_RATE: f32 = 1e-5;
/// Number of parts in which a step's positions are summed; the parts are added in order.
const PARTS: usize = 4;

/// Trains a network on top of `from` with `games`, all of one rule; starts with the network of `from` if it has one.
/// `state`, if given, stores the state after each epoch, and an interrupted training continues from it. `progress`
/// receives the losses of each epoch. Fails if the games are of different rules or too few; if the state cannot be read
/// or written, or is of another training.
pub fn train(
    games: &[Games],
    from: &Weights,
    recipe: &NnueRecipe,
    state: Option<&Path>,
    progress: &mut dyn FnMut(usize, Losses),
) -> Result<TrainedNnue> {
    let rule = rule_of(games)?;
    let shapes = LineShapes::new(rule);
    let sets = samples(games, from, &shapes);
    ensure!(sets.iter().all(|set| !set.samples.is_empty()), "{TOO_FEW}");
    let pool = Pool::new(recipe.threads)?;
    let trainer = Trainer { layout: Layout::new(shapes.halves), shapes, recipe: *recipe, pool };
    let held_out = &sets[HELD_OUT];
    let kind = Kind { games: fingerprint(games), recipe: *recipe, from: from.fingerprint() };
    let given = from.nnue.as_ref().filter(|nnue| nnue.fits(rule));
    let begin = given.map_or_else(|| first_parameters(&trainer.layout), |nnue| nnue.parameters().to_vec());
    // An interruption before the first epoch may leave an empty file.
    let is_begun = |path: &&Path| path.metadata().is_ok_and(|file| file.len() > 0);
    let mut now = match state.filter(is_begun) {
        Some(path) => Checkpoint::read(path, &kind)?,
        None => Checkpoint::new(begin.clone()),
    };
    let keep = &mut |now: &Checkpoint| state.map_or(Ok(()), |path| now.write(path, &kind));
    now.learn(&LineModel { trainer: &trainer, sets: &sets }, &schedule(recipe), progress, keep)?;
    let with_result = held_out.with_result();
    let learned = Nnue::from_parameters(&now.result()).context("the training diverged")?;
    let nnue = learned.scaled(recipe.scale).context("the network's scores are too large")?;
    let parameters = nnue.parameters();
    let on_results = [&begin, parameters].map(|parameters| trainer.mean_loss(parameters, &with_result, true, 1.0));
    let exact = trainer.mean_loss(parameters, held_out, false, recipe.result_share);
    let rounding = [exact, trainer.engine_loss(&nnue, held_out)];
    Ok(TrainedNnue {
        weights: from.clone().with_nnue(Some(Arc::new(nnue))),
        positions: sets.each_ref().map(|set| set.samples.len()),
        losses: now.losses,
        on_results,
        rounding,
    })
}

/// Steps and rates of a recipe.
fn schedule(recipe: &NnueRecipe) -> TrainingSteps {
    let NnueRecipe { epochs, batch, first_rate, .. } = *recipe;
    TrainingSteps { epochs, batch, rates: StepRates::Cosine([first_rate, LAST_RATE]) }
}

struct Trainer {
    layout: Layout,
    shapes: LineShapes,
    recipe: NnueRecipe,
    pool: Pool,
}

/// A part of a step's positions, whose gradients one thread sums.
struct BatchPart<'a> {
    network: &'a FloatNetwork<'a>,
    set: &'a LineSamples,
    batch: &'a [u32],
    result_share: f32,
}

impl Work for BatchPart<'_> {
    /// The summed loss, and the gradients of the parameters and of the rows.
    type Output = (f64, Vec<f32>);

    #[inline(always)]
    fn run<K: LayerKernel>(self, _: K) -> (f64, Vec<f32>) {
        let Self { network, set, batch, result_share } = self;
        let mut loss = 0.0;
        let mut gradients = vec![0.0; network.parameters.len() + network.rows.len()];
        let (gradient, row_gradient) = gradients.split_at_mut(network.parameters.len());
        let mut trace = Trace::default();
        for &number in batch {
            let sample = &set.samples[number as usize];
            let logit = network.forward(set, sample, &mut trace);
            let target = sample.target(result_share);
            loss += f64::from(cross_entropy(logit, target));
            let logit_gradient = sigmoid(logit) - target;
            network.backward(set, sample, &trace, logit_gradient, (&mut *gradient, &mut *row_gradient));
        }
        (loss, gradients)
    }
}

/// A trainer with its training and held-out positions.
struct LineModel<'a> {
    trainer: &'a Trainer,
    sets: &'a [LineSamples; 2],
}

impl Model for LineModel<'_> {
    fn count(&self) -> usize {
        self.sets[LEARNED].samples.len()
    }

    fn gradient(&self, parameters: &[f32], batch: &[u32], epoch: usize) -> (f64, Vec<f32>) {
        let quantize = self.trainer.quantizes(epoch);
        let (loss, mut gradient) = self.trainer.gradient(parameters, &self.sets[LEARNED], batch, quantize);
        gradient.iter_mut().for_each(|gradient| *gradient /= batch.len() as f32);
        (loss, gradient)
    }

    fn loss(&self, set: usize, parameters: &[f32], epoch: usize) -> f32 {
        let trainer = self.trainer;
        trainer.mean_loss(parameters, &self.sets[set], trainer.quantizes(epoch), trainer.recipe.result_share)
    }

    fn decayed(&self) -> Range<usize> {
        self.trainer.layout.pairs..self.trainer.layout.bias
    }
}

impl Trainer {
    /// Whether rows are rounded in this epoch.
    fn quantizes(&self, epoch: usize) -> bool {
        2 * epoch > self.recipe.epochs
    }

    /// The rows of these lines.
    fn rows(&self, parameters: &[f32], lines: &LineSet, quantize: bool) -> Vec<f32> {
        let Self { layout, shapes, .. } = self;
        Kernel::detected().run(LineRows { layout, parameters, shapes, lines, quantize })
    }

    /// The summed loss of the positions in `batch` and its gradient.
    fn gradient(&self, parameters: &[f32], set: &LineSamples, batch: &[u32], quantize: bool) -> (f64, Vec<f32>) {
        let Self { layout, shapes, recipe, .. } = self;
        let lines = set.lines_of(batch.iter().map(|&number| &set.samples[number as usize]), shapes.sides.len());
        let rows = self.rows(parameters, &lines, quantize);
        let network = FloatNetwork { layout, parameters, lines: &lines, rows: &rows, quantize };
        let kernel = Kernel::detected();
        let result_share = recipe.result_share;
        let (loss, mut gradients) =
            sum_of_parts(&self.pool, 0..batch.len(), PARTS, parameters.len() + rows.len(), |part| {
                kernel.run(BatchPart { network: &network, set, batch: &batch[part], result_share })
            });
        let (gradient, row_gradient) = gradients.split_at_mut(parameters.len());
        kernel.run(RowsBackward { layout, parameters, shapes, lines: &lines, row_gradient, gradient });
        gradients.truncate(parameters.len());
        (loss, gradients)
    }

    /// The mean loss of all positions.
    fn mean_loss(&self, parameters: &[f32], set: &LineSamples, quantize: bool, result_share: f32) -> f32 {
        self.mean(parameters, set, quantize, |network, sample, trace| {
            cross_entropy(network.forward(set, sample, trace), sample.target(result_share))
        })
    }

    /// The mean loss of the engine's head; the rounded rows give the engine's sums.
    fn engine_loss(&self, nnue: &Nnue, set: &LineSamples) -> f32 {
        self.mean(nnue.parameters(), set, true, |network, sample, trace| {
            let regions = network.regions(set, sample, trace);
            let regions = regions.map(|region| region.map(|sum| (sum * ROW_SCALE) as i32));
            let logit = nnue.head().logit(Kernel::detected(), &regions, sample.is_white, sample.table_score);
            cross_entropy(logit, sample.target(self.recipe.result_share))
        })
    }

    /// The mean of `loss` over all positions.
    fn mean(
        &self,
        parameters: &[f32],
        set: &LineSamples,
        quantize: bool,
        loss: impl Fn(&FloatNetwork, &LineSample, &mut Trace) -> f32 + Sync,
    ) -> f32 {
        let lines = set.lines_of(set.samples.iter(), self.shapes.sides.len());
        let rows = self.rows(parameters, &lines, quantize);
        let network = FloatNetwork { layout: &self.layout, parameters, lines: &lines, rows: &rows, quantize };
        let sums = self.pool.map(&parts(0..set.samples.len(), PARTS), |range| {
            let mut trace = Trace::default();
            let loss = |sample: &LineSample| f64::from(loss(&network, sample, &mut trace));
            set.samples[range.clone()].iter().map(loss).sum::<f64>()
        });
        (sums.iter().sum::<f64>() / set.samples.len().max(1) as f64) as f32
    }
}

#[cfg(test)]
mod tests;
