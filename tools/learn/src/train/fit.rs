//! Fits parameters to a dataset with a Gaussian prior around the initial ones; independent of the number of threads.

use crate::loss::Losses;
use crate::split::LEARNED;
use crate::training::{Checkpoint, Model, StepRates, TrainingSteps, sum_of_parts};
use std::ops::Range;
use tengen_arena::pool::Pool;

/// Rows that define the loss of a model's parameters.
pub trait Dataset: Sync {
    /// Number of rows.
    fn len(&self) -> usize;

    /// Adds the gradient of the rows in `range` to `gradient`; returns their summed loss in nats.
    fn loss(&self, parameters: &[f32], range: Range<usize>, gradient: &mut [f32]) -> f64;
}

/// Settings for fitting one kind of parameters.
#[derive(Clone, Copy)]
pub struct OptimizerConfig<'a> {
    /// Width of the prior around the initial parameters, in natural log-odds.
    pub prior: f32,
    /// Rate of the first step; the rate falls to zero over the epochs.
    pub rate: f32,
    /// Number of passes over the rows.
    pub epochs: usize,
    /// Number of rows per step.
    pub batch: usize,
    /// Pool of threads.
    pub pool: &'a Pool,
}

/// Number of parts in which rows are summed. The parts are added in order, so the result does not depend on the number
/// of threads.
const PARTS: usize = 16;

/// Summed loss of the rows in `range`, and its gradient.
fn gradient_of(parameters: &[f32], range: Range<usize>, dataset: &dyn Dataset, pool: &Pool) -> (f64, Vec<f32>) {
    sum_of_parts(pool, range, PARTS, parameters.len(), |part| {
        let mut gradient = vec![0.0; parameters.len()];
        (dataset.loss(parameters, part, &mut gradient), gradient)
    })
}

/// A training and a held-out dataset, with the prior around the initial parameters.
struct PriorModel<'a> {
    start: &'a [f32],
    prior: f32,
    datasets: [&'a dyn Dataset; 2],
    pool: &'a Pool,
}

impl Model for PriorModel<'_> {
    fn count(&self) -> usize {
        self.datasets[LEARNED].len()
    }

    fn gradient(&self, parameters: &[f32], batch: &[u32], _: usize) -> (f64, Vec<f32>) {
        // Batches are in order, so each is a range.
        let from = batch.first().map_or(0, |&first| first as usize);
        let dataset = self.datasets[LEARNED];
        let (loss, mut gradient) = gradient_of(parameters, from..from + batch.len(), dataset, self.pool);
        for (gradient, (parameter, start)) in gradient.iter_mut().zip(parameters.iter().zip(self.start)) {
            let prior_gradient = (parameter - start) / (self.prior * self.prior * dataset.len() as f32);
            *gradient = *gradient / batch.len() as f32 + prior_gradient;
        }
        (loss, gradient)
    }

    fn loss(&self, set: usize, parameters: &[f32], _: usize) -> f32 {
        let dataset = self.datasets[set];
        let (loss, _) = gradient_of(parameters, 0..dataset.len(), dataset, self.pool);
        (loss / dataset.len().max(1) as f64) as f32
    }
}

/// Minimizes loss and prior with Adam; returns the parameters of the epoch with the least held-out loss.
pub fn fit(
    start: Vec<f32>,
    config: OptimizerConfig<'_>,
    datasets: [&dyn Dataset; 2],
    progress: &mut dyn FnMut(usize, Losses),
) -> (Vec<f32>, Vec<Losses>) {
    let OptimizerConfig { prior, rate, epochs, batch, pool } = config;
    let model = PriorModel { start: &start, prior, datasets, pool };
    let mut now = Checkpoint::new(start.clone());
    let mut best = start.clone();
    let schedule = TrainingSteps { epochs, batch, rates: StepRates::Line(rate) };
    let learned = now.learn(&model, &schedule, progress, &mut |now| {
        if let Some((last, before)) = now.losses.split_last()
            && before.iter().all(|losses| last.held_out < losses.held_out)
        {
            best.clone_from(&now.parameters);
        }
        Ok(())
    });
    learned.unwrap_or_else(|_| unreachable!("nothing is written"));
    (best, now.losses)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squared distances to one number, one per row.
    struct Distances(Vec<f32>);

    impl Dataset for Distances {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn loss(&self, parameters: &[f32], range: Range<usize>, gradient: &mut [f32]) -> f64 {
            let distances = self.0[range].iter().map(|value| parameters[0] - value);
            let square = |distance: f32| {
                gradient[0] += 2.0 * distance;
                f64::from(distance * distance)
            };
            distances.map(square).sum()
        }
    }

    #[test]
    fn the_mean_is_found_with_any_number_of_threads_and_the_same() {
        let rows = Distances((0..999).map(|i| (i as f32).sin() + 3.0).collect());
        let mean = rows.0.iter().sum::<f32>() / 999.0;
        let find = |threads| {
            let pool = Pool::new(threads).unwrap();
            let config = OptimizerConfig { prior: 10.0, rate: 0.1, epochs: 100, batch: 64, pool: &pool };
            fit(vec![0.0], config, [&rows, &rows], &mut |_, _| {})
        };
        let (found, losses) = find(1);
        assert!((found[0] - mean).abs() < 0.01, "{} is not {mean}", found[0]);
        assert_eq!(losses.len(), 101);
        for threads in [2, 3, 64] {
            assert_eq!(find(threads), (found.clone(), losses.clone()));
        }
    }

    #[test]
    fn nothing_to_learn_from_changes_nothing() {
        let nothing = Distances(Vec::new());
        let pool = Pool::new(2).unwrap();
        let config = OptimizerConfig { prior: 1.0, rate: 0.1, epochs: 2, batch: 8, pool: &pool };
        let (parameters, losses) = fit(vec![5.0], config, [&nothing, &nothing], &mut |_, _| {});
        assert_eq!((parameters, losses), (vec![5.0], vec![Losses { train: 0.0, held_out: 0.0 }; 3]));
    }
}
