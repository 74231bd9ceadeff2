//! The policy head: from the sums of a cell and of the board to the probability that the search plays there.
//!
//! ```text
//! hidden  clipped sums of the cell's numbers, its gains by the tables, its class, its places next to the last
//!         two stones, and the board's totals
//! logit   share * gain + hidden . (output + dynamic output of the board's totals)
//! ```
//! The contribution of the totals is computed once for all moves of a position. Symmetric places have one number, so
//! that images of a move have equal logits. All numbers are integers, as in [`super::head`]: inputs and
//! hidden numbers in units of `1 / ONE`, weights of `1 / WEIGHT_ONE`.

use super::head::{Regions, own_totals, rounded_bias, rounded_layer, rounded_weight};
use super::layout::{CHANNELS, ROW};
use crate::base::{BoardSize, Color, Point};
use crate::board::Board;
use crate::eval::kernel::{Kernel, Layer, LayerKernel, Work};
use crate::pattern::CLASS_COUNT;

/// Numbers of the hidden layer.
pub const HIDDEN: usize = 16;
/// Numeric inputs of a move: its cell's sums, then its two gains.
pub const NUMBERS: usize = ROW + 2;
/// Pairs of the classes that a point has for the mover and for the opponent.
pub const CLASS_PAIRS: usize = CLASS_COUNT * CLASS_COUNT;
/// Places relative to a stone: those within `REACH` cells up to symmetry, one for all others, one without a stone.
pub const PLACES: usize = FAR_PLACE + 2;
const REACH: usize = 6;
const FAR_PLACE: usize = (REACH + 1) * (REACH + 2) / 2;

/// 1.0 of inputs and hidden numbers.
pub const ONE: i32 = 256;
/// Limit of inputs, either way, and upper limit of hidden numbers.
pub const MAX_NUMBER: i16 = 1023;
/// Shift of the sums of the hidden layer.
const WEIGHT_SHIFT: i32 = 9;
/// Gain worth 1.0 in the logit, in units of the tables: forty points.
pub const GAIN_ONE: f32 = 640.0;
/// Units of the logits in a nat.
pub const LOGIT_ONE: i32 = 256;
/// Shift of the output's sums to become logits.
const LOGIT_SHIFT: i32 = 9;
/// Contribution of a unit of gain times a unit of its share to these sums, as a fraction.
const GAIN_UNITS: (i32, i32) = (2, 5);
const _: () = assert!(GAIN_ONE * GAIN_UNITS.0 as f32 == (ONE * GAIN_UNITS.1) as f32);

/// Inputs of a move, computed before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveInputs {
    /// The cell's sums, the mover's view first, then the gain of the patterns made and that of those taken from the
    /// opponent.
    pub numbers: [i16; NUMBERS],
    /// The number of the pair of classes that the point has for the mover and for the opponent.
    pub class_pair: u8,
    /// The place relative to the opponent's last stone, and to the mover's.
    pub places: [u8; 2],
    /// The sum of both gains, in units of the tables.
    pub gain: i32,
}

impl MoveInputs {
    /// The inputs of a move of the side to move: `sum` is the bias and rows of its cell, `gains` those of the tables
    /// for the patterns made and for those taken from the opponent.
    #[inline(always)]
    pub fn new(board: &Board, point: Point, sum: &[i16; ROW], gains: [i32; 2], last: &LastStones) -> Self {
        let us = board.side_to_move();
        let mut numbers = [0; NUMBERS];
        let (own, other) = match us {
            Color::Black => (&sum[..CHANNELS], &sum[CHANNELS..]),
            Color::White => (&sum[CHANNELS..], &sum[..CHANNELS]),
        };
        let clipped = |sum: i16| sum.clamp(-255, 255) << 2;
        for c in 0..CHANNELS {
            numbers[c] = clipped(own[c]);
            numbers[CHANNELS + c] = clipped(other[c]);
        }
        for (number, gain) in numbers[ROW..].iter_mut().zip(gains) {
            *number = (gain >> 3).clamp(-i32::from(MAX_NUMBER), i32::from(MAX_NUMBER)) as i16;
        }
        let patterns = board.patterns(point);
        Self {
            numbers,
            class_pair: (patterns.class(us) as usize * CLASS_COUNT + patterns.class(!us) as usize) as u8,
            places: last.places(point),
            gain: gains[0] + gains[1],
        }
    }
}

