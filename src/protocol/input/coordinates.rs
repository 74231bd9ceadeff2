//! Points as two numbers.

use super::text::{parse_numbers, shorten};
use crate::protocol::error::CommandError;
use tengen::base::{BoardSize, Point, Rule};

/// The two numbers of a pass, as in Rapfi.
pub(in crate::protocol) const PASS: [i32; 2] = [-1, -1];

/// Order of a point's two numbers in input and output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::protocol) enum CoordinateOrder {
    /// Column, row: the protocol's order.
    #[default]
    ColumnRow,
    /// Row, column: Yixin-Board's order.
    RowColumn,
}

impl CoordinateOrder {
    /// The point with these two numbers; an error if it is off the board.
    pub fn point(self, size: BoardSize, first: i32, second: i32) -> Result<Point, CommandError> {
        let (x, y) = match self {
            CoordinateOrder::ColumnRow => (first, second),
            CoordinateOrder::RowColumn => (second, first),
        };
        size.point(x, y).ok_or(CommandError::OffBoard(first, second, size))
    }

    /// The two numbers of a point.
    pub fn numbers(self, size: BoardSize, point: Point) -> (i32, i32) {
        let (x, y) = size.xy(point);
        match self {
            CoordinateOrder::ColumnRow => (x, y),
            CoordinateOrder::RowColumn => (y, x),
        }
    }

    /// A point in the form `7,8`.
    pub fn format(self, size: BoardSize, point: Point) -> String {
        let (first, second) = self.numbers(size, point);
        format!("{first},{second}")
    }

    /// Points in the form `7,8 8,8`.
    pub fn format_all(self, size: BoardSize, points: &[Point]) -> String {
        points.iter().map(|&point| self.format(size, point)).collect::<Vec<_>>().join(" ")
    }

    /// Reads a move: a point, or `-1,-1` for a pass, which is `None`.
    ///
    /// # Errors
    /// When the argument is neither, or the rule has no passes.
    pub fn parse_move(self, size: BoardSize, rule: Rule, argument: &str) -> Result<Option<Point>, CommandError> {
        match parse_numbers(argument) {
            Some(numbers) if numbers == PASS && rule == Rule::Renju => Ok(None),
            Some(numbers) if numbers == PASS => Err(CommandError::Pass(rule)),
            _ => self.parse(size, argument).map(Some),
        }
    }

    /// Reads a point.
    pub fn parse(self, size: BoardSize, argument: &str) -> Result<Point, CommandError> {
        match parse_numbers(argument).as_deref() {
            Some(&[first, second]) => self.point(size, first, second),
            _ => Err(CommandError::Point(shorten(argument))),
        }
    }
}
