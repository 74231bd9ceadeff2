//! Combinations: the four line patterns of a point as one number, and the class that they give the point.
//!
//! The order of the four directions does not matter, so a combination is a multiset. Rapfi calls the classes
//! `Pattern4`.

use super::LinePattern;

/// Class of a point by the four lines that a stone there would make. Ordered by strength, except for
/// [`PointClass::Forbidden`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PointClass {
    /// Weaker than the classes below.
    None = 0,
    /// An open two or a closed three.
    Two,
    /// Open twos or closed threes in two or more lines.
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

/// The number of each multiset of four line patterns.
///
/// Numbers run over the sorted quadruples in lexicographic order, so four times `Dead` is 0.
pub struct Combinations {
    /// By four patterns in any order, four bits each; 0 if one of the four numbers is not a pattern's.
    numbers: Vec<u16>,
    /// The patterns of each number, weakest first.
    patterns: Vec<[LinePattern; 4]>,
}

impl Combinations {
    /// Numbers all multisets.
    pub fn all() -> Self {
        let mut patterns = Vec::with_capacity(COMBINATION_COUNT);
        let mut numbers = vec![0; 1 << 16];
        // The sorted quadruple of a multiset is the smallest number, so it comes first.
        for quadruple in 0..numbers.len() {
            let mut sorted = nibbles(quadruple);
            sorted.sort_unstable();
            if usize::from(sorted[3]) < LinePattern::COUNT {
                let first = sorted.iter().fold(0, |all, &pattern| all << 4 | usize::from(pattern));
                if first == quadruple {
                    numbers[quadruple] = patterns.len() as u16;
                    patterns.push(sorted.map(LinePattern::from_number));
                }
                numbers[quadruple] = numbers[first];
            }
        }
        Self { numbers, patterns }
    }

    /// The patterns of a multiset, weakest first.
    pub fn patterns(&self, number: usize) -> [LinePattern; 4] {
        self.patterns[number]
    }

    /// The number of the multiset of four patterns in any order, four bits each.
    pub fn number(&self, quadruple: u16) -> usize {
        self.numbers[usize::from(quadruple)].into()
    }
}

/// The four lowest nibbles, the highest first.
fn nibbles(n: usize) -> [u8; 4] {
    [n >> 12, n >> 8, n >> 4, n].map(|x| (x & 15) as u8)
}

/// The class of four line patterns together; `forbids` is whether the color has forbidden points.
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
