//! A line of input, read once: a call of a command, a setting, or text.

use super::info::Setting;
use super::spec::{CommandAction, CommandSpec};
use super::table::COMMANDS;
use crate::protocol::session::Call;
use std::time::Instant;

/// A line of input.
pub(crate) enum Input {
    /// A command that runs when its turn has come.
    Command(Call),
    /// `INFO`.
    Setting(Setting),
    /// `STOP`.
    Stop,
    /// `END`.
    End,
    /// A line that begins with no command: part of a block, a file's name, or nothing that is known.
    Text(String),
    /// More than [`MAX_LINE`](crate::server::MAX_LINE) bytes.
    TooLong,
}

impl Input {
    /// Reads a line that came `at`.
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
