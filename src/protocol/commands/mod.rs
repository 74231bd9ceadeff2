//! The commands: their table, and what each of them does.

mod analysis;
mod command;
mod database;
mod deletion;
pub(in crate::protocol) mod info;
mod openings;
mod setup;
mod table;

pub use command::{BlockKind, Command, DatabaseCommand, SoosorvStep, Swap2Step};
pub use info::{INFO_KEYS, InfoKey};
pub use table::{COMMANDS, CommandSpec};
