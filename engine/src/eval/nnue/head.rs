//! The head of the network: from the sums of the regions to log-odds.
//!
//! ```text
//! regions  nine sums of cells, the board in thirds both ways; their total G
//! quads    four overlapping squares of 2x2 regions, through one shared layer; their mean and maximum
//! L1       32 clipped sums of G, the quads and the table score;  L2  16;  one output
//! logit    share * table score + output
//! ```
//! Shared layers, totals and maxima make the head exactly invariant under the symmetries of the board. The views of the
//! side to move come first. Layers are computed in integers, 16 bits times 16 bits: parameters are rounded to `1 /
//! WEIGHT_ONE`, inputs and activations to `1 / ONE`.

use super::features::ROW_SCALE;
use super::layout::{CHANNELS, INPUTS, L1, L2, Layout, QUAD, ROW, array};
use crate::eval::kernel::{Kernel, Layer, LayerKernel, Work};

/// Number of regions of the board.
pub const REGIONS: usize = 9;
/// Sums of the clipped cells by region, row by row of the board: Black's view, then White's.
pub type Regions = [[i32; ROW]; REGIONS];

/// The regions of each quad (a square of 2x2 regions).
pub const QUADS: [[usize; 4]; 4] = [[0, 1, 3, 4], [1, 2, 4, 5], [3, 4, 6, 7], [4, 5, 7, 8]];
/// Limit of the table score as an input, either way, in log-odds; the input is half of it.
pub const MAX_TABLE_INPUT: f32 = 4.0;

/// 1.0 of inputs and activations.
const ONE: i32 = 256;
/// 1.0 of weights; sums are divided by it to become activations.
const WEIGHT_ONE: i32 = 1 << WEIGHT_SHIFT;
const WEIGHT_SHIFT: i32 = 9;
/// Limit of rounded weights, either way; learned weights stay below it.
const MAX_WEIGHT: f32 = 8191.0;
/// Shift of region sums to become inputs: they are divided by 16 and by the cells' scale, and multiplied by `ONE`.
const REGION_SHIFT: u32 = 2;
const _: () = assert!(16.0 * ROW_SCALE == (ONE << REGION_SHIFT) as f32);
/// Pairs of inputs of the first layer; the last input has no partner.
const INPUT_PAIRS: usize = INPUTS.div_ceil(2);

/// The parameters of the head, rounded.
#[derive(Clone, Debug)]
pub struct Head {
    quads: Layer<{ ROW / 2 }, QUAD>,
    l1: Layer<INPUT_PAIRS, L1>,
    l2: Layer<{ L1 / 2 }, L2>,
    output_weights: [i32; L2],
    output_bias: i32,
    share: f32,
}

impl Head {
    /// The head of a network's parameters, which the layout finds there.
    pub(super) fn new(layout: &Layout, parameters: &[f32]) -> Self {
        let output_weights = array::<L2>(parameters, layout.output_weights);
        let kind = |from: usize, to: usize| &parameters[from..to];
        let Layout { quad_weights, quad_bias, l1_weights, l1_bias, l2_weights, l2_bias, .. } = *layout;
        Self {
            quads: rounded_layer(kind(quad_weights, quad_bias), kind(quad_bias, l1_weights)),
            l1: rounded_layer(kind(l1_weights, l1_bias), kind(l1_bias, l2_weights)),
            l2: rounded_layer(kind(l2_weights, l2_bias), kind(l2_bias, layout.output_weights)),
            output_weights: output_weights.map(|weight| rounded_weight(weight).into()),
            output_bias: rounded_bias(parameters[layout.output_bias]),
            share: parameters[layout.share],
        }
    }

    /// Log-odds that the side to move wins; `table_score` is the score of the tables in log-odds. All kernels give the
    /// same bits.
    #[inline]
    pub fn logit(&self, kernel: Kernel, regions: &Regions, is_white: bool, table_score: f32) -> f32 {
        kernel.run(HeadLogit { head: self, regions, is_white, table_score })
    }
}

/// Work of [`Head::logit`].
struct HeadLogit<'a> {
    head: &'a Head,
    regions: &'a Regions,
    is_white: bool,
    table_score: f32,
}

