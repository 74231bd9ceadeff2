//! SPSA, simultaneous perturbation stochastic approximation (Spall 1992): optimizes many parameters at once by noisy
//! comparisons of two settings.
//!
//! Iteration `k` moves every parameter by `c_k` up or down at random, compares the setting with its mirror
//! image, and moves the parameters by `a_k / c_k` toward the better one. `c_k` falls with the power 0.101
//! and `a_k` with the power 0.602 of `k` (Spall 1998, "Implementation of the SPSA algorithm").

use serde::{Deserialize, Serialize};
use tengen::base::SplitMix64;

/// Exponent of the decay of the gain.
const ALPHA: f64 = 0.602;
/// Exponent of the decay of the perturbation.
const GAMMA: f64 = 0.101;
/// Stability constant as a share of all iterations, which reduces the first gains.
const STABILITY: f64 = 0.1;

/// A parameter under tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Name.
    pub name: String,
    /// Value at the start.
    pub start: f64,
    /// Value now.
    pub value: f64,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// Perturbation in the last iteration.
    pub step: f64,
}

/// Rates of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rates {
    /// Iterations of the whole run, on which the decay depends.
    pub iterations: usize,
    /// Movement of a parameter for a lead of one game in the last iteration, in steps.
    pub learning_rate: f64,
}

impl Rates {
    /// Perturbation of a parameter in iteration `k` (from 0), in steps.
    fn perturbation(&self, k: usize) -> f64 {
        (self.iterations as f64 / (k + 1) as f64).powf(GAMMA)
    }

    /// Movement of a parameter for a lead of one game in iteration `k` (from 0), in steps.
    fn gain(&self, k: usize) -> f64 {
        let held_back = STABILITY * self.iterations as f64;
        let decay = ((held_back + self.iterations as f64) / (held_back + (k + 1) as f64)).powf(ALPHA);
        self.learning_rate * decay / self.perturbation(k)
    }
}

/// The comparison of an iteration: two settings in integers, and the direction of each parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The setting with all parameters perturbed in their directions.
    pub plus: Vec<i32>,
    /// The setting with all parameters perturbed against their directions.
    pub minus: Vec<i32>,
    directions: Vec<f64>,
}

/// The comparison of iteration `k` (from 0), determined by `seed`.
pub fn compare(parameters: &[Parameter], rates: &Rates, k: usize, seed: u64) -> Comparison {
    // The seeds of the iterations must not differ by multiples of the generator's increment, because their sequences
    // would be one sequence, shifted.
    let mut rng = SplitMix64::new(seed ^ (k as u64) << 32);
    let directions: Vec<f64> = parameters.iter().map(|_| if rng.next() >> 63 == 0 { 1.0 } else { -1.0 }).collect();
    let mut setting = |sign: f64| {
        let values = parameters.iter().zip(&directions).map(|(parameter, direction)| {
            let value = parameter.value + sign * direction * parameter.step * rates.perturbation(k);
            // Randomized rounding, so that the mean is exact.
            let fraction = (rng.next() >> 11) as f64 / (1u64 << 53) as f64;
            ((value + fraction).floor()).clamp(parameter.min, parameter.max) as i32
        });
        values.collect::<Vec<i32>>()
    };
    let (plus, minus) = (setting(1.0), setting(-1.0));
    Comparison { plus, minus, directions }
}

/// Moves the parameters after iteration `k`, in which the setting `plus` won `lead` games more than it lost.
pub fn update(parameters: &mut [Parameter], rates: &Rates, k: usize, comparison: &Comparison, lead: f64) {
    for (parameter, direction) in parameters.iter_mut().zip(&comparison.directions) {
        let moved = parameter.value + direction * parameter.step * rates.gain(k) * lead;
        parameter.value = moved.clamp(parameter.min, parameter.max);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEST: [f64; 4] = [70.0, 12.0, 300.0, 5.0];

    /// Strength of a setting in Elo: a quadratic function with its maximum at [`BEST`].
    fn strength(values: &[i32]) -> f64 {
        let scales = [20.0, 4.0, 80.0, 2.0];
        let terms =
            values.iter().zip(BEST).zip(scales).map(|((&value, best), scale)| (f64::from(value) - best) / scale);
        -20.0 * terms.map(|term| term * term).sum::<f64>()
    }

    #[test]
    fn the_optimum_of_a_known_noisy_function_is_found() {
        let parameter = |name: &str, start: f64, max: f64, step: f64| Parameter {
            name: name.into(),
            start,
            value: start,
            min: 0.0,
            max,
            step,
        };
        for seed in 0..5 {
            let mut parameters = vec![
                parameter("a", 30.0, 200.0, 6.0),
                parameter("b", 20.0, 40.0, 1.5),
                parameter("c", 150.0, 600.0, 25.0),
                parameter("d", 9.0, 16.0, 1.0),
            ];
            let rates = Rates { iterations: 1500, learning_rate: 0.008 };
            let mut rng = SplitMix64::new(seed);
            let rounded =
                |parameters: &[Parameter]| parameters.iter().map(|p| p.value.round() as i32).collect::<Vec<_>>();
            let before = strength(&rounded(&parameters));
            for k in 0..rates.iterations {
                let comparison = compare(&parameters, &rates, k, seed);
                let difference = strength(&comparison.plus) - strength(&comparison.minus);
                let expected = 1.0 / (1.0 + 10f64.powf(-difference / 400.0));
                let won = |rng: &mut SplitMix64| (rng.next() >> 11) as f64 / (1u64 << 53) as f64 <= expected;
                let lead: f64 = (0..16).map(|_| if won(&mut rng) { 1.0 } else { -1.0 }).sum();
                update(&mut parameters, &rates, k, &comparison, lead);
            }
            let after = strength(&rounded(&parameters));
            assert!(before < -200.0 && after > -12.0, "seed {seed}: {before} to {after}, {parameters:?}");
        }
    }

    #[test]
    fn directions_are_independent_between_parameters_and_iterations() {
        let parameter = Parameter { name: "a".into(), start: 5.0, value: 5.0, min: 0.0, max: 9.0, step: 1.0 };
        let parameters = vec![parameter; 50];
        let rates = Rates { iterations: 60, learning_rate: 0.01 };
        let directions: Vec<_> = (0..60).map(|k| compare(&parameters, &rates, k, 1).directions).collect();
        for (later, shift) in [(0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)] {
            let products = (later..60).flat_map(|k| {
                let (now, before) = (&directions[k], &directions[k - later]);
                (shift..50).flat_map(move |i| [now[i] * before[i - shift], now[i - shift] * before[i]])
            });
            let (count, sum) = products.fold((0.0, 0.0), |(count, sum), product| (count + 1.0, sum + product));
            assert!(f64::abs(sum / count) < 0.1, "{later} iterations and {shift} parameters apart: {}", sum / count);
        }
    }

    #[test]
    fn values_stay_within_their_range_and_settings_mirror_each_other() {
        let mut parameters =
            vec![Parameter { name: "a".into(), start: 1.0, value: 1.0, min: 0.0, max: 3.0, step: 2.0 }];
        let rates = Rates { iterations: 10, learning_rate: 5.0 };
        for k in 0..10 {
            let comparison = compare(&parameters, &rates, k, 7);
            assert_eq!(comparison, compare(&parameters, &rates, k, 7));
            assert!(comparison.plus[0] != comparison.minus[0]);
            assert!((0..=3).contains(&comparison.plus[0]) && (0..=3).contains(&comparison.minus[0]));
            update(&mut parameters, &rates, k, &comparison, 16.0);
            assert!((0.0..=3.0).contains(&parameters[0].value));
        }
    }
}
