//! The content of a cell of the board.

use super::Color;

/// A cell's content. The numbers are the two bits of a cell in the line keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// No stone.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Belongs to nobody and ends every run: a cell off the board, or a finished line of a continuous game.
    Neutral = 3,
}

impl From<Color> for Cell {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

impl Cell {
    /// The cell whose number is in the two lowest bits.
    pub const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Cell::Empty,
            1 => Cell::Black,
            2 => Cell::White,
            _ => Cell::Neutral,
        }
    }

    /// The color of the stone, if there is one.
    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Neutral => None,
        }
    }

    /// The cell with the colors exchanged.
    pub const fn color_swapped(self) -> Self {
        match self {
            Cell::Black => Cell::White,
            Cell::White => Cell::Black,
            other => other,
        }
    }
}
