//! Parsing of a line of input: a command call, a setting, or text.

use super::info::Setting;
use super::spec::{CommandAction, CommandSpec};
use super::table::COMMANDS;
use crate::protocol::session::Call;
use std::time::Instant;

/// A line of input.
pub(crate) enum Input {
    /// A command that runs in its turn.
    Command(Call),
    /// `INFO`.
    Setting(Setting),
    /// `STOP`.
    Stop,
    /// `END`.
    End,
    /// A line that does not begin with a command: part of a block, a file name, or unknown.
    Text(String),
    /// A line of more than [`MAX_LINE`](crate::server::MAX_LINE) bytes.
    TooLong,
}

impl Input {
    /// Parses a line that arrived `at`.
    pub fn read(line: &str, at: Instant) -> Self {
        let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = argument.trim();
        match COMMANDS.iter().find(|spec| spec.name.eq_ignore_ascii_case(word)) {
            Some(&CommandSpec { name, action: CommandAction::Run(run), .. }) => {
                Self::Command(Call { name, run, argument: argument.to_owned(), at })
            }
            Some(CommandSpec { action: CommandAction::Setting, .. }) => Self::Setting(Setting::read(argument)),
            Some(CommandSpec { action: CommandAction::Stop, .. }) => Self::Stop,
            Some(CommandSpec { action: CommandAction::End, .. }) => Self::End,
            None => Self::Text(line.to_owned()),
        }
    }
}