/// Column and row of the last stone of the opponent and of the mover.
pub struct LastStones {
    size: BoardSize,
    stones: [Option<(i32, i32)>; 2],
}

impl LastStones {
    /// The last stones of a board.
    pub fn new(board: &Board) -> Self {
        let (size, us) = (board.size(), board.side_to_move());
        Self { size, stones: [!us, us].map(|color| board.last_of(color).map(|stone| size.xy(stone))) }
    }

    /// The numbers of a point's places relative to these stones.
    #[inline(always)]
    fn places(&self, point: Point) -> [u8; 2] {
        let (to_x, to_y) = self.size.xy(point);
        self.stones.map(|stone| {
            let Some((x, y)) = stone else { return FAR_PLACE as u8 + 1 };
            let (dx, dy) = ((to_x - x).unsigned_abs() as usize, (to_y - y).unsigned_abs() as usize);
            let (far, near) = (dx.max(dy), dx.min(dy));
            (if far > REACH { FAR_PLACE } else { far * (far + 1) / 2 + near }) as u8
        })
    }
}

/// The parts of the parameters in order, each by its number of rows of [`HIDDEN`] numbers.
pub const PARTS: [usize; 8] = [NUMBERS, CLASS_PAIRS, PLACES, PLACES, ROW, 1, ROW, 1];

/// The parameters of the policy head.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyHead {
    /// The learned values, before rounding.
    parameters: Vec<f32>,
    cell: Layer<{ NUMBERS / 2 }, HIDDEN>,
    classes: Vec<[i32; HIDDEN]>,
    places: [Vec<[i32; HIDDEN]>; 2],
    board: Layer<{ ROW / 2 }, HIDDEN>,
    output: Layer<{ ROW / 2 }, HIDDEN>,
    share: i32,
}

impl PolicyHead {
    /// Number of parameters: [`HIDDEN`] numbers for each numeric input, class pair, place relative to the last stone of
    /// the opponent and of the mover, and total of the board, for the bias, for each total's dynamic output, and for
    /// the output; then the weight of the gain.
    pub const PARAMETERS: usize = {
        let [a, b, c, d, e, f, g, h] = PARTS;
        (a + b + c + d + e + f + g + h) * HIDDEN + 1
    };

    /// The head of these parameters; `None` if there are more or fewer than [`PolicyHead::PARAMETERS`], or if some are
    /// not finite.
    pub fn from_parameters(parameters: &[f32]) -> Option<Self> {
        if parameters.len() != Self::PARAMETERS || !parameters.iter().all(|parameter| parameter.is_finite()) {
            return None;
        }
        let mut rest = parameters;
        let [numbers, classes, last, own_last, totals, bias, dynamic, output] = PARTS.map(|rows| {
            let (part, left) = rest.split_at(rows * HIDDEN);
            rest = left;
            part
        });
        let rows = |part: &[f32]| -> Vec<[i32; HIDDEN]> {
            part.as_chunks::<HIDDEN>().0.iter().map(|row| row.map(rounded_bias)).collect()
        };
        Some(Self {
            parameters: parameters.to_vec(),
            cell: rounded_layer(numbers, &[0.0; HIDDEN]),
            classes: rows(classes),
            places: [rows(last), rows(own_last)],
            board: rounded_layer(totals, bias),
            output: rounded_layer(dynamic, output),
            share: i32::from(rounded_weight(rest[0])),
        })
    }

    /// The parameters in the order of [`PolicyHead::from_parameters`].
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// Replaces `logits` by those of the `moves`, in units of `1 / LOGIT_ONE` nats. All kernels give the same.
    pub fn logits(&self, kernel: Kernel, regions: &Regions, us: Color, moves: &[MoveInputs], logits: &mut Vec<i32>) {
        kernel.run(MoveLogits { head: self, regions, us, moves, logits });
    }
}

