//! The accumulator of the tables: sums over all empty points, updated lazily with the board.
//!
//! Idea: efficiently updatable evaluation (NNUE, Nasu 2018). The board logs the changes of each stone; the sums after a
//! stone are computed from those before it only when a score is needed.
//!
//! Soundness: the sums after every stone equal those of a fresh accumulator on the same board
//! (`engine/tests/rules/audit.rs`, with stones pending).

use super::mlp::BucketCounts;
use super::packed::{FeatureTables, PackedFeature};
use crate::base::{BoardSize, Color};
use crate::board::Board;
use crate::eval::kernel::{Kernel, LayerKernel, Work};

/// The sums over all empty points of a board, by color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccumulatorState {
    /// Sums of the values `[when the color is to move, when it is not]`, in units of 1/`WEIGHT_ONE` point.
    pub values: [[i32; 2]; 2],
    /// Number of points in each bucket.
    pub buckets: [BucketCounts; 2],
}

impl AccumulatorState {
    #[inline]
    fn add(&mut self, color: Color, feature: PackedFeature) {
        let own = color.index();
        for (sum, value) in self.values[own].iter_mut().zip(feature.values()) {
            *sum += value;
        }
        for (counts, count) in self.buckets[own].as_chunks_mut::<8>().0.iter_mut().zip(feature.buckets()) {
            counts.iter_mut().zip(count).for_each(|(sum, count)| *sum = sum.wrapping_add_signed(count.into()));
        }
    }
}

/// The sums of a board after each stone since the accumulator was made.
#[derive(Clone)]
pub(in crate::eval) struct Accumulator {
    features: FeatureTables,
    /// Stones on the board that the accumulator was made of.
    base: usize,
    /// The sums of that board, then those after each later stone; only the first `known + 1` are valid.
    states: Vec<AccumulatorState>,
    known: usize,
    kernel: Kernel,
}

impl Accumulator {
    /// The accumulator of a board.
    pub fn new(board: &Board, features: FeatureTables) -> Self {
        let mut state = AccumulatorState::default();
        for point in board.size().points() {
            for color in Color::ALL {
                state.add(color, features[color.index()][board.patterns(point).combination(color)]);
            }
        }
        let correction = large_board_correction(board, &features);
        for (sum, correction) in state.values.as_flattened_mut().iter_mut().zip(correction.as_flattened()) {
            *sum -= correction;
        }
        Self { features, base: board.stones(), states: vec![state], known: 0, kernel: Kernel::detected() }
    }

    /// Stones on the board that the accumulator was made of.
    pub fn base(&self) -> usize {
        self.base
    }

    /// Drops the sums after this number of stones of the board, which is not below [`Accumulator::base`].
    #[inline]
    pub fn take_back(&mut self, stones: usize) {
        self.known = self.known.min(stones - self.base);
    }

    /// The sums of the board.
    #[inline]
    pub fn state(&mut self, board: &Board) -> &AccumulatorState {
        let since = board.stones() - self.base;
        if self.known < since {
            self.kernel.run(Compute { sums: self, board, since });
        }
        &self.states[since]
    }
}

/// Computes the sums after every stone since the last known ones.
struct Compute<'a> {
    sums: &'a mut Accumulator,
    board: &'a Board,
    /// Stones on the board since the accumulator was made.
    since: usize,
}

impl Work for Compute<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: LayerKernel>(self, _: K) {
        let Self { sums, board, since } = self;
        if sums.states.len() <= since {
            sums.states.resize(since + 1, AccumulatorState::default());
        }
        for index in sums.known..since {
            let mut gains = [PackedFeature::default(); 2];
            for change in board.changes_of(sums.base + index) {
                for (color, (features, gain)) in Color::ALL.into_iter().zip(sums.features.iter().zip(&mut gains)) {
                    let [old, new] = [change.before, change.after].map(|patterns| patterns.combination(color));
                    gain.replace(&features[old], &features[new]);
                }
            }
            let mut state = sums.states[index];
            for color in Color::ALL {
                state.add(color, gains[color.index()]);
            }
            sums.states[index + 1] = state;
        }
        sums.known = since;
    }
}

/// Longest side of the boards in the training data.
const LARGEST_TRAINED_SIDE: usize = 20;

/// Contribution of the extra empty points on boards larger than any trained one, by color and role; it is subtracted
/// because it would swamp the score.
fn large_board_correction(board: &Board, features: &FeatureTables) -> [[i32; 2]; 2] {
    let [width, height] = [board.size().width(), board.size().height()];
    let mut sums = [[0; 2]; 2];
    let trained = BoardSize::new(width.min(LARGEST_TRAINED_SIDE), height.min(LARGEST_TRAINED_SIDE));
    let Ok(trained) = trained else { return sums };
    if trained == board.size() {
        return sums;
    }
    // A larger empty board has more columns and rows like the middle ones of a trained board.
    let [columns, rows] = [width - trained.width(), height - trained.height()].map(|more| more as i32);
    let middle = trained.xy(trained.center());
    let empty = Board::new(trained, board.rule());
    for point in trained.points() {
        let (x, y) = trained.xy(point);
        let times = match (x == middle.0, y == middle.1) {
            (true, true) => columns + rows + columns * rows,
            (true, false) => columns,
            (false, true) => rows,
            (false, false) => continue,
        };
        for color in Color::ALL {
            let values = features[color.index()][empty.patterns(point).combination(color)].values();
            (0..2).for_each(|role| sums[color.index()][role] += times * values[role]);
        }
    }
    sums
}
