//! The rows of the lines: each line shape seen from both sides, made from a few learned factors.
//!
//! ```text
//! t(l, r) = E[pattern of the viewer, of the opponent] + A[l] + A[r] + W (B[l] * B[r])
//! row     = [ t from Black's view | t from White's view ] - the row of the line without its stones
//! ```
//! `l` and `r` are the half lines left and right of the cell, `*` is elementwise: a low-rank table, which learns from
//! few games. A line and its reverse have one row, and so have a line from White's view and the line with the colors
//! exchanged from Black's: the symmetries hold by construction. This applies to renju too, where a line is worth
//! different amounts to the two colors: forbidden points and overlines are left to the tables. A line without stones
//! has a row of zeros, so empty space adds nothing and one network serves every board size.

use super::layout::{CHANNELS, Layout, ROW, array};
use crate::base::{Cell, Rule, prefer_huge_pages};
use crate::pattern::{HalfLines, LinePattern, PatternTables};
use std::sync::Arc;

/// Fixed-point scale of rows, biases and cells.
pub const ROW_SCALE: f32 = 64.0;
/// Cells are clipped to 0 and this, in units of `1 / ROW_SCALE`.
pub const MAX_CELL: i16 = 127;
/// Rows are clipped to this either way, in the same units.
pub const MAX_ROW: f32 = 511.0;

/// Numbering of a rule's lines, and the factors that each line's row is made of.
#[derive(Debug)]
pub struct LineShapes {
    /// Half lines of the rule.
    pub halves: usize,
    /// By folded line (a line and its reverse as one): the half lines on both sides of the cell.
    pub sides: Vec<[u16; 2]>,
    /// By folded line: the line with the colors exchanged.
    pub swapped: Vec<u32>,
    /// By folded line: the line without its stones.
    pub bare: Vec<u32>,
    /// By folded line: Black's and White's pattern, as the number of the pair.
    pub pairs: Vec<u16>,
    /// The folded line of a line number.
    pub folded: Vec<u32>,
}

impl LineShapes {
    /// The line shapes under a rule.
    pub fn new(rule: Rule) -> Self {
        let tables = PatternTables::of(rule);
        let half_lines = HalfLines::new(rule.reach());
        let halves = half_lines.count();
        let swapped_half: Vec<usize> = (0..halves).map(|half| half_lines.swapped(half)).collect();
        let bare = |cell| if cell == Cell::Neutral { cell } else { Cell::Empty };
        let bare_half: Vec<usize> = (0..halves).map(|half| half_lines.mapped(half, bare)).collect();
        let folded: Vec<u32> = (0..tables.line_count()).map(|line| tables.folded_line(line) as u32).collect();
        let count = halves * (halves + 1) / 2;
        let mut shapes = Self {
            halves,
            sides: vec![[0; 2]; count],
            swapped: vec![0; count],
            bare: vec![0; count],
            pairs: vec![0; count],
            folded,
        };
        for left in 0..halves {
            for right in 0..=left {
                let at = |left: usize, right: usize| shapes.folded[left * halves + right];
                let swapped = at(swapped_half[left], swapped_half[right]);
                let bare = at(bare_half[left], bare_half[right]);
                let byte = tables.line_byte(left * halves + right);
                let line = at(left, right) as usize;
                shapes.sides[line] = [left as u16, right as u16];
                shapes.swapped[line] = swapped;
                shapes.bare[line] = bare;
                shapes.pairs[line] = u16::from(byte & 15) + LinePattern::COUNT as u16 * u16::from(byte >> 4);
            }
        }
        shapes
    }

