//! The two colors.

use std::ops::Not;
use thiserror::Error;

/// The color of a stone. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// Moves first; has forbidden points under renju.
    Black = 0,
    /// Moves second.
    White = 1,
}

impl Color {
    /// Both colors, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// 0 for Black, 1 for White.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side to move after this number of turns, of which this color has the first.
    pub fn after(self, turns: usize) -> Color {
        if turns.is_multiple_of(2) { self } else { !self }
    }

    /// `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// A text that names neither color.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is neither black nor white")]
pub struct ColorError(pub String);

impl std::str::FromStr for Color {
    type Err = ColorError;

    /// Reads `black` or `white`, in any case, or their first letters.
    fn from_str(text: &str) -> Result<Self, ColorError> {
        match text.to_ascii_lowercase().as_str() {
            "black" | "b" => Ok(Color::Black),
            "white" | "w" => Ok(Color::White),
            _ => Err(ColorError(text.to_owned())),
        }
    }
}
