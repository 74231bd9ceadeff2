//! Errors in an SGF text.

use crate::{Reason, why};
use std::fmt;
use tengen::base::{BoardSize, SizeError};
use tengen::board::NotationError;
use thiserror::Error;

/// Why a text or a value is not valid SGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// A `[` without its `]`.
    OpenValue(usize),
    /// A property without a value.
    NoValue(usize, String),
    /// A name without a capital letter.
    Name(usize, String),
    /// A `)` without its `(`.
    NotOpened(usize),
    /// A character that is not allowed at this place.
    Unexpected(usize, char),
    /// A missing `)`.
    NotClosed(usize),
    /// The text is empty.
    Empty,
    /// Another game; the reason names it.
    OtherGame(Reason),
    /// `SZ` is not `15` or `20:10`.
    Size(String),
    /// `SZ` is a size that no board has.
    BoardSize(SizeError),
    /// A move without a point.
    Pass,
    /// A value that is not a point on the board.
    Point(String, BoardSize),
    /// A value such as `h8` that is not a point on the board.
    Notation(NotationError),
}

impl From<SgfError> for Reason {
    fn from(error: SgfError) -> Self {
        match error {
            SgfError::OpenValue(line) => why::line(why::bracket(), line),
            SgfError::NoValue(line, name) => why::line(why::no_value(name), line),
            SgfError::Name(line, text) => why::line(why::property(text), line),
            SgfError::NotOpened(line) => why::line(why::not_opened(), line),
            SgfError::Unexpected(line, text) => why::line(why::instead(text), line),
            SgfError::NotClosed(line) => why::line(why::parenthesis(), line),
            SgfError::Empty => why::empty_sgf(),
            SgfError::OtherGame(reason) => reason,
            SgfError::Size(text) => why::size(text),
            SgfError::BoardSize(error) => error.into(),
            SgfError::Pass => Self::text("a pass: not allowed in five-in-a-row"),
            SgfError::Point(text, size) => why::point(text, size),
            SgfError::Notation(error) => error.into(),
        }
    }
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reason::from(self.clone()).fmt(f)
    }
}
