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

    /// Parses a line that arrived `at`, where a file name is expected: `End games.db` is one, and `END` is not.
    pub fn read_file_name(line: &str, at: Instant) -> Self {
        match Self::read(line, at) {
            input if is_file_name(line, &input) => Self::Text(line.to_owned()),
            input => input,
        }
    }

    /// Whether the next line should be the name of a file.
    pub fn expects_file_name(&self) -> bool {
        let Self::Command(Call { name, argument, .. }) = self else { return false };
        let names_file = |spec: &CommandSpec| spec.name == *name && spec.form.ends_with(", path");
        argument.is_empty() && COMMANDS.iter().any(names_file)
    }
}

/// Whether a line is a file name, even if its first word is a command: `END` and `STOP` take no arguments, arguments of
/// other commands contain no characters of paths, and a setting has a key and a value.
fn is_file_name(line: &str, input: &Input) -> bool {
    let (_, argument) = line.split_once(char::is_whitespace).unwrap_or_default();
    let has_sign = argument.contains(['.', '/', '\\']);
    match input {
        Input::End | Input::Stop => !argument.is_empty(),
        // The commands of Yixin-Board may have texts and file names as arguments.
        Input::Command(call) => !call.name.starts_with("YX") && has_sign,
        Input::Setting(_) => has_sign && argument.split_whitespace().count() == 1,
        Input::Text(_) => true,
        Input::TooLong => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_may_begin_with_the_word_of_a_command() {
        let is_name = |line| matches!(Input::read_file_name(line, Instant::now()), Input::Text(_));
        for name in ["a.db", "End games.db", "stop.db", "Stop it", "Board of An.lib", "Play C:\\a", "info games.db"] {
            assert!(is_name(name), "{name}");
        }
        for command in
            ["END", "stop", "YXSTOP", "START 15", "TURN 7,7", "BOARD", "INFO folder /a/b.c", "YXSETDATABASE a.db"]
        {
            assert!(!is_name(command), "{command}");
        }
    }
}
