//! Errors of the page's requests.

use serde::Serialize;
use std::num::{ParseFloatError, ParseIntError, TryFromIntError};
use tengen_game::without_codes;

/// Kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// Not a message of this protocol.
    Message,
    /// The position is impossible.
    Position,
    /// The game is over, or there is no such move.
    Over,
    /// The opening rule does not allow this.
    Opening,
    /// The text is not a game.
    Unreadable,
    /// The format cannot hold the game.
    Unwritable,
    /// The text is larger than any game.
    TooLarge,
    /// Stopped by a later request.
    Stopped,
    /// Too many searches are running.
    Busy,
    /// The time was over before anything was found.
    NoTime,
    /// There is no database.
    NoDatabase,
    /// The file is not a database that can be opened.
    Database,
    /// The library is not open.
    NoLibrary,
    /// The database may not be changed.
    ReadOnly,
    /// Internal error.
    Failed,
}

/// Error of a request.
#[derive(Debug)]
pub struct RequestError {
    /// Kind of error.
    pub code: ErrorCode,
    /// Reason in English.
    pub message: String,
    /// Whether the reason adds to the code.
    pub detail: bool,
    /// For an impossible position: number of the first impossible move, from 1.
    pub number: Option<usize>,
}

impl RequestError {
    /// An error that its code describes completely.
    pub fn plain(code: ErrorCode, message: &str) -> Self {
        Self { code, message: message.to_owned(), detail: false, number: None }
    }

    /// An error whose reason adds to its code.
    pub const fn detailed(code: ErrorCode, message: String) -> Self {
        Self { code, message, detail: true, number: None }
    }

    /// An error with its causes as the reason.
    pub fn because(code: ErrorCode, error: &anyhow::Error) -> Self {
        Self::detailed(code, reason(error))
    }
}

/// An error and its causes, without the standard library's texts about numbers, as the outer error names the number,
/// and without system error numbers.
fn reason(error: &anyhow::Error) -> String {
    let is_plain = |cause: &&(dyn std::error::Error + 'static)| {
        !cause.is::<ParseIntError>() && !cause.is::<ParseFloatError>() && !cause.is::<TryFromIntError>()
    };
    without_codes(&error.chain().filter(is_plain).map(ToString::to_string).collect::<Vec<_>>().join(": "))
}
