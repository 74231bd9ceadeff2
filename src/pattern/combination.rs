//! Combinations: the four line patterns of a point as one number, and the class of point they make.
//!
//! The order of the four directions does not matter, so a combination is a multiset. The classes are what
//! Rapfi calls `Pattern4`.

use super::LinePattern;

/// What a stone at a point makes in its four lines together. Ordered by strength, but for
/// [`PointClass::Forbidden`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PointClass {
    /// Nothing below.
    None = 0,
    /// An open two or a closed three.
    Two,
    /// Two or more of these.
    DoubleTwo,
    /// One open three.
    OpenThree,
    /// Two or more open threes.
    DoubleThree,
    /// One four.
    Four,
    /// One four and an open three.
    FourThree,
    /// Fours in two lines.
    DoubleFour,
    /// An open four.
    OpenFour,
    /// A win.
    Five,
    /// An overline, a double-four or a double-three for a color that may not make them. A
    /// double-three may yet turn out legal (`Board::is_forbidden` decides).
    Forbidden,
}

/// Number of point classes.
pub const CLASS_COUNT: usize = 11;

impl PointClass {
    /// All classes in the order of their numbers.
    pub const ALL: [PointClass; CLASS_COUNT] = {
        use PointClass::*;
        [None, Two, DoubleTwo, OpenThree, DoubleThree, Four, FourThree, DoubleFour, OpenFour, Five, Forbidden]
    };
}

/// Number of multisets of four line patterns: (15 + 3 over 4).
pub const COMBINATION_COUNT: usize = 3060;

const PAIR_COUNT: usize = LinePattern::COUNT * (LinePattern::COUNT + 1) / 2;
/// A power of two, not below the number of pairs: an index masked to it needs no bounds check.
pub(super) const PAIR_SLOTS: usize = PAIR_COUNT.next_power_of_two();

/// The number of each multiset of four line patterns, found by two table probes.
///
/// Numbers run over the sorted quadruples in lexicographic order, so four times `Dead` is 0.
pub struct Combinations {
    /// Two patterns in four bits each, to the number of the unordered pair.
    pair: [u8; 256],
    /// Two pairs to the multiset.
    pairs: Box<[[u16; PAIR_SLOTS]; PAIR_SLOTS]>,
    /// Back from the number to the patterns, weakest first.
    patterns: Vec<[LinePattern; 4]>,
}

impl Combinations {
    /// Numbers all multisets.
    pub fn new() -> Self {
        let mut pair = [0; 256];
        let mut members = Vec::with_capacity(PAIR_COUNT);
        for low in 0..LinePattern::COUNT {
            for high in low..LinePattern::COUNT {
                pair[low | high << 4] = members.len() as u8;
                pair[high | low << 4] = members.len() as u8;
                members.push([low as u8, high as u8]);
            }
        }
        let mut patterns = Vec::with_capacity(COMBINATION_COUNT);
        let mut numbers = vec![0u16; 1 << 16];
        for (quadruple, number) in numbers.iter_mut().enumerate() {
            let [a, b, c, d] = nibbles(quadruple);
            if a <= b && b <= c && c <= d && (d as usize) < LinePattern::COUNT {
                *number = patterns.len() as u16;
                patterns.push([a, b, c, d].map(LinePattern::from_number));
            }
        }
        let mut pairs = Box::new([[0; PAIR_SLOTS]; PAIR_SLOTS]);
        for (i, first) in members.iter().enumerate() {
            for (j, second) in members.iter().enumerate() {
                let mut sorted = [first[0], first[1], second[0], second[1]];
                sorted.sort_unstable();
                let quadruple = sorted.iter().fold(0, |all, &p| all << 4 | p as usize);
                pairs[i][j] = numbers[quadruple];
            }
        }
        Self { pair, pairs, patterns }
    }

    /// The patterns of a multiset, weakest first.
    pub fn patterns(&self, number: usize) -> [LinePattern; 4] {
        self.patterns[number]
    }

    /// Two pairs, as [`Combinations::pair_numbers`] has them, to the number of their multiset.
    pub(super) fn pairs(&self) -> &[[u16; PAIR_SLOTS]; PAIR_SLOTS] {
        &self.pairs
    }

    /// Two patterns in four bits each, to the number of the pair.
    pub(super) fn pair_numbers(&self) -> &[u8; 256] {
        &self.pair
    }
}

impl Default for Combinations {
    fn default() -> Self {
        Self::new()
    }
}

/// Four bits each, the highest first.
fn nibbles(n: usize) -> [u8; 4] {
    [n >> 12, n >> 8, n >> 4, n].map(|x| (x & 15) as u8)
}

/// What four line patterns mean together; `forbids` is whether the color has forbidden points.
pub fn class_of(patterns: [LinePattern; 4], forbids: bool) -> PointClass {
    let count = |test: fn(LinePattern) -> bool| patterns.iter().filter(|&&p| test(p)).count();
    let fives = count(|p| p == LinePattern::Five);
    let open_fours = count(|p| p == LinePattern::OpenFour);
    let fours = count(|p| p == LinePattern::Four) + open_fours + 2 * count(|p| p == LinePattern::DoubleFour);
    let threes = count(LinePattern::is_open_three);
    let overlines = count(|p| p == LinePattern::Overline);
    let twos = count(|p| p.is_open_two() || p == LinePattern::Three);
    if fives > 0 {
        PointClass::Five
    } else if forbids && (overlines > 0 || fours > 1 || threes > 1) {
        PointClass::Forbidden
    } else if open_fours > 0 {
        PointClass::OpenFour
    } else if fours > 1 {
        PointClass::DoubleFour
    } else if fours > 0 && threes > 0 {
        PointClass::FourThree
    } else if fours > 0 {
        PointClass::Four
    } else if threes > 1 {
        PointClass::DoubleThree
    } else if threes > 0 {
        PointClass::OpenThree
    } else if twos > 1 {
        PointClass::DoubleTwo
    } else if twos > 0 {
        PointClass::Two
    } else {
        PointClass::None
    }
}
