//! Forward and backward pass of the policy head, in floating-point numbers.

use super::samples::{PolicySample, PolicySamples};
use tengen::base::Color;
use tengen::eval::nnue::policy::{GAIN_ONE, HIDDEN, MAX_NUMBER, MoveInputs, ONE, PARTS};
use tengen::eval::nnue::{PolicyHead, ROW};
use tengen::eval::{LayerKernel, Work};

type Hidden = [f32; HIDDEN];

/// Upper bound of inputs and hidden values.
const MAX: f32 = MAX_NUMBER as f32 / ONE as f32;

// First row of each part of the parameters.
const NUMBER: usize = 0;
const CLASS: usize = NUMBER + PARTS[0];
const LAST: usize = CLASS + PARTS[1];
const OWN_LAST: usize = LAST + PARTS[2];
const TOTAL: usize = OWN_LAST + PARTS[3];
const BIAS: usize = TOTAL + PARTS[4];
const DYNAMIC: usize = BIAS + PARTS[5];
const OUTPUT: usize = DYNAMIC + PARTS[6];
/// The parameters with weight decay: all but biases and outputs.
pub const DECAYED: std::ops::Range<usize> = 0..BIAS * HIDDEN;

/// The parts of the head that depend only on a position's totals.
pub struct BoardPart {
    totals: [f32; ROW],
    bias: Hidden,
    output: Hidden,
}

/// A part of a step's positions, whose gradients one thread sums.
pub struct PolicyBatch<'a> {
    /// The parameters.
    pub parameters: &'a [f32],
    /// All positions.
    pub set: &'a PolicySamples,
    /// Indices of the positions to sum.
    pub batch: &'a [u32],
}

impl BoardPart {
    /// Computes the parts for a position.
    #[inline(always)]
    pub fn new(rows: &[Hidden], sample: &PolicySample) -> Self {
        let totals = totals(sample);
        let mut part = Self { totals, bias: rows[BIAS], output: rows[OUTPUT] };
        for (i, &total) in totals.iter().enumerate() {
            part.bias.iter_mut().zip(&rows[TOTAL + i]).for_each(|(sum, weight)| *sum += total * weight);
            part.output.iter_mut().zip(&rows[DYNAMIC + i]).for_each(|(sum, weight)| *sum += total * weight);
        }
        part
    }
}

/// The totals of a position, the side to move first.
#[inline(always)]
fn totals(sample: &PolicySample) -> [f32; ROW] {
    let mut totals = [0.0; ROW];
    for region in &sample.regions {
        totals.iter_mut().zip(region).for_each(|(total, &sum)| *total += sum as f32 / 1024.0);
    }
    if sample.us == Color::White {
        totals.rotate_left(ROW / 2);
    }
    totals.map(|total| total.clamp(-MAX, MAX))
}

/// A move's hidden values before clipping, and its logit.
#[inline(always)]
pub fn forward(rows: &[Hidden], share: f32, part: &BoardPart, inputs: &MoveInputs) -> (Hidden, f32) {
    let mut hidden = part.bias;
    let [class, last, own_last] = tables(inputs);
    for j in 0..HIDDEN {
        hidden[j] += rows[class][j] + rows[last][j] + rows[own_last][j];
    }
    for (i, &number) in inputs.numbers.iter().enumerate() {
        let number = f32::from(number) * (1.0 / ONE as f32);
        for j in 0..HIDDEN {
            hidden[j] += number * rows[NUMBER + i][j];
        }
    }
    let mut products = [0.0; HIDDEN];
    for j in 0..HIDDEN {
        products[j] = hidden[j].clamp(0.0, MAX) * part.output[j];
    }
    (hidden, share * inputs.gain as f32 / GAIN_ONE + products.iter().sum::<f32>())
}

/// The rows for a move's pair of classes and its places relative to the last stones.
#[inline(always)]
fn tables(inputs: &MoveInputs) -> [usize; 3] {
    let [last, own_last] = inputs.places.map(usize::from);
    [CLASS + usize::from(inputs.class_pair), LAST + last, OWN_LAST + own_last]
}

impl Work for PolicyBatch<'_> {
    /// Sum of the losses, and of the gradients by parameter.
    type Output = (f64, Vec<f32>);

    #[inline(always)]
    fn run<K: LayerKernel>(self, _: K) -> (f64, Vec<f32>) {
        let Self { parameters, set, batch } = self;
        let (rows, rest) = parameters.as_chunks::<HIDDEN>();
        let share = rest[0];
        let mut gradient = vec![0.0; PolicyHead::PARAMETERS];
        let mut loss = 0.0;
        let (mut hidden, mut logits) = (Vec::new(), Vec::new());
        let mut share_gradient = 0.0;
        for &number in batch {
            let sample = &set.samples[number as usize];
            let moves = &set.moves[sample.moves.clone()];
            let part = BoardPart::new(rows, sample);
            hidden.clear();
            logits.clear();
            for inputs in moves {
                let (sums, logit) = forward(rows, share, &part, inputs);
                hidden.push(sums);
                logits.push(logit);
            }
            loss += f64::from(to_shares(&mut logits, sample.chosen));
            let gradient = gradient.as_chunks_mut::<HIDDEN>().0;
            let (mut bias_gradient, mut output_gradient) = ([0.0; HIDDEN], [0.0; HIDDEN]);
            for (number, (inputs, sums)) in moves.iter().zip(&hidden).enumerate() {
                let logit_gradient = logits[number] - f32::from(u8::from(number == sample.chosen));
                share_gradient += logit_gradient * inputs.gain as f32 / GAIN_ONE;
                let mut hidden_gradient = [0.0; HIDDEN];
                for j in 0..HIDDEN {
                    let inside = sums[j] > 0.0 && sums[j] < MAX;
                    output_gradient[j] += logit_gradient * sums[j].clamp(0.0, MAX);
                    hidden_gradient[j] = if inside { logit_gradient * part.output[j] } else { 0.0 };
                    bias_gradient[j] += hidden_gradient[j];
                }
                for row in tables(inputs) {
                    (0..HIDDEN).for_each(|j| gradient[row][j] += hidden_gradient[j]);
                }
                for (i, &number) in inputs.numbers.iter().enumerate() {
                    let number = f32::from(number) * (1.0 / ONE as f32);
                    (0..HIDDEN).for_each(|j| gradient[NUMBER + i][j] += number * hidden_gradient[j]);
                }
            }
            for (i, &total) in part.totals.iter().enumerate() {
                for j in 0..HIDDEN {
                    gradient[TOTAL + i][j] += total * bias_gradient[j];
                    gradient[DYNAMIC + i][j] += total * output_gradient[j];
                }
            }
            for j in 0..HIDDEN {
                gradient[BIAS][j] += bias_gradient[j];
                gradient[OUTPUT][j] += output_gradient[j];
            }
        }
        gradient[PolicyHead::PARAMETERS - 1] = share_gradient;
        (loss, gradient)
    }
}

/// Replaces logits by softmax probabilities; returns the loss if move `chosen` is played.
#[inline(always)]
pub fn to_shares(logits: &mut [f32], chosen: usize) -> f32 {
    let largest = logits.iter().copied().fold(f32::MIN, f32::max);
    let own = logits[chosen] - largest;
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = (*logit - largest).exp();
        sum += *logit;
    }
    logits.iter_mut().for_each(|share| *share /= sum);
    sum.ln() - own
}
