//! The loop of all trainings: epochs of Adam steps with a falling rate, for any [`Model`].

use crate::loss::Losses;
use crate::optimizer::{Adam, decay};
use crate::records::Games;
use crate::split::{HELD_OUT, LEARNED};
use anyhow::{Context, Result, ensure};
use std::ops::Range;
use tengen::base::{Rule, SplitMix64};
use tengen_arena::pool::{Pool, parts};

/// Error of a training without positions.
pub const TOO_FEW: &str = "too few games to learn from";

/// The rule of all games. Fails if there are no games, or games of different rules.
pub fn rule_of(games: &[Games]) -> Result<Rule> {
    let rule = games.first().context(TOO_FEW)?.conditions.rule;
    ensure!(games.iter().all(|games| games.conditions.rule == rule), "the games are of different rules");
    Ok(rule)
}

/// The summed loss of a range and its gradient of `length` numbers, from those that `work` returns for `count` parts. The
/// parts are added in order, so the sums do not depend on the number of threads.
pub fn sum_of_parts(
    pool: &Pool,
    range: Range<usize>,
    count: usize,
    length: usize,
    work: impl Fn(Range<usize>) -> (f64, Vec<f32>) + Sync,
) -> (f64, Vec<f32>) {
    let sums = pool.map(&parts(range, count), |part| work(part.clone()));
    sums.into_iter().fold((0.0, vec![0.0; length]), |(loss, mut gradient), (more, part)| {
        gradient.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        (loss + more, gradient)
    })
}

/// Samples of a training, and the loss of parameters on them.
pub trait Model {
    /// Number of training samples.
    fn count(&self) -> usize;

    /// The summed loss of the samples in `batch`, and the gradient of the step: of the mean loss and of any further terms.
    fn gradient(&self, parameters: &[f32], batch: &[u32], epoch: usize) -> (f64, Vec<f32>);

    /// The mean loss of the training samples ([`LEARNED`]) or the held-out ones after an epoch, or before the first (0).
    fn loss(&self, set: usize, parameters: &[f32], epoch: usize) -> f32;

    /// The range of parameters with weight decay (AdamW).
    fn decayed(&self) -> Range<usize> {
        0..0
    }
}

/// Schedule of the steps' rates.
#[derive(Clone, Copy, Debug)]
pub enum StepRates {
    /// A cosine from the first to the last rate, step by step; the samples are shuffled for each epoch.
    Cosine([f32; 2]),
    /// A line from this rate to zero, epoch by epoch; the samples stay in order.
    Line(f32),
}

/// Steps and rates of a training.
#[derive(Clone, Copy, Debug)]
pub struct TrainingSteps {
    /// Number of passes over the samples.
    pub epochs: usize,
    /// Number of samples per step.
    pub batch: usize,
    /// The rates of the steps.
    pub rates: StepRates,
}

/// Share of the steps, at the end, whose parameters are averaged.
const AVERAGED_SHARE: f32 = 0.1;

impl TrainingSteps {
    /// The order of the samples in an epoch.
    fn order(&self, count: usize, epoch: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..count as u32).collect();
        if let StepRates::Cosine(_) = self.rates {
            SplitMix64::new(epoch as u64).shuffle(&mut order);
        }
        order
    }

    /// The rate of step `step` of `steps`, all epochs together.
    fn rate(&self, epoch: usize, step: usize, steps: f32) -> f32 {
        match self.rates {
            StepRates::Cosine([first, last]) => {
                let turn = std::f32::consts::PI * step as f32 / steps;
                last + (first - last) * 0.5 * (1.0 + turn.cos())
            }
            StepRates::Line(first) => first * (1.0 - (epoch - 1) as f32 / self.epochs as f32),
        }
    }
}

/// State of a training: parameters, Adam's moments and the losses so far.
pub struct Checkpoint {
    /// The parameters after the last step.
    pub parameters: Vec<f32>,
    /// Adam's moments.
    pub adam: Adam,
    /// Number of steps so far.
    pub steps: usize,
    /// Sum of the parameters that count for the result, and their number.
    pub sums: (Vec<f32>, usize),
    /// Losses before the first epoch and after each.
    pub losses: Vec<Losses>,
}

impl Checkpoint {
    /// The initial state.
    pub fn new(parameters: Vec<f32>) -> Self {
        let zeros = vec![0.0; parameters.len()];
        Self { adam: Adam::new(parameters.len()), parameters, steps: 0, sums: (zeros, 0), losses: Vec::new() }
    }

    /// The result of a training: the mean of the counted parameters, or the last ones if none were counted.
    pub fn result(&self) -> Vec<f32> {
        match &self.sums {
            (_, 0) => self.parameters.clone(),
            (sums, count) => sums.iter().map(|sum| sum / *count as f32).collect(),
        }
    }

    /// Counts the current parameters for the result.
    pub fn count_for_result(&mut self) {
        self.sums.0.iter_mut().zip(&self.parameters).for_each(|(sum, parameter)| *sum += parameter);
        self.sums.1 += 1;
    }

    /// Trains until the last epoch of the schedule. `report` receives the losses of each epoch, including those of
    /// earlier calls; `keep` receives the state after each new epoch. Fails as `keep` does.
    pub fn learn(
        &mut self,
        model: &dyn Model,
        schedule: &TrainingSteps,
        report: &mut dyn FnMut(usize, Losses),
        keep: &mut dyn FnMut(&Self) -> Result<()>,
    ) -> Result<()> {
        if self.losses.is_empty() {
            let [train, held_out] = [LEARNED, HELD_OUT].map(|set| model.loss(set, &self.parameters, 0));
            self.losses.push(Losses { train, held_out });
        }
        (0..).zip(&self.losses).for_each(|(epoch, &losses)| report(epoch, losses));
        for epoch in self.losses.len()..=schedule.epochs {
            let train = self.run_epoch(model, schedule, epoch);
            let losses = Losses { train, held_out: model.loss(HELD_OUT, &self.parameters, epoch) };
            self.losses.push(losses);
            report(epoch, losses);
            keep(self)?;
        }
        Ok(())
    }

    /// Passes once over the samples; returns their mean loss.
    pub fn run_epoch(&mut self, model: &dyn Model, schedule: &TrainingSteps, epoch: usize) -> f32 {
        let count = model.count();
        let steps = (schedule.epochs * count.div_ceil(schedule.batch)) as f32;
        let mut sum = 0.0;
        for batch in schedule.order(count, epoch).chunks(schedule.batch) {
            let (loss, gradient) = model.gradient(&self.parameters, batch, epoch);
            sum += loss;
            self.steps += 1;
            let rate = schedule.rate(epoch, self.steps, steps);
            decay(&mut self.parameters[model.decayed()], rate);
            self.adam.step(&mut self.parameters, &gradient, rate, self.steps);
            if self.steps as f32 > steps * (1.0 - AVERAGED_SHARE) {
                self.count_for_result();
            }
        }
        (sum / count.max(1) as f64) as f32
    }
}
