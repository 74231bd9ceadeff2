//! Tables of a rule: from a line to both colors' patterns, from four patterns to their code.
//!
//! Generated once from the definition; `tests/patterns.rs` proves them against a second definition.

use super::definition::{SideRule, classify};
use super::half_line::{HalfLines, KEY_COUNT};
use super::{COMBINATION_COUNT, Combinations, LinePattern, PAIR_SLOTS, PointClass, class_of};
use crate::base::{Color, Rule};
use std::sync::{Arc, OnceLock};

/// The patterns of an empty point for both colors, eight bytes.
///
/// * `lines`: one byte a direction, the first in the lowest; in each, Black's [`LinePattern`] in the
///   low four bits, White's in the high. One number, not four bytes: a byte written and read back
///   as part of a word would stall the processor.
/// * `codes`: sixteen bits a color, Black's the low; in each, the combination's number in the low 12
///   bits, its class, as [`PointPatterns::class`] has it, in the high four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PointPatterns {
    lines: u32,
    codes: u32,
}

const CODE_BITS: u32 = 12;
/// Pairs of pairs of line patterns.
const CODE_COUNT: usize = PAIR_SLOTS * PAIR_SLOTS;
/// Values that [`PointPatterns::combination`] can hold: a table this long needs no bounds check.
pub const COMBINATION_SLOTS: usize = 1 << CODE_BITS;
/// Values of a class's four bits.
pub(crate) const CLASS_SLOTS: usize = 16;

impl PointPatterns {
    /// A point that can make nothing, as an occupied one.
    pub const NOTHING: PointPatterns = PointPatterns { lines: 0, codes: 0 };

    /// What `color` would make here in one direction (0 to 3).
    pub fn line(self, color: Color, direction: usize) -> LinePattern {
        LinePattern::from_number((self.lines >> (8 * direction + 4 * color.index()) & 15) as u8)
    }

    /// What `color` would make here in each of the four directions.
    pub fn lines(self, color: Color) -> [LinePattern; 4] {
        std::array::from_fn(|direction| self.line(color, direction))
    }

    /// The number of the four patterns' multiset, below `COMBINATION_COUNT`.
    pub const fn combination(self, color: Color) -> usize {
        (self.code(color) & ((1 << CODE_BITS) - 1)) as usize
    }

    /// What the four lines mean together; nothing when that is less than an open three.
    pub const fn class(self, color: Color) -> PointClass {
        const BY_NUMBER: [PointClass; CLASS_SLOTS] = {
            let mut classes = [PointClass::None; CLASS_SLOTS];
            let mut i = 0;
            while i < PointClass::ALL.len() {
                classes[i] = PointClass::ALL[i];
                i += 1;
            }
            classes
        };
        BY_NUMBER[self.class_number(color)]
    }

    /// The class's number, below [`CLASS_SLOTS`].
    #[inline]
    pub(crate) const fn class_number(self, color: Color) -> usize {
        (self.code(color) >> CODE_BITS) as usize
    }

    /// Whether both colors' classes are those of `other`.
    #[inline]
    pub(crate) const fn has_classes_of(self, other: PointPatterns) -> bool {
        const CLASSES: u32 = 0xF000_F000;
        (self.codes ^ other.codes) & CLASSES == 0
    }

    const fn code(self, color: Color) -> u16 {
        (self.codes >> (16 * color.index())) as u16
    }
}

/// Entries of the table of lines for a rule's reach (4 or 5): a power of two, not below the number of lines, so that an
/// index masked to it needs no bounds check.
pub(crate) const fn line_slots(reach: usize) -> usize {
    let half_lines = (3usize.pow(reach as u32 + 1) - 1) / 2;
    (half_lines * half_lines).next_power_of_two()
}

/// All tables of one rule, generated from its win predicate.
pub struct PatternTables {
    /// Cells each way that a line key covers.
    pub reach: usize,
    /// How many half lines there are; the lines are those of any two.
    half_count: usize,
    /// Key of the cells before a point to its row in `lines`.
    left: [u32; KEY_COUNT],
    /// Key of the cells after a point to its column in `lines`.
    right: [u32; KEY_COUNT],
    /// Both colors' patterns of a line, as in [`PointPatterns`]; [`line_slots`] of them.
    lines: Vec<u8>,
    /// Two patterns in four bits each to the number of their pair.
    pair: [u8; 256],
    /// For each color, `first * PAIR_SLOTS + second` of two pairs to the code of [`PointPatterns`].
    codes: [Arc<[u16; CODE_COUNT]>; 2],
}

