//! Tables of a rule: from a line to both colors' patterns, from four patterns to their code.
//!
//! Generated once from the definition; `engine/tests/rules/patterns.rs` compares them with a second definition.

use super::definition::{SideRule, classify};
use super::half_line::{HalfLines, KEY_COUNT};
use super::{COMBINATION_COUNT, Combinations, LinePattern, PointClass, class_of};
use crate::base::{Color, Rule};
use std::sync::{Arc, OnceLock};

/// The patterns of an empty point for both colors, eight bytes.
///
/// * `lines`: sixteen bits a color, Black's the low; in each, the [`LinePattern`]s of the four directions, four bits
///   each, the first in the lowest. One number for both colors: writing a half and then reading the whole word would
///   stall the processor.
/// * `codes`: sixteen bits a color, Black's the low; in each, the combination's number in the low 12
///   bits, its class, as [`PointPatterns::class`] has it, in the high four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PointPatterns {
    lines: u32,
    codes: u32,
}

const CODE_BITS: u32 = 12;
/// Number of quadruples of line patterns, four bits each.
const QUADRUPLES: usize = 1 << 16;
/// Values that [`PointPatterns::combination`] can hold: a table this long needs no bounds check.
pub const COMBINATION_SLOTS: usize = 1 << CODE_BITS;
/// Number of values of a class's four bits.
pub(crate) const CLASS_SLOTS: usize = 16;

impl PointPatterns {
    /// The patterns of an occupied point: no pattern in any line.
    pub const NOTHING: PointPatterns = PointPatterns { lines: 0, codes: 0 };

    /// Pattern that `color` would make here in one direction (0 to 3).
    pub fn line(self, color: Color, direction: usize) -> LinePattern {
        LinePattern::from_number((self.lines >> (4 * direction + 16 * color.index()) & 15) as u8)
    }

    /// Patterns that `color` would make here in each of the four directions.
    pub fn lines(self, color: Color) -> [LinePattern; 4] {
        std::array::from_fn(|direction| self.line(color, direction))
    }

    /// The number of the four patterns' multiset, below `COMBINATION_COUNT`.
    pub const fn combination(self, color: Color) -> usize {
        (self.code(color) & ((1 << CODE_BITS) - 1)) as usize
    }

    /// Class of the four lines together; [`PointClass::None`] for all classes below an open three.
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
    /// Number of half lines; a line is any two of them.
    half_count: usize,
    /// By key of the cells before a point: offset of its row in `lines`.
    left: [u32; KEY_COUNT],
    /// By key of the cells after a point: its column in `lines`.
    right: [u32; KEY_COUNT],
    /// Both colors' patterns of a line, Black's in the low four bits, White's in the high; [`line_slots`] entries.
    lines: Vec<u8>,
    /// For each color, from its half of the `lines` of [`PointPatterns`] to its code. Of these 128 KB only a few cache
    /// lines are in frequent use, since most points have weak patterns.
    codes: [Arc<[u16; QUADRUPLES]>; 2],
}

static TABLES: [OnceLock<PatternTables>; Rule::ALL.len()] = [const { OnceLock::new() }; Rule::ALL.len()];

impl PatternTables {
    /// The tables of a rule, built at the first call (some milliseconds) and shared from then on.
    pub fn of(rule: Rule) -> &'static PatternTables {
        TABLES[rule as usize].get_or_init(|| PatternTables::new(rule))
    }

    /// Number of rules whose tables are in memory.
    pub fn rules_in_memory() -> usize {
        TABLES.iter().filter(|tables| tables.get().is_some()).count()
    }

    fn new(rule: Rule) -> Self {
        let halves = HalfLines::new(rule.reach());
        let count = halves.count();
        let combinations = Combinations::all();
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
            let codes: Vec<u16> = (0..=u16::MAX).map(|quadruple| codes[combinations.number(quadruple)]).collect();
            Arc::from(Box::try_from(codes).expect("one of each quadruple"))
        };
        let black_codes = codes(Color::Black);
        let white_codes = if symmetric { Arc::clone(&black_codes) } else { codes(Color::White) };
        Self {
            reach: rule.reach(),
            half_count: count,
            left: std::array::from_fn(|key| (halves.number_of_reversed(key % keys) * count) as u32),
            right: std::array::from_fn(|key| halves.number_of(key % keys) as u32),
            lines,
            codes: [black_codes, white_codes],
        }
    }

    /// Number of lines: [`PatternTables::line_number`] is below it.
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

    /// Both colors' patterns of a line, Black's in the low four bits, White's in the high. `line_number` must be below
    /// [`PatternTables::line_count`].
    #[inline]
    pub fn line_byte(&self, line_number: usize) -> u8 {
        debug_assert!(line_number < self.line_count());
        self.lines[line_number]
    }

    /// [`PatternTables::line_byte`] of all lines; `SLOTS` must be the [`line_slots`] of the rule's reach.
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
        let in_direction = |direction| both_colors(self.line_byte(line_number(direction))) << (4 * direction);
        let lines = (0..4).map(in_direction).sum();
        PointPatterns { lines, codes: self.codes(lines) }
    }

    /// A point's patterns with the line in one direction replaced.
    #[inline]
    pub(crate) fn with_line(&self, old: PointPatterns, direction: usize, byte: u8) -> PointPatterns {
        let shift = 4 * direction;
        let lines = old.lines & !(both_colors(0xFF) << shift) | both_colors(byte) << shift;
        PointPatterns { lines, codes: self.codes(lines) }
    }

    /// The codes of [`PointPatterns`] from its lines.
    #[inline]
    fn codes(&self, lines: u32) -> u32 {
        let [black, white] = [lines as u16, (lines >> 16) as u16].map(usize::from);
        u32::from(self.codes[0][black]) | u32::from(self.codes[1][white]) << 16
    }
}

/// A line's byte in the layout of [`PointPatterns`]' lines, in direction 0.
#[inline]
const fn both_colors(byte: u8) -> u32 {
    (byte as u32 | (byte as u32) << 12) & 0x000F_000F
}