impl Work for HeadLogit<'_> {
    type Output = f32;

    #[inline(always)]
    fn run<K: LayerKernel>(self, kernel: K) -> f32 {
        let Self { head, regions, is_white, table_score } = self;
        let mut inputs = [0; 2 * INPUT_PAIRS];
        inputs[..ROW].copy_from_slice(&own_totals(regions, is_white));
        let mut quad_sums = [0; QUAD];
        let mut quad_maxima = [0; QUAD];
        for members in QUADS {
            let quad = activations(kernel, kernel.run(&head.quads, &own_first(&sum_of(regions, members), is_white)));
            for j in 0..QUAD {
                quad_sums[j] += quad[j];
                quad_maxima[j] = quad_maxima[j].max(quad[j]);
            }
        }
        for j in 0..QUAD {
            inputs[ROW + j] = (quad_sums[j] + 2) >> 2;
        }
        inputs[ROW + QUAD..ROW + 2 * QUAD].copy_from_slice(&quad_maxima);
        let table_input = table_score.clamp(-MAX_TABLE_INPUT, MAX_TABLE_INPUT) * 0.5;
        inputs[INPUTS - 1] = (table_input * ONE as f32) as i16;
        let first = activations(kernel, kernel.run(&head.l1, &inputs));
        let second = activations(kernel, kernel.run(&head.l2, &first));
        let mut output = head.output_bias;
        for (&value, weight) in second.iter().zip(&head.output_weights) {
            output += i32::from(value) * weight;
        }
        head.share * table_score + output as f32 * (1.0 / (ONE * WEIGHT_ONE) as f32)
    }
}

pub(super) fn rounded_weight(weight: f32) -> i16 {
    (weight * WEIGHT_ONE as f32).round_ties_even().clamp(-MAX_WEIGHT, MAX_WEIGHT) as i16
}

pub(super) fn rounded_bias(bias: f32) -> i32 {
    let max = MAX_WEIGHT * ONE as f32;
    (bias * (ONE * WEIGHT_ONE) as f32).round_ties_even().clamp(-max, max) as i32
}

/// A layer from weights, input by input, and biases.
pub(super) fn rounded_layer<const PAIRS: usize, const OUT: usize>(weights: &[f32], bias: &[f32]) -> Layer<PAIRS, OUT> {
    let weight =
        |input: usize, output: usize| weights.get(input * OUT + output).map_or(0, |&weight| rounded_weight(weight));
    Layer {
        bias: std::array::from_fn(|j| rounded_bias(bias[j])),
        weights: std::array::from_fn(|pair| {
            std::array::from_fn(|j| [2 * pair, 2 * pair + 1].map(|input| weight(input, j)))
        }),
    }
}

/// The sum of the regions `members`.
#[inline(always)]
fn sum_of<const COUNT: usize>(regions: &Regions, members: [usize; COUNT]) -> [i32; ROW] {
    let mut sums = [0; ROW];
    for region in members {
        for c in 0..ROW {
            sums[c] += regions[region][c];
        }
    }
    sums
}

/// The sums of the whole board as inputs, the views of the side to move first.
#[inline(always)]
pub(super) fn own_totals(regions: &Regions, is_white: bool) -> [i16; ROW] {
    own_first(&sum_of(regions, std::array::from_fn::<_, REGIONS, _>(|i| i)), is_white)
}

/// Sums as inputs, the views of the side to move first.
#[inline(always)]
fn own_first(sums: &[i32; ROW], is_white: bool) -> [i16; ROW] {
    let mut inputs = [0; ROW];
    for c in 0..ROW {
        let rounded = (sums[c] + (1 << (REGION_SHIFT - 1))) >> REGION_SHIFT;
        inputs[c] = rounded.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    }
    if is_white {
        inputs.rotate_left(CHANNELS);
    }
    inputs
}

/// Activations of a layer: its sums scaled and clipped to 0 and 1.
#[inline(always)]
fn activations<K: LayerKernel, const OUT: usize>(kernel: K, sums: [i32; OUT]) -> [i16; OUT] {
    kernel.clip::<OUT, WEIGHT_SHIFT>(sums, ONE as i16)
}

#[cfg(test)]
mod tests {
    use super::super::testing::test_parameters;
    use super::*;
    use crate::base::SplitMix64;

    const LAYOUT: Layout = Layout::new(0);
    const PARAMETERS: usize = LAYOUT.count - LAYOUT.quad_weights;

    /// The head of its own parameters alone.
    fn head(parameters: &[f32]) -> Head {
        assert_eq!(parameters.len(), PARAMETERS);
        Head::new(&LAYOUT, &[&[0.0; LAYOUT.quad_weights], parameters].concat())
    }

    fn random_regions() -> Regions {
        let mut random = SplitMix64::new(6);
        std::array::from_fn(|_| std::array::from_fn(|_| random.below(1_200) as i32 - 600))
    }

