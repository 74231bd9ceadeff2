//! The GTP dialect: its state, and actions that several commands share.

use super::analysis::{AnalysisOptions, DEFAULT_LINES, info_line};
use super::clock::Clock;
use super::game::GtpGame;
use super::request::Request;
use super::response::ResponseWriter;
use super::vertex::format_vertex;
use crate::server::{Conversation, SearchQuestion, Task};
use std::time::{Duration, Instant};
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::search::SearchInfo;

/// A conversation with a GTP controller. Its events are handled in `dispatch`, its commands in `commands`.
pub(super) type GtpSession = Conversation<Gtp>;

/// State of a conversation that only GTP needs.
pub(crate) struct Gtp {
    pub(super) clock: Clock,
    pub(super) game: GtpGame,
}

/// A request whose response is not complete.
pub(crate) struct OpenResponse {
    /// The stream of lines before the end of the response, if it was requested.
    pub(super) stream: Option<Stream>,
    pub(super) purpose: Purpose,
}

/// What a request asks for.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    /// A move, which is played where `plays` is set; input waits for it.
    Move { id: Option<u32>, color: Color, plays: bool },
    /// An analysis until input comes. It is `finished` when there is no search, or it has ended by itself, so that only the
    /// response is incomplete.
    Analysis { finished: bool },
}

/// The stream of `info` lines of a response.
pub(crate) struct Stream {
    options: AnalysisOptions,
    last_line: Instant,
    /// The newest line, as long as its interval is not over.
    unsent: Option<String>,
}

impl Stream {
    fn new(options: AnalysisOptions) -> Self {
        Self { options, last_line: Instant::now(), unsent: None }
    }

    pub(super) fn update(&mut self, size: BoardSize, reports: &[SearchInfo], output: &mut ResponseWriter) {
        self.unsent = Some(info_line(self.options.form, size, reports)).filter(|line| !line.is_empty());
        if self.due().is_some_and(|due| due <= Instant::now()) {
            self.flush(output);
        }
    }

    /// When the newest line should be written.
    pub(super) fn due(&self) -> Option<Instant> {
        self.unsent.as_ref().map(|_| self.last_line + self.options.interval)
    }

    pub(super) fn flush(&mut self, output: &mut ResponseWriter) {
        if let Some(line) = self.unsent.take() {
            self.last_line = Instant::now();
            output.line(&line);
        }
    }
}

/// Side of the board of a new conversation.
const DEFAULT_SIDE: usize = 15;

impl Default for Gtp {
    fn default() -> Self {
        let size = BoardSize::square(DEFAULT_SIDE).unwrap_or_else(|_| unreachable!("a usual size"));
        Self { clock: Clock::default(), game: GtpGame::new(size, Rule::Freestyle) }
    }
}

impl Gtp {
    /// The engine's move as a vertex, a pass if it has none. It is played if it took `time` of the color's clock, which
    /// runs for no other moves. A forbidden point is played: the search chooses one only if no other is left.
    fn answer(&mut self, color: Color, point: Option<Point>, time: Option<Duration>) -> String {
        if let Some(time) = time {
            self.clock.spend(color, time);
            self.game.play_unchecked(color, point);
        }
        point.map_or_else(|| "pass".to_owned(), |point| format_vertex(self.game.size(), point))
    }
}

impl GtpSession {
    /// Starts a new game.
    pub(super) fn replace_game(&mut self, game: GtpGame) {
        self.begin_game();
        self.dialect.game = game;
        self.dialect.clock.restart();
    }

    /// Searches for a move of `color`; the response follows when the search ends.
    pub(super) fn generate(&mut self, request: &Request, color: Color, plays: bool, options: Option<AnalysisOptions>) {
        let time = self.dialect.clock.time_control(color);
        let budget = self.move_budget(&time, self.dialect.game.move_count() / 2);
        // A level below full strength has no lines to show. Several lines slow the search down, and make it search even
        // a single answer; board programs that request every move in this way do not name a number of lines.
        let lines = options.as_ref().and_then(|options| options.lines);
        let task = lines.filter(|_| self.settings.level().is_full_strength()).map_or(Task::Move, Task::Lines);
        let avoid =
            options.as_ref().map_or_else(Vec::new, |options| options.avoided_by(color, &self.dialect.game.board));
        if options.is_some() {
            self.writer.begin(request.id);
        }
        let question = self.question(task, color, avoid);
        let purpose = Purpose::Move { id: request.id, color, plays };
        self.search(question, request.at, budget, OpenResponse { stream: options.map(Stream::new), purpose });
    }

