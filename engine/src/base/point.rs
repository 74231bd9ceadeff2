//! Points of a board and its size.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// An intersection, numbered row by row from the top left: `y * width + x`.
///
/// A point alone does not know its board; [`BoardSize`] turns it into coordinates and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(pub u16);

impl Point {
    /// The number as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Width and height of a board, each from 5 to 120.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// Why numbers or a text are not a board size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SizeError {
    /// A width or height outside 5 to 120.
    #[error("board width and height must be {min} to {max}", min = BoardSize::MIN, max = BoardSize::MAX)]
    OutOfRange,
    /// A text that is neither a side nor a width and a height.
    #[error("'{0}' is not a board size such as 15 or 20x10")]
    NotASize(String),
}

impl BoardSize {
    /// The smallest width and height.
    pub const MIN: usize = 5;
    /// The largest width and height.
    pub const MAX: usize = 120;

    /// A board of `width` x `height` cells.
    ///
    /// # Errors
    /// When either is outside 5 to 120.
    pub fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        let fits = |n| (Self::MIN..=Self::MAX).contains(&n);
        let size = Self { width: width as u8, height: height as u8 };
        if fits(width) && fits(height) { Ok(size) } else { Err(SizeError::OutOfRange) }
    }

    /// A square board of `side` x `side` cells.
    ///
    /// # Errors
    /// When `side` is outside 5 to 120.
    pub fn square(side: usize) -> Result<Self, SizeError> {
        Self::new(side, side)
    }

    /// Cells in a row.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Cells in a column.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of cells.
    pub const fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// The point at column `x` from the left and row `y` from the top, 0-based, if it is on the board.
    pub fn point(self, x: i32, y: i32) -> Option<Point> {
        let on_board = x >= 0 && y >= 0 && x < self.width() as i32 && y < self.height() as i32;
        on_board.then(|| Point((y as usize * self.width() + x as usize) as u16))
    }

    /// Column from the left and row from the top, 0-based.
    pub const fn xy(self, point: Point) -> (i32, i32) {
        let w = self.width as u16;
        ((point.0 % w) as i32, (point.0 / w) as i32)
    }

    /// The center; right of and below the middle when there are two.
    pub const fn center(self) -> Point {
        Point((self.height() / 2 * self.width() + self.width() / 2) as u16)
    }

    /// Distance of two points in king's moves: the larger of their distances in columns and rows.
    pub fn distance(self, a: Point, b: Point) -> i32 {
        let ((ax, ay), (bx, by)) = (self.xy(a), self.xy(b));
        (ax - bx).abs().max((ay - by).abs())
    }

    /// All points, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.cells() as u16).map(Point)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for BoardSize {
    type Err = SizeError;

    /// Reads `15` or `20x10`.
    fn from_str(text: &str) -> Result<Self, SizeError> {
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let number = |side: &str| {
            let digits = Some(side).filter(|side| side.bytes().all(|byte| byte.is_ascii_digit()));
            digits.and_then(|digits| digits.parse().ok()).ok_or_else(|| SizeError::NotASize(text.to_owned()))
        };
        Self::new(number(width)?, number(height)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_read_as_it_is_written_and_as_a_side() {
        for (text, size) in [("15", BoardSize::square(15)), ("20x10", BoardSize::new(20, 10))] {
            assert_eq!(text.parse(), size);
            assert_eq!(size.clone().unwrap().to_string().parse(), size);
        }
        assert_eq!("5X6".parse(), BoardSize::new(5, 6));
        for wrong in ["", "x", "15x", "15x15x15", "-5", "+15", "15.0"] {
            assert_eq!(wrong.parse::<BoardSize>(), Err(SizeError::NotASize(wrong.to_owned())));
        }
        assert_eq!("4x15".parse::<BoardSize>(), Err(SizeError::OutOfRange));
    }
}
