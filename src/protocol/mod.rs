//! The Gomocup/Piskvork protocol: text in, text out. Its specification is `protocol.md`.
//!
//! The session waits for input lines and for the search at the same time. `dispatch` handles lines and events;
//! `position` is the current position; `commands` holds the table of commands and their actions; `input` parses
//! arguments; `output` writes answers and reports.

mod commands;
mod dispatch;
mod error;
mod input;
mod output;
mod position;
mod session;

pub use crate::server::{EngineOptions, MAX_LINE, SessionPanicked};
pub use commands::{COMMANDS, CommandSpec, INFO_KEYS, InfoKey};

use std::io::{Read, Write};

/// Speaks the protocol until `END` or the end of input. A database in the options is opened as by `YXSETDATABASE`. The
/// caller must end the process: threads may still be reading, searching or writing.
///
/// # Errors
/// When the session panicked.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    options: EngineOptions,
) -> Result<(), SessionPanicked> {
    crate::server::run::<session::Piskvork>(input, output, options)
}
