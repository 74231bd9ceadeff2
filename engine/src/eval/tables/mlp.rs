//! The bucket network: a small multi-layer perceptron (MLP) that corrects the score of the tables.
//!
//! The value of a position is not the sum of the values of its points: two open threes are more than twice one, and how
//! much more depends on what the opponent has. Combinations of like strength share a bucket; for both colors and every
//! bucket the number of points selects a row of the first layer. Idea: NNUE (Nasu 2018). Soundness: integers only, so
//! that all machines agree.

use super::layout::{
    BUCKET_LEVELS, BUCKETS, L1, L1_BIAS, L2, L2_BIAS, L2_WEIGHTS, MAX_TABLE_SCORE, OUTPUT_BIAS, OUTPUT_WEIGHTS,
    PARAMETERS, QA, SKIP_ONE, SKIP_WEIGHT, TABLE_SCORE_SCALE, TABLE_SCORE_SHIFT, TABLE_SCORE_WEIGHTS,
};
use crate::base::Score;
use crate::eval::kernel::{Kernel, Layer, LayerKernel, Work};
use crate::eval::win_rate::LOGISTIC_SCALE;

/// Number of empty points of a color in each bucket.
pub type BucketCounts = [u16; BUCKETS];

/// A row of the first layer, in one cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
struct BucketRow([i16; L1]);

impl BucketRow {
    fn plus(self, other: &BucketRow) -> BucketRow {
        BucketRow(std::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }

    fn minus(self, other: &BucketRow) -> BucketRow {
        BucketRow(std::array::from_fn(|i| self.0[i].wrapping_sub(other.0[i])))
    }
}

/// The network for one side to move: from bucket counts and table score to a corrected score.
///
/// 2 x 24 rows, one a bucket -> 32 -> 16 -> 1, with a skip connection from the table score. Activations are
/// clipped to 0..=1 (clipped ReLU).
#[derive(Clone, Debug, PartialEq)]
pub struct Mlp {
    /// All parameters, in the order of the file.
    parameters: Vec<i16>,
    /// Rows of the first layer: `[buckets of the side to move, then the opponent's][count]`. Rows of counts from 1 on
    /// are stored less the bucket's row of count 0.
    input_weights: Vec<[BucketRow; BUCKET_LEVELS]>,
    /// The sums of the first layer if every bucket is empty.
    l1_empty: [i16; L1],
    /// Weights of the table score in the first layer.
    table_score_weights: [i16; L1],
    /// Weights of the second layer.
    l2_weights: Layer<{ L1 / 2 }, L2>,
    /// Biases of the second layer, added after its sums are divided by [`QA`]; the bias of `l2_weights` is 0.
    l2_bias: [i16; L2],
    /// Weights of the output, in 1/256 log-odds.
    output_weights: [i16; L2],
    /// Bias of the output.
    output_bias: i16,
    /// Share of the table score in the score, in 1/[`SKIP_ONE`].
    skip_weight: i16,
}

impl Mlp {
    /// The score for the side to move, in points, from the bucket counts `[side to move, opponent]` and
    /// the score of the tables. All kernels give the same bits.
    #[inline]
    pub fn score(&self, kernel: Kernel, counts: [&BucketCounts; 2], table_score: Score) -> Score {
        kernel.run(MlpScore { mlp: self, counts, table_score })
    }

    /// The parameters in the order of [`layout`](super::layout).
    pub fn parameters(&self) -> &[i16] {
        &self.parameters
    }