    /// `t` of a folded line from Black's view by these parameters of a network, in natural units.
    #[inline(always)]
    pub fn view(&self, layout: &Layout, parameters: &[f32], line: usize) -> [f32; CHANNELS] {
        let channels = |kind: usize, number: usize| array::<CHANNELS>(parameters, kind + number * CHANNELS);
        let [left, right] = self.sides[line].map(usize::from);
        let mut view = *channels(layout.pairs, self.pairs[line].into());
        let [a, b] = [left, right].map(|half| channels(layout.halves, half));
        for c in 0..CHANNELS {
            view[c] = view[c] + a[c] + b[c];
        }
        let [a, b] = [left, right].map(|half| channels(layout.products, half));
        for i in 0..CHANNELS {
            let (product, mix) = (a[i] * b[i], channels(layout.mix, i));
            for c in 0..CHANNELS {
                view[c] += product * mix[c];
            }
        }
        view
    }
}

/// A float without fraction bits, as it is above 2^23: adding it rounds to an integer, ties to even, in one instruction
/// where `round_ties_even` may call a function.
pub const WHOLE: f32 = 1.5 * (1 << 23) as f32;

/// Rounds to the nearest unit and clips to [`MAX_ROW`].
#[inline(always)]
fn quantize(value: f32) -> i16 {
    ((value * ROW_SCALE).clamp(-MAX_ROW, MAX_ROW) + WHOLE).to_bits() as i16
}

/// A row that fills one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct AlignedRow(pub [i16; ROW]);

/// The rows of all lines of a rule, computed from the factors once (some milliseconds).
#[derive(Clone, Debug)]
pub struct FeatureRows {
    /// By number of the folded line.
    rows: Arc<Vec<AlignedRow>>,
    folded: Arc<Vec<u32>>,
    /// Added to the sum of a cell's rows before it is clipped.
    pub bias: [i16; ROW],
}

impl FeatureRows {
    /// The rows that these parameters of a network make of a rule's lines.
    ///
    /// # Panics
    /// When the parameters are for rules of another reach.
    pub fn new(rule: Rule, parameters: &[f32]) -> Self {
        let shapes = LineShapes::new(rule);
        let layout = Layout::new(shapes.halves);
        assert_eq!(parameters.len(), layout.count, "parameters of {rule:?}");
        let is_bare = |line: &usize| shapes.bare[*line] as usize == *line;
        let bare_lines: Vec<usize> = (0..shapes.bare.len()).filter(is_bare).collect();
        let view = |line: usize| shapes.view(&layout, parameters, line);
        let bare_views: Vec<[f32; CHANNELS]> = bare_lines.iter().map(|&line| view(line)).collect();
        // Lines with the same bare line lie mostly together.
        let mut at = 0;
        let black = |line: usize| {
            let bare = shapes.bare[line] as usize;
            if bare_lines[at] != bare {
                at = bare_lines.binary_search(&bare).expect("a bare line has no stones to remove");
            }
            let (view, bare) = (view(line), &bare_views[at]);
            let mut row = [0; ROW];
            for c in 0..CHANNELS {
                row[c] = quantize(view[c] - bare[c]);
            }
            AlignedRow(row)
        };
        // Filled in place: the first touch of a page costs more than computing its rows.
        let mut rows = Vec::with_capacity(shapes.bare.len());
        prefer_huge_pages(rows.spare_capacity_mut());
        rows.extend((0..shapes.bare.len()).map(black));
        for line in 0..rows.len() {
            let swapped: [i16; ROW] = rows[shapes.swapped[line] as usize].0;
            rows[line].0[CHANNELS..].copy_from_slice(&swapped[..CHANNELS]);
        }
        let bias = std::array::from_fn(|c| quantize(parameters[layout.bias + c % CHANNELS]));
        Self { rows: Arc::new(rows), folded: Arc::new(shapes.folded), bias }
    }

    /// The number of the row of a line (`Board::line_number`).
    #[inline(always)]
    pub fn number(&self, line_number: usize) -> u32 {
        self.folded[line_number]
    }

    /// The rows by their numbers.
    #[inline(always)]
    pub(super) fn rows(&self) -> &[AlignedRow] {
        &self.rows
    }

