//! The network's parameters while it is trained, and how rows come from factors and gradients go back.

use std::ops::Range;
use tengen::base::SplitMix64;
use tengen::eval::nnue::features::{CHANNELS, LineShapes, MAX_ROW, PAIRS, ROW, ROW_SCALE};
use tengen::eval::nnue::head::{INPUTS, L1, L2, QUAD};

/// Where the kinds of parameters stand, in the order of `Nnue::parameters`.
#[derive(Clone, Debug)]
pub struct Layout {
    pub pairs: usize,
    pub halves: usize,
    pub products: usize,
    pub mix: usize,
    pub bias: usize,
    pub quad_weights: usize,
    pub quad_bias: usize,
    pub l1_weights: usize,
    pub l1_bias: usize,
    pub l2_weights: usize,
    pub l2_bias: usize,
    pub output_weights: usize,
    pub output_bias: usize,
    pub share: usize,
    pub count: usize,
}

impl Layout {
    /// The layout for a rule with this many half lines.
    pub fn new(halves: usize) -> Self {
        let mut at = 0;
        let mut take = |count: usize| {
            at += count;
            at - count
        };
        Self {
            pairs: take(PAIRS * CHANNELS),
            halves: take(halves * CHANNELS),
            products: take(halves * CHANNELS),
            mix: take(CHANNELS * CHANNELS),
            bias: take(CHANNELS),
            quad_weights: take(ROW * QUAD),
            quad_bias: take(QUAD),
            l1_weights: take(INPUTS * L1),
            l1_bias: take(L1),
            l2_weights: take(L1 * L2),
            l2_bias: take(L2),
            output_weights: take(L2),
            output_bias: take(1),
            share: take(1),
            count: take(0),
        }
    }

    /// Parameters that correct nothing yet, random inside so that they can become different.
    pub fn first_parameters(&self) -> Vec<f32> {
        let mut random = SplitMix64::new(1);
        let mut parameters = vec![0.0; self.count];
        let mut fill = |range: Range<usize>, mean: f32, bound: f32| {
            for parameter in &mut parameters[range] {
                *parameter = mean + (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * bound;
            }
        };
        fill(self.pairs..self.halves, 0.0, 0.15);
        fill(self.halves..self.products, 0.0, 0.1);
        fill(self.products..self.mix, 0.0, 0.5);
        fill(self.mix..self.bias, 0.0, 0.2);
        fill(self.bias..self.quad_weights, 0.2, 0.2);
        fill(self.quad_weights..self.quad_bias, 0.0, 0.25);
        fill(self.quad_bias..self.l1_weights, 0.3, 0.2);
        fill(self.l1_weights..self.l1_bias, 0.0, 0.2);
        fill(self.l1_bias..self.l2_weights, 0.2, 0.2);
        fill(self.l2_weights..self.l2_bias, 0.0, 0.25);
        fill(self.l2_bias..self.output_weights, 0.2, 0.2);
        parameters[self.share] = 1.0;
        parameters
    }

    /// [`CHANNELS`] parameters of one kind.
    pub fn channels<'a>(&self, parameters: &'a [f32], kind: usize, number: usize) -> &'a [f32; CHANNELS] {
        array(parameters, kind + number * CHANNELS)
    }
}

/// `N` numbers from a place on.
pub fn array<const N: usize>(numbers: &[f32], from: usize) -> &[f32; N] {
    match numbers[from..].first_chunk() {
        Some(array) => array,
        None => unreachable!("{N} numbers from {from} in {}", numbers.len()),
    }
}

/// The same, to change them.
pub fn array_mut<const N: usize>(numbers: &mut [f32], from: usize) -> &mut [f32; N] {
    let count = numbers.len();
    match numbers[from..].first_chunk_mut() {
        Some(array) => array,
        None => unreachable!("{N} numbers from {from} in {count}"),
    }
}

