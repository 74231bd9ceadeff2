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

    fn begin(session: &mut GtpSession, FirstGame { rule, size }: FirstGame) {
        let usual = &session.dialect.game;
        session.dialect.game = GtpGame::new(size.unwrap_or(usual.size()), rule.unwrap_or(usual.rule()));
    }

    /// GoGui's interrupt comment is executed at once, without waiting in the queue.
    fn on_line(session: &mut GtpSession, line: Line, at: Instant) -> ControlFlow<()> {
        let input = match line {
            Line::TooLong => Err(GtpError::LongLine(MAX_LINE)),
            Line::Text(line) if line.trim() == INTERRUPT => {
                match session.job.as_ref().map(|job| job.request.purpose) {
                    Some(Purpose::Analysis { finished: true }) => session.end_analysis(),
                    _ => session.stop_job(),
                }
                return ControlFlow::Continue(());
            }
            Line::Text(line) => Ok(Request::parse(&line, at)),
        };
        session.waiting.push_back(input);
        ControlFlow::Continue(())
    }

    /// Waits for a move under search. Any line, a blank one too, stops an analysis.
    fn is_ready(session: &mut GtpSession) -> bool {
        let has_input = !session.waiting.is_empty() || session.is_closing();
        match session.job.as_ref().map(|job| job.request.purpose) {
            None => true,
            Some(Purpose::Analysis { finished: true }) if has_input => {
                session.end_analysis();
                true
            }
            Some(Purpose::Analysis { .. }) if has_input => {
                session.stop_job();
                false
            }
            Some(_) => false,
        }
    }

    fn execute(session: &mut GtpSession, input: Self::Input) -> ControlFlow<()> {
        let request = match input {
            Ok(Some(request)) => request,
            Ok(None) => return ControlFlow::Continue(()),
            Err(error) => {
                session.writer.respond(None, Err(error));
                return ControlFlow::Continue(());
            }
        };
        let outcome = match COMMANDS.iter().find(|command| command.name() == request.name) {
            Some(command) => (command.run)(session, &request),
            None if request.name.ends_with("_handicap") => Err(GtpError::Handicap),
            None => Err(GtpError::UnknownCommand),
        };
        match outcome {
            Ok(GtpReply::Text(text)) => session.writer.respond(request.id, Ok(&text)),
            Ok(GtpReply::Later) => {}
            Ok(GtpReply::Quit) => {
                session.writer.respond(request.id, Ok(""));
                return ControlFlow::Break(());
            }
            Err(error) => session.writer.respond(request.id, Err(error)),
        }
        ControlFlow::Continue(())
    }

    fn on_event(session: &mut GtpSession, event: SearchEvent) {
        let Some(job) = &mut session.job else { return };
        let OpenResponse { stream, purpose } = &mut job.request;
        match (event, purpose) {
            (SearchEvent::Progress(reports), _) => {
                if let Some(stream) = stream {
                    stream.update(session.dialect.game.size(), &reports, &mut session.writer);
                }
            }
            (SearchEvent::Move(point, _), Purpose::Move { .. }) => session.answer_move(point),
            (SearchEvent::Move(..), Purpose::Analysis { finished }) => {
                *finished = true;
                stream.iter_mut().for_each(|stream| stream.flush(&mut session.writer));
                if job.control.is_stopped() {
                    session.end_analysis();
                }
            }
            _ => {}
        }
    }

    fn write_notice(_: &mut ResponseWriter, text: &str) {
        log::info!("{text}");
    }

    /// When the next line of a stream is due.
    fn due(session: &GtpSession) -> Option<Instant> {
        session.job.as_ref()?.request.stream.as_ref()?.due()
    }

    fn on_due(session: &mut GtpSession) {
        if let Some(stream) = session.job.as_mut().and_then(|job| job.request.stream.as_mut()) {
            stream.flush(&mut session.writer);
        }
    }
}
