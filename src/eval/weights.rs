use crate::base::Rule;
use crate::pattern::{COMBINATION_COUNT, Combinations, LinePattern, PointClass, class_of};
use std::sync::OnceLock;

/// What a point is worth by what a stone there would make, for the side that may play it.
///
/// A point counts the sum of its four lines, and more where two lines make a threat together. The
/// numbers began as guesses and were tuned by SPSA (Spall 1992) in self-play: 516 steps of 40 games at
/// 2,500 nodes a move and 179 at 5,000, over freestyle (15x15 and 20x20), standard, renju and caro in turn.
pub struct Weights {
    /// Value of a combination, for sides without and with forbidden points.
    values: [Vec<i16>; 2],
}

/// Worth of a pattern in one line, in the order of the patterns' numbers.
const LINE_VALUES: [i16; LinePattern::COUNT] = [
    0,   // Dead
    2,   // One
    2,   // OpenOne
    8,   // Two
    4,   // OpenTwo
    10,  // OpenTwoWide
    12,  // OpenTwoFree
    12,  // Three
    63,  // OpenThree
    51,  // OpenThreeWide
    110, // Four
    110, // DoubleFour
    393, // OpenFour
    453, // Five
    0,   // Overline
];

/// What a point's class adds to the sum of its lines, in the order of the classes' numbers.
const CLASS_VALUES: [i16; PointClass::ALL.len()] = [
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
    /// The weights in use, built at the first call.
    pub fn standard() -> &'static Weights {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(Weights::new)
    }

    fn new() -> Self {
        let combinations = Combinations::new();
        let value = |number, forbids| {
            let patterns = combinations.patterns(number);
            match class_of(patterns, forbids) {
                PointClass::Forbidden => 0,
                class => patterns.iter().map(|&p| LINE_VALUES[p as usize]).sum::<i16>() + CLASS_VALUES[class as usize],
            }
        };
        Self { values: [false, true].map(|forbids| (0..COMBINATION_COUNT).map(|n| value(n, forbids)).collect()) }
    }

    /// The values of all combinations for a colour under a rule.
    pub fn values(&self, rule: Rule, color: crate::base::Color) -> &[i16] {
        &self.values[usize::from(rule.forbids(color))]
    }
}
