//! Specification of a command as data: name, form, reply, help and action.

use crate::protocol::session::CommandRun;

/// A command's row in the table of `protocol.md`, with its action.
#[derive(Clone, Copy)]
pub struct CommandSpec {
    /// Name of the command, the first word of the line, in capitals.
    pub name: &'static str,
    /// Name and arguments.
    pub form: &'static str,
    /// The regular reply.
    pub reply: &'static str,
    /// Its effect.
    pub help: &'static str,
    /// Whether the published protocol lacks it.
    pub extension: bool,
    pub(in crate::protocol) action: CommandAction,
}

/// When and how a command is executed.
#[derive(Clone, Copy)]
pub(in crate::protocol) enum CommandAction {
    /// Runs in its turn.
    Run(CommandRun),
    /// `INFO`: applied in its turn, or at once if it sets the clock of a running search.
    Setting,
    /// `STOP`: executed at once.
    Stop,
    /// `END`: executed at once.
    End,
}

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