    /// Answers with a good move from the database that is not to be avoided, and plays it where `plays` is set. Only at
    /// full strength.
    pub(super) fn answer_from_database(
        &mut self,
        request: &Request,
        color: Color,
        avoid: &[Point],
        plays: bool,
    ) -> Option<String> {
        let board = self.dialect.game.board_for(color);
        let moves = self.known_moves(&board)?;
        let point = self.choose_known(&moves, &board, avoid)?;
        let time = self.end_request(self.clock_start(request.at));
        Some(self.dialect.answer(color, Some(point), plays.then_some(time)))
    }

    /// Analyzes the position until input comes. After the end of the game nothing is searched, and the response is
    /// empty.
    pub(super) fn start_analysis(&mut self, request: &Request, options: AnalysisOptions) {
        let game = &self.dialect.game;
        let finished = game.outcome().is_some();
        let color = options.color.unwrap_or(game.side_to_move());
        let lines = Task::Lines(options.lines.unwrap_or(DEFAULT_LINES));
        let question = (!finished).then(|| self.question(lines, color, options.avoided_by(color, &game.board)));
        self.writer.begin(request.id);
        let (stream, purpose) = (Some(Stream::new(options)), Purpose::Analysis { finished });
        self.analyze(question, OpenResponse { stream, purpose });
    }

    fn question(&self, task: Task, color: Color, avoid: Vec<Point>) -> SearchQuestion {
        SearchQuestion { task, board: self.dialect.game.board_for(color), blocked: avoid.into_iter().collect() }
    }

    pub(super) fn answer_move(&mut self, point: Option<Point>) {
        let Some((OpenResponse { stream, purpose: Purpose::Move { id, color, plays } }, time)) = self.end_job() else {
            return;
        };
        let vertex = self.dialect.answer(color, point, plays.then_some(time));
        match stream {
            Some(mut stream) => {
                stream.flush(&mut self.writer);
                self.writer.line(&format!("play {vertex}"));
                self.writer.end();
            }
            None => self.writer.respond(id, Ok(&vertex)),
        }
    }

    /// Ends the response of an analysis whose search has ended.
    pub(super) fn end_analysis(&mut self) {
        self.end_job();
        self.writer.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::Dialect;
    use tengen_database::{Database, Entry};

    #[test]
    fn a_move_of_the_database_takes_a_stone_of_the_period() {
        let mut session = GtpSession::for_test(std::io::sink());
        let database = Database::in_memory("known").unwrap();
        let mut board = session.dialect.game.board.clone();
        board.push(board.size().center());
        database.write([(&board, &Entry { score: -50, ..Entry::default() })]).unwrap();
        session.use_database(database);
        let period = Duration::from_secs(10);
        session.dialect.clock.set(Duration::ZERO, period, 5);
        session.dialect.clock.set_left(Color::Black, period, 1);
        let _ = Gtp::execute(&mut session, Ok(Request::parse("genmove b", Instant::now())));
        assert_eq!(session.dialect.game.move_count(), 1);
        // The move was the last of its period.
        assert_eq!(session.dialect.clock.time_control(Color::Black).turn, period / 5);
    }

    /// A table of another size would be empty.
    #[test]
    fn the_table_keeps_its_size_as_the_time_runs_out() {
        let mut session = GtpSession::for_test(std::io::sink());
        session.close();
        let sizes = [400, 300].map(|millis| {
            session.dialect.clock.set_left(Color::Black, Duration::from_millis(millis), 0);
            let request = Request::parse("genmove b", Instant::now()).unwrap();
            session.generate(&request, Color::Black, true, None);
            session.settings.of_search(session.dialect.game.board.size().cells()).table_bytes
        });
        assert_eq!(sizes[0], sizes[1]);
    }
}
