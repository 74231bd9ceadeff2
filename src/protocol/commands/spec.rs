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

pub(super) const fn stop(form: &'static str) -> CommandSpec {
    CommandSpec { extension: true, ..special(form, "none of its own", "answer now", CommandAction::Stop) }
}

pub(super) const fn standard(
    form: &'static str,
    reply: &'static str,
    help: &'static str,
    run: CommandRun,
) -> CommandSpec {
    special(form, reply, help, CommandAction::Run(run))
}

pub(super) const fn extension(
    form: &'static str,
    reply: &'static str,
    help: &'static str,
    run: CommandRun,
) -> CommandSpec {
    CommandSpec { extension: true, ..standard(form, reply, help, run) }
}

/// A command whose form begins with its name.
pub(super) const fn special(
    form: &'static str,
    reply: &'static str,
    help: &'static str,
    action: CommandAction,
) -> CommandSpec {
    let mut end = 0;
    while end < form.len() && form.as_bytes()[end].is_ascii_alphanumeric() {
        end += 1;
    }
    CommandSpec { name: form.split_at(end).0, form, reply, help, extension: false, action }
}