    /// The row of a line by its line number (`Board::line_number`).
    pub fn of_line(&self, line_number: usize) -> &[i16; ROW] {
        &self.rows[self.number(line_number) as usize].0
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::test_parameters;
    use super::*;
    use crate::base::Color;
    use crate::eval::nnue::layout::PAIRS;

    #[test]
    fn every_row_is_what_the_formula_says() {
        let rule = Rule::Freestyle;
        let parameters = test_parameters(Layout::of(rule).count);
        let rows = FeatureRows::new(rule, &parameters);
        let tables = PatternTables::of(rule);
        let halves = HalfLines::new(rule.reach());
        let count = halves.count();
        let number = |at: usize, c: usize| parameters[at * CHANNELS + c];
        let t = |left: usize, right: usize, c: usize| {
            let byte = tables.line_byte(left * count + right);
            let pair = usize::from(byte & 15) + 15 * usize::from(byte >> 4);
            let (a, b) = (PAIRS, PAIRS + count);
            let low_rank = |i| number(b + left, i) * number(b + right, i) * number(b + count + i, c);
            let product: f32 = (0..CHANNELS).map(low_rank).sum();
            number(pair, c) + number(a + left, c) + number(a + right, c) + product
        };
        let bare = |half| halves.mapped(half, |cell| if cell == Cell::Neutral { cell } else { Cell::Empty });
        let mut swapped_differ = 0;
        for left in 0..count {
            for right in 0..count {
                let row = rows.of_line(left * count + right);
                assert_eq!(row, rows.of_line(right * count + left), "a line and its reverse");
                let swapped = rows.of_line(halves.swapped(left) * count + halves.swapped(right));
                assert_eq!((&row[..CHANNELS], &row[CHANNELS..]), (&swapped[CHANNELS..], &swapped[..CHANNELS]));
                swapped_differ += usize::from(row != swapped);
                for (c, &value) in row[..CHANNELS].iter().enumerate() {
                    let exact =
                        ((t(left, right, c) - t(bare(left), bare(right), c)) * ROW_SCALE).clamp(-MAX_ROW, MAX_ROW);
                    assert!((f32::from(value) - exact).abs() < 0.51, "{left} {right} {c}: {value} or {exact}");
                }
            }
        }
        assert!(swapped_differ > count);
    }

    #[test]
    fn quantizing_rounds_ties_to_even_and_clips() {
        for step in -530 * 16..=530 * 16 {
            for off in [0.0, 1e-4, -1e-4] {
                let value = (step as f32 / 16.0 + off) / ROW_SCALE;
                let expected = (value * ROW_SCALE).round_ties_even().clamp(-MAX_ROW, MAX_ROW);
                assert_eq!(f32::from(quantize(value)), expected, "{value}");
            }
        }
        let limits = [f32::MAX, f32::INFINITY, -f32::MAX, f32::NEG_INFINITY, f32::INFINITY - f32::INFINITY, -0.0];
        assert_eq!(limits.map(quantize), [511, 511, -511, -511, 0, 0]);
    }

    #[test]
    fn shapes_name_the_patterns_of_both_sides() {
        let tables = PatternTables::of(Rule::Standard);
        let shapes = LineShapes::new(Rule::Standard);
        // Black stones two to the left and one to the right of the cell: the nearest cell of the left key is
        // in its highest bits, that of the right key in its lowest.
        let (left, right) = (0b01_01_00_00_00, 0b00_00_00_00_01);
        let folded = shapes.folded[tables.line_number(left, right)] as usize;
        let patterns = Color::ALL.map(|color| tables.line(color, left, right) as u16);
        assert_eq!(shapes.pairs[folded], patterns[0] + 15 * patterns[1]);
        assert_eq!(tables.line(Color::Black, left, right), LinePattern::OpenFour);
        let pairs = shapes.pairs[shapes.swapped[folded] as usize];
        assert_eq!(pairs, patterns[1] + 15 * patterns[0]);
    }
}
