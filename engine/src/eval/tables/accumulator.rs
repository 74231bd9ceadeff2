//! The sums of the tables over all empty points.

use super::mlp::BucketCounts;
use super::packed::{FeatureTables, PackedFeature};
use crate::base::{BoardSize, Color};
use crate::board::{Board, PointChange};
use crate::eval::lazy::{Accumulator, SumModel};

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

/// The sums of the tables of a board.
pub(in crate::eval) type TableAccumulator = Accumulator<FeatureTables>;

impl TableAccumulator {
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
        Self::of(board, features, state)
    }
}

impl SumModel for FeatureTables {
    type Sums = AccumulatorState;

    #[inline(always)]
    fn read(&self, changes: &[PointChange], before: &AccumulatorState, after: &mut AccumulatorState) {
        let mut gains = [PackedFeature::default(); 2];
        for change in changes {
            for (color, (features, gain)) in Color::ALL.into_iter().zip(self.iter().zip(&mut gains)) {
                let [old, new] = [change.before, change.after].map(|patterns| patterns.combination(color));
                gain.replace(&features[old], &features[new]);
            }
        }
        let mut state = *before;
        for color in Color::ALL {
            state.add(color, gains[color.index()]);
        }
        *after = state;
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
