//! The conversation with one GTP controller: what all commands share.

use super::analysis::{AnalysisOptions, DEFAULT_LINES, info_line};
use super::clock::Clock;
use super::error::GtpError;
use super::game::GtpGame;
use super::request::Request;
use super::response::ResponseWriter;
use super::vertex::format_vertex;
use crate::base::{BoardSize, Color, Point, Rule};
use crate::database::{Database, known_moves, playable_moves};
use crate::search::{Budget, Control, SearchInfo};
use crate::server::{Engine, Job, SearchEvent, Settings, Task};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

/// The state machine of one conversation. `dispatch` feeds it, `commands` holds the commands.
pub(super) struct GtpSession {
    engine: Engine,
    pub(super) output: ResponseWriter,
    pub(super) settings: Settings,
    pub(super) clock: Clock,
    pub(super) game: GtpGame,
    /// Moves that it knows to be good are played at once.
    pub(super) database: Option<Database>,
    /// Counts the games of the conversation.
    pub(super) game_number: u64,
    /// The next search starts with an empty table and empty histories.
    pub(super) clear_memory: bool,
    pub(super) activity: Activity,
    /// GtpInput that came during a search.
    pub(super) waiting: VecDeque<GtpInput>,
    /// Time of the last response: the clock of a move starts no earlier.
    idle_since: Instant,
    /// Since the end of input, while a response is still awaited.
    pub(super) closing_since: Option<Instant>,
}

/// A line of input.
pub(super) enum GtpInput {
    Text(String, Instant),
    /// A line that was too long to keep.
    LongLine,
}

/// What the session is doing.
pub(super) enum Activity {
    Idle,
    /// A move is searched; input waits for it.
    Generating(Generating),
    /// The position is analyzed until input comes.
    Analyzing(Analyzing),
}

/// A move under search.
pub(super) struct Generating {
    id: Option<u32>,
    color: Color,
    control: Arc<Control>,
    since: Instant,
    /// Whether the move is played on the board.
    plays: bool,
    /// The stream before the move, if it was asked for.
    stream: Option<Stream>,
}

/// An analysis.
pub(super) struct Analyzing {
    control: Arc<Control>,
    stream: Stream,
    /// There is no search, or it has ended by itself; only the response is open.
    pub(super) finished: bool,
}

/// The `info` lines of a response.
pub(super) struct Stream {
    options: AnalysisOptions,
    last_line: Instant,
    /// The newest line, while its interval is not over.
    unsent: Option<String>,
}

impl Stream {
    fn new(options: AnalysisOptions) -> Self {
        Self { options, last_line: Instant::now(), unsent: None }
    }

    fn update(&mut self, size: BoardSize, reports: &[SearchInfo], output: &mut ResponseWriter) {
        self.unsent = Some(info_line(self.options.dialect, size, reports)).filter(|line| !line.is_empty());
        if self.due().is_some_and(|due| due <= Instant::now()) {
            self.flush(output);
        }
    }

    /// When the newest line is to be written.
    fn due(&self) -> Option<Instant> {
        self.unsent.as_ref().map(|_| self.last_line + self.options.interval)
    }

    fn flush(&mut self, output: &mut ResponseWriter) {
        if let Some(line) = self.unsent.take() {
            self.last_line = Instant::now();
            output.line(&line);
        }
    }
}

/// The board of a new conversation.
const DEFAULT_SIDE: usize = 15;

impl GtpSession {
    pub(super) fn new(engine: Engine, output: ResponseWriter) -> Option<Self> {
        let size = BoardSize::square(DEFAULT_SIDE).ok()?;
        Some(Self {
            engine,
            output,
            settings: Settings::default(),
            clock: Clock::default(),
            game: GtpGame::new(size, Rule::Freestyle),
            database: None,
            game_number: 1,
            clear_memory: true,
            activity: Activity::Idle,
            waiting: VecDeque::new(),
            idle_since: Instant::now(),
            closing_since: None,
        })
    }

    /// Begins a new game.
    pub(super) fn begin_game(&mut self, game: GtpGame) {
        self.game = game;
        self.game_number += 1;
        self.clear_memory = true;
        self.clock.restart();
    }

    /// Searches a move for `color`; the response follows with the answer of the search.
    pub(super) fn generate(&mut self, request: &Request, color: Color, plays: bool, options: Option<AnalysisOptions>) {
        let since = request.at.max(self.idle_since);
        let time = self.clock.time_control(color);
        let own_stones = self.game.move_count() / 2;
        let control = Arc::new(Control::new(since, Budget::for_move(&time, own_stones)));
        if self.closing_since.is_some() {
            control.stop();
        }
        // A level below full strength has no lines to show. Several lines are a slower search, which also goes on where
        // there is one answer only: board programs that ask for every move in this way do not name their number.
        let lines = options.as_ref().and_then(|options| options.lines);
        let task = lines.filter(|_| self.settings.level().is_full_strength()).map_or(Task::Move, Task::Lines);
        let avoid = options.as_ref().map_or_else(Vec::new, |options| options.avoided_by(color));
        self.start_job(task, color, &control, avoid);
        if options.is_some() {
            self.output.begin(request.id);
        }
        let stream = options.map(Stream::new);
        self.activity = Activity::Generating(Generating { id: request.id, color, control, since, plays, stream });
    }

