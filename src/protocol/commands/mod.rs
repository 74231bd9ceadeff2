//! The table of commands, and their actions.

mod analysis;
mod blocking;
mod database;
mod deletion;
mod exchange;
pub(super) mod info;
mod line;
mod openings;
mod setup;
mod spec;
mod table;

pub use info::{INFO_KEYS, InfoKey};
pub(super) use line::Input;
pub use spec::CommandSpec;
pub use table::COMMANDS;
