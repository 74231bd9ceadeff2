//! The accumulator of the tables: sums over all empty points, kept in step with the board, lazily.
//!
//! Idea: efficiently updatable evaluation (Nasu 2018). A stone opens a frame and notes which patterns it
//! changes; the frame's sums are computed from the frame below only when a score is needed. Taking the stone back drops the frame.
//!
//! Soundness: the sums of every frame equal those of a fresh accumulator on the same board
//! (`tests/audit.rs`, with frames pending).

use super::mlp::BucketCounts;
use super::packed::{FeatureTables, PackedFeature};
use crate::base::{BoardSize, Cell, Color, Point};
use crate::board::{Board, Observer};
use crate::pattern::PointPatterns;

/// The sums over all empty points of a board, by color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccumulatorState {
    /// Sums of the values `[when the color is to move, when it is not]`, in `WEIGHT_ONE`s of a point.
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

/// One stone's part of the accumulator.
#[derive(Clone, Copy)]
struct Frame {
    /// Where its changes begin in `pending`.
    changes_from: usize,
    /// Whether its state is computed.
    is_computed: bool,
}

/// The sums of a board and of the positions before each of its latest stones.
#[derive(Clone)]
pub(in crate::eval) struct Accumulator {
    features: FeatureTables,
    /// Patterns before and after each change of the stones in `frames`, the latest last.
    pending: Vec<(PointPatterns, PointPatterns)>,
    /// The position that the accumulator was made of, then one frame for each stone since.
    frames: Vec<Frame>,
    /// The sums by frame, valid where the frame is computed. Never shorter than `frames`.
    states: Vec<AccumulatorState>,
}

impl Observer for Accumulator {
    #[inline]
    fn before_place(&mut self, _point: Point, _cell: Cell) {
        self.frames.push(Frame { changes_from: self.pending.len(), is_computed: false });
    }

    #[inline]
    fn pattern_changed(&mut self, _point: Point, from: PointPatterns, to: PointPatterns) {
        self.pending.push((from, to));
    }

    #[inline]
    fn after_remove(&mut self, _point: Point, _cell: Cell) {
        if let Some(frame) = self.frames.pop() {
            self.pending.truncate(frame.changes_from);
        }
    }
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
        let frames = vec![Frame { changes_from: 0, is_computed: true }];
        Self { features, pending: Vec::new(), frames, states: vec![state] }
    }

    /// Number of stones put down since the accumulator was made.
    pub fn depth(&self) -> usize {
        self.frames.len() - 1
    }

    /// The sums of the board as it is.
    #[inline]
    pub fn state(&mut self) -> &AccumulatorState {
        let last = self.frames.len() - 1;
        if !self.frames[last].is_computed {
            self.compute();
        }
        &self.states[last]
    }

    /// Computes the state of every pending frame, from the last computed one upwards.
    fn compute(&mut self) {
        let first = self.frames.iter().rposition(|frame| frame.is_computed).unwrap_or(0) + 1;
        if self.states.len() < self.frames.len() {
            self.states.resize(self.frames.len(), AccumulatorState::default());
        }
        for index in first..self.frames.len() {
            let until = self.frames.get(index + 1).map_or(self.pending.len(), |next| next.changes_from);
            let mut changes = [PackedFeature::default(); 2];
            for (from, to) in &self.pending[self.frames[index].changes_from..until] {
                for (color, (features, sum)) in Color::ALL.into_iter().zip(self.features.iter().zip(&mut changes)) {
                    sum.replace(&features[from.combination(color)], &features[to.combination(color)]);
                }
            }
            let mut state = self.states[index - 1];
            for color in Color::ALL {
                state.add(color, changes[color.index()]);
            }
            self.states[index] = state;
            self.frames[index].is_computed = true;
        }
    }
}

/// The longest side of the boards that the weights were trained on.
const LARGEST_TRAINED_SIDE: usize = 20;

/// Contribution of the extra empty points on boards larger than any trained one, by color and role;
/// subtracted, because it would swamp the score.
fn large_board_correction(board: &Board, features: &FeatureTables) -> [[i32; 2]; 2] {
    let [width, height] = [board.size().width(), board.size().height()];
    let mut sums = [[0; 2]; 2];
    let trained = BoardSize::new(width.min(LARGEST_TRAINED_SIDE), height.min(LARGEST_TRAINED_SIDE));
    let Ok(trained) = trained else { return sums };
    if trained == board.size() {
        return sums;
    }
    // An empty board is larger by more columns and rows like those in its middle.
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
