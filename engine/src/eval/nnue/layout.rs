//! The network's sizes and the order of its parameters, shared by inference, the weight file and training.

use crate::base::Rule;
use crate::pattern::{HalfLines, LinePattern};

/// Numbers for one view of a cell.
pub const CHANNELS: usize = 16;
/// Numbers in a row: Black's view, then White's.
pub const ROW: usize = 2 * CHANNELS;
/// Pairs of a viewer's and an opponent's line pattern.
pub const PAIRS: usize = LinePattern::COUNT * LinePattern::COUNT;
/// Outputs of the layer that the quads share.
pub const QUAD: usize = 16;
/// Outputs of the first layer.
pub const L1: usize = 32;
/// Outputs of the second layer.
pub const L2: usize = 16;
/// Inputs of the first layer: totals, means and maxima of the quads, table score.
pub const INPUTS: usize = ROW + 2 * QUAD + 1;

/// Where each kind of parameters begins; it ends where the next kind begins. The formulas are those of
/// [`features`](super::features) and [`head`](super::head).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// `E`: [`CHANNELS`] numbers by pair of patterns.
    pub pairs: usize,
    /// `A`: [`CHANNELS`] numbers by half line.
    pub halves: usize,
    /// `B`: [`CHANNELS`] numbers by half line.
    pub products: usize,
    /// `W`, row by row.
    pub mix: usize,
    /// Bias of the cells.
    pub bias: usize,
    /// Weights of the quads' layer, input by input, as in the layers below. The head begins here.
    pub quad_weights: usize,
    /// Biases of the quads' layer.
    pub quad_bias: usize,
    /// Weights of the first layer.
    pub l1_weights: usize,
    /// Biases of the first layer.
    pub l1_bias: usize,
    /// Weights of the second layer.
    pub l2_weights: usize,
    /// Biases of the second layer.
    pub l2_bias: usize,
    /// Weights of the output.
    pub output_weights: usize,
    /// Bias of the output.
    pub output_bias: usize,
    /// Share of the table score.
    pub share: usize,
    /// Number of parameters.
    pub count: usize,
}

impl Layout {
    /// The layout under a rule.
    pub fn of(rule: Rule) -> Self {
        Self::new(HalfLines::new(rule.reach()).count())
    }

    /// The layout with this many parameters; `None` if no rule has one.
    pub fn of_count(count: usize) -> Option<Self> {
        Rule::ALL.into_iter().map(Self::of).find(|layout| layout.count == count)
    }

    /// The layout for lines of this many half lines.
    pub const fn new(half_lines: usize) -> Self {
        let halves = PAIRS * CHANNELS;
        let products = halves + half_lines * CHANNELS;
        let mix = products + half_lines * CHANNELS;
        let bias = mix + CHANNELS * CHANNELS;
        let quad_weights = bias + CHANNELS;
        let quad_bias = quad_weights + ROW * QUAD;
        let l1_weights = quad_bias + QUAD;
        let l1_bias = l1_weights + INPUTS * L1;
        let l2_weights = l1_bias + L1;
        let l2_bias = l2_weights + L1 * L2;
        let output_weights = l2_bias + L2;
        let output_bias = output_weights + L2;
        let share = output_bias + 1;
        Self {
            pairs: 0,
            halves,
            products,
            mix,
            bias,
            quad_weights,
            quad_bias,
            l1_weights,
            l1_bias,
            l2_weights,
            l2_bias,
            output_weights,
            output_bias,
            share,
            count: share + 1,
        }
    }
}

/// `N` of the numbers, from `from` on.
///
/// # Panics
/// When there are not as many.
#[inline(always)]
pub fn array<const N: usize>(numbers: &[f32], from: usize) -> &[f32; N] {
    match numbers[from..].first_chunk() {
        Some(array) => array,
        None => panic!("{N} numbers from {from} in {}", numbers.len()),
    }
}
