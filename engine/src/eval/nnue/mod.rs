//! The network of line shapes, an efficiently updatable one (NNUE, Nasu 2018): corrects the score of the tables.
//!
//! Every line through an empty cell has a row of numbers; a cell adds the rows of its four lines, and the clipped sums
//! of all cells, by region of the board, go into a small head. [`features`] makes the rows, [`NnueAccumulator`] keeps
//! the sums in step with the board, [`head`] turns them into a score.
//!
//! All numbers are integers up to the last sum of two terms, so that all machines agree.

mod accumulator;
pub mod features;
pub mod head;
pub mod layout;
pub mod policy;
#[cfg(test)]
mod testing;

pub use accumulator::{NnueAccumulator, region_of};
pub use features::{FeatureRows, MAX_CELL, ROW_SCALE};
pub use head::{Head, REGIONS, Regions};
pub use layout::{CHANNELS, Layout, ROW};
pub use policy::{MoveInputs, PolicyHead};

use crate::base::{Color, Rule, Score};
use crate::eval::kernel::Kernel;
use crate::eval::win_rate::LOGISTIC_SCALE;
use std::sync::OnceLock;

/// A line-shape network, used by both sides to move.
#[derive(Debug)]
pub struct Nnue {
    /// The learned values, before rounding.
    parameters: Vec<f32>,
    head: Head,
    /// By rule, the rows that the parameters make of its lines: worked out when they are first needed.
    rows: [OnceLock<FeatureRows>; Rule::ALL.len()],
}

impl PartialEq for Nnue {
    fn eq(&self, other: &Self) -> bool {
        self.parameters == other.parameters
    }
}

impl Nnue {
    /// The network of these parameters in the order of [`Layout`]; `None` if no rule has as many, or if some are not
    /// finite.
    pub fn from_parameters(parameters: &[f32]) -> Option<Self> {
        let layout = Layout::of_count(parameters.len())?;
        let is_finite = parameters.iter().all(|parameter| parameter.is_finite());
        let head = is_finite.then(|| Head::new(&layout, parameters))?;
        Some(Self { parameters: parameters.to_vec(), head, rows: Default::default() })
    }

    /// The parameters in the order of [`Layout`].
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// The network whose scores are `factor` times as large, but for rounding; `None` where they are not finite.
    pub fn scaled(&self, factor: f32) -> Option<Self> {
        let layout = Layout::of_count(self.parameters.len())?;
        let mut parameters = self.parameters.clone();
        // The log-odds are linear in the parameters of the output.
        parameters[layout.output_weights..].iter_mut().for_each(|parameter| *parameter *= factor);
        Self::from_parameters(&parameters)
    }

    /// The head, which turns the sums into log-odds.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Whether the network can be used under a rule: its factors are for as many half lines as the rule has.
    pub fn fits(&self, rule: Rule) -> bool {
        self.parameters.len() == Layout::of(rule).count
    }

    /// The rows of a rule's lines, computed at the first call (some milliseconds).
    pub fn rows(&self, rule: Rule) -> &FeatureRows {
        self.rows[rule as usize].get_or_init(|| FeatureRows::new(rule, &self.parameters))
    }

    /// The corrected score for the side to move, in points, from the sums of the board and the score of the tables.
    pub fn score(&self, kernel: Kernel, regions: &Regions, us: Color, score: Score) -> Score {
        let logit = self.head.logit(kernel, regions, us == Color::White, score as f32 / LOGISTIC_SCALE);
        (logit * LOGISTIC_SCALE) as Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Point};
    use crate::board::Board;
    use crate::eval::Weights;

    #[test]
    fn a_scaled_network_says_the_same_in_larger_numbers() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let nnue = Weights::of(rule).nnue.clone().unwrap();
            let scaled = nnue.scaled(2.0).unwrap();
            let board = Board::from_moves(BoardSize::square(15).unwrap(), rule, &[112, 113, 97, 127, 111].map(Point));
            let score = |nnue: &Nnue| {
                let mut sums = NnueAccumulator::new(&board, nnue.rows(rule).clone());
                nnue.score(Kernel::detected(), sums.sums(&board), Color::White, -900)
            };
            let (score, twice) = (score(&nnue), score(&scaled));
            assert!(score.abs() > 50 && (twice - 2 * score).abs() <= 4, "{rule}: {score}, {twice}");
            assert!(nnue.scaled(f32::INFINITY).is_none(), "no number any more");
        }
    }
}
