//! Errors in an SGF text.

use tengen::base::{BoardSize, SizeError};
use tengen::board::NotationError;
use thiserror::Error;

/// Why a text or a value is not valid SGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// A `[` without its `]`.
    #[error("line {0}: a value without its ']'")]
    OpenValue(usize),
    /// A property without a value.
    #[error("line {0}: '{1}' has no value in brackets")]
    NoValue(usize, String),
    /// A name without a capital letter.
    #[error("line {0}: '{1}' is not a property: expected capital letters, as in B[hh]")]
    Name(usize, String),
    /// A `)` without its `(`.
    #[error("line {0}: ')' without '('")]
    NotOpened(usize),
    /// A character that is not allowed at this place.
    #[error("line {0}: '{1}' instead of '(', ')', ';' or a property")]
    Unexpected(usize, char),
    /// A missing `)`.
    #[error("line {0}: expected ')' at the end of the game")]
    NotClosed(usize),
    /// The text is empty.
    #[error("expected a game, as in (;SZ[15];B[hh])")]
    Empty,
    /// Another game, with a description.
    #[error("{0}, not five in a row")]
    OtherGame(String),
    /// `SZ` is not `15` or `20:10`.
    #[error("SZ[{0}] is not a size: expected a number, or two as in SZ[20:10]")]
    Size(String),
    /// `SZ` is a size that no board has.
    #[error(transparent)]
    BoardSize(#[from] SizeError),
    /// A move without a point.
    #[error("a pass: not allowed in five-in-a-row")]
    Pass,
    /// A value that is not a point on the board.
    #[error("'{0}' is not a point on a {1} board")]
    Point(String, BoardSize),
    /// A value such as `h8` that is not a point on the board.
    #[error(transparent)]
    Notation(#[from] NotationError),
}
