//! The network's parameters while it is trained, and how rows come from factors and gradients go back.

use super::samples::LineSet;
use std::ops::Range;
use tengen::base::SplitMix64;
use tengen::eval::Work;
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
    #[inline(always)]
    pub fn channels<'a>(&self, parameters: &'a [f32], kind: usize, number: usize) -> &'a [f32; CHANNELS] {
        array(parameters, kind + number * CHANNELS)
    }
}

/// `N` numbers from a place on.
#[inline(always)]
pub fn array<const N: usize>(numbers: &[f32], from: usize) -> &[f32; N] {
    match numbers[from..].first_chunk() {
        Some(array) => array,
        None => unreachable!("{N} numbers from {from} in {}", numbers.len()),
    }
}

/// The same, to change them.
#[inline(always)]
pub fn array_mut<const N: usize>(numbers: &mut [f32], from: usize) -> &mut [f32; N] {
    let count = numbers.len();
    match numbers[from..].first_chunk_mut() {
        Some(array) => array,
        None => unreachable!("{N} numbers from {from} in {count}"),
    }
}

/// The sum of some numbers, in an order that goes well with vectors; `N` is a multiple of eight.
#[inline(always)]
pub fn sum<const N: usize>(numbers: [f32; N]) -> f32 {
    const { assert!(N.is_multiple_of(8)) };
    let mut lanes = [0.0; 8];
    for eight in numbers.as_chunks::<8>().0 {
        for (lane, number) in lanes.iter_mut().zip(eight) {
            *lane += number;
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + e) + (b + f)) + ((c + g) + (d + h))
}

/// A number as the engine keeps it in a row: rounded, ties to even, by adding a number whose last bits are whole.
#[inline(always)]
pub fn quantized(value: f32) -> f32 {
    const WHOLE: f32 = 1.5 * (1 << 23) as f32;
    ((value * ROW_SCALE).clamp(-MAX_ROW, MAX_ROW) + WHOLE - WHOLE) / ROW_SCALE
}

/// The lines that the rows of `lines` are made of, a line, its colors exchanged, and both without stones.
fn parts(shapes: &LineShapes, line: u32) -> [u32; 4] {
    let swapped = shapes.swapped[line as usize];
    [line, shapes.bare[line as usize], swapped, shapes.bare[swapped as usize]]
}

/// All [`parts`] of these lines.
fn parts_of_all(shapes: &LineShapes, lines: &LineSet) -> LineSet {
    LineSet::new(shapes.sides.len(), lines.lines.iter().flat_map(|&line| parts(shapes, line)))
}

/// The rows of some lines at their places, as `FeatureRows` makes them.
pub struct LineRows<'a> {
    pub layout: &'a Layout,
    pub parameters: &'a [f32],
    pub shapes: &'a LineShapes,
    pub lines: &'a LineSet,
    /// Whether they are rounded.
    pub quantize: bool,
}

impl Work for LineRows<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn run(self) -> Vec<f32> {
        let Self { layout, parameters, shapes, lines, quantize } = self;
        let all = parts_of_all(shapes, lines);
        let views = views(layout, parameters, shapes, &all);
        let mut rows = vec![0.0; lines.lines.len() * ROW];
        for (row, &line) in rows.as_chunks_mut::<ROW>().0.iter_mut().zip(&lines.lines) {
            let [own, bare, swapped, swapped_bare] = parts(shapes, line).map(|part| all.place(part));
            for c in 0..CHANNELS {
                row[c] = views[own][c] - views[bare][c];
                row[CHANNELS + c] = views[swapped][c] - views[swapped_bare][c];
            }
            if quantize {
                row.iter_mut().for_each(|value| *value = quantized(*value));
            }
        }
        rows
    }
}

/// `t` of the formula of the rows from Black's view, for these lines.
#[inline(always)]
fn views(layout: &Layout, parameters: &[f32], shapes: &LineShapes, lines: &LineSet) -> Vec<[f32; CHANNELS]> {
    let mut views = vec![[0.0; CHANNELS]; lines.lines.len()];
    for (place, &line) in views.iter_mut().zip(&lines.lines) {
        // Numbers of its own, which the compiler keeps in vectors.
        let mut view = [0.0; CHANNELS];
        let [left, right] = shapes.sides[line as usize].map(usize::from);
        let pair = layout.channels(parameters, layout.pairs, shapes.pairs[line as usize].into());
        let [a, b] = [left, right].map(|half| layout.channels(parameters, layout.halves, half));
        for c in 0..CHANNELS {
            view[c] = pair[c] + a[c] + b[c];
        }
        let [a, b] = [left, right].map(|half| layout.channels(parameters, layout.products, half));
        for i in 0..CHANNELS {
            let (product, mix) = (a[i] * b[i], layout.channels(parameters, layout.mix, i));
            for c in 0..CHANNELS {
                view[c] += product * mix[c];
            }
        }
        *place = view;
    }
    views
}

/// Adds to `gradient` what the gradient of the rows of some lines means for the factors.
pub struct RowsBackward<'a> {
    pub layout: &'a Layout,
    pub parameters: &'a [f32],
    pub shapes: &'a LineShapes,
    pub lines: &'a LineSet,
    pub row_gradient: &'a [f32],
    pub gradient: &'a mut [f32],
}

impl Work for RowsBackward<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { layout, parameters, shapes, lines, row_gradient, gradient } = self;
        let all = parts_of_all(shapes, lines);
        let mut views = vec![[0.0; CHANNELS]; all.lines.len()];
        for (row, &line) in row_gradient.as_chunks::<ROW>().0.iter().zip(&lines.lines) {
            let [own, bare, swapped, swapped_bare] = parts(shapes, line).map(|part| all.place(part));
            for c in 0..CHANNELS {
                views[own][c] += row[c];
                views[bare][c] -= row[c];
                views[swapped][c] += row[CHANNELS + c];
                views[swapped_bare][c] -= row[CHANNELS + c];
            }
        }
        for (view, &line) in views.iter().zip(&all.lines) {
            view_backward(layout, parameters, shapes, line as usize, view, gradient);
        }
    }
}

/// Adds to `gradient` what the gradient of a line's view means for the factors.
#[inline(always)]
fn view_backward(
    layout: &Layout,
    parameters: &[f32],
    shapes: &LineShapes,
    line: usize,
    view_gradient: &[f32; CHANNELS],
    gradient: &mut [f32],
) {
    let [left, right] = shapes.sides[line].map(usize::from);
    let places = [(layout.pairs, shapes.pairs[line].into()), (layout.halves, left), (layout.halves, right)];
    for (kind, number) in places {
        let sums: &mut [f32; CHANNELS] = array_mut(gradient, kind + number * CHANNELS);
        for c in 0..CHANNELS {
            sums[c] += view_gradient[c];
        }
    }
    for i in 0..CHANNELS {
        let [a, b] = [left, right].map(|half| layout.products + half * CHANNELS + i);
        let (product, mix) = (parameters[a] * parameters[b], layout.channels(parameters, layout.mix, i));
        let sums: &mut [f32; CHANNELS] = array_mut(gradient, layout.mix + i * CHANNELS);
        let (mut products, mut changed) = ([0.0; CHANNELS], *sums);
        for c in 0..CHANNELS {
            changed[c] += product * view_gradient[c];
            products[c] = mix[c] * view_gradient[c];
        }
        *sums = changed;
        let product_gradient = sum(products);
        gradient[a] += product_gradient * parameters[b];
        gradient[b] += product_gradient * parameters[a];
    }
}
