//! A command as data: name, form, reply, help and action; and a line of input as a call of it.

use super::info::Setting;
use super::table::COMMANDS;
use crate::protocol::error::CommandError;
use crate::protocol::input::split_quoted;
use crate::protocol::session::Session;
use std::time::Instant;
use tengen_database::knowledge::MAX_TEXT;

/// A command's row in the table of `protocol.md`, with its action.
#[derive(Clone, Copy)]
pub struct CommandSpec {
    /// The word that begins the line, in capitals.
    pub name: &'static str,
    /// The whole form.
    pub form: &'static str,
    /// The regular reply.
    pub reply: &'static str,
    /// What it does.
    pub help: &'static str,
    /// Whether the published protocol lacks it.
    pub extension: bool,
    pub(in crate::protocol) action: CommandAction,
}

/// What a command does.
#[derive(Clone, Copy)]
pub(in crate::protocol) enum CommandAction {
    /// When its turn has come.
    Run(CommandRun),
    /// `INFO`: at once, when it sets the clock of a running search.
    Setting,
    /// `STOP`: at once.
    Stop,
    /// `END`: at once.
    End,
}

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

/// A command as it was sent.
pub(crate) struct Call {
    /// Its name in the table.
    pub name: &'static str,
    /// What it does.
    pub(in crate::protocol) run: CommandRun,
    /// The text behind it.
    pub argument: String,
    /// Its time of arrival.
    pub at: Instant,
}

/// A comment without its closing mark is given up after this number of bytes: none that can be stored is longer, even
/// with a backslash before each character.
const MAX_OPEN_COMMENT: usize = 2 * MAX_TEXT;

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

impl Call {
    /// Whether a comment in quotation marks begins behind the command and may still end.
    pub fn is_open_comment(&self) -> bool {
        let Self { name, argument, .. } = self;
        let begins = *name == "YXEDITTEXTDATABASE" && argument.starts_with('"') && argument.len() <= MAX_OPEN_COMMENT;
        begins && split_quoted(argument).is_none()
    }
}

pub(crate) type CommandRun = fn(&mut Session, Call) -> Result<(), CommandError>;

pub(super) const fn stop(name: &'static str) -> CommandSpec {
    CommandSpec { extension: true, ..special(name, CommandAction::Stop, name, "none of its own", "answer now") }
}

pub(super) const fn standard(
    name: &'static str,
    run: CommandRun,
    form: &'static str,
    reply: &'static str,
    help: &'static str,
) -> CommandSpec {
    special(name, CommandAction::Run(run), form, reply, help)
}

pub(super) const fn extension(
    name: &'static str,
    run: CommandRun,
    form: &'static str,
    reply: &'static str,
    help: &'static str,
) -> CommandSpec {
    CommandSpec { extension: true, ..standard(name, run, form, reply, help) }
}

pub(super) const fn special(
    name: &'static str,
    action: CommandAction,
    form: &'static str,
    reply: &'static str,
    help: &'static str,
) -> CommandSpec {
    CommandSpec { name, form, reply, help, extension: false, action }
}
