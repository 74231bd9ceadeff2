//! The Go Text Protocol, version 2, for controllers and board programs of Go. `protocol.md` is its
//! contract.
//!
//! Source: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002); the
//! analysis commands as Leela Zero and KataGo document them.

mod analysis;
mod clock;
mod commands;
mod dispatch;
mod error;
mod game;
mod gogui;
mod loading;
mod reply;
mod request;
mod response;
mod session;
mod sgf;
mod vertex;

pub use crate::server::{EngineOptions, FileGame, FileRequest, GameReader, SessionPanicked};
pub use commands::{COMMANDS, GtpCommand};

use std::io::{Read, Write};

/// Speaks GTP until `quit` or the end of input. A database of the options is used as if `tengen-database` had named it.
/// The caller ends the process: threads may still be reading, searching or writing.
///
/// # Errors
/// When the session panicked.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    options: EngineOptions,
) -> Result<(), SessionPanicked> {
    crate::server::run::<session::Gtp>(input, output, options)
}
