//! A random sample of the positions that a search evaluates, for learning: they differ from positions of games.

use crate::base::SplitMix64;
use crate::board::Board;

/// Collects on average one in `one_in` of the positions whose whole static evaluation is computed, with the line-shape
/// network (NNUE).
pub struct EvaluationSample {
    random: SplitMix64,
    one_in: usize,
    /// Evaluations until the next position is kept.
    left: usize,
    kept: Vec<Board>,
}

impl EvaluationSample {
    /// An empty sample; `one_in` is at least 1, and the same seed and searches give the same positions.
    pub fn new(one_in: usize, seed: u64) -> Self {
        let mut sample = Self { random: SplitMix64::new(seed), one_in: one_in.max(1), left: 0, kept: Vec::new() };
        sample.draw();
        sample
    }

    /// Chooses which of the next evaluations is kept.
    fn draw(&mut self) {
        self.left = self.random.below(2 * self.one_in);
    }

    /// Counts an evaluation of `board`, and keeps it when it is the chosen one.
    pub fn see(&mut self, board: &Board) {
        if self.left > 0 {
            self.left -= 1;
        } else {
            self.kept.push(board.clone());
            self.draw();
        }
    }

    /// The sampled positions, in the order of the search.
    pub fn into_positions(self) -> Vec<Board> {
        self.kept
    }
}
