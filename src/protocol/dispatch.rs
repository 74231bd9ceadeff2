//! From events to commands: what is executed at once, what waits for the move, and when to leave.

use super::commands::info;
use super::commands::{BlockKind, Command, DatabaseCommand};
use super::error::CommandError;
use super::game::{Pending, State};
use super::input::Step;
use super::input::{shorten, split_quoted};
use super::session::{Input, Session};
use crate::database::MAX_TEXT;
use crate::server::Event;
use crate::server::{EXIT_GRACE, MAX_LINE};
use std::sync::mpsc::Receiver;
use std::time::Instant;

/// A comment without its closing mark is given up after this number of bytes: none that can be stored is longer, even
/// with a backslash before each character.
const MAX_OPEN_COMMENT: usize = 2 * MAX_TEXT;

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

impl Session {
    /// Handles events until the conversation ends. Nothing is written after `END`.
    pub(super) fn run(mut self, events: &Receiver<Event>) {
        while let Some(event) = self.next_event(events) {
            if !matches!(event, Event::Search(_)) {
                self.stop_pondering();
            }
            let flow = match event {
                Event::Line(line, at) => self.on_line(line, at),
                Event::LongLine => self.on_long_line(),
                Event::EndOfInput => self.on_end_of_input(),
                Event::Search(event) => {
                    self.on_search_event(event);
                    Flow::Continue
                }
            };
            if flow == Flow::Quit || self.execute_waiting() == Flow::Quit {
                break;
            }
        }
        self.stop_thinking();
        self.stop_pondering();
    }

    /// The next event; `None` when there will be none or the time after the end of input is over.
    fn next_event(&self, events: &Receiver<Event>) -> Option<Event> {
        match self.closing_since {
            Some(since) => events.recv_timeout(EXIT_GRACE.saturating_sub(since.elapsed())).ok(),
            None => events.recv().ok(),
        }
    }

    fn on_line(&mut self, line: String, at: Instant) -> Flow {
        log::debug!("< {line}");
        self.join_comment(line, at).map_or(Flow::Continue, |(line, at)| self.on_whole_line(line, at))
    }

    /// Joins the lines of a comment in quotation marks to the one that began it: nothing in a comment is a command, not
    /// even `END`. `None` while its closing mark is missing. Lines that become too long without it are passed on as they
    /// are, and refused.
    fn join_comment(&mut self, line: String, at: Instant) -> Option<(String, Instant)> {
        let (joined, at) = match self.open_comment.take() {
            Some((begun, since)) => (begun + "\n" + &line, since),
            None => (line, at),
        };
        if is_open_comment(&joined) && joined.len() <= MAX_OPEN_COMMENT {
            self.open_comment = Some((joined, at));
            return None;
        }
        Some((joined, at))
    }

    fn on_whole_line(&mut self, line: String, at: Instant) -> Flow {
        if self.state.thinking().is_none() {
            return self.execute_line(&line, at);
        }
        match Command::parse(&line) {
            (Some(Command::Stop), _) => self.stop_thinking(),
            (Some(Command::End), _) => return Flow::Quit,
            (Some(Command::Info), argument) if info::parse(argument).0.is_some_and(|key| key.is_time) => {
                info::apply(&mut self.settings, argument);
                self.renew_budget();
                // It counts again in its place: for the next move, and after lines that set the same key before it.
                self.waiting.push_back(Input::Time(line, at));
            }
            _ => self.waiting.push_back(Input::Line(line, at)),
        }
        Flow::Continue
    }

    fn on_long_line(&mut self) -> Flow {
        // The closing mark may be lost with it.
        if let Some((line, at)) = self.open_comment.take() {
            self.on_whole_line(line, at);
        }
        match self.state.thinking() {
            Some(_) => self.waiting.push_back(Input::LongLine),
            None => self.refuse_long_line(),
        }
        Flow::Continue
    }

    /// The manager is gone. A running search is answered with the best move so far, for scripts that
    /// send all commands at once.
    fn on_end_of_input(&mut self) -> Flow {
        let is_open = self.open_comment.take().is_some();
        if self.state.thinking().is_none() {
            if is_open {
                self.writer.error(CommandError::CommentNotClosed);
            }
            return Flow::Quit;
        }
        self.stop_thinking();
        self.closing_since.get_or_insert_with(Instant::now);
        Flow::Continue
    }

    /// Executes what came while the engine was thinking; then, after the end of input, leaves.
    fn execute_waiting(&mut self) -> Flow {
        while self.state.thinking().is_none() {
            if self.closing_since.is_some_and(|since| since.elapsed() >= EXIT_GRACE) {
                return Flow::Quit;
            }
            match self.waiting.pop_front() {
                Some(Input::Line(line, at) | Input::Time(line, at)) => {
                    let done = self.workload.done();
                    if self.execute_line(&line, at) == Flow::Quit {
                        return Flow::Quit;
                    }
                    // The time after the end of input is for lines that take none: work on the database is waited for.
                    if self.closing_since.is_some() && self.workload.done() != done {
                        self.closing_since = Some(Instant::now());
                    }
                }
                Some(Input::LongLine) => self.refuse_long_line(),
                None if self.closing_since.is_some() => return Flow::Quit,
                None => break,
            }
        }
        Flow::Continue
    }

