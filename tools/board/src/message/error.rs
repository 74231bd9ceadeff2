//! Errors of the page's requests.

use serde::Serialize;
use std::error::Error;
use std::num::{ParseFloatError, ParseIntError, TryFromIntError};
use tengen::base::{ColorError, RuleError, SizeError};
use tengen::board::NotationError;
use tengen_database::Reason;
use tengen_game::formats::ReadError;
use tengen_game::{ImpossibleGame, without_codes};

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
    /// The reason.
    pub reason: Reason,
    /// Whether the reason adds to the code.
    pub detail: bool,
    /// For an impossible position: number of the first impossible move, from 1.
    pub number: Option<usize>,
}

impl RequestError {
    /// An error that its code describes completely.
    pub fn plain(code: ErrorCode, message: &str) -> Self {
        Self { code, reason: Reason::text(message), detail: false, number: None }
    }

    /// An error whose reason adds to its code.
    pub fn detailed(code: ErrorCode, reason: impl Into<Reason>) -> Self {
        let reason = reason.into();
        let message = without_codes(&reason.message);
        Self { code, reason: Reason { message, ..reason }, detail: true, number: None }
    }

    /// An error with its causes as the reason.
    pub fn because(code: ErrorCode, error: &anyhow::Error) -> Self {
        Self::detailed(code, reason(error))
    }
}

/// The reason that an error is, or else a sentence of the error and its causes without the standard library's texts about
/// numbers, as the outer error names the number.
fn reason(error: &anyhow::Error) -> Reason {
    fn of<E: Error + Clone + Into<Reason> + 'static>(error: &(dyn Error + 'static)) -> Option<Reason> {
        error.downcast_ref::<E>().cloned().map(Into::into)
    }
    let kinds = [
        of::<Reason>,
        of::<ReadError>,
        of::<ImpossibleGame>,
        of::<NotationError>,
        of::<SizeError>,
        of::<RuleError>,
        of::<ColorError>,
    ];
    let is_plain = |cause: &&(dyn Error + 'static)| {
        !cause.is::<ParseIntError>() && !cause.is::<ParseFloatError>() && !cause.is::<TryFromIntError>()
    };
    let sentence = || error.chain().filter(is_plain).map(ToString::to_string).collect::<Vec<_>>().join(": ");
    let outer = error.chain().next();
    outer.and_then(|outer| kinds.iter().find_map(|of| of(outer))).unwrap_or_else(|| Reason::text(sentence()))
}
