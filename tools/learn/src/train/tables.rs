//! Datasets and models of the score tables and of the order of moves.

use super::fit::Dataset;
use crate::loss::{cross_entropy, sigmoid};
use std::ops::Range;
use tengen::base::{Color, Point};
use tengen::board::Board;
use tengen::eval::mlp_layout::NO_BUCKET;
use tengen::eval::{LOGISTIC_SCALE, SideWeights, THREAT_MASKS, WEIGHT_ONE, Weights, threat_mask};
use tengen::movegen;
use tengen::pattern::COMBINATION_COUNT;

/// Log-odds of one policy point; the history's share in the order of moves has the same unit.
const POLICY_LOG_ODDS: f32 = 1.0 / 40.0;

/// Positions as lists of numbered features, one row per position.
#[derive(Default)]
pub struct SparseRows {
    /// `(feature, count)` of all rows, in order.
    features: Vec<(u16, u16)>,
    ends: Vec<usize>,
    targets: Vec<f32>,
}

/// Candidates of positions, each as a pair of features; the chosen one is first.
#[derive(Default)]
pub struct MoveChoices {
    pairs: Vec<[u16; 2]>,
    ends: Vec<usize>,
}

/// Layout of the features: for scores and order two tables per side; for scores, the threats follow.
const TABLES: usize = 4;
const THREATS_FROM: usize = TABLES * COMBINATION_COUNT;
const SCORE_FEATURES: usize = THREATS_FROM + 2 * THREAT_MASKS;
const ORDER_FEATURES: usize = TABLES * COMBINATION_COUNT;

/// First feature of a color's table in a role; the colors share a table if the rule is the same for both.
fn table(color: Color, role: usize, shared: bool) -> usize {
    let side = if shared { 0 } else { color.index() };
    (2 * side + role) * COMBINATION_COUNT
}

/// First threat feature of the side to move.
fn threats_from(color: Color, shared: bool) -> usize {
    THREATS_FROM + if shared { 0 } else { color.index() * THREAT_MASKS }
}

impl SparseRows {
    /// Adds a position and the target share of points of the side to move.
    pub fn add(&mut self, board: &Board, target: f32, shared: bool) {
        let us = board.side_to_move();
        let mut features = Vec::new();
        for point in board.empties() {
            let patterns = board.patterns(point);
            for (color, role) in [(us, 0), (!us, 1)] {
                let combination = patterns.combination(color);
                if combination != 0 {
                    features.push((table(color, role, shared) + combination) as u16);
                }
            }
        }
        features.push((threats_from(us, shared) + threat_mask(board)) as u16);
        features.sort_unstable();
        for run in features.chunk_by(|a, b| a == b) {
            self.features.push((run[0], run.len() as u16));
        }
        self.ends.push(self.features.len());
        self.targets.push(target);
    }

    /// Number of occurrences of each combination of a color.
    pub fn frequencies(&self, color: Color, shared: bool) -> Vec<u64> {
        let mut frequencies = vec![0; COMBINATION_COUNT];
        for &(feature, count) in &self.features {
            for role in 0..2 {
                let combination = usize::from(feature).wrapping_sub(table(color, role, shared));
                if combination < COMBINATION_COUNT {
                    frequencies[combination] += u64::from(count);
                }
            }
        }
        frequencies
    }
}

impl Dataset for SparseRows {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn loss(&self, parameters: &[f32], range: Range<usize>, gradient: &mut [f32]) -> f64 {
        let mut sum = 0.0;
        for row in range {
            let from = if row == 0 { 0 } else { self.ends[row - 1] };
            let features = &self.features[from..self.ends[row]];
            let logit: f32 =
                features.iter().map(|&(feature, count)| parameters[feature as usize] * f32::from(count)).sum();
            let (share, target) = (sigmoid(logit), self.targets[row]);
            sum += f64::from(cross_entropy(logit, target));
            for &(feature, count) in features {
                gradient[feature as usize] += (share - target) * f32::from(count);
            }
        }
        sum
    }
}

