//! Forward and backward pass of the network for one position, in floating-point numbers.
//!
//! The forward pass computes the engine's `Head::logit`. With rounded rows, the regions' sums equal the engine's; only
//! the engine rounds the head's parameters.

use super::model::{array_mut, quantized, sum};
use super::samples::{LineSample, LineSamples, LineSet};
use tengen::base::prefetch;
use tengen::eval::nnue::features::{MAX_CELL, ROW_SCALE};
use tengen::eval::nnue::head::{MAX_TABLE_INPUT, QUADS, REGIONS};
use tengen::eval::nnue::layout::{CHANNELS, INPUTS, L1, L2, Layout, QUAD, ROW, array};

/// Upper bound of a cell's values; the lower one is 0.
const CELL_ONE: f32 = MAX_CELL as f32 / ROW_SCALE;
/// Factor from a region's sums to the head's inputs.
const SUM_UNIT: f32 = 1.0 / 16.0;

/// Values of the forward pass that the backward pass needs.
pub struct Trace {
    bias: [f32; ROW],
    /// For each cell: its region, and for each channel 1 if it is not clipped, else 0.
    open: Vec<(u8, [f32; ROW])>,
    quad_inputs: [[f32; ROW]; 4],
    quads: [[f32; QUAD]; 4],
    inputs: [f32; INPUTS],
    first: [f32; L1],
    second: [f32; L2],
}

impl Default for Trace {
    fn default() -> Self {
        Self {
            bias: [0.0; ROW],
            open: Vec::new(),
            quad_inputs: [[0.0; ROW]; 4],
            quads: [[0.0; QUAD]; 4],
            inputs: [0.0; INPUTS],
            first: [0.0; L1],
            second: [0.0; L2],
        }
    }
}

/// The sum of some regions as inputs of the head, the side to move first.
#[inline(always)]
fn inputs_of(regions: &[[f32; ROW]; REGIONS], members: &[usize], is_white: bool) -> [f32; ROW] {
    let mut sums = [0.0; ROW];
    for &region in members {
        for c in 0..ROW {
            sums[c] += regions[region][c];
        }
    }
    if is_white {
        sums.rotate_left(CHANNELS);
    }
    sums.map(|sum| sum * SUM_UNIT)
}

/// The index in the board's sums of channel `c` of the side to move.
#[inline(always)]
fn own_first(c: usize, is_white: bool) -> usize {
    if is_white { (c + CHANNELS) % ROW } else { c }
}

/// Outputs of a layer before clipping.
#[inline(always)]
fn layer<const OUT: usize>(parameters: &[f32], weights: usize, bias: usize, inputs: &[f32]) -> [f32; OUT] {
    let mut sums: [f32; OUT] = *array(parameters, bias);
    for (i, input) in inputs.iter().enumerate() {
        let row: &[f32; OUT] = array(parameters, weights + i * OUT);
        for j in 0..OUT {
            sums[j] += row[j] * input;
        }
    }
    sums
}

/// Backward pass of a layer: adds to `gradient`, returns the gradient of the inputs.
#[inline(always)]
fn layer_backward<const IN: usize, const OUT: usize>(
    (parameters, gradient): (&[f32], &mut [f32]),
    (weights, bias): (usize, usize),
    inputs: &[f32; IN],
    output_gradient: &[f32; OUT],
) -> [f32; IN] {
    let sums: &mut [f32; OUT] = array_mut(gradient, bias);
    for j in 0..OUT {
        sums[j] += output_gradient[j];
    }
    // `from_fn` would be compiled separately, without the kernel's vector instructions.
    let mut input_gradient = [0.0; IN];
    for (i, gradient_of_input) in input_gradient.iter_mut().enumerate() {
        let row: &[f32; OUT] = array(parameters, weights + i * OUT);
        let sums: &mut [f32; OUT] = array_mut(gradient, weights + i * OUT);
        let (mut products, mut changed) = ([0.0; OUT], *sums);
        for j in 0..OUT {
            changed[j] += output_gradient[j] * inputs[i];
            products[j] = output_gradient[j] * row[j];
        }
        *sums = changed;
        *gradient_of_input = sum(products);
    }
    input_gradient
}

