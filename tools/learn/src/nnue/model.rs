//! The network's parameters in training: rows from factors, and factor gradients from row gradients.

use super::samples::LineSet;
use std::ops::Range;
use tengen::base::SplitMix64;
use tengen::eval::nnue::features::{LineShapes, MAX_ROW, ROW_SCALE, WHOLE};
use tengen::eval::nnue::layout::{CHANNELS, Layout, ROW, array};
use tengen::eval::{LayerKernel, Work};

/// Initial parameters: the output is zero, and random inner parameters let the neurons become different.
pub fn first_parameters(layout: &Layout) -> Vec<f32> {
    let mut random = SplitMix64::new(1);
    let mut parameters = vec![0.0; layout.count];
    let mut fill = |range: Range<usize>, mean: f32, bound: f32| {
        for parameter in &mut parameters[range] {
            *parameter = mean + (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * bound;
        }
    };
    fill(layout.pairs..layout.halves, 0.0, 0.15);
    fill(layout.halves..layout.products, 0.0, 0.1);
    fill(layout.products..layout.mix, 0.0, 0.5);
    fill(layout.mix..layout.bias, 0.0, 0.2);
    fill(layout.bias..layout.quad_weights, 0.2, 0.2);
    fill(layout.quad_weights..layout.quad_bias, 0.0, 0.25);
    fill(layout.quad_bias..layout.l1_weights, 0.3, 0.2);
    fill(layout.l1_weights..layout.l1_bias, 0.0, 0.2);
    fill(layout.l1_bias..layout.l2_weights, 0.2, 0.2);
    fill(layout.l2_weights..layout.l2_bias, 0.0, 0.25);
    fill(layout.l2_bias..layout.output_weights, 0.2, 0.2);
    parameters[layout.share] = 1.0;
    parameters
}

/// A mutable array of `N` numbers that starts at index `from`.
#[inline(always)]
pub fn array_mut<const N: usize>(numbers: &mut [f32], from: usize) -> &mut [f32; N] {
    let count = numbers.len();
    match numbers[from..].first_chunk_mut() {
        Some(array) => array,
        None => unreachable!("{N} numbers from {from} in {count}"),
    }
}

/// The sum of `N` numbers, in an order that suits vector instructions; `N` is a multiple of eight.
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

/// Rounds to a multiple of `1 / ROW_SCALE` as the engine does in rows.
#[inline(always)]
pub fn quantized(value: f32) -> f32 {
    ((value * ROW_SCALE).clamp(-MAX_ROW, MAX_ROW) + WHOLE - WHOLE) / ROW_SCALE
}

/// The four lines that make up a row: the line, it without stones, it with colors swapped, and that without stones.
fn parts(shapes: &LineShapes, line: u32) -> [u32; 4] {
    let swapped = shapes.swapped[line as usize];
    [line, shapes.bare[line as usize], swapped, shapes.bare[swapped as usize]]
}

/// All [`parts`] of some lines.
fn parts_of_all(shapes: &LineShapes, lines: &LineSet) -> LineSet {
    LineSet::new(shapes.sides.len(), lines.lines.iter().flat_map(|&line| parts(shapes, line)))
}

/// Computes the rows of a set's lines, as `FeatureRows` does.
pub struct LineRows<'a> {
    pub layout: &'a Layout,
    pub parameters: &'a [f32],
    pub shapes: &'a LineShapes,
    pub lines: &'a LineSet,
    /// Whether the rows are rounded.
    pub quantize: bool,
}

impl Work for LineRows<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn run<K: LayerKernel>(self, _: K) -> Vec<f32> {
        let Self { layout, parameters, shapes, lines, quantize } = self;
        let all = parts_of_all(shapes, lines);
        let mut views = vec![[0.0; CHANNELS]; all.lines.len()];
        for (view, &line) in views.iter_mut().zip(&all.lines) {
            *view = shapes.view(layout, parameters, line as usize);
        }
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

/// Adds the factors' gradient to `gradient`, from the gradient of some rows.
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
    fn run<K: LayerKernel>(self, _: K) {
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

/// Adds the factors' gradient to `gradient`, from the gradient of one line's view.
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
        let (product, mix) = (parameters[a] * parameters[b], array::<CHANNELS>(parameters, layout.mix + i * CHANNELS));
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