    /// A move that the database knows to be good and that is not to be avoided, at full strength. A database that cannot
    /// be read is closed: the game goes on.
    pub(super) fn database_move(&mut self, color: Color, avoid: &[Point]) -> Option<Point> {
        let database = self.database.as_ref().filter(|_| self.settings.level().is_full_strength())?;
        let board = self.game.board_for(color);
        match known_moves(database, &board) {
            Ok(moves) => playable_moves(&moves, &board, avoid, 0).first().copied(),
            Err(error) => {
                log::error!("database closed: {error}");
                self.database = None;
                None
            }
        }
    }

    /// Analyzes the position until input comes. After the end of the game there is nothing to search: the response
    /// stays empty.
    pub(super) fn analyze(&mut self, request: &Request, options: AnalysisOptions) {
        let control = Arc::new(Control::unlimited());
        if self.closing_since.is_some() {
            control.stop();
        }
        let finished = self.game.outcome().is_some();
        if !finished {
            let color = options.color.unwrap_or(self.game.side_to_move());
            let lines = options.lines.unwrap_or(DEFAULT_LINES);
            self.start_job(Task::Lines(lines), color, &control, options.avoided_by(color));
        }
        self.output.begin(request.id);
        self.activity = Activity::Analyzing(Analyzing { control, stream: Stream::new(options), finished });
    }

    fn start_job(&mut self, task: Task, color: Color, control: &Arc<Control>, avoid: Vec<Point>) {
        let board = self.game.board_for(color);
        let excluded = avoid.into_iter().filter(|&point| board.is_empty(point)).collect();
        self.engine.start(Job {
            task,
            board,
            limits: self.settings.limits(),
            control: Arc::clone(control),
            table_bytes: self.settings.table_bytes(),
            threads: self.settings.threads,
            level: self.settings.level(),
            excluded,
            game: self.game_number,
            clear_memory: std::mem::take(&mut self.clear_memory),
        });
    }

    pub(super) fn on_search_event(&mut self, event: SearchEvent) {
        let size = self.game.size();
        match (event, &mut self.activity) {
            (SearchEvent::Message(text), _) => log::info!("{text}"),
            (SearchEvent::Progress(reports), Activity::Generating(Generating { stream: Some(stream), .. })) => {
                stream.update(size, &reports, &mut self.output);
            }
            (SearchEvent::Progress(reports), Activity::Analyzing(analyzing)) => {
                analyzing.stream.update(size, &reports, &mut self.output);
            }
            (SearchEvent::Move(point, _), Activity::Generating(_)) => self.answer_move(point),
            (SearchEvent::Move(..), Activity::Analyzing(analyzing)) => {
                analyzing.stream.flush(&mut self.output);
                analyzing.finished = true;
                if analyzing.control.is_stopped() {
                    self.end_analysis();
                }
            }
            _ => {}
        }
    }

    fn answer_move(&mut self, point: Option<Point>) {
        let Activity::Generating(mut generating) = std::mem::replace(&mut self.activity, Activity::Idle) else {
            return;
        };
        self.idle_since = Instant::now();
        let (id, color) = (generating.id, generating.color);
        // The clock runs for moves that are played.
        if generating.plays {
            self.clock.spend(color, self.idle_since.saturating_duration_since(generating.since));
        }
        let vertex = point.map_or_else(|| "pass".to_owned(), |point| format_vertex(self.game.size(), point));
        let outcome = if generating.plays { self.game.play_generated(color, point) } else { Ok(()) };
        match &mut generating.stream {
            Some(stream) => {
                stream.flush(&mut self.output);
                self.output.line(&format!("play {vertex}"));
                self.output.end();
            }
            None => self.output.respond(id, outcome.map(|()| vertex.as_str())),
        }
    }

    /// Ends the response of an analysis whose search has ended.
    pub(super) fn end_analysis(&mut self) {
        self.activity = Activity::Idle;
        self.idle_since = Instant::now();
        self.output.end();
    }

    pub(super) fn stop_search(&self) {
        match &self.activity {
            Activity::Idle => {}
            Activity::Generating(Generating { control, .. }) | Activity::Analyzing(Analyzing { control, .. }) => {
                control.stop();
            }
        }
    }

    /// When a line of a stream is to be written.
    pub(super) fn next_line_due(&self) -> Option<Instant> {
        match &self.activity {
            Activity::Generating(Generating { stream: Some(stream), .. }) => stream.due(),
            Activity::Analyzing(analyzing) => analyzing.stream.due(),
            _ => None,
        }
    }

    /// Writes the line whose time has come.
    pub(super) fn write_due_line(&mut self) {
        match &mut self.activity {
            Activity::Generating(Generating { stream: Some(stream), .. })
            | Activity::Analyzing(Analyzing { stream, .. }) => stream.flush(&mut self.output),
            _ => {}
        }
    }

    pub(super) fn write_error(&mut self, id: Option<u32>, error: GtpError) {
        self.output.respond(id, Err(error));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::params::ParamOverrides;
    use std::sync::mpsc;
    use std::time::Duration;

    /// A table of another size would begin empty.
    #[test]
    fn the_table_keeps_its_size_as_the_time_runs_out() {
        let (sender, _events) = mpsc::channel();
        let engine = Engine::spawn(sender, Vec::new(), ParamOverrides::default());
        let mut session = GtpSession::new(engine, ResponseWriter::new(std::io::sink())).unwrap();
        // As at the end of input, searches stop at once.
        session.closing_since = Some(Instant::now());
        let sizes = [400, 300].map(|millis| {
            session.clock.set_left(Color::Black, Duration::from_millis(millis), 0);
            let request = Request::parse("genmove b", Instant::now()).unwrap();
            session.generate(&request, Color::Black, true, None);
            session.settings.table_bytes()
        });
        assert_eq!(sizes[0], sizes[1]);
    }
}
