use super::block::{parse_numbers, shorten};
use crate::base::{BoardSize, Point};

/// Which of a point's two numbers comes first, in everything that is heard and said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Order {
    /// The column, as the protocol has it.
    #[default]
    ColumnRow,
    /// The row, as Yixin-Board has it.
    RowColumn,
}

impl Order {
    /// The point that two numbers name, or an error that tells the board's size.
    pub fn point(self, size: BoardSize, first: i32, second: i32) -> Result<Point, String> {
        let (x, y) = match self {
            Order::ColumnRow => (first, second),
            Order::RowColumn => (second, first),
        };
        size.point(x, y).ok_or_else(|| format!("{first},{second} is off the {size} board"))
    }

    /// The two numbers that name a point.
    pub fn numbers(self, size: BoardSize, point: Point) -> (i32, i32) {
        let (x, y) = size.xy(point);
        match self {
            Order::ColumnRow => (x, y),
            Order::RowColumn => (y, x),
        }
    }

    /// A point as `7,8`.
    pub fn text(self, size: BoardSize, point: Point) -> String {
        let (first, second) = self.numbers(size, point);
        format!("{first},{second}")
    }

    /// Points as `7,8 8,8`.
    pub fn texts(self, size: BoardSize, points: &[Point]) -> String {
        points.iter().map(|&point| self.text(size, point)).collect::<Vec<_>>().join(" ")
    }

    /// The point that an argument names.
    pub fn parse(self, size: BoardSize, argument: &str) -> Result<Point, String> {
        match parse_numbers(argument).as_deref() {
            Some(&[first, second]) => self.point(size, first, second),
            _ => Err(format!("'{}' is no point x,y", shorten(argument))),
        }
    }
}
