//! The lines of the board as bit strings: two bits a cell, walls around every line.
//!
//! A [`LineWord`] is a window of such a line around one point. Every probe of the pattern tables begins with one.

use super::geometry::{Geometry, PADDING};
use crate::base::Cell;

/// Every line of every direction, two bits a cell in the order of the board.
#[derive(Clone)]
pub(super) struct LineStore(Vec<u8>);

impl LineStore {
    /// The lines of an empty board: walls outside, empty cells inside.
    pub fn new(geometry: &Geometry) -> Self {
        let mut store = Self(vec![0xFF; geometry.line_bytes]);
        for point in geometry.size.points() {
            geometry.line_bits[point.index()].into_iter().for_each(|bit| store.flip(bit, Cell::Neutral));
        }
        store
    }

    /// Exclusive-ors the number of `cell` into the middle of the window that begins at `bit`: places it or takes it
    /// back.
    #[inline]
    pub fn flip(&mut self, bit: u32, cell: Cell) {
        let bit = bit as usize + 2 * PADDING;
        self.0[bit / 8] ^= (cell as u8) << (bit % 8);
    }

    /// The window that begins at `bit`, see [`Geometry::line_bits`].
    #[inline]
    pub fn word(&self, bit: u32) -> LineWord {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.0[bit as usize / 8..][..8]);
        LineWord(u64::from_le_bytes(bytes) >> (bit % 8))
    }

    /// Places `cell` on the empty middle of the window that begins at `bit` and returns the new window.
    #[inline]
    pub fn place(&mut self, bit: u32, cell: Cell) -> LineWord {
        // Read before the write: a byte just written would stall the eight-byte read.
        let word = self.word(bit).with(0, cell);
        self.flip(bit, cell);
        word
    }
}

/// The cells from 10 before to 10 after a point, two bits each, the first in the lowest bits.
#[derive(Clone, Copy)]
pub(super) struct LineWord(u64);

/// The lower bit of the cell in the middle of a line word.
pub(super) const MIDDLE: u32 = 2 * PADDING as u32;

impl LineWord {
    /// The cell `offset` cells (up to 10 either way) from the middle.
    #[inline]
    pub fn cell(self, offset: i32) -> Cell {
        Cell::from_bits(self.0 >> (2 * (PADDING as i32 + offset)))
    }

    /// This line with `cell` on the empty cell `offset` cells from the middle.
    #[inline]
    pub fn with(self, offset: i32, cell: Cell) -> Self {
        Self(self.0 | (cell as u64) << (2 * (PADDING as i32 + offset)))
    }

    /// The lower bits of the empty cells within `REACH` cells of the middle, the middle left out.
    #[inline]
    pub fn empty_around<const REACH: usize>(self) -> u64 {
        const LOWER_BITS: u64 = u64::MAX / 3;
        let cells: u64 = (1 << (2 * REACH)) - 1;
        let around = cells << (MIDDLE + 2) | cells << (MIDDLE as usize - 2 * REACH);
        !(self.0 | self.0 >> 1) & LOWER_BITS & around
    }

    /// The keys of the `reach` cells before and of those after the cell whose lower bit is `bit`.
    #[inline]
    pub fn split(self, bit: u32, reach: usize) -> (usize, usize) {
        let mask = (1 << (2 * reach)) - 1;
        let left = self.0 >> (bit as usize - 2 * reach) & mask;
        let right = self.0 >> (bit + 2) & mask;
        (left as usize, right as usize)
    }
}