impl PatternTables {
    /// The tables of a rule, built at the first call (some milliseconds) and shared from then on.
    pub fn of(rule: Rule) -> &'static PatternTables {
        static TABLES: [OnceLock<PatternTables>; Rule::ALL.len()] = [const { OnceLock::new() }; Rule::ALL.len()];
        TABLES[rule as usize].get_or_init(|| PatternTables::new(rule))
    }

    fn new(rule: Rule) -> Self {
        let halves = HalfLines::new(rule.reach());
        let count = halves.count();
        let combinations = Combinations::new();
        let side = |color| {
            let side = SideRule {
                wins: |run, blocked| rule.is_win(color, run, blocked),
                forbids_double_four: rule.forbids(color),
            };
            classify(&halves, &side)
        };
        let black = side(Color::Black);
        let symmetric = !Color::ALL.iter().any(|&color| rule.forbids(color));
        let other = if symmetric { None } else { Some(side(Color::White)) };
        let white = other.as_ref().unwrap_or(&black);
        let swapped: Vec<usize> = (0..count).map(|number| halves.swapped(number)).collect();
        let mut lines = Vec::with_capacity(line_slots(rule.reach()));
        for left in 0..count {
            for right in 0..count {
                let for_black = black[left * count + right] as u8;
                let for_white = white[swapped[left] * count + swapped[right]] as u8;
                lines.push(for_black | for_white << 4);
            }
        }
        lines.resize(line_slots(rule.reach()), 0);
        let keys = 1 << (2 * rule.reach());
        let codes = |color| {
            let code = |number: usize| {
                let class = class_of(combinations.patterns(number), rule.forbids(color));
                let class = if class < PointClass::OpenThree { PointClass::None } else { class };
                number as u16 | (class as u16) << CODE_BITS
            };
            let codes: Vec<u16> = (0..COMBINATION_COUNT).map(code).collect();
            let pairs = combinations.pairs();
            Arc::new(std::array::from_fn(|i| codes[usize::from(pairs[i / PAIR_SLOTS][i % PAIR_SLOTS])]))
        };
        let black_codes = codes(Color::Black);
        let white_codes = if symmetric { Arc::clone(&black_codes) } else { codes(Color::White) };
        Self {
            reach: rule.reach(),
            half_count: count,
            left: std::array::from_fn(|key| (halves.number_of_reversed(key % keys) * count) as u32),
            right: std::array::from_fn(|key| halves.number_of(key % keys) as u32),
            lines,
            pair: *combinations.pair_numbers(),
            codes: [black_codes, white_codes],
        }
    }

    /// How many different lines there are: [`PatternTables::line_number`] is below this.
    pub fn line_count(&self) -> usize {
        self.half_count * self.half_count
    }

    /// The number of the line between two keys of `reach` cells, two bits a cell, in the order along the
    /// line (so the nearest cell is in the highest bits of `left`).
    ///
    /// It is `l * n + r` for the numbers `l` and `r` (both below `n`) of the two half lines, see
    /// [`HalfLines`]: n = 121 under freestyle (reach 4), 364 under the other rules (reach 5), so the number
    /// is below 14,641 or 132,496. Half lines are numbered from the point outwards, so exchanging `l` and
    /// `r` reverses the line; [`PatternTables::folded_line`] gives a line and its reverse one number.
    #[inline]
    pub fn line_number(&self, left: usize, right: usize) -> usize {
        (self.left[left % KEY_COUNT] + self.right[right % KEY_COUNT]) as usize
    }

    /// One number for a line and its reverse: `high * (high + 1) / 2 + low` of the two half lines'
    /// numbers. Below 7,381 under freestyle, 66,430 under the other rules.
    pub fn folded_line(&self, line_number: usize) -> usize {
        let (left, right) = (line_number / self.half_count, line_number % self.half_count);
        let (low, high) = (left.min(right), left.max(right));
        high * (high + 1) / 2 + low
    }

    /// Both colors' patterns of a line, as one direction's byte of [`PointPatterns`]. `line_number` is below
    /// [`PatternTables::line_count`]; another has no meaning.
    #[inline]
    pub fn line_byte(&self, line_number: usize) -> u8 {
        debug_assert!(line_number < self.line_count());
        self.lines[line_number]
    }

    /// [`PatternTables::line_byte`] of every line, for a rule whose reach has `SLOTS` [`line_slots`].
    #[inline]
    pub(crate) fn line_bytes<const SLOTS: usize>(&self) -> &[u8; SLOTS] {
        self.lines.as_slice().try_into().expect("the slots of another reach")
    }

    /// One color's pattern of a line; keys as for [`PatternTables::line_number`].
    pub fn line(&self, color: Color, left: usize, right: usize) -> LinePattern {
        LinePattern::from_number(self.line_byte(self.line_number(left, right)) >> (4 * color.index()) & 15)
    }

    /// A point's patterns from the numbers of its lines in the four directions.
    pub(crate) fn patterns_of(&self, line_number: impl Fn(usize) -> usize) -> PointPatterns {
        let byte = |direction| u32::from(self.line_byte(line_number(direction)));
        let lines = (0..4).fold(0, |lines, direction| lines | byte(direction) << (8 * direction));
        PointPatterns { lines, codes: self.codes(lines) }
    }

    /// A point's patterns with one direction's byte replaced.
    #[inline]
    pub(crate) fn with_line(&self, old: PointPatterns, direction: usize, byte: u8) -> PointPatterns {
        let shift = 8 * direction as u32;
        // The order of the directions does not matter for the codes, so this one may come first.
        let lines = old.lines.rotate_right(shift) & !0xFF | u32::from(byte);
        PointPatterns { lines: lines.rotate_left(shift), codes: self.codes(lines) }
    }

    /// The codes of four lines' bytes, in any order.
    #[inline]
    fn codes(&self, lines: u32) -> u32 {
        // Of each two bytes, White's pattern in the first and Black's in the second change places.
        let moved = (lines >> 4 ^ lines) & 0x00F0_00F0;
        let [black, white, more_black, more_white] =
            (lines ^ moved ^ moved << 4).to_le_bytes().map(|pair| usize::from(self.pair[usize::from(pair)]));
        let code = |color: usize, first: usize, second: usize| {
            u32::from(self.codes[color][(first * PAIR_SLOTS + second) % CODE_COUNT])
        };
        code(0, black, more_black) | code(1, white, more_white) << 16
    }
}