    #[test]
    fn the_logit_is_the_same_under_symmetries_and_exchanged_colors_on_every_kernel() {
        let head = head(&test_parameters(PARAMETERS));
        let regions = random_regions();
        let logit = head.logit(Kernel::Baseline, &regions, false, 0.7);
        let mirrored: Regions = std::array::from_fn(|i| regions[i / 3 * 3 + 2 - i % 3]);
        let transposed: Regions = std::array::from_fn(|i| regions[i % 3 * 3 + i / 3]);
        let mut exchanged = regions;
        exchanged.iter_mut().for_each(|region| region.rotate_left(CHANNELS));
        assert_ne!(head.logit(Kernel::Baseline, &exchanged, false, 0.7), logit);
        for (name, other, is_white) in
            [("mirrored", mirrored, false), ("transposed", transposed, false), ("exchanged", exchanged, true)]
        {
            assert_eq!(head.logit(Kernel::Baseline, &other, is_white, 0.7), logit, "{name}");
            assert_eq!(head.logit(Kernel::detected(), &other, is_white, 0.7), logit, "{name}");
        }
    }

    #[test]
    fn kernels_agree_also_where_sums_overflow() {
        let mut random = SplitMix64::new(3);
        for bound in [2, 100, 4_000, 1_000_000] {
            let head = head(&test_parameters(PARAMETERS).iter().map(|p| p * bound as f32).collect::<Vec<_>>());
            for _ in 0..200 {
                let regions =
                    std::array::from_fn(|_| std::array::from_fn(|_| random.below(2 * bound) as i32 - bound as i32));
                let [baseline, detected] =
                    [Kernel::Baseline, Kernel::detected()].map(|kernel| head.logit(kernel, &regions, true, -0.3));
                assert_eq!(baseline.to_bits(), detected.to_bits());
            }
        }
    }

    /// The definition in floating-point numbers, without rounding.
    fn exact_logit(parameters: &[f32], regions: &Regions, is_white: bool, table_score: f32) -> f32 {
        let mut rest = parameters;
        let mut layer = |inputs: &[Vec<f32>], outputs: usize| -> Vec<Vec<f32>> {
            let (weights, left) = rest.split_at(inputs[0].len() * outputs);
            let (bias, left) = left.split_at(outputs);
            rest = left;
            let output = |inputs: &Vec<f32>, j: usize| {
                let sum: f32 = inputs.iter().zip(weights.chunks(outputs)).map(|(value, row)| value * row[j]).sum();
                (sum + bias[j]).clamp(0.0, 1.0)
            };
            inputs.iter().map(|inputs| (0..outputs).map(|j| output(inputs, j)).collect()).collect()
        };
        let view = |members: &[usize]| -> Vec<f32> {
            let sum = |c: usize| members.iter().map(|&region| regions[region][c] as f32 / 1024.0).sum();
            (0..ROW).map(|c| sum(if is_white { (c + CHANNELS) % ROW } else { c })).collect()
        };
        let quads = layer(&QUADS.map(|members| view(&members)), QUAD);
        let mut inputs = view(&[0, 1, 2, 3, 4, 5, 6, 7, 8]);
        inputs.extend((0..QUAD).map(|j| quads.iter().map(|quad| quad[j]).sum::<f32>() / 4.0));
        inputs.extend((0..QUAD).map(|j| quads.iter().map(|quad| quad[j]).fold(0.0, f32::max)));
        inputs.push(table_score.clamp(-4.0, 4.0) / 2.0);
        let first = layer(&[inputs], L1);
        let second = layer(&first, L2);
        let output: f32 = second[0].iter().zip(rest).map(|(value, weight)| value * weight).sum();
        output + rest[L2] + rest[L2 + 1] * table_score
    }

    #[test]
    fn rounding_changes_little() {
        let parameters: Vec<f32> = test_parameters(PARAMETERS).iter().map(|p| p * 0.4).collect();
        let head = head(&parameters);
        let mut random = SplitMix64::new(7);
        let mut largest: f32 = 0.0;
        let mut values = Vec::new();
        for number in 0..500 {
            let regions = std::array::from_fn(|_| std::array::from_fn(|_| random.below(1_200) as i32 - 600));
            let (is_white, table_score) = (number % 2 == 0, random.below(800) as f32 / 100.0 - 4.0);
            let exact = exact_logit(&parameters, &regions, is_white, table_score);
            let rounded = head.logit(Kernel::detected(), &regions, is_white, table_score);
            largest = largest.max((exact - rounded).abs());
            values.push(exact - parameters[PARAMETERS - 1] * table_score);
        }
        let spread = values.iter().copied().fold(f32::MIN, f32::max) - values.iter().copied().fold(f32::MAX, f32::min);
        assert!(largest < 0.02 && spread > 0.3, "{largest} of {spread}");
    }

    #[test]
    fn a_head_without_outputs_passes_the_table_score() {
        let mut parameters = test_parameters(PARAMETERS);
        let outputs = PARAMETERS - L2 - 2;
        parameters[outputs..].fill(0.0);
        *parameters.last_mut().unwrap() = 1.0;
        let head = head(&parameters);
        for score in [-9.0, 0.0, 0.25] {
            assert_eq!(head.logit(Kernel::detected(), &random_regions(), true, score), score);
        }
    }
}