    /// A network of [`PARAMETERS`] parameters in the order of [`layout`](super::layout); `None` for any other number.
    pub fn from_parameters(parameters: &[i16]) -> Option<Self> {
        if parameters.len() != PARAMETERS {
            return None;
        }
        let rows: Vec<BucketRow> = parameters[..L1_BIAS].as_chunks().0.iter().copied().map(BucketRow).collect();
        let l2_weight = |input: usize, output: usize| parameters[L2_WEIGHTS + output * L1 + input];
        let mut input_weights = rows.as_chunks::<BUCKET_LEVELS>().0.to_vec();
        let mut l1_empty = BucketRow(part(parameters, L1_BIAS));
        for [empty, rows @ ..] in &mut input_weights {
            l1_empty = l1_empty.plus(empty);
            rows.iter_mut().for_each(|row| *row = row.minus(empty));
        }
        Some(Self {
            parameters: parameters.to_vec(),
            input_weights,
            l1_empty: l1_empty.0,
            table_score_weights: part(parameters, TABLE_SCORE_WEIGHTS),
            l2_weights: Layer {
                bias: [0; L2],
                weights: std::array::from_fn(|pair| {
                    std::array::from_fn(|output| [0, 1].map(|i| l2_weight(2 * pair + i, output)))
                }),
            },
            l2_bias: part(parameters, L2_BIAS),
            output_weights: part(parameters, OUTPUT_WEIGHTS),
            output_bias: parameters[OUTPUT_BIAS],
            skip_weight: parameters[SKIP_WEIGHT],
        })
    }
}

/// Work of [`Mlp::score`].
struct MlpScore<'a> {
    mlp: &'a Mlp,
    counts: [&'a BucketCounts; 2],
    table_score: Score,
}

impl Work for MlpScore<'_> {
    type Output = Score;

    #[inline(always)]
    fn run<K: LayerKernel>(self, kernel: K) -> Score {
        let Self { mlp, counts, table_score } = self;
        let mut numbers = [0; 2 * BUCKETS];
        numbers[..BUCKETS].copy_from_slice(counts[0]);
        numbers[BUCKETS..].copy_from_slice(counts[1]);
        let mut sums = mlp.l1_empty;
        // Only the few buckets that are not empty are added.
        let mut filled = kernel.nonzero(&numbers);
        while filled != 0 {
            let bucket = filled.trailing_zeros() as usize;
            filled &= filled - 1;
            let BucketRow(row) = &mlp.input_weights[bucket][usize::from(numbers[bucket]).min(BUCKET_LEVELS - 1)];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
        }
        let clamped = table_score.clamp(-MAX_TABLE_SCORE, MAX_TABLE_SCORE) * TABLE_SCORE_SCALE;
        let mut l1 = [0i16; L1];
        for ((value, sum), weight) in l1.iter_mut().zip(sums).zip(mlp.table_score_weights) {
            let of_tables = ((i32::from(weight) * clamped) >> TABLE_SCORE_SHIFT) as i16;
            *value = sum.wrapping_add(of_tables).clamp(0, QA as i16);
        }
        let l2 = kernel.run(&mlp.l2_weights, &l1);
        let mut output = i32::from(mlp.output_bias) * QA;
        for ((sum, &bias), &output_weight) in l2.iter().zip(&mlp.l2_bias).zip(&mlp.output_weights) {
            let value = (i32::from(bias) + sum / QA).clamp(0, QA);
            output += value * i32::from(output_weight);
        }
        // From log-odds in units of 1/65536 to points.
        let correction = (i64::from(output) * LOGISTIC_SCALE as i64) >> 16;
        // A foreign file may hold any parameters: this product may exceed 32 bits, the sum does not.
        let skipped = i64::from(table_score) * i64::from(mlp.skip_weight) / i64::from(SKIP_ONE);
        (skipped + correction) as Score
    }
}

