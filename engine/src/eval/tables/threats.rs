//! The threats on the board as a bit mask: the index of a table of values.

use crate::base::Color;
use crate::board::Board;
use crate::pattern::PointClass;

/// Number of different threat masks.
pub const THREAT_MASKS: usize = 1 << 9;

/// Bit mask of the threats of both sides, below [`THREAT_MASKS`]; from the lowest bit: the side to move's four-three,
/// four, double-three and open three, then the opponent's open four (or double-four), four-three, four, double-three
/// and open three.
pub fn threat_mask(board: &Board) -> usize {
    use PointClass::{DoubleFour, DoubleThree, Four, FourThree, OpenFour, OpenThree};
    let us = board.side_to_move();
    let has = |color: Color, class| usize::from(board.count(color, class) > 0);
    has(us, FourThree)
        | has(us, Four) << 1
        | has(us, DoubleThree) << 2
        | has(us, OpenThree) << 3
        | (has(!us, OpenFour) | has(!us, DoubleFour)) << 4
        | has(!us, FourThree) << 5
        | has(!us, Four) << 6
        | has(!us, DoubleThree) << 7
        | has(!us, OpenThree) << 8
}