/// Number of rows to prefetch.
const LINES_AHEAD: usize = 12;

/// The next lines of a position, to prefetch their rows.
struct Ahead<'a> {
    lines: std::slice::Iter<'a, u32>,
    set: &'a LineSet,
}

impl<'a> Ahead<'a> {
    /// Prefetches the first rows.
    #[inline(always)]
    fn new(lines: &'a [u32], set: &'a LineSet, rows: &[f32]) -> Self {
        let mut ahead = Self { lines: lines.iter(), set };
        for _ in 0..LINES_AHEAD {
            ahead.next(rows);
        }
        ahead
    }

    /// Prefetches one more row.
    #[inline(always)]
    fn next(&mut self, rows: &[f32]) {
        if let Some(&line) = self.lines.next() {
            let row: &[f32; ROW] = array(rows, self.set.place(line) * ROW);
            prefetch(&row[0]);
            prefetch(&row[ROW / 2]);
        }
    }
}

/// The gradient through clipping to 0 and 1.
#[inline(always)]
fn through(value: f32, gradient: f32) -> f32 {
    if value > 0.0 && value < 1.0 { gradient } else { 0.0 }
}

/// 1 if a cell does not clip this sum, else 0.
#[inline(always)]
fn is_open(sum: f32) -> f32 {
    if sum > 0.0 && sum < CELL_ONE { 1.0 } else { 0.0 }
}

/// A network with the computed rows of some lines.
pub struct FloatNetwork<'a> {
    pub layout: &'a Layout,
    pub parameters: &'a [f32],
    /// The lines that have a row.
    pub lines: &'a LineSet,
    pub rows: &'a [f32],
    pub quantize: bool,
}

