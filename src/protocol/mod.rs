//! The Gomocup/Piskvork protocol: text in, text out. `protocol.md` is its contract.
//!
//! The session waits for input lines and for the search at once. `dispatch` decides what happens to a line in which
//! state (`game`); `commands` holds the table of commands and what each does, `input` reads their arguments, `output`
//! writes answers and reports.

mod commands;
mod dispatch;
mod error;
mod game;
mod input;
mod knowledge;
mod output;
mod session;

pub use crate::server::{MAX_LINE, SessionPanicked};
pub use commands::{
    BlockKind, COMMANDS, Command, CommandSpec, DatabaseCommand, INFO_KEYS, InfoKey, SoosorvStep, Swap2Step,
};

use crate::database::Database;
use crate::eval::Weights;
use crate::search::params::ParamOverrides;
use crate::server::{self, Engine, LineForm, Workload};
use std::io::{Read, Write};
use std::sync::Arc;

/// Speaks the protocol until `END` or the end of input, with these search parameters, and with these
/// weights under the rules that they are for. A `database` of positions is used as if
/// `YXSETDATABASE` had named it. The caller ends the process: threads may still be reading, searching or
/// writing.
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
    let workload = Workload::default();
    server::run(input, LineForm::Piskvork, &workload.clone(), |sender, events| {
        let engine = Engine::spawn(sender, weights, params);
        let mut session = session::Session::new(engine, output::Writer::new(output), workload);
        database.into_iter().for_each(|database| session.use_database(database));
        session.run(&events);
    })
}
