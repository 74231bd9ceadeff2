//! Executes commands and handles events of the search.

use super::commands::COMMANDS;
use super::error::GtpError;
use super::game::GtpGame;
use super::gogui::INTERRUPT;
use super::request::Request;
use super::response::{GtpReply, ResponseWriter};
use super::session::{Gtp, GtpSession, OpenResponse, Purpose};
use crate::server::{Dialect, FirstGame, Line, LineForm, MAX_LINE, SearchEvent};
use std::ops::ControlFlow;
use std::time::Instant;

impl Dialect for Gtp {
    const LINES: LineForm = LineForm::LineFeed;
    type Writer = ResponseWriter;
    /// `None` for a line without a command, which also ends an analysis.
    type Input = Result<Option<Request>, GtpError>;
    type Request = OpenResponse;

    fn begin(talk: &mut GtpSession, FirstGame { rule, size }: FirstGame) {
        let usual = &talk.dialect.game;
        talk.dialect.game = GtpGame::new(size.unwrap_or(usual.size()), rule.unwrap_or(usual.rule()));
    }

    /// GoGui's interrupt comment is executed at once, without waiting in the queue.
    fn on_line(talk: &mut GtpSession, line: Line, at: Instant) -> ControlFlow<()> {
        let input = match line {
            Line::TooLong => Err(GtpError::LongLine(MAX_LINE)),
            Line::Text(line) if line.trim() == INTERRUPT => {
                match talk.job.as_ref().map(|job| job.request.purpose) {
                    Some(Purpose::Analysis { finished: true }) => talk.end_analysis(),
                    _ => talk.stop_job(),
                }
                return ControlFlow::Continue(());
            }
            Line::Text(line) => Ok(Request::parse(&line, at)),
        };
        talk.waiting.push_back(input);
        ControlFlow::Continue(())
    }

    /// Waits for a move under search. Any line, a blank one too, stops an analysis.
    fn is_ready(talk: &mut GtpSession) -> bool {
        let has_input = !talk.waiting.is_empty() || talk.is_closing();
        match talk.job.as_ref().map(|job| job.request.purpose) {
            None => true,
            Some(Purpose::Analysis { finished: true }) if has_input => {
                talk.end_analysis();
                true
            }
            Some(Purpose::Analysis { .. }) if has_input => {
                talk.stop_job();
                false
            }
            Some(_) => false,
        }
    }

    fn execute(talk: &mut GtpSession, input: Self::Input) -> ControlFlow<()> {
        let request = match input {
            Ok(Some(request)) => request,
            Ok(None) => return ControlFlow::Continue(()),
            Err(error) => {
                talk.writer.respond(None, Err(error));
                return ControlFlow::Continue(());
            }
        };
        let outcome = match COMMANDS.iter().find(|command| command.name() == request.name) {
            Some(command) => (command.run)(talk, &request),
            None if request.name.ends_with("_handicap") => Err(GtpError::Handicap),
            None => Err(GtpError::UnknownCommand),
        };
        match outcome {
            Ok(GtpReply::Text(text)) => talk.writer.respond(request.id, Ok(&text)),
            Ok(GtpReply::Later) => {}
            Ok(GtpReply::Quit) => {
                talk.writer.respond(request.id, Ok(""));
                return ControlFlow::Break(());
            }
            Err(error) => talk.writer.respond(request.id, Err(error)),
        }
        ControlFlow::Continue(())
    }

    fn on_event(talk: &mut GtpSession, event: SearchEvent) {
        let Some(job) = &mut talk.job else { return };
        let OpenResponse { stream, purpose } = &mut job.request;
        match (event, purpose) {
            (SearchEvent::Progress(reports), _) => {
                if let Some(stream) = stream {
                    stream.update(talk.dialect.game.size(), &reports, &mut talk.writer);
                }
            }
            (SearchEvent::Move(point, _), Purpose::Move { .. }) => talk.answer_move(point),
            (SearchEvent::Move(..), Purpose::Analysis { finished }) => {
                *finished = true;
                stream.iter_mut().for_each(|stream| stream.flush(&mut talk.writer));
                if job.control.is_stopped() {
                    talk.end_analysis();
                }
            }
            _ => {}
        }
    }

    fn write_notice(_: &mut ResponseWriter, text: &str) {
        log::info!("{text}");
    }

    /// When the next line of a stream is due.
    fn due(talk: &GtpSession) -> Option<Instant> {
        talk.job.as_ref()?.request.stream.as_ref()?.due()
    }

    fn on_due(talk: &mut GtpSession) {
        if let Some(stream) = talk.job.as_mut().and_then(|job| job.request.stream.as_mut()) {
            stream.flush(&mut talk.writer);
        }
    }
}
