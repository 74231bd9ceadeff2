//! Dataset and model of the small network (`Mlp`).

use super::fit::Dataset;
use crate::loss::{cross_entropy, sigmoid};
use std::ops::Range;
use tengen::base::{Color, SplitMix64};
use tengen::eval::mlp_layout::{
    BUCKET_LEVELS, BUCKETS, L1, L1_BIAS, L2, L2_BIAS, L2_WEIGHTS, MAX_TABLE_SCORE, NO_BUCKET, OUTPUT_BIAS,
    OUTPUT_WEIGHTS, PARAMETERS, QA, SKIP_ONE, SKIP_WEIGHT, TABLE_SCORE_SCALE, TABLE_SCORE_SHIFT, TABLE_SCORE_WEIGHTS,
};
use tengen::eval::{BucketCounts, Evaluator, LOGISTIC_SCALE, Mlp};
use tengen::pattern::{CLASS_COUNT, COMBINATION_COUNT, Combinations, class_of};

/// Number of groups for the combinations of each class, in the order of the classes. Points without a class are too
/// many to count, and positions with a five are not evaluated.
const GROUPS_OF_CLASS: [usize; CLASS_COUNT] = [0, 2, 3, 4, 4, 4, 4, 1, 1, 0, 1];

const _: () = {
    let (mut sum, mut class) = (0, 0);
    while class < CLASS_COUNT {
        sum += GROUPS_OF_CLASS[class];
        class += 1;
    }
    assert!(sum == BUCKETS);
};

/// The group of each combination of a color. Each class is sorted by policy and cut so that its groups occur about
/// equally often.
pub fn groups(policy: &[[i16; 2]], frequencies: &[u64], forbids: bool) -> Vec<u8> {
    let combinations = Combinations::all();
    let mut groups = vec![NO_BUCKET; COMBINATION_COUNT];
    let mut first = 0;
    for (class, &count) in GROUPS_OF_CLASS.iter().enumerate() {
        let mut members: Vec<usize> = (0..COMBINATION_COUNT)
            .filter(|&number| class_of(combinations.patterns(number), forbids) as usize == class)
            .collect();
        members.sort_by_key(|&number| (policy[number][0], number));
        let total: u64 = members.iter().map(|&number| frequencies[number]).sum();
        let mut seen = 0;
        for &number in members.iter().filter(|_| count > 0) {
            seen += frequencies[number];
            let share = seen.saturating_sub(1) * count as u64 / total.max(1);
            groups[number] = (first + (share as usize).min(count - 1)) as u8;
        }
        first += count;
    }
    groups
}

/// A position as the network's input.
struct Sample {
    counts: [[u8; BUCKETS]; 2],
    /// Index of the network: 0, or the color to move if the colors' networks differ.
    side: u8,
    /// The tables' score in log-odds.
    of_tables: f32,
    target: f32,
}

/// Positions as the network's inputs.
#[derive(Default)]
pub struct Counts {
    samples: Vec<Sample>,
}

impl Counts {
    /// Adds a position and its target share of points; the weights must have groups but no network.
    pub fn add(&mut self, position: &mut Evaluator, target: f32, shared: bool) {
        let us = position.board().side_to_move();
        let counted = position.accumulated();
        let counts =
            |counts: &BucketCounts| std::array::from_fn(|group| counts[group].min(BUCKET_LEVELS as u16 - 1) as u8);
        self.samples.push(Sample {
            counts: [us, !us].map(|color| counts(&counted.buckets[color.index()])),
            side: if shared { 0 } else { us.index() as u8 },
            of_tables: position.evaluate() as f32 / LOGISTIC_SCALE,
            target,
        });
    }

    /// Shuffles the positions, so that no step consists of a few games only; the order is always the same.
    pub fn shuffle(&mut self) {
        let mut random = SplitMix64::new(1);
        random.shuffle(&mut self.samples);
    }
}

impl Dataset for Counts {
    fn len(&self) -> usize {
        self.samples.len()
    }

