//! The Gomocup/Piskvork protocol: text in, text out. `protocol.md` is its contract.
//!
//! A reader thread turns standard input into lines, a search thread turns positions into moves, and
//! the [`Session`] between them never waits for one without hearing the other.

mod analysis;
mod block;
mod command;
mod coordinates;
mod engine;
mod game;
mod reader;
mod report;
mod session;
mod settings;
mod writer;

pub use command::{COMMANDS, Command, CommandSpec, INFO_KEYS, InfoSpec};
pub use reader::MAX_LINE;
pub use session::Session;

use crate::eval::Weights;
use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Instant;

/// What the session hears.
enum Event {
    /// A line of input, when it came.
    Line(String, Instant),
    /// A line of more than [`MAX_LINE`] bytes; its text is thrown away.
    LongLine,
    /// The manager is gone.
    EndOfInput,
    /// The search's news.
    Engine(engine::News),
}

/// Speaks the protocol until `END` or the end of input, with these weights under the rules that they
/// are for.
pub fn run(input: impl Read + Send + 'static, output: impl Write, weights: Vec<Arc<Weights>>) {
    let (sender, events) = mpsc::channel();
    reader::spawn(input, sender.clone());
    let engine = engine::Engine::spawn(sender, weights);
    Session::new(engine, writer::Writer::new(output)).run(&events);
}