    fn refuse_long_line(&mut self) {
        let error = CommandError::LongLine(MAX_LINE);
        match &mut self.state {
            State::InBlock(Pending::Block(block), _) => block.fail(error),
            State::InBlock(Pending::DatabaseName, _) => {
                self.state.close();
                self.writer.error(error);
            }
            State::InBlock(Pending::FileName, _) => {
                self.state.close();
                self.writer.error(CommandError::UnsupportedFile);
            }
            _ => self.writer.error(error),
        }
    }

    fn execute_line(&mut self, line: &str, at: Instant) -> Flow {
        let (command, argument) = Command::parse(line);
        match command {
            Some(Command::End) => return Flow::Quit,
            // There is nothing to stop. Had the search before an open block still run, STOP would not have
            // touched the block, so it never does.
            Some(Command::Stop) => return Flow::Continue,
            _ => {}
        }
        if self.state.is_in_block() && self.take_block_line(line) {
            return Flow::Continue;
        }
        match command {
            None => self.writer.line(format_args!("UNKNOWN {}", shorten(line))),
            Some(command) => {
                let outcome = self.execute(command, argument, at);
                self.write_error(outcome);
            }
        }
        Flow::Continue
    }

    /// Gives a line to the open block; `false` when it is a command, which ends the block.
    fn take_block_line(&mut self, line: &str) -> bool {
        let step = match &mut self.state {
            State::InBlock(Pending::Block(block), _) => block.push(line),
            _ if Command::parse(line).0.is_some() => Step::Aborted,
            _ => Step::Done,
        };
        if let Step::More = step {
            return true;
        }
        let outcome = match (self.state.close(), &step) {
            (Some(Pending::Block(block)), Step::Done) => self.finish_block(block),
            (Some(Pending::DatabaseName), Step::Done) => self.set_database(line),
            (Some(Pending::DatabaseName), _) => Err(CommandError::NoDatabaseName),
            (Some(Pending::FileName), _) => Err(CommandError::UnsupportedFile),
            _ => Err(CommandError::BlockUnfinished),
        };
        self.write_error(outcome);
        matches!(step, Step::Done)
    }

    fn write_error(&mut self, outcome: Result<(), CommandError>) {
        if let Err(error) = outcome {
            self.writer.error(error);
        }
    }

    fn execute(&mut self, command: Command, argument: &str, at: Instant) -> Result<(), CommandError> {
        match command {
            Command::Start => self.start(argument)?,
            Command::RectStart => self.start_rectangle(argument)?,
            Command::Restart => self.restart()?,
            Command::Begin => self.begin(at)?,
            Command::Turn => self.turn(argument, at)?,
            Command::Block(kind) => self.open_block(kind, argument, at)?,
            Command::Takeback => self.take_back(argument)?,
            Command::Play => self.play(argument)?,
            Command::Info => info::apply(&mut self.settings, argument),
            Command::About => self.about(),
            Command::YxShowForbid => self.show_forbidden()?,
            Command::YxShowInfo => self.show_info(),
            Command::YxNbest => self.best_lines(argument, at)?,
            Command::YxSearchDefend => self.search_defenses(at)?,
            Command::YxBalanceOne => self.balance(1, argument, at)?,
            Command::YxBalanceTwo => self.balance(2, argument, at)?,
            Command::YxBlockReset => self.clear_blocked(),
            Command::YxHashClear => self.clear_memory(),
            Command::YxShowHashUsage => self.show_hash_size(),
            Command::YxSwap2Step(step) => self.search_swap2_step(step, at)?,
            Command::YxSoosorvStep(step) => self.soosorv_step(step, argument, at)?,
            Command::Negotiate => self.negotiate(argument, at)?,
            Command::YxSetDatabase if argument.is_empty() => self.state.open(Pending::DatabaseName),
            Command::YxSetDatabase => self.set_database(argument)?,
            Command::YxSaveDatabase => self.save_database()?,
            Command::YxCheckDatabase => self.check_database()?,
            Command::UnsupportedFile if argument.is_empty() => self.state.open(Pending::FileName),
            Command::UnsupportedFile => return Err(CommandError::UnsupportedFile),
            // STOP and END were handled before.
            Command::Stop | Command::End | Command::Ignored => {}
        }
        Ok(())
    }
}

/// Whether the line begins a comment in quotation marks and does not end it.
fn is_open_comment(line: &str) -> bool {
    let (command, text) = Command::parse(line);
    command == Some(Command::Block(BlockKind::Database(DatabaseCommand::EditText)))
        && text.starts_with('"')
        && split_quoted(text).is_none()
}
