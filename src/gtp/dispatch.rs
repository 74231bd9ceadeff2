//! From events to commands: what is executed at once, what waits, and when to leave.

use super::commands::{COMMANDS, GtpReply};
use super::error::GtpError;
use super::request::Request;
use super::session::{Activity, GtpInput, GtpSession};
use crate::server::{EXIT_GRACE, Event, MAX_LINE};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Quit,
}

impl GtpSession {
    /// Handles events until `quit` or the end of input.
    pub(super) fn run(mut self, events: &Receiver<Event>) {
        loop {
            let next = match self.next_event(events) {
                Ok(Event::Line(line, at)) => self.on_input(GtpInput::Text(line, at)),
                Ok(Event::LongLine) => self.on_input(GtpInput::LongLine),
                Ok(Event::EndOfInput) => self.on_end_of_input(),
                Ok(Event::Search(event)) => {
                    self.on_search_event(event);
                    Next::Continue
                }
                Err(RecvTimeoutError::Timeout) if !self.is_grace_over() => {
                    self.write_due_line();
                    Next::Continue
                }
                Err(_) => Next::Quit,
            };
            if next == Next::Quit || self.execute_waiting() == Next::Quit {
                break;
            }
        }
        self.stop_search();
    }

    /// The next event, or a timeout when a line of a stream is due or the time after the end of input is over.
    fn next_event(&self, events: &Receiver<Event>) -> Result<Event, RecvTimeoutError> {
        let due =
            [self.next_line_due(), self.closing_since.map(|since| since + EXIT_GRACE)].into_iter().flatten().min();
        match due {
            Some(due) => events.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }

    fn is_grace_over(&self) -> bool {
        self.closing_since.is_some_and(|since| since.elapsed() >= EXIT_GRACE)
    }

    /// GtpInput stops an analysis, a blank line too, and waits for a move under search.
    fn on_input(&mut self, input: GtpInput) -> Next {
        match &self.activity {
            Activity::Idle => return self.execute(input),
            Activity::Generating(_) => {}
            Activity::Analyzing(analyzing) if analyzing.finished => {
                self.end_analysis();
                return self.execute(input);
            }
            Activity::Analyzing(_) => self.stop_search(),
        }
        self.waiting.push_back(input);
        Next::Continue
    }

    /// The controller is gone: a search is answered with the best move so far, and what waits is executed
    /// as far as the time allows.
    fn on_end_of_input(&mut self) -> Next {
        match &self.activity {
            Activity::Idle => return Next::Quit,
            Activity::Analyzing(analyzing) if analyzing.finished => {
                self.end_analysis();
                return Next::Quit;
            }
            _ => self.stop_search(),
        }
        self.closing_since.get_or_insert_with(Instant::now);
        Next::Continue
    }

    fn execute_waiting(&mut self) -> Next {
        loop {
            match &self.activity {
                Activity::Idle => {}
                // A waiting line stops an analysis as one that comes later does.
                Activity::Analyzing(analyzing) if !self.waiting.is_empty() || self.closing_since.is_some() => {
                    if !analyzing.finished {
                        self.stop_search();
                        return Next::Continue;
                    }
                    self.end_analysis();
                }
                _ => return Next::Continue,
            }
            if self.is_grace_over() {
                return Next::Quit;
            }
            match self.waiting.pop_front() {
                Some(input) => {
                    if self.execute(input) == Next::Quit {
                        return Next::Quit;
                    }
                }
                None if self.closing_since.is_some() => return Next::Quit,
                None => return Next::Continue,
            }
        }
    }

    fn execute(&mut self, input: GtpInput) -> Next {
        let (line, at) = match input {
            GtpInput::Text(line, at) => (line, at),
            GtpInput::LongLine => {
                self.write_error(None, GtpError::LongLine(MAX_LINE));
                return Next::Continue;
            }
        };
        log::debug!("< {line}");
        let Some(request) = Request::parse(&line, at) else { return Next::Continue };
        let command = COMMANDS.iter().find(|command| command.name == request.name);
        let outcome = match command {
            Some(command) => (command.run)(self, &request),
            None if request.name.ends_with("_handicap") => Err(GtpError::Handicap),
            None => Err(GtpError::UnknownCommand),
        };
        match outcome {
            Ok(GtpReply::Text(text)) => self.output.respond(request.id, Ok(&text)),
            Ok(GtpReply::Later) => {}
            Ok(GtpReply::Quit) => {
                self.output.respond(request.id, Ok(""));
                return Next::Quit;
            }
            Err(error) => self.write_error(request.id, error),
        }
        Next::Continue
    }
}
