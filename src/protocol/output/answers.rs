//! Writing the reports and answers of the search.

use super::report;
use crate::protocol::commands::Input;
use crate::protocol::error::CommandError;
use crate::protocol::position::Reply;
use crate::protocol::session::Session;
use crate::server::SearchEvent;
use std::time::Duration;
use tengen::base::Point;
use tengen::board::format_point;
use tengen::pattern::PointClass;
use tengen::search::SearchInfo;

/// Time from which iterations are reported as they finish; before it, only the last one is, together with the move.
/// Some programs poll reports ten times a second and miss one that comes with the move.
const LIVE_OUTPUT_AFTER: Duration = Duration::from_millis(100);

impl Session {
    /// Handles an event of the search. Reports of pondering, which belongs to no request, are dropped.
    pub(in crate::protocol) fn answer_search(&mut self, event: SearchEvent) {
        let Some(reply) = self.job.as_ref().map(|job| job.request.reply) else { return };
        match event {
            SearchEvent::Message(_) => {}
            SearchEvent::Progress(reports) => self.write_progress(&reports),
            SearchEvent::Move(point, reports) => {
                self.write_result(reply, &reports);
                self.end_thinking(|session| session.answer_move(point));
            }
            SearchEvent::Balance(points) => {
                self.end_thinking(|session| session.play_all(&points, CommandError::NoBalance));
            }
            SearchEvent::Opening(acts) => self.end_thinking(|session| session.answer_opening(&acts, reply)),
        }
    }

    fn write_progress(&mut self, reports: &[SearchInfo]) {
        self.write_details(reports);
        if reports.first().is_some_and(|report| report.elapsed >= LIVE_OUTPUT_AFTER) {
            self.write_summaries(reports);
        }
        if let Some(job) = &mut self.job {
            job.request.reported = reports.first().and_then(|report| report.pv.first().copied());
        }
    }

    /// Writes the last iteration before the move, unless it was reported live; always if there are several lines, or if
    /// an unfinished iteration has found another move.
    fn write_result(&mut self, reply: Reply, reports: &[SearchInfo]) {
        let Some(first) = reports.first().filter(|report| report.depth > 0) else { return };
        let reported = self.job.as_ref().and_then(|job| job.request.reported);
        let is_new = first.pv.first().copied() != reported;
        if is_new || first.elapsed < LIVE_OUTPUT_AFTER || reports.len() > 1 {
            self.write_summaries(reports);
        }
        // Weak levels report no iterations, so there are no details to correct.
        if is_new && reported.is_some() || reports.len() > 1 {
            self.write_details(reports);
        }
        if reply == Reply::Defenses {
            self.write_defenses(reports);
        }
    }

    /// Writes the summaries. Before the first report of a win or loss without a distance, a message explains it.
    fn write_summaries(&mut self, reports: &[SearchInfo]) {
        let notice = reports.first().and_then(report::unproven);
        if let Some(job) = &mut self.job
            && std::mem::replace(&mut job.request.notice, notice) != notice
        {
            notice.into_iter().for_each(|text| self.writer.message(text));
        }
        if let Ok(size) = self.size() {
            report::describe_all(size, reports).into_iter().for_each(|text| self.writer.message(text));
        }
    }

    fn write_details(&mut self, reports: &[SearchInfo]) {
        if let Ok(size) = self.size() {
            let lines = report::details(self.dialect.detail, self.dialect.coordinates, size, reports);
            lines.into_iter().for_each(|line| self.writer.line(line));
        }
    }

    /// Writes the moves that do not lose, as far as the search has seen.
    fn write_defenses(&mut self, reports: &[SearchInfo]) {
        let Ok(size) = self.size() else { return };
        let kept = reports.iter().filter(|report| !report::is_lost(report));
        let names: Vec<String> = kept.map(|report| format_point(size, report.pv[0])).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(" ") };
        self.writer.message(format_args!("defenses {names}"));
    }

    /// Plays the engine's move, writes it and ponders if that is set.
    pub(in crate::protocol) fn answer_move(&mut self, point: Option<Point>) -> Result<(), CommandError> {
        // A weaker level must not use results of a search in the opponent's time.
        let ponders = self.settings.pondering && self.settings.level().is_full_strength();
        let board = self.board()?;
        let Some(point) = point.filter(|&point| board.is_empty(point)) else {
            // On a board with empty points, only blocked moves can leave no answer.
            return Err(if board.empty_count() > 0 { CommandError::AllBlocked } else { CommandError::BoardFull });
        };
        let wins = board.patterns(point).class(board.side_to_move()) == PointClass::Five;
        board.push(point);
        let after = (ponders && !wins).then(|| board.clone());
        self.write_points(&[point]);
        // Not if input other than time settings is already waiting.
        if let Some(board) = after.filter(|board| board.empty_count() > 1)
            && !self.is_closing()
            && self.waiting.iter().all(|input| matches!(input, Input::Setting(setting) if setting.is_time()))
        {
            let blocked = self.position()?.blocked.clone();
            self.ponder(board, blocked);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::position::Thinking;
    use std::io::{self, Read};
    use tengen::base::BoardSize;
    use tengen::board::parse_point;

    /// The output when an iteration of more than a second has found h9 and then this move is played.
    fn written_with(played: &str) -> Vec<String> {
        let size = BoardSize::square(15).unwrap();
        let info = |name: &str| SearchInfo {
            depth: 9,
            selective_depth: 14,
            score: 35,
            proven: false,
            nodes: 1_000,
            elapsed: Duration::from_millis(1_200),
            pv: vec![parse_point(size, name).unwrap()],
        };
        let (mut output, input) = io::pipe().unwrap();
        let mut session = Session::for_test(input);
        session.replace_game(size);
        session.analyze(
            None,
            Thinking { reply: Reply::Plain, own_stones: 0, before: None, block: None, reported: None, notice: None },
        );
        session.answer_search(SearchEvent::Progress(vec![info("h9")]));
        session.answer_search(SearchEvent::Move(parse_point(size, played).ok(), vec![info(played)]));
        drop(session);
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_move_of_an_unfinished_iteration_is_reported_before_it_is_played() {
        let lines = written_with("g7");
        assert!(lines.len() == 3 && lines[0].ends_with(" pv h9") && lines[1].ends_with(" pv g7"), "{lines:?}");
        assert_eq!(lines[2], "6,8");
        let lines = written_with("h9");
        assert!(lines.len() == 2 && lines[0].ends_with(" pv h9") && lines[1] == "7,6", "{lines:?}");
    }
}