impl MoveChoices {
    /// Adds a position's candidates and the chosen one.
    pub fn add(&mut self, board: &Board, chosen: Point, shared: bool) {
        let us = board.side_to_move();
        let pair = |point| {
            let patterns = board.patterns(point);
            let combination = |color: Color, role| (table(us, role, shared) + patterns.combination(color)) as u16;
            [combination(us, 0), combination(!us, 1)]
        };
        let mut points = Vec::new();
        movegen::candidates(board, &mut points);
        if !points.contains(&chosen) {
            return;
        }
        self.pairs.push(pair(chosen));
        self.pairs.extend(points.into_iter().filter(|&point| point != chosen).map(pair));
        self.ends.push(self.pairs.len());
    }
}

impl Dataset for MoveChoices {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn loss(&self, parameters: &[f32], range: Range<usize>, gradient: &mut [f32]) -> f64 {
        let mut sum = 0.0;
        let mut logits = Vec::new();
        for row in range {
            let from = if row == 0 { 0 } else { self.ends[row - 1] };
            let pairs = &self.pairs[from..self.ends[row]];
            logits.clear();
            logits.extend(pairs.iter().map(|&[own, other]| parameters[own as usize] + parameters[other as usize]));
            let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let total: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
            sum += f64::from(most + total.ln() - logits[0]);
            for (i, &[own, other]) in pairs.iter().enumerate() {
                let logit_gradient = (logits[i] - most).exp() / total - f32::from(u8::from(i == 0));
                gradient[own as usize] += logit_gradient;
                gradient[other as usize] += logit_gradient;
            }
        }
        sum
    }
}

/// Log-odds of a table's number.
fn log_odds(number: i16) -> f32 {
    f32::from(number) / WEIGHT_ONE as f32 / LOGISTIC_SCALE
}

/// The weights' tables and threats in natural log-odds.
pub fn score_parameters(weights: &Weights, shared: bool) -> Vec<f32> {
    let mut parameters = vec![0.0; SCORE_FEATURES];
    for color in Color::ALL {
        let side = weights.side(color);
        for (combination, value) in side.values.iter().enumerate().skip(1) {
            for role in 0..2 {
                // The opponent's points count against the side to move.
                let sign = if role == 0 { 1.0 } else { -1.0 };
                parameters[table(color, role, shared) + combination] = sign * log_odds(value[role]);
            }
        }
        for (facts, &value) in side.threats.iter().enumerate() {
            parameters[threats_from(color, shared) + facts] = log_odds(value);
        }
    }
    parameters
}

/// The weights' policy in natural log-odds.
pub fn order_parameters(weights: &Weights, shared: bool) -> Vec<f32> {
    let mut parameters = vec![0.0; ORDER_FEATURES];
    for color in Color::ALL {
        for (combination, policy) in weights.side(color).policy.iter().enumerate() {
            for role in 0..2 {
                let points = f32::from(policy[role]) / WEIGHT_ONE as f32;
                parameters[table(color, role, shared) + combination] = points * POLICY_LOG_ODDS;
            }
        }
    }
    parameters
}

/// The parameters as tables of a color, without a network.
pub fn side(scores: &[f32], orders: &[f32], color: Color, shared: bool) -> SideWeights {
    let to_number = |points: f32| (points * WEIGHT_ONE as f32).round().clamp(-32_000.0, 32_000.0) as i16;
    let value = |combination, role| {
        let sign = if role == 0 { 1.0 } else { -1.0 };
        to_number(sign * scores[table(color, role, shared) + combination] * LOGISTIC_SCALE)
    };
    let policy = |combination, role| to_number(orders[table(color, role, shared) + combination] / POLICY_LOG_ODDS);
    let threats = threats_from(color, shared);
    SideWeights {
        values: (0..COMBINATION_COUNT).map(|c| [value(c, 0), value(c, 1)]).collect(),
        policy: (0..COMBINATION_COUNT).map(|c| [policy(c, 0), policy(c, 1)]).collect(),
        threats: (0..THREAT_MASKS).map(|facts| to_number(scores[threats + facts] * LOGISTIC_SCALE)).collect(),
        buckets: vec![NO_BUCKET; COMBINATION_COUNT],
        mlp: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::Rule;

    #[test]
    fn nothing_learned_is_nothing_changed() {
        let from = Weights::hand_set(Rule::Renju);
        let back = side(&score_parameters(&from, false), &order_parameters(&from, false), Color::White, false);
        // `assert_eq` would print twelve thousand numbers.
        assert!(&back == from.side(Color::White));
    }
}
