//! A command as data: name, form, reply, help and action.

use crate::protocol::session::CommandRun;

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
