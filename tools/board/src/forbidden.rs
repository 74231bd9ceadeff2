//! Reasons why points are forbidden.

use tengen::base::{Color, Point};
use tengen::board::Board;
use tengen::pattern::LinePattern;

/// The reason why a point is forbidden to Black: `overline`, `double_four` or `double_three`.
pub fn reason(board: &Board, point: Point) -> &'static str {
    let lines = board.patterns(point).lines(Color::Black);
    let fours: usize = lines
        .iter()
        .map(|pattern| match pattern {
            LinePattern::Four | LinePattern::OpenFour => 1,
            LinePattern::DoubleFour => 2,
            _ => 0,
        })
        .sum();
    if lines.contains(&LinePattern::Overline) {
        "overline"
    } else if fours > 1 {
        "double_four"
    } else {
        "double_three"
    }
}
