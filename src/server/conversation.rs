//! A conversation with one manager or controller: the part that all protocols share. A protocol is a [`Dialect`].
//!
//! Input lines and reports of the search come as events, one at a time. While an answer is being searched, lines wait
//! in a queue; after the end of input, the lines in the queue are executed, each within [`EXIT_GRACE`].

use super::database::OpenDatabase;
use super::engine::{Engine, Job, SearchQuestion, Task};
use super::{Event, FirstGame, GameReader, Line, LineForm, Output, SearchEvent, Settings, Workload};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use tengen::base::Point;
use tengen::board::Board;
use tengen::play::BlockedMoves;
use tengen::search::{Budget, Control, Delay, TimeControl};
use tengen_database::{Database, DatabaseError, KnownMove, known_moves, playable_moves};

/// Time that a conversation has after the end of input to finish each request. A stopped search answers within
/// milliseconds; a busy machine can take a hundred times as long.
pub(crate) const EXIT_GRACE: Duration = Duration::from_millis(1000);

/// A protocol: its parsing, execution and state. `Break` ends the conversation.
pub(crate) trait Dialect: Default {
    /// The way in which its input is split into lines.
    const LINES: LineForm;
    /// Writes lines in the protocol's form.
    type Writer: From<Output>;
    /// A parsed line; lines are parsed once, on arrival.
    type Input;
    /// State of a request while its answer is being searched.
    type Request;

    /// Begins with this game, in a protocol that begins with one.
    fn begin(_: &mut Conversation<Self>, _: FirstGame) {}

    /// Parses a line and puts it into the queue, unless it applies to the running search.
    fn on_line(session: &mut Conversation<Self>, line: Line, at: Instant) -> ControlFlow<()>;

    /// Whether the next line in the queue can be executed. Called before each of them, and after the end of input.
    fn is_ready(session: &mut Conversation<Self>) -> bool {
        session.job.is_none()
    }

    /// Executes a line of the queue.
    fn execute(session: &mut Conversation<Self>, input: Self::Input) -> ControlFlow<()>;

    /// Handles a report of the search thread.
    fn on_event(session: &mut Conversation<Self>, event: SearchEvent);

    /// Writes a notice for the user.
    fn write_notice(writer: &mut Self::Writer, text: &str);

    /// Called at the end of input.
    fn on_end_of_input(_: &mut Conversation<Self>) {}

    /// When to call [`Dialect::on_due`] if no event comes before.
    fn due(_: &Conversation<Self>) -> Option<Instant> {
        None
    }

    /// Writes output that is due.
    fn on_due(_: &mut Conversation<Self>) {}
}

/// The conversation with one manager or board program.
pub(crate) struct Conversation<D: Dialect> {
    pub(crate) dialect: D,
    pub(crate) writer: D::Writer,
    pub(crate) settings: Settings,
    pub(crate) opened: OpenDatabase,
    /// Reads games from files that are not SGF.
    pub(crate) game_reader: Option<GameReader>,
    /// Counts work that must not be lost when the input ends.
    pub(crate) workload: Workload,
    /// Lines waiting to be executed.
    pub(crate) waiting: VecDeque<D::Input>,
    /// The request whose answer is being searched.
    pub(crate) job: Option<RunningJob<D::Request>>,
    engine: Engine,
    /// Stops the search in the opponent's time.
    pondering: Option<Arc<Control>>,
    /// Number of games so far.
    game_number: u64,
    /// Whether the next search starts with an empty table and empty histories.
    clear_memory: bool,
    /// Time of the last answer: the clock of a request does not start before it.
    idle_since: Instant,
    /// Delay with which the last searches ended.
    delay: Delay,
    /// When the time after the end of input began; `None` before the end of input.
    closing_since: Option<Instant>,
}

/// A request whose answer is being searched.
pub(crate) struct RunningJob<R> {
    pub(crate) control: Arc<Control>,
    /// Start of the request's clock.
    since: Instant,
    pub(crate) request: R,
}

impl<D: Dialect> Conversation<D> {
    pub(crate) fn new(engine: Engine, output: Output, workload: Workload) -> Self {
        Self {
            dialect: D::default(),
            writer: output.into(),
            settings: Settings::default(),
            opened: OpenDatabase::default(),
            game_reader: None,
            workload,
            waiting: VecDeque::new(),
            job: None,
            engine,
            pondering: None,
            game_number: 0,
            clear_memory: true,
            idle_since: Instant::now(),
            delay: Delay::NONE,
            closing_since: None,
        }
    }