    fn loss(&self, parameters: &[f32], range: Range<usize>, gradient: &mut [f32]) -> f64 {
        let bound = MAX_TABLE_SCORE as f32 / LOGISTIC_SCALE;
        let mut sum = 0.0;
        for sample in &self.samples[range] {
            let from = usize::from(sample.side) * PARAMETERS;
            let parameters = &parameters[from..from + PARAMETERS];
            let gradient = &mut gradient[from..from + PARAMETERS];
            // Forward pass.
            let bounded = sample.of_tables.clamp(-bound, bound);
            let mut first: [f32; L1] =
                std::array::from_fn(|i| parameters[L1_BIAS + i] + parameters[TABLE_SCORE_WEIGHTS + i] * bounded);
            for row in sample.rows() {
                first.iter_mut().zip(&parameters[row..row + L1]).for_each(|(sum, weight)| *sum += weight);
            }
            let first_held = first.map(|value| value.clamp(0.0, 1.0));
            let second: [f32; L2] = std::array::from_fn(|j| {
                let weights = &parameters[L2_WEIGHTS + j * L1..][..L1];
                parameters[L2_BIAS + j] + weights.iter().zip(&first_held).map(|(w, x)| w * x).sum::<f32>()
            });
            let second_held = second.map(|value| value.clamp(0.0, 1.0));
            let last = &parameters[OUTPUT_WEIGHTS..OUTPUT_BIAS];
            let correction: f32 = last.iter().zip(&second_held).map(|(w, x)| w * x).sum();
            let logit = parameters[SKIP_WEIGHT] * sample.of_tables + correction + parameters[OUTPUT_BIAS];
            sum += f64::from(cross_entropy(logit, sample.target));
            // Backward pass.
            let logit_gradient = sigmoid(logit) - sample.target;
            gradient[SKIP_WEIGHT] += logit_gradient * sample.of_tables;
            gradient[OUTPUT_BIAS] += logit_gradient;
            let mut first_gradient = [0.0; L1];
            for j in 0..L2 {
                gradient[OUTPUT_WEIGHTS + j] += logit_gradient * second_held[j];
                if second[j] != second_held[j] {
                    continue;
                }
                let second_gradient = logit_gradient * last[j];
                gradient[L2_BIAS + j] += second_gradient;
                let at = L2_WEIGHTS + j * L1;
                for i in 0..L1 {
                    gradient[at + i] += second_gradient * first_held[i];
                    first_gradient[i] += second_gradient * parameters[at + i];
                }
            }
            for i in 0..L1 {
                if first[i] != first_held[i] {
                    first_gradient[i] = 0.0;
                }
                gradient[L1_BIAS + i] += first_gradient[i];
                gradient[TABLE_SCORE_WEIGHTS + i] += first_gradient[i] * bounded;
            }
            for row in sample.rows() {
                gradient[row..row + L1].iter_mut().zip(&first_gradient).for_each(|(sum, part)| *sum += part);
            }
        }
        sum
    }
}

impl Sample {
    /// Index of the first parameter of each count's row.
    fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        let counts = self.counts.iter().flatten().enumerate();
        counts.map(|(group, &count)| (group * BUCKET_LEVELS + usize::from(count)) * L1)
    }
}

/// Initial parameters that correct nothing, with random inner ones that let the neurons become different: of one
/// network, or of one per side to move.
pub fn first_parameters(shared: bool) -> Vec<f32> {
    let mut random = SplitMix64::new(2);
    let mut within = |bound: f32| (random.below(1 << 16) as f32 / 32_768.0 - 1.0) * bound;
    let one: Vec<f32> = (0..PARAMETERS)
        .map(|number| match number {
            ..L1_BIAS => 0.0,
            L1_BIAS..L2_WEIGHTS => within(0.2),
            L2_WEIGHTS..L2_BIAS => within((L1 as f32).sqrt().recip()),
            L2_BIAS..OUTPUT_WEIGHTS => within(0.2),
            OUTPUT_WEIGHTS..SKIP_WEIGHT => 0.0,
            _ => 1.0,
        })
        .collect();
    if shared { one } else { [one.clone(), one].concat() }
}