impl FloatNetwork<'_> {
    /// The log-odds of a position.
    #[inline(always)]
    pub fn forward(&self, set: &LineSamples, sample: &LineSample, trace: &mut Trace) -> f32 {
        let regions = self.regions(set, sample, trace);
        let (layout, parameters) = (self.layout, self.parameters);
        let all: [usize; REGIONS] = std::array::from_fn(|region| region);
        trace.inputs[..ROW].copy_from_slice(&inputs_of(&regions, &all, sample.is_white));
        for (k, members) in QUADS.iter().enumerate() {
            trace.quad_inputs[k] = inputs_of(&regions, members, sample.is_white);
            trace.quads[k] = layer(parameters, layout.quad_weights, layout.quad_bias, &trace.quad_inputs[k])
                .map(|value: f32| value.clamp(0.0, 1.0));
        }
        for j in 0..QUAD {
            let [a, b, c, d] = trace.quads.each_ref().map(|quad| quad[j]);
            trace.inputs[ROW + j] = ((a + d) + (b + c)) * 0.25;
            trace.inputs[ROW + QUAD + j] = a.max(b).max(c).max(d);
        }
        trace.inputs[INPUTS - 1] = sample.table_score.clamp(-MAX_TABLE_INPUT, MAX_TABLE_INPUT) * 0.5;
        trace.first =
            layer(parameters, layout.l1_weights, layout.l1_bias, &trace.inputs).map(|value: f32| value.clamp(0.0, 1.0));
        trace.second =
            layer(parameters, layout.l2_weights, layout.l2_bias, &trace.first).map(|value: f32| value.clamp(0.0, 1.0));
        let mut logit = parameters[layout.output_bias] + parameters[layout.share] * sample.table_score;
        for (value, weight) in trace.second.iter().zip(&parameters[layout.output_weights..]) {
            logit += value * weight;
        }
        logit
    }

    /// The sums of the cells, by region.
    #[inline(always)]
    pub fn regions(&self, set: &LineSamples, sample: &LineSample, trace: &mut Trace) -> [[f32; ROW]; REGIONS] {
        let bias: &[f32; CHANNELS] = array(self.parameters, self.layout.bias);
        let mut idle = [0.0; ROW];
        for c in 0..ROW {
            let value = bias[c % CHANNELS];
            trace.bias[c] = if self.quantize { quantized(value) } else { value };
            idle[c] = trace.bias[c].clamp(0.0, CELL_ONE);
        }
        let mut regions = [[0.0; ROW]; REGIONS];
        let mut ahead = Ahead::new(set.lines_of_cells(sample), self.lines, self.rows);
        trace.open.clear();
        for (region, lines) in set.cells_of(sample) {
            let mut sum = trace.bias;
            for &line in lines {
                ahead.next(self.rows);
                let row: &[f32; ROW] = array(self.rows, self.lines.place(line) * ROW);
                for c in 0..ROW {
                    sum[c] += row[c];
                }
            }
            let mut open = [0.0; ROW];
            for c in 0..ROW {
                regions[region][c] += sum[c].clamp(0.0, CELL_ONE) - idle[c];
                open[c] = is_open(sum[c]);
            }
            trace.open.push((region as u8, open));
        }
        regions
    }

    /// Adds a position's gradient to those of the parameters and rows; call it after [`FloatNetwork::forward`].
    /// `logit_gradient` is the gradient of the log-odds.
    #[inline(always)]
    pub fn backward(
        &self,
        set: &LineSamples,
        sample: &LineSample,
        trace: &Trace,
        logit_gradient: f32,
        (gradient, row_gradient): (&mut [f32], &mut [f32]),
    ) {
        let (layout, parameters) = (self.layout, self.parameters);
        gradient[layout.output_bias] += logit_gradient;
        gradient[layout.share] += logit_gradient * sample.table_score;
        let mut second_gradient = [0.0; L2];
        for j in 0..L2 {
            gradient[layout.output_weights + j] += logit_gradient * trace.second[j];
            second_gradient[j] = through(trace.second[j], logit_gradient * parameters[layout.output_weights + j]);
        }
        let places = (layout.l2_weights, layout.l2_bias);
        let mut first_gradient = layer_backward((parameters, &mut *gradient), places, &trace.first, &second_gradient);
        for (gradient, &value) in first_gradient.iter_mut().zip(&trace.first) {
            *gradient = through(value, *gradient);
        }
        let places = (layout.l1_weights, layout.l1_bias);
        let input_gradient = layer_backward((parameters, &mut *gradient), places, &trace.inputs, &first_gradient);
        let mut regions = [[0.0; ROW]; REGIONS];
        for region in &mut regions {
            for c in 0..ROW {
                region[own_first(c, sample.is_white)] = input_gradient[c] * SUM_UNIT;
            }
        }
        for k in 0..QUADS.len() {
            let mut quad = [0.0; QUAD];
            for j in 0..QUAD {
                let values = trace.quads.each_ref().map(|quad| quad[j]);
                // The gradient of the maximum goes to the first of the largest.
                let largest = (0..4).find(|&other| values[other] == trace.inputs[ROW + QUAD + j]);
                let of_largest = if largest == Some(k) { input_gradient[ROW + QUAD + j] } else { 0.0 };
                quad[j] = through(values[k], input_gradient[ROW + j] * 0.25 + of_largest);
            }
            let places = (layout.quad_weights, layout.quad_bias);
            let inputs = layer_backward((parameters, &mut *gradient), places, &trace.quad_inputs[k], &quad);
            for &region in &QUADS[k] {
                for c in 0..ROW {
                    regions[region][own_first(c, sample.is_white)] += inputs[c] * SUM_UNIT;
                }
            }
        }
        let mut bias = [0.0; ROW];
        let idle = trace.bias.map(is_open);
        let mut ahead = Ahead::new(set.lines_of_cells(sample), self.lines, row_gradient);
        for ((_, lines), (region, open)) in set.cells_of(sample).zip(&trace.open) {
            let region_gradient = &regions[usize::from(*region)];
            let mut cell = [0.0; ROW];
            for c in 0..ROW {
                cell[c] = region_gradient[c] * open[c];
                bias[c] += cell[c] - region_gradient[c] * idle[c];
            }
            for &line in lines {
                ahead.next(row_gradient);
                let row: &mut [f32; ROW] = array_mut(row_gradient, self.lines.place(line) * ROW);
                for c in 0..ROW {
                    row[c] += cell[c];
                }
            }
        }
        for c in 0..ROW {
            gradient[layout.bias + c % CHANNELS] += bias[c];
        }
    }
}
