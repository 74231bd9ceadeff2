use crate::base::Color;
use crate::board::Board;
use crate::pattern::PointClass;

/// How many combinations of threat facts there are.
pub const THREAT_COUNT: usize = 1 << 9;

/// Which threats the two sides have, one bit each: of the side to move four-three, four, double-three
/// and open three; of the opponent open four (or double-four), four-three, four, double-three and open three.
pub fn threat_facts(board: &Board) -> usize {
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
