//! Parameters fitted to a dataset with a Gaussian prior around the first ones; the same on any number of threads.

use crate::loss::Losses;
use crate::optimizer::Adam;
use std::ops::Range;
use tengen_arena::pool::{Pool, parts};

/// What is learned from: rows that say how far a model's parameters are off.
pub trait Dataset: Sync {
    /// How many rows there are.
    fn len(&self) -> usize;

    /// Adds the gradient of the rows in `range` to `gradient`; returns their summed loss in nats.
    fn loss(&self, parameters: &[f32], range: Range<usize>, gradient: &mut [f32]) -> f64;
}

/// How one kind of parameters is learned.
#[derive(Clone, Copy)]
pub struct OptimizerConfig<'a> {
    /// Width of the prior around the first parameters, in natural units of log-odds.
    pub prior: f32,
    /// The first step; steps fall to nothing over the epochs.
    pub rate: f32,
    /// Passes over the rows.
    pub epochs: usize,
    /// Rows a step.
    pub batch: usize,
    /// Threads.
    pub pool: &'a Pool,
}

/// Number of parts in which rows are summed. The parts are added in order, so that the result is the same with any
/// number of threads.
const PARTS: usize = 16;

/// The summed loss of the rows in `range` and its gradient.
fn gradient_of(parameters: &[f32], range: Range<usize>, dataset: &dyn Dataset, pool: &Pool) -> (f64, Vec<f32>) {
    let sums = pool.map(&parts(range, PARTS), |part| {
        let mut gradient = vec![0.0; parameters.len()];
        (dataset.loss(parameters, part.clone(), &mut gradient), gradient)
    });
    let mut gradient = vec![0.0; parameters.len()];
    let mut loss = 0.0;
    for (part_loss, part) in sums {
        loss += part_loss;
        gradient.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
    }
    (loss, gradient)
}

/// Adam on the loss and the prior; the parameters of the best epoch on the second dataset.
pub fn fit(
    start: Vec<f32>,
    config: OptimizerConfig<'_>,
    [train, held_out]: [&dyn Dataset; 2],
    progress: &mut dyn FnMut(usize, Losses),
) -> (Vec<f32>, Vec<Losses>) {
    let OptimizerConfig { prior, rate: first_rate, epochs, batch, pool } = config;
    let count = train.len();
    let mean = |parameters: &[f32], dataset: &dyn Dataset| {
        let (loss, _) = gradient_of(parameters, 0..dataset.len(), dataset, pool);
        (loss / dataset.len().max(1) as f64) as f32
    };
    let mut parameters = start.clone();
    let mut adam = Adam::new(start.len());
    let before = Losses { train: mean(&parameters, train), held_out: mean(&parameters, held_out) };
    progress(0, before);
    let mut losses = vec![before];
    let mut best = (before.held_out, start.clone());
    let mut steps = 0;
    for epoch in 1..=epochs {
        let rate = first_rate * (1.0 - (epoch - 1) as f32 / epochs as f32);
        let mut sum = 0.0;
        for from in (0..count).step_by(batch) {
            let range = from..(from + batch).min(count);
            let length = range.len() as f32;
            let (loss, mut gradient) = gradient_of(&parameters, range, train, pool);
            sum += loss;
            steps += 1;
            for (gradient, (parameter, start)) in gradient.iter_mut().zip(parameters.iter().zip(&start)) {
                let prior_gradient = (parameter - start) / (prior * prior * count as f32);
                *gradient = *gradient / length + prior_gradient;
            }
            adam.step(&mut parameters, &gradient, rate, steps);
        }
        let now = Losses { train: (sum / count.max(1) as f64) as f32, held_out: mean(&parameters, held_out) };
        progress(epoch, now);
        losses.push(now);
        if now.held_out < best.0 {
            best = (now.held_out, parameters.clone());
        }
    }
    (best.1, losses)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squared distances from one number, a row each.
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