/// The parameters from `from` on.
fn part<const LEN: usize>(parameters: &[i16], from: usize) -> [i16; LEN] {
    std::array::from_fn(|i| parameters[from + i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;

    fn random(bound: usize) -> Vec<i16> {
        let mut random = SplitMix64::new(5);
        (0..PARAMETERS).map(|_| random.below(2 * bound + 1) as i16 - bound as i16).collect()
    }

    #[test]
    fn parameters_make_a_network_and_come_back() {
        let parameters = random(300);
        let mlp = Mlp::from_parameters(&parameters).unwrap();
        assert_eq!(mlp.parameters(), parameters);
        assert_eq!(Mlp::from_parameters(&parameters[1..]), None);
        assert_eq!(Mlp::from_parameters(&[&parameters[..], &[0]].concat()), None);
    }

    #[test]
    fn every_kernel_gives_the_sum_of_products() {
        let mut random = SplitMix64::new(8);
        for bound in [40, 300, 32_767] {
            let parameters: Vec<i16> =
                (0..PARAMETERS).map(|_| (random.below(2 * bound + 1) as i32 - bound as i32) as i16).collect();
            let mlp = Mlp::from_parameters(&parameters).unwrap();
            for _ in 0..100 {
                let [own, other]: [BucketCounts; 2] =
                    std::array::from_fn(|_| std::array::from_fn(|_| random.below(12) as u16));
                let table_score = random.below(6_001) as Score - 3_000;
                let expected = by_definition(&parameters, [&own, &other], table_score);
                for kernel in [Kernel::Baseline, Kernel::detected()] {
                    assert_eq!(mlp.score(kernel, [&own, &other], table_score), expected, "{kernel:?}");
                }
            }
        }
    }

    /// The score computed parameter by parameter in the order of the weight file.
    fn by_definition(parameters: &[i16], counts: [&BucketCounts; 2], table_score: Score) -> Score {
        let (l1_bias, of_tables) = (2 * BUCKETS * BUCKET_LEVELS * L1, 2 * BUCKETS * BUCKET_LEVELS * L1 + L1);
        let (l2_weights, l2_bias) = (of_tables + L1, of_tables + L1 + L1 * L2);
        let clamped = table_score.clamp(-MAX_TABLE_SCORE, MAX_TABLE_SCORE) * TABLE_SCORE_SCALE;
        let first: [i32; L1] = std::array::from_fn(|j| {
            let mut sum = parameters[l1_bias + j];
            for (bucket, &count) in counts.into_iter().flatten().enumerate() {
                let level = usize::from(count).min(BUCKET_LEVELS - 1);
                sum = sum.wrapping_add(parameters[(bucket * BUCKET_LEVELS + level) * L1 + j]);
            }
            let table = (i32::from(parameters[of_tables + j]) * clamped) >> TABLE_SCORE_SHIFT;
            i32::from(sum.wrapping_add(table as i16)).clamp(0, QA)
        });
        let mut output = i64::from(parameters[PARAMETERS - 2]) * i64::from(QA);
        for j in 0..L2 {
            let sum: i32 = (0..L1).map(|i| i32::from(parameters[l2_weights + j * L1 + i]) * first[i]).sum();
            let value = (i32::from(parameters[l2_bias + j]) + sum / QA).clamp(0, QA);
            output += i64::from(value) * i64::from(parameters[l2_bias + L2 + j]);
        }
        let share = i64::from(parameters[PARAMETERS - 1]);
        ((i64::from(table_score) * share / i64::from(SKIP_ONE)) + ((output * LOGISTIC_SCALE as i64) >> 16)) as Score
    }

    #[test]
    fn a_skip_connection_alone_changes_no_score() {
        let mut parameters = vec![0; PARAMETERS];
        *parameters.last_mut().unwrap() = SKIP_ONE as i16;
        let mlp = Mlp::from_parameters(&parameters).unwrap();
        for score in [-20_000, -77, 0, 3, 555] {
            assert_eq!(mlp.score(Kernel::detected(), [&[2; BUCKETS], &[0; BUCKETS]], score), score);
        }
    }

    #[test]
    fn the_largest_parameters_keep_the_sign_of_the_score() {
        // The table score of a board of the largest size full of the largest values, in points.
        let most = 120 * 120 * 2 * 32_768 / 16;
        for parameter in [i16::MIN, i16::MAX] {
            let mlp = Mlp::from_parameters(&vec![parameter; PARAMETERS]).unwrap();
            for score in [-most, most] {
                let corrected = mlp.score(Kernel::detected(), [&[u16::MAX; BUCKETS]; 2], score);
                assert_eq!(corrected.signum(), score.signum() * i32::from(parameter.signum()));
            }
        }
    }

    #[test]
    fn counts_beyond_the_last_level_are_the_last_level() {
        let mlp = Mlp::from_parameters(&random(200)).unwrap();
        let score = |count| mlp.score(Kernel::detected(), [&[count; BUCKETS], &[1; BUCKETS]], 40);
        assert_eq!(score(7), score(300));
        assert_ne!(score(7), score(6));
    }
}
