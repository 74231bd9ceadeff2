//! Executes commands and handles events of the search.

use super::commands::Input;
use super::error::CommandError;
use super::input::{Block, shorten};
use super::output::Writer;
use super::position::Thinking;
use super::session::{Call, Pending, Piskvork, Session};
use crate::server::{Dialect, Line, LineForm, MAX_LINE, SearchEvent};
use std::ops::ControlFlow;
use std::time::Instant;
use tengen::board::parse_point;

/// The effect of a line on an open block.
pub(super) enum BlockStep {
    /// The block continues.
    More,
    /// `DONE` ends the block.
    Done,
    /// Another command: the block is dropped.
    Aborted,
}

impl Dialect for Piskvork {
    const LINES: LineForm = LineForm::AnyBreak;
    type Writer = Writer;
    type Input = Input;
    type Request = Thinking;

    /// Joins the lines of a quoted comment to the line that began it: no line of a comment is a command, not even
    /// `END`. Lines that become too long without the closing quotation mark are passed on unchanged, and refused.
    fn on_line(session: &mut Session, line: Line, at: Instant) -> ControlFlow<()> {
        let begun = session.dialect.open_comment.take();
        let expects_file_name = std::mem::take(&mut session.dialect.expects_file_name);
        let input = match (line, begun) {
            (Line::Text(line), None) if expects_file_name => Input::read_file_name(&line, at),
            (Line::Text(line), None) => Input::read(&line, at),
            (Line::Text(line), Some(call)) => Input::Command(Call { argument: call.argument + "\n" + &line, ..call }),
            // The long line may have contained the closing mark.
            (Line::TooLong, Some(call)) => {
                session.on_input(Input::Command(call))?;
                Input::TooLong
            }
            (Line::TooLong, None) => Input::TooLong,
        };
        match input {
            Input::Command(call) if call.is_open_comment() => {
                session.dialect.open_comment = Some(call);
                ControlFlow::Continue(())
            }
            input => {
                session.dialect.expects_file_name = input.expects_file_name();
                session.on_input(input)
            }
        }
    }

    /// Executes an input. Nothing is written after `END`.
    fn execute(session: &mut Session, input: Input) -> ControlFlow<()> {
        match input {
            Input::End => return ControlFlow::Break(()),
            // No search is running. STOP never affects an open block, because it would not if the search before the
            // block were still running.
            Input::Stop => {}
            Input::TooLong => session.refuse_long_line(),
            input if session.take_pending_line(&input) => {}
            Input::Text(line) => session.writer.line(format_args!("UNKNOWN {}", shorten(&line))),
            Input::Setting(setting) => setting.apply(session),
            Input::Command(call) => {
                let outcome = (call.run)(session, call);
                session.write_error(outcome);
            }
        }
        ControlFlow::Continue(())
    }

    fn on_event(session: &mut Session, event: SearchEvent) {
        session.answer_search(event);
    }

    fn write_notice(writer: &mut Writer, text: &str) {
        writer.message(text);
    }

    fn on_end_of_input(session: &mut Session) {
        // Refused in its turn, after the answer of a search.
        if let Some(call) = session.dialect.open_comment.take() {
            session.waiting.push_back(Input::Command(Call { run: |_, _| Err(CommandError::CommentNotClosed), ..call }));
        }
    }
}

impl Session {
    /// Handles input that applies to a running search at once; other input waits for the answer of the search.
    fn on_input(&mut self, input: Input) -> ControlFlow<()> {
        if self.job.is_some() {
            match &input {
                Input::End => return ControlFlow::Break(()),
                Input::Stop => {
                    self.stop_job();
                    return ControlFlow::Continue(());
                }
                // The setting is applied again in its turn: for the next move, and after earlier lines with the same
                // key.
                Input::Setting(setting) if setting.is_time() => {
                    setting.apply(self);
                    self.renew_budget();
                }
                _ => {}
            }
        }
        self.waiting.push_back(input);
        ControlFlow::Continue(())
    }

    fn refuse_long_line(&mut self) {
        let error = CommandError::LongLine(MAX_LINE);
        match &mut self.dialect.pending {
            Some(Pending::Block(block, _)) => return block.fail(error),
            _ => self.writer.error(error),
        }
        self.dialect.pending = None;
    }

    /// Passes a line to the command that waits for it. `false` if none does, or if the line is another command, which
    /// ends the waiting.
    fn take_pending_line(&mut self, input: &Input) -> bool {
        let step = match &mut self.dialect.pending {
            None => return false,
            Some(Pending::Block(block, _)) => block.take_line(input),
            Some(_) if matches!(input, Input::Text(_)) => BlockStep::Done,
            Some(_) => BlockStep::Aborted,
        };
        if let BlockStep::More = step {
            return true;
        }
        let is_done = matches!(step, BlockStep::Done);
        let outcome = match (self.dialect.pending.take(), input) {
            (Some(Pending::Block(block, end)), _) if is_done => end(self, *block),
            (Some(Pending::FileName(command, end)), Input::Text(name)) => self.end_file(command, name, end),
            (Some(Pending::FileName(command, _)), _) => Err(CommandError::NoFileName(command)),
            _ => Err(CommandError::BlockUnfinished),
        };
        self.write_error(outcome);
        is_done
    }

    fn write_error(&mut self, outcome: Result<(), CommandError>) {
        let Err(error) = outcome else { return };
        match (error, self.size()) {
            (CommandError::Opening(error), Ok(size)) => {
                let order = self.dialect.coordinates;
                let point = |name: &str| {
                    parse_point(size, name).map_or_else(|_| name.to_owned(), |point| order.format(size, point))
                };
                self.writer.error(error.with_points(point));
            }
            (error, _) => self.writer.error(error),
        }
    }
}

impl Block {
    fn take_line(&mut self, input: &Input) -> BlockStep {
        match input {
            Input::Text(line) if line.eq_ignore_ascii_case("DONE") => BlockStep::Done,
            Input::Text(line) if self.wants_text() => self.take_words(line),
            Input::Text(line) => {
                self.push(line);
                BlockStep::More
            }
            _ => BlockStep::Aborted,
        }
    }

    /// Takes a line with several entries: behind a command, or behind the text that its command has.
    pub(super) fn take_words(&mut self, line: &str) -> BlockStep {
        let entries = if self.wants_text() { self.take_text(line) } else { line };
        for word in entries.split_whitespace() {
            match self.take_line(&Input::read(word, self.since)) {
                BlockStep::More => {}
                BlockStep::Done => return BlockStep::Done,
                BlockStep::Aborted => self.fail(CommandError::Point(shorten(word))),
            }
        }
        BlockStep::More
    }
}