    /// Handles events until the conversation ends.
    pub(crate) fn run(mut self, events: &Receiver<Event>) {
        while let Some(event) = self.next_event(events) {
            if self.on_event(event).is_break() || self.execute_waiting().is_break() {
                break;
            }
        }
        self.stop_job();
        self.stop_pondering();
    }

    /// The next event; `None` when no more can come or the time after the end of input is over.
    fn next_event(&mut self, events: &Receiver<Event>) -> Option<Event> {
        loop {
            let due = [D::due(self), self.closing_since.map(|since| since + EXIT_GRACE)].into_iter().flatten().min();
            let Some(due) = due else { return events.recv().ok() };
            match events.recv_timeout(due.saturating_duration_since(Instant::now())) {
                Err(RecvTimeoutError::Timeout) if !self.is_grace_over() => D::on_due(self),
                event => return event.ok(),
            }
        }
    }

    fn is_grace_over(&self) -> bool {
        self.closing_since.is_some_and(|since| since.elapsed() >= EXIT_GRACE)
    }

    fn on_event(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            // Notices of pondering are dropped.
            Event::Search(SearchEvent::Message(text)) if self.job.is_some() => {
                D::write_notice(&mut self.writer, &text);
            }
            Event::Search(event) => D::on_event(self, event),
            Event::Line(line, at) => {
                if let Line::Text(text) = &line {
                    log::debug!("< {text}");
                }
                self.stop_pondering();
                return D::on_line(self, line, at);
            }
            Event::EndOfInput => {
                self.stop_pondering();
                D::on_end_of_input(self);
                // Stops a running search, so that it answers with the best move so far, for scripts that send all
                // commands at once.
                self.stop_job();
                self.closing_since.get_or_insert_with(Instant::now);
            }
        }
        ControlFlow::Continue(())
    }

    /// Executes the lines in the queue; after the end of input the conversation then ends.
    fn execute_waiting(&mut self) -> ControlFlow<()> {
        while D::is_ready(self) {
            if self.is_grace_over() {
                return ControlFlow::Break(());
            }
            match self.waiting.pop_front() {
                Some(input) => {
                    D::execute(self, input)?;
                    // After the end of input each line has its own time: a script may send any number of them.
                    self.workload.add_done();
                    self.closing_since = self.closing_since.map(|_| Instant::now());
                }
                None if self.closing_since.is_some() => return ControlFlow::Break(()),
                None => break,
            }
        }
        ControlFlow::Continue(())
    }

    /// Opens a database to play from with `open`, and returns the number of its positions. The one in use stays if this
    /// fails.
    pub(crate) fn open_database(
        &mut self,
        path: &Path,
        open: impl FnOnce(&Path) -> Result<Database, DatabaseError>,
    ) -> Result<u64, DatabaseError> {
        let database = match (open(path), &self.opened.database) {
            // A file that this process has taken for itself cannot be opened again.
            (Err(DatabaseError::InUse(_)), Some(own)) if own.has_open(path) => {
                let count = own.len()?;
                self.settings.use_database = true;
                return Ok(count);
            }
            (opened, _) => opened?,
        };
        let count = database.len()?;
        self.use_database(database);
        Ok(count)
    }

    /// Sets the database to play from.
    pub(crate) fn use_database(&mut self, database: Database) {
        self.opened.database = Some(database);
        self.settings.use_database = true;
    }

    /// The known moves of a board in the database in use, best first; `None` without one. A database that cannot be
    /// read is closed, and the game continues.
    pub(crate) fn known_moves(&mut self, board: &Board) -> Option<Vec<KnownMove>> {
        let database = self.opened.database.as_ref().filter(|_| self.settings.use_database)?;
        match known_moves(database, board) {
            Ok(moves) => Some(moves),
            Err(error) => {
                D::write_notice(&mut self.writer, &format!("closed the database: {error}"));
                self.opened.database = None;
                None
            }
        }
    }

    /// A known move to play at once: a good one that is not `blocked`. Only at full strength.
    pub(crate) fn choose_known(&mut self, moves: &[KnownMove], board: &Board, blocked: &[Point]) -> Option<Point> {
        if !self.settings.level().is_full_strength() {
            return None;
        }
        let variety = self.settings.database_variety;
        self.opened.choose(&playable_moves(moves, board, blocked, variety), variety > 0)
    }

    /// Whether the input has ended.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing_since.is_some()
    }

    /// Begins a new game: the next search starts with an empty table and empty histories.
    pub(crate) fn begin_game(&mut self) {
        self.game_number += 1;
        self.clear_memory = true;
    }

    /// Makes the next search start with an empty table and empty histories.
    pub(crate) fn clear_memory(&mut self) {
        self.clear_memory = true;
    }

    /// Searches for the answer to a request that arrived `at`, within this time.
    pub(crate) fn search(&mut self, question: SearchQuestion, at: Instant, budget: Budget, request: D::Request) {
        let since = self.clock_start(at);
        self.begin_job(Some(question), Control::new(since, budget), since, request);
    }

    /// Searches until it is stopped. Without a question the request is open but nothing is searched.
    pub(crate) fn analyze(&mut self, question: Option<SearchQuestion>, request: D::Request) {
        self.begin_job(question, Control::unlimited(), Instant::now(), request);
    }

    fn begin_job(&mut self, question: Option<SearchQuestion>, control: Control, since: Instant, request: D::Request) {
        let control = Arc::new(control);
        if self.is_closing() {
            control.stop();
        }
        if let Some(question) = question {
            self.start_search(question, &control);
        }
        self.job = Some(RunningJob { control, since, request });
    }

    fn start_search(&mut self, question: SearchQuestion, control: &Arc<Control>) {
        let settings = self.settings.of_search(question.board.size().cells());
        self.engine.start(Job {
            question,
            control: Arc::clone(control),
            settings,
            game: self.game_number,
            clear_memory: std::mem::take(&mut self.clear_memory),
        });
    }

    /// The budget of a move by a player with `stones_played` stones on the board.
    pub(crate) fn move_budget(&self, time: &TimeControl, stones_played: usize) -> Budget {
        Budget::for_move(time, stones_played, self.delay)
    }

    /// Start of the clock of a request that arrived `at`.
    pub(crate) fn clock_start(&self, at: Instant) -> Instant {
        at.max(self.idle_since)
    }

    /// Ends a request that is about to be answered; returns the time that it took.
    pub(crate) fn end_request(&mut self, since: Instant) -> Duration {
        self.idle_since = Instant::now();
        self.idle_since.saturating_duration_since(since)
    }

    /// Ends the request whose answer has come; returns its state and the time that it took.
    pub(crate) fn end_job(&mut self) -> Option<(D::Request, Duration)> {
        let job = self.job.take()?;
        let time = self.end_request(job.since);
        if let Some(due) = job.control.due() {
            self.delay.note(due, time);
        }
        Some((job.request, time))
    }

    /// Stops the running search, which then answers with its result so far.
    pub(crate) fn stop_job(&self) {
        if let Some(job) = &self.job {
            job.control.stop();
        }
    }

    /// Searches a position in the opponent's time until a line comes.
    pub(crate) fn ponder(&mut self, board: Board, blocked: BlockedMoves) {
        let control = Arc::new(Control::unlimited());
        let question = SearchQuestion { task: Task::Ponder, board, blocked };
        self.start_search(question, &control);
        self.pondering = Some(control);
    }

    fn stop_pondering(&mut self) {
        if let Some(control) = self.pondering.take() {
            control.stop();
        }
    }
}

#[cfg(test)]
impl<D: Dialect> Conversation<D> {
    /// A conversation that writes to `output`, with no receiver for the events of its search.
    pub(crate) fn for_test(output: impl std::io::Write + Send + 'static) -> Self {
        let (sender, _events) = std::sync::mpsc::channel();
        let engine = Engine::spawn(sender, Vec::new(), tengen::search::params::ParamOverrides::default());
        Self::new(engine, Output::new(output), Workload::default())
    }

    /// Closes the conversation as at the end of input: searches stop at once.
    pub(crate) fn close(&mut self) {
        self.closing_since = Some(Instant::now());
    }
}
