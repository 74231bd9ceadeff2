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
pub mod policy;
#[cfg(test)]
mod testing;

pub use accumulator::{NnueAccumulator, region_of};
pub use features::{CHANNELS, FeatureRows, LineFactors, MAX_CELL, ROW, ROW_SCALE};
pub use head::{Head, REGIONS, Regions};
pub use policy::{MoveInputs, PolicyHead};

use crate::base::{Color, Rule, Score};
use crate::eval::kernel::Kernel;
use crate::eval::win_rate::LOGISTIC_SCALE;
use std::sync::OnceLock;

/// A line-shape network, used by both sides to move.
#[derive(Debug)]
pub struct Nnue {
    factors: LineFactors,
    head: Head,
    /// By rule, the rows that the factors make of its lines; computed at first use.
    rows: [OnceLock<FeatureRows>; Rule::ALL.len()],
}

impl PartialEq for Nnue {
    fn eq(&self, other: &Self) -> bool {
        (&self.factors, &self.head) == (&other.factors, &other.head)
    }
}

impl Nnue {
    /// Number of parameters under a rule: of the [`LineFactors`] and the [`Head`].
    pub fn parameter_count(rule: Rule) -> usize {
        LineFactors::parameter_count(rule) + Head::PARAMETERS
    }

    /// The network of these parameters, the [`LineFactors`] first; `None` if their number is that of no rule, or if
    /// some are not finite.
    pub fn from_parameters(parameters: &[f32]) -> Option<Self> {
        let rule = Rule::ALL.into_iter().find(|&rule| Self::parameter_count(rule) == parameters.len())?;
        if !parameters.iter().all(|parameter| parameter.is_finite()) {
            return None;
        }
        let (factors, head) = parameters.split_at(LineFactors::parameter_count(rule));
        let head = Head::from_parameters(head)?;
        Some(Self { factors: LineFactors::new(factors), head, rows: Default::default() })
    }

    /// The parameters in the order of [`Nnue::from_parameters`].
    pub fn parameters(&self) -> Vec<f32> {
        [self.factors.parameters(), self.head.parameters()].concat()
    }

    /// The network whose scores are `factor` times as large, but for rounding; `None` where they are not finite.
    pub fn scaled(&self, factor: f32) -> Option<Self> {
        let mut parameters = self.parameters();
        let output = parameters.len() - Head::OUTPUT_PARAMETERS;
        parameters[output..].iter_mut().for_each(|parameter| *parameter *= factor);
        Self::from_parameters(&parameters)
    }

    /// The head, which turns the sums into log-odds.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Whether the network can be used under a rule: its factors are for as many half lines as the rule has.
    pub fn fits(&self, rule: Rule) -> bool {
        self.factors.parameters().len() == LineFactors::parameter_count(rule)
    }

    /// The rows of a rule's lines, computed at the first call (some milliseconds).
    pub fn rows(&self, rule: Rule) -> &FeatureRows {
        self.rows[rule as usize].get_or_init(|| FeatureRows::new(rule, &self.factors))
    }

    /// The corrected score for the side to move, in points, from the sums of the board and the score of the tables.
    pub fn score(&self, kernel: Kernel, regions: &Regions, us: Color, score: Score) -> Score {
        let logit = self.head.logit(kernel, regions, us == Color::White, score as f32 / LOGISTIC_SCALE);
        (logit * LOGISTIC_SCALE) as Score
    }
}
