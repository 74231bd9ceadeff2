//! From lines and reports of the search to commands and answers.

use super::commands::{CommandAction, CommandSpec, info};
use super::error::CommandError;
use super::game::Thinking;
use super::input::{Block, shorten, split_quoted};
use super::output::Writer;
use super::session::{Call, Pending, Piskvork, Session};
use crate::server::{Dialect, Line, LineForm, MAX_LINE, SearchEvent};
use std::ops::ControlFlow;
use std::time::Instant;
use tengen_database::knowledge::MAX_TEXT;

/// A comment without its closing mark is given up after this number of bytes: none that can be stored is longer, even
/// with a backslash before each character.
const MAX_OPEN_COMMENT: usize = 2 * MAX_TEXT;

/// The effect of a line on an open block.
enum BlockStep {
    /// The block goes on.
    More,
    /// `DONE`.
    Done,
    /// Another command: the block is dropped.
    Aborted,
}

impl Dialect for Piskvork {
    const LINES: LineForm = LineForm::AnyBreak;
    type Writer = Writer;
    type Request = Thinking;

    fn on_line(talk: &mut Session, line: Line, at: Instant) -> ControlFlow<()> {
        match line {
            Line::Text(line) => {
                log::debug!("< {line}");
                talk.join_comment(line, at).map_or(ControlFlow::Continue(()), |(line, at)| talk.on_whole_line(line, at))
            }
            Line::TooLong => {
                // The closing mark may be lost with it.
                if let Some((line, at)) = talk.dialect.open_comment.take() {
                    talk.on_whole_line(line, at)?;
                }
                talk.waiting.push_back((Line::TooLong, at));
                ControlFlow::Continue(())
            }
        }
    }

    fn execute(talk: &mut Session, line: Line, at: Instant) -> ControlFlow<()> {
        match line {
            Line::Text(line) => return talk.execute_line(&line, at),
            Line::TooLong => talk.refuse_long_line(),
        }
        ControlFlow::Continue(())
    }

    fn on_event(talk: &mut Session, event: SearchEvent) {
        talk.answer_search(event);
    }

    fn write_notice(writer: &mut Writer, text: &str) {
        writer.message(text);
    }

    fn on_end_of_input(talk: &mut Session) {
        if talk.dialect.open_comment.take().is_some() && talk.job.is_none() {
            talk.writer.error(CommandError::CommentNotClosed);
        }
    }
}

impl Session {
    /// Joins the lines of a comment in quotation marks to the one that began it: nothing in a comment is a command, not
    /// even `END`. `None` while its closing mark is missing. Lines that become too long without it are passed on as they
    /// are, and refused.
    fn join_comment(&mut self, line: String, at: Instant) -> Option<(String, Instant)> {
        let (joined, at) = match self.dialect.open_comment.take() {
            Some((begun, since)) => (begun + "\n" + &line, since),
            None => (line, at),
        };
        if is_open_comment(&joined) && joined.len() <= MAX_OPEN_COMMENT {
            self.dialect.open_comment = Some((joined, at));
            return None;
        }
        Some((joined, at))
    }

    /// What counts for a running search is done at once; everything else waits for its answer.
    fn on_whole_line(&mut self, line: String, at: Instant) -> ControlFlow<()> {
        if self.job.is_some() {
            match CommandSpec::find(&line) {
                (Some(CommandSpec { action: CommandAction::End, .. }), _) => return ControlFlow::Break(()),
                (Some(CommandSpec { action: CommandAction::Stop, .. }), _) => {
                    self.stop_job();
                    return ControlFlow::Continue(());
                }
                // It counts again in its place: for the next move, and after lines that set the same key before it.
                (_, argument) if info::is_time(&line) => {
                    info::apply(self, argument);
                    self.renew_budget();
                }
                _ => {}
            }
        }
        self.waiting.push_back((Line::Text(line), at));
        ControlFlow::Continue(())
    }

    fn refuse_long_line(&mut self) {
        let error = CommandError::LongLine(MAX_LINE);
        match &mut self.dialect.pending {
            Some(Pending::Block(block, _)) => return block.fail(error),
            Some(Pending::FileName) => self.writer.error(CommandError::UnsupportedFile),
            _ => self.writer.error(error),
        }
        self.dialect.pending = None;
    }