/// Work of [`PolicyHead::logits`].
struct MoveLogits<'a> {
    head: &'a PolicyHead,
    regions: &'a Regions,
    us: Color,
    moves: &'a [MoveInputs],
    logits: &'a mut Vec<i32>,
}

impl Work for MoveLogits<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: LayerKernel>(self, kernel: K) {
        let Self { head, regions, us, moves, logits } = self;
        let totals = own_totals(regions, us == Color::White).map(|total| total.clamp(-MAX_NUMBER, MAX_NUMBER));
        let board = kernel.run(&head.board, &totals);
        let output = kernel.run(&head.output, &totals).map(|sum| sum >> 8);
        logits.clear();
        logits.extend(moves.iter().map(|inputs| {
            let mut sums = kernel.run(&head.cell, &inputs.numbers);
            let class = &head.classes[usize::from(inputs.class_pair)];
            let [last, own_last] = [0, 1].map(|i| &head.places[i][usize::from(inputs.places[i])]);
            for j in 0..HIDDEN {
                sums[j] = sums[j].wrapping_add(board[j]).wrapping_add(class[j] + last[j] + own_last[j]);
            }
            let hidden = kernel.clip::<HIDDEN, WEIGHT_SHIFT>(sums, MAX_NUMBER);
            let mut logit = head.share * (inputs.gain * GAIN_UNITS.0 / GAIN_UNITS.1);
            for j in 0..HIDDEN {
                logit = logit.wrapping_add(i32::from(hidden[j]).wrapping_mul(output[j]));
            }
            logit >> LOGIT_SHIFT
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::test_parameters;
    use super::*;
    use crate::base::{Rule, SplitMix64};
    use crate::board::{SYMMETRIES, transform};
    use crate::eval::{Evaluator, Weights};
    use std::sync::Arc;

    fn head() -> PolicyHead {
        let parameters: Vec<f32> = test_parameters(PolicyHead::PARAMETERS).iter().map(|p| p * 0.4).collect();
        PolicyHead::from_parameters(&parameters).unwrap()
    }

    fn random_moves(count: usize) -> Vec<MoveInputs> {
        let mut random = SplitMix64::new(2);
        let mut below = |count: usize| random.below(count);
        (0..count)
            .map(|_| MoveInputs {
                numbers: std::array::from_fn(|_| below(2_047) as i16 - MAX_NUMBER),
                class_pair: below(CLASS_PAIRS) as u8,
                places: [below(PLACES) as u8, below(PLACES) as u8],
                gain: below(8_000) as i32 - 4_000,
            })
            .collect()
    }

    fn random_regions() -> Regions {
        let mut random = SplitMix64::new(6);
        std::array::from_fn(|_| std::array::from_fn(|_| random.below(400) as i32 - 200))
    }

    #[test]
    fn parameters_make_a_head_and_come_back() {
        let parameters = test_parameters(PolicyHead::PARAMETERS);
        assert_eq!(PolicyHead::from_parameters(&parameters).unwrap().parameters(), parameters);
        assert_eq!(PolicyHead::from_parameters(&parameters[1..]), None);
        assert_eq!(PolicyHead::from_parameters(&[&parameters[1..], &[f32::NAN]].concat()), None);
    }

    #[test]
    fn kernels_agree_also_where_sums_overflow() {
        let moves = random_moves(90);
        for size in [0.3, 4.0, 900.0] {
            let parameters: Vec<f32> = test_parameters(PolicyHead::PARAMETERS).iter().map(|p| p * size).collect();
            let head = PolicyHead::from_parameters(&parameters).unwrap();
            let [baseline, detected] = [Kernel::Baseline, Kernel::detected()].map(|kernel| {
                let mut logits = vec![7];
                head.logits(kernel, &random_regions(), Color::White, &moves, &mut logits);
                logits
            });
            assert_eq!(baseline, detected);
            assert_eq!(baseline.len(), moves.len());
        }
    }

    /// The definition in floating-point numbers, without rounding.
    fn exact_logit(parameters: &[f32], regions: &Regions, us: Color, inputs: &MoveInputs) -> f32 {
        let (rows, share) = parameters.as_chunks::<HIDDEN>();
        let mut rest = rows;
        let [numbers, classes, last, own_last, totals, bias, dynamic, output] = PARTS.map(|count| {
            let (part, left) = rest.split_at(count);
            rest = left;
            part
        });
        let view = if us == Color::White { CHANNELS } else { 0 };
        let total = |i: usize| {
            let sum: f32 = regions.iter().map(|region| region[(i + view) % ROW] as f32 / 1024.0).sum();
            sum.clamp(-4.0, 4.0)
        };
        let logit = |j: usize| {
            let [own, other] = inputs.places.map(usize::from);
            let mut hidden =
                classes[usize::from(inputs.class_pair)][j] + last[own][j] + own_last[other][j] + bias[0][j];
            hidden += (0..ROW).map(|i| total(i) * totals[i][j]).sum::<f32>();
            hidden += inputs.numbers.iter().zip(numbers).map(|(&x, row)| f32::from(x) / 256.0 * row[j]).sum::<f32>();
            let output = output[0][j] + (0..ROW).map(|i| total(i) * dynamic[i][j]).sum::<f32>();
            hidden.clamp(0.0, 4.0) * output
        };
        share[0] * inputs.gain as f32 / GAIN_ONE + (0..HIDDEN).map(logit).sum::<f32>()
    }

    #[test]
    fn rounding_changes_little() {
        let (head, moves, regions) = (head(), random_moves(200), random_regions());
        for us in Color::ALL {
            let mut logits = Vec::new();
            head.logits(Kernel::detected(), &regions, us, &moves, &mut logits);
            let exact: Vec<f32> =
                moves.iter().map(|inputs| exact_logit(head.parameters(), &regions, us, inputs)).collect();
            let rounded = logits.iter().map(|&logit| logit as f32 / LOGIT_ONE as f32);
            let largest = exact.iter().zip(rounded).map(|(exact, rounded)| (exact - rounded).abs()).fold(0.0, f32::max);
            let [low, high] =
                [exact.iter().copied().fold(f32::MAX, f32::min), exact.iter().copied().fold(f32::MIN, f32::max)];
            assert!(largest < 0.15 && high - low > 10.0, "{largest} of {low} to {high}");
        }
    }

    #[test]
    fn images_of_a_move_have_one_logit_in_step_with_the_board() {
        let weights = Weights::clone(&Weights::of(Rule::Standard)).with_policy(Some(Arc::new(head())));
        let weights = Arc::new(weights);
        let size = BoardSize::square(15).unwrap();
        let mut random = SplitMix64::new(3);
        let mut played: Vec<Point> = Vec::new();
        let mut evaluator = Evaluator::new(Board::new(size, Rule::Standard), Arc::clone(&weights));
        let logits = |evaluator: &mut Evaluator, points: &[Point]| {
            let (mut inputs, mut logits) = (Vec::new(), Vec::new());
            evaluator.move_logits(points.iter().copied(), &mut inputs, &mut logits);
            assert_eq!(logits.len(), points.len());
            logits
        };
        for _ in 0..14 {
            // A move that was taken back must not change the result.
            for keep in [false, true] {
                let empties: Vec<Point> = evaluator.board().empties().collect();
                let near: Vec<Point> = evaluator.board().candidates().collect();
                let points = if near.is_empty() { empties } else { near };
                let point = points[random.below(points.len())];
                evaluator.make(point);
                let points: Vec<Point> = evaluator.board().candidates().collect();
                let found = logits(&mut evaluator, &points);
                assert!(points.len() < 4 || found.iter().any(|logit| *logit != found[0]));
                for symmetry in 0..SYMMETRIES {
                    let mut image = Evaluator::new(Board::new(size, Rule::Standard), Arc::clone(&weights));
                    played.iter().chain([&point]).for_each(|&point| image.make(transform(size, point, symmetry)));
                    let points: Vec<Point> = points.iter().map(|&point| transform(size, point, symmetry)).collect();
                    assert_eq!(logits(&mut image, &points), found, "symmetry {symmetry}");
                }
                if keep {
                    played.push(point);
                } else {
                    evaluator.unmake();
                }
            }
        }
    }
}
