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
mod request;
mod response;
mod session;
mod vertex;

pub use crate::server::SessionPanicked;
pub use commands::{COMMANDS, GtpCommand};

use crate::database::Database;
use crate::eval::Weights;
use crate::search::params::ParamOverrides;
use crate::server::{self, Engine, LineForm, Workload};
use std::io::{Read, Write};
use std::sync::Arc;

/// Speaks GTP until `quit` or the end of input, with these search parameters, and with these weights under the rules
/// that they are for. A `database` of positions is used as if `tengen-database` had named it. The caller ends the
/// process: threads may still be reading, searching or writing.
///
/// # Errors
/// When the session panicked.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    weights: Vec<Arc<Weights>>,
    params: ParamOverrides,
    database: Option<Database>,
) -> Result<(), SessionPanicked> {
    server::run(input, LineForm::Gtp, &Workload::default(), |sender, events| {
        let engine = Engine::spawn(sender, weights, params);
        if let Some(mut session) = session::GtpSession::new(engine, response::ResponseWriter::new(output)) {
            session.database = database;
            session.run(&events);
        }
    })
}