/// The network of a color with integer parameters.
pub fn to_network(parameters: &[f32], color: Color, shared: bool) -> Option<Mlp> {
    let from = if shared { 0 } else { color.index() * PARAMETERS };
    let one = QA as f32;
    let whole: Vec<i16> = parameters[from..from + PARAMETERS]
        .iter()
        .enumerate()
        .map(|(number, value)| {
            let unit = match number {
                TABLE_SCORE_WEIGHTS..L2_WEIGHTS => {
                    one * (1 << TABLE_SCORE_SHIFT) as f32 / TABLE_SCORE_SCALE as f32 / LOGISTIC_SCALE
                }
                SKIP_WEIGHT => SKIP_ONE as f32,
                _ => one,
            };
            (value * unit).round().clamp(-32_000.0, 32_000.0) as i16
        })
        .collect();
    Mlp::from_parameters(&whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::Score;
    use tengen::eval::Kernel;

    fn random_parameters(random: &mut SplitMix64, bound: f32) -> Vec<f32> {
        (0..PARAMETERS).map(|_| (random.below(2001) as f32 / 1000.0 - 1.0) * bound).collect()
    }

    fn random_sample(random: &mut SplitMix64) -> Sample {
        let mut counts = || std::array::from_fn(|_| random.below(BUCKET_LEVELS) as u8);
        let counts = [counts(), counts()];
        Sample { counts, side: 0, of_tables: random.below(1000) as f32 / 500.0 - 1.0, target: 0.75 }
    }

    #[test]
    fn the_gradient_is_how_the_loss_changes() {
        let mut random = SplitMix64::new(3);
        let parameters = random_parameters(&mut random, 0.2);
        let samples = Counts { samples: (0..4).map(|_| random_sample(&mut random)).collect() };
        let mut gradient = vec![0.0; PARAMETERS];
        samples.loss(&parameters, 0..4, &mut gradient);
        let row = samples.samples[0].rows().nth(30).unwrap();
        let (first, second) = ([row, row + 9, L1_BIAS + 3, TABLE_SCORE_WEIGHTS + 8], [L2_WEIGHTS + 77, L2_BIAS + 2]);
        for number in first.into_iter().chain(second).chain([OUTPUT_WEIGHTS + 5, OUTPUT_BIAS, SKIP_WEIGHT]) {
            let step = 0.01;
            let loss = |by: f32| {
                let mut moved = parameters.clone();
                moved[number] += by;
                samples.loss(&moved, 0..4, &mut vec![0.0; PARAMETERS])
            };
            let measured = (loss(step) - loss(-step)) / f64::from(2.0 * step);
            let difference = (measured - f64::from(gradient[number])).abs();
            assert!(difference < 0.02 * measured.abs() + 2e-3, "{number}: {measured} or {}", gradient[number]);
        }
    }

    #[test]
    fn whole_numbers_score_like_those_that_were_learned() {
        let mut random = SplitMix64::new(4);
        for _ in 0..20 {
            let parameters = random_parameters(&mut random, 0.3);
            let network = to_network(&parameters, Color::Black, true).unwrap();
            let mut sample = random_sample(&mut random);
            let score = (sample.of_tables * LOGISTIC_SCALE) as Score;
            sample.of_tables = score as f32 / LOGISTIC_SCALE;
            let mut groups = [[0; BUCKETS]; 2];
            for (groups, counts) in groups.iter_mut().zip(&sample.counts) {
                groups.iter_mut().zip(counts).for_each(|(group, &count)| *group = u16::from(count));
            }
            let whole = network.score(Kernel::detected(), [&groups[0], &groups[1]], score) as f32;
            // The gradient of the last bias is share minus target, which gives the trainer's log-odds.
            let mut gradient = vec![0.0; PARAMETERS];
            Counts { samples: vec![Sample { target: 0.0, ..sample }] }.loss(&parameters, 0..1, &mut gradient);
            let share = gradient[OUTPUT_BIAS];
            let exact = (share / (1.0 - share)).ln() * LOGISTIC_SCALE;
            assert!((whole - exact).abs() < 12.0, "{whole} for {exact}");
        }
    }

    #[test]
    fn groups_keep_to_their_class_and_follow_the_policy() {
        let policy: Vec<[i16; 2]> = (0..COMBINATION_COUNT).map(|number| [number as i16, 0]).collect();
        let groups = groups(&policy, &vec![1; COMBINATION_COUNT], true);
        let combinations = Combinations::all();
        let mut last = [None; CLASS_COUNT];
        for (number, &group) in groups.iter().enumerate() {
            let class = class_of(combinations.patterns(number), true) as usize;
            assert_eq!(group == NO_BUCKET, GROUPS_OF_CLASS[class] == 0);
            let first: usize = GROUPS_OF_CLASS[..class].iter().sum();
            assert!(group == NO_BUCKET || (first..first + GROUPS_OF_CLASS[class]).contains(&usize::from(group)));
            assert!(last[class].is_none_or(|last| last <= group));
            last[class] = Some(group);
        }
    }
}
