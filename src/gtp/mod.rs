//! The Go Text Protocol, version 2, for controllers and board programs of Go. Its specification here is `protocol.md`.
//!
//! Source: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002); the analysis commands
//! as documented by Leela Zero and KataGo.

mod analysis;
mod clock;
mod commands;
mod dispatch;
mod error;
mod game;
mod gogui;
mod katago;
mod loading;
mod request;
mod response;
mod session;
mod sgf;
mod vertex;

pub use crate::server::{EngineOptions, FileGame, FileRequest, FirstGame, GameReader, SessionPanicked};
pub use commands::{COMMANDS, GtpCommand};

use std::io::{Read, Write};

/// Speaks GTP until `quit` or the end of input. A database in the options is opened as by `tengen-database`. The caller
/// must end the process: threads may still be reading, searching or writing.
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
