//! Hand-set weights, the starting point of training.
//!
//! A point is worth the sum of its four lines, and more where two lines make a threat together. The numbers began as
//! guesses and were tuned by SPSA (Spall 1992) in self-play: 516 steps of 40 games at 2,500 nodes a move and 179 at
//! 5,000, over freestyle (15x15 and 20x20), standard, renju and caro in turn.

use super::layout::NO_BUCKET;
use super::threats::THREAT_MASKS;
use crate::base::{Color, Rule};
use crate::eval::weights::{Header, MAX_WEIGHT, SideWeights, WEIGHT_ONE, Weights};
use crate::pattern::{COMBINATION_COUNT, Combinations, LinePattern, PointClass, class_of};

/// Weight of the points of the side to move, in percent.
const MOVER_SHARE: i32 = 114;
/// Weight of the patterns that a move makes relative to those it takes from the opponent, in percent.
const MAKING_SHARE: i32 = 143;
/// Value of the right to move, in points.
const TEMPO: i32 = 75;
/// Deduction in points when the opponent can make an open four, which the side to move must answer.
const ANSWER_NEEDED: i32 = 29;
/// A four-three of the side to move, in points; a single reply can still refute it.
const FOUR_THREE: i32 = 523;
/// A double-three of the side to move when the opponent has no four, in points.
const DOUBLE_THREE: i32 = 178;

/// Value of a pattern in one line, by its number, in points.
const LINE_VALUES: [i32; LinePattern::COUNT] = [
    0,   // Dead
    2,   // One
    2,   // OpenOne
    8,   // Two
    4,   // OpenTwo
    10,  // OpenTwo3
    12,  // OpenTwo4
    12,  // Three
    63,  // OpenThree
    51,  // OpenThree2
    110, // Four
    110, // DoubleFour
    393, // OpenFour
    453, // Five
    0,   // Overline
];

/// Value of a point's class beside the sum of its lines, by its number, in points.
const CLASS_VALUES: [i32; PointClass::ALL.len()] = [
    0,   // None
    0,   // Two
    5,   // DoubleTwo
    7,   // OpenThree
    69,  // DoubleThree
    5,   // Four
    211, // FourThree
    268, // DoubleFour
    0,   // OpenFour
    0,   // Five
    0,   // Forbidden
];

impl Weights {
    /// The hand-set weights of a rule, without a network.
    pub fn hand_set(rule: Rule) -> Self {
        let combinations = Combinations::all();
        let side = |color| {
            let value = |number| {
                let patterns = combinations.patterns(number);
                match class_of(patterns, rule.forbids(color)) {
                    PointClass::Forbidden => 0,
                    class => {
                        patterns.iter().map(|&p| LINE_VALUES[p as usize]).sum::<i32>() + CLASS_VALUES[class as usize]
                    }
                }
            };
            let weight = |number, share: i32| (value(number) * share * WEIGHT_ONE / 100).min(MAX_WEIGHT) as i16;
            let pair = |number, shares: [i32; 2]| shares.map(|share| weight(number, share));
            SideWeights {
                values: (0..COMBINATION_COUNT).map(|number| pair(number, [MOVER_SHARE, 100])).collect(),
                policy: (0..COMBINATION_COUNT).map(|number| pair(number, [MAKING_SHARE, 100])).collect(),
                threats: (0..THREAT_MASKS).map(|mask| (threat_value(mask) * WEIGHT_ONE) as i16).collect(),
                buckets: vec![NO_BUCKET; COMBINATION_COUNT],
                mlp: None,
            }
        };
        let header = Header { rules: vec![rule.name().to_owned()], notes: Vec::new() };
        Self::new(header, Color::ALL.map(side))
    }
}

/// Value of a threat mask, in points.
fn threat_value(mask: usize) -> i32 {
    let has = |bit: usize| mask >> bit & 1 != 0;
    let mut value = TEMPO;
    if has(0) {
        value += FOUR_THREE;
    }
    if has(4) {
        value -= ANSWER_NEEDED;
    } else if has(2) && !has(6) {
        value += DOUBLE_THREE;
    }
    value
}