    /// Nothing is written after `END`.
    fn execute_line(&mut self, line: &str, at: Instant) -> ControlFlow<()> {
        let (spec, argument) = CommandSpec::find(line);
        match spec.map(|spec| spec.action) {
            Some(CommandAction::End) => return ControlFlow::Break(()),
            // There is nothing to stop. Had the search before an open block still run, STOP would not have
            // touched the block, so it never does.
            Some(CommandAction::Stop) => return ControlFlow::Continue(()),
            _ => {}
        }
        if self.dialect.pending.is_some() && self.take_pending_line(line) {
            return ControlFlow::Continue(());
        }
        match spec {
            None => self.writer.line(format_args!("UNKNOWN {}", shorten(line))),
            Some(CommandSpec { name, action: CommandAction::Run(run), .. }) => {
                let outcome = run(self, Call { name, argument, at }).and_then(|()| self.read_words_behind());
                self.write_error(outcome);
            }
            Some(_) => info::apply(self, argument),
        }
        ControlFlow::Continue(())
    }

    /// Gives a line to the command that waits for it; `false` when it is a command, which ends the waiting.
    fn take_pending_line(&mut self, line: &str) -> bool {
        let step = match &mut self.dialect.pending {
            Some(Pending::Block(block, _)) => take_line(block, line),
            _ if is_command(line) => BlockStep::Aborted,
            _ => BlockStep::Done,
        };
        if let BlockStep::More = step {
            return true;
        }
        let outcome = match (self.dialect.pending.take(), &step) {
            (Some(Pending::Block(block, end)), BlockStep::Done) => end(self, *block),
            (Some(Pending::DatabaseName), BlockStep::Done) => self.set_database(line),
            (Some(Pending::DatabaseName), _) => Err(CommandError::NoDatabaseName),
            (Some(Pending::ExchangeFile(command, _)), BlockStep::Done) => self.exchange(command, line),
            (Some(Pending::ExchangeFile(_, name)), _) => Err(CommandError::NoFileName(name)),
            (Some(Pending::FileName), _) => Err(CommandError::UnsupportedFile),
            _ => Err(CommandError::BlockUnfinished),
        };
        self.write_error(outcome);
        matches!(step, BlockStep::Done)
    }

    /// Gives the words behind a command to the block that it has opened.
    fn read_words_behind(&mut self) -> Result<(), CommandError> {
        let Some(Pending::Block(block, _)) = &mut self.dialect.pending else { return Ok(()) };
        let text = std::mem::take(&mut block.unread);
        let entries = if block.wants_text() { block.take_text(&text) } else { &text };
        for word in entries.split_whitespace() {
            match take_line(block, word) {
                BlockStep::More => {}
                BlockStep::Aborted => block.fail(CommandError::Point(shorten(word))),
                BlockStep::Done => {
                    let Some(Pending::Block(block, end)) = self.dialect.pending.take() else { return Ok(()) };
                    return end(self, *block);
                }
            }
        }
        Ok(())
    }

    fn write_error(&mut self, outcome: Result<(), CommandError>) {
        if let Err(error) = outcome {
            self.writer.error(error);
        }
    }
}

/// Gives a line to a block.
fn take_line(block: &mut Block, line: &str) -> BlockStep {
    if line.eq_ignore_ascii_case("DONE") {
        return BlockStep::Done;
    }
    if is_command(line) {
        return BlockStep::Aborted;
    }
    if block.wants_text() {
        let mut steps = block.take_text(line).split_whitespace().map(|entry| take_line(block, entry));
        return steps.find(|step| !matches!(step, BlockStep::More)).unwrap_or(BlockStep::More);
    }
    block.push(line);
    BlockStep::More
}

fn is_command(line: &str) -> bool {
    CommandSpec::find(line).0.is_some()
}

/// Whether the line begins a comment in quotation marks and does not end it.
fn is_open_comment(line: &str) -> bool {
    let (spec, text) = CommandSpec::find(line);
    spec.is_some_and(|spec| spec.name == "YXEDITTEXTDATABASE") && text.starts_with('"') && split_quoted(text).is_none()
}
