//! The eight symmetries of a square board.

use crate::base::{BoardSize, Point};
use std::ops::Range;

/// How many symmetries a square board has.
pub const SYMMETRIES: usize = 8;

/// The symmetries that map a board of this size to itself.
pub fn symmetries(size: BoardSize) -> Range<usize> {
    0..if size.width() == size.height() { SYMMETRIES } else { SYMMETRIES / 2 }
}

/// The point's image under one of the eight symmetries of a square board: bit 0 mirrors left and
/// right, bit 1 top and bottom, bit 2 then exchanges columns and rows. On a rectangle only 0 to 3
/// keep the board.
pub fn transform(size: BoardSize, point: Point, symmetry: usize) -> Point {
    let (mut x, mut y) = size.xy(point);
    if symmetry & 1 != 0 {
        x = size.width() as i32 - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size.height() as i32 - 1 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    size.point(x, y).unwrap_or(point)
}