/// A number as the engine keeps it in a row.
pub fn quantized(value: f32) -> f32 {
    (value * ROW_SCALE).round_ties_even().clamp(-MAX_ROW, MAX_ROW) / ROW_SCALE
}

/// The rows of all folded lines, as `FeatureRows` makes them; not rounded when `quantize` is false.
pub fn rows(layout: &Layout, parameters: &[f32], shapes: &LineShapes, quantize: bool) -> Vec<f32> {
    let mut views = vec![[0.0; CHANNELS]; shapes.sides.len()];
    for (line, view) in views.iter_mut().enumerate() {
        let [left, right] = shapes.sides[line].map(usize::from);
        let of = |kind, number| layout.channels(parameters, kind, number);
        let (pair, a, b) =
            (of(layout.pairs, shapes.pairs[line].into()), of(layout.halves, left), of(layout.halves, right));
        for c in 0..CHANNELS {
            view[c] = pair[c] + a[c] + b[c];
        }
        let (a, b) = (of(layout.products, left), of(layout.products, right));
        for i in 0..CHANNELS {
            let (product, mix) = (a[i] * b[i], of(layout.mix, i));
            for c in 0..CHANNELS {
                view[c] += product * mix[c];
            }
        }
    }
    let mut rows = vec![0.0; shapes.sides.len() * ROW];
    for (line, row) in rows.as_chunks_mut::<ROW>().0.iter_mut().enumerate() {
        let (swapped, bare) = (shapes.swapped[line] as usize, shapes.bare[line] as usize);
        let swapped_bare = shapes.bare[swapped] as usize;
        for c in 0..CHANNELS {
            row[c] = views[line][c] - views[bare][c];
            row[CHANNELS + c] = views[swapped][c] - views[swapped_bare][c];
        }
        if quantize {
            row.iter_mut().for_each(|value| *value = quantized(*value));
        }
    }
    rows
}

/// Adds to `gradient` what the gradient of the rows means for the factors.
pub fn rows_backward(
    layout: &Layout,
    parameters: &[f32],
    shapes: &LineShapes,
    row_gradient: &[f32],
    gradient: &mut [f32],
) {
    let mut views = vec![[0.0; CHANNELS]; shapes.sides.len()];
    for (line, row) in row_gradient.as_chunks::<ROW>().0.iter().enumerate() {
        if row.iter().all(|&slope| slope == 0.0) {
            continue;
        }
        let (swapped, bare) = (shapes.swapped[line] as usize, shapes.bare[line] as usize);
        let swapped_bare = shapes.bare[swapped] as usize;
        for c in 0..CHANNELS {
            views[line][c] += row[c];
            views[bare][c] -= row[c];
            views[swapped][c] += row[CHANNELS + c];
            views[swapped_bare][c] -= row[CHANNELS + c];
        }
    }
    for (line, slopes) in views.iter().enumerate() {
        if slopes.iter().all(|&slope| slope == 0.0) {
            continue;
        }
        let [left, right] = shapes.sides[line].map(usize::from);
        let mut add = |kind: usize, number: usize| {
            let sums: &mut [f32; CHANNELS] = array_mut(gradient, kind + number * CHANNELS);
            for c in 0..CHANNELS {
                sums[c] += slopes[c];
            }
        };
        add(layout.pairs, shapes.pairs[line].into());
        add(layout.halves, left);
        add(layout.halves, right);
        for i in 0..CHANNELS {
            let [a, b] = [left, right].map(|half| layout.products + half * CHANNELS + i);
            let (product, mix) = (parameters[a] * parameters[b], layout.channels(parameters, layout.mix, i));
            let sums: &mut [f32; CHANNELS] = array_mut(gradient, layout.mix + i * CHANNELS);
            let mut slope = 0.0;
            for c in 0..CHANNELS {
                sums[c] += product * slopes[c];
                slope += mix[c] * slopes[c];
            }
            gradient[a] += slope * parameters[b];
            gradient[b] += slope * parameters[a];
        }
    }
}
