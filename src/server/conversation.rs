//! A conversation: what every protocol shares. The words of one protocol are its [`Dialect`].
//!
//! Lines of input and reports of the search come as events, one at a time. A line that comes while an answer is awaited
//! waits for it; after the end of input, what waits is executed as far as [`EXIT_GRACE`] allows.

use super::engine::{Engine, Job, SearchQuestion, Task};
use super::event::{Event, Line, SearchEvent};
use super::files::GameReader;
use super::library::OpenDatabase;
use super::output::Output;
use super::reader::LineForm;
use super::settings::Settings;
use super::workload::Workload;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use tengen::base::Point;
use tengen::board::Board;
use tengen::search::{Budget, Control, Delay, TimeControl};
use tengen_database::{Database, KnownMove, known_moves, playable_moves};

/// Time that a conversation has after the end of input to finish what was asked before. A stopped search answers within
/// milliseconds; a busy machine can take a hundred times as long.
pub(crate) const EXIT_GRACE: Duration = Duration::from_millis(1000);

/// One protocol's words and state. `Break` ends the conversation.
pub(crate) trait Dialect: Default {
    /// How its input is split into lines.
    const LINES: LineForm;
    /// Gives lines the protocol's form.
    type Writer: From<Output>;
    /// A line as the protocol reads it, once, when it comes.
    type Input;
    /// What is known of a request while its answer is awaited.
    type Request;

    /// Reads a line. It waits in the queue, unless it counts for the running search.
    fn on_line(talk: &mut Conversation<Self>, line: Line, at: Instant) -> ControlFlow<()>;

    /// Whether a line that waits can be executed now. Called before each of them, and after the end of input.
    fn is_ready(talk: &mut Conversation<Self>) -> bool {
        talk.job.is_none()
    }

    /// Executes a line.
    fn execute(talk: &mut Conversation<Self>, input: Self::Input) -> ControlFlow<()>;

    /// Answers what the search thread reports.
    fn on_event(talk: &mut Conversation<Self>, event: SearchEvent);

    /// Writes a notice for the person in front of the board.
    fn write_notice(writer: &mut Self::Writer, text: &str);

    /// No line follows.
    fn on_end_of_input(_: &mut Conversation<Self>) {}

    /// When [`Dialect::on_due`] is to be called, if nothing happens before.
    fn due(_: &Conversation<Self>) -> Option<Instant> {
        None
    }

    /// Writes what was due.
    fn on_due(_: &mut Conversation<Self>) {}
}

/// The conversation with one manager or board program.
pub(crate) struct Conversation<D: Dialect> {
    pub(crate) dialect: D,
    pub(crate) writer: D::Writer,
    pub(crate) settings: Settings,
    pub(crate) library: OpenDatabase,
    /// Reads games from files that are not SGF.
    pub(crate) game_reader: Option<GameReader>,
    /// What may not be lost when the input ends.
    pub(crate) workload: Workload,
    /// Lines that came while an answer was awaited.
    pub(crate) waiting: VecDeque<D::Input>,
    /// The request whose answer is awaited.
    pub(crate) job: Option<RunningJob<D::Request>>,
    engine: Engine,
    /// Stops the search during the opponent's time.
    pondering: Option<Arc<Control>>,
    /// Counts the games.
    game_number: u64,
    /// The next search starts with an empty table and empty histories.
    clear_memory: bool,
    /// Time of the last answer: the clock of a request starts no earlier.
    idle_since: Instant,
    /// How late the last searches ended.
    delay: Delay,
    /// Since the end of input, while an answer is still awaited.
    closing_since: Option<Instant>,
}

/// A request whose answer is awaited.
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
            library: OpenDatabase::default(),
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

    /// The next event; `None` when there will be none or the time after the end of input is over.
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
            // Those of pondering are dropped.
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
                // A running search is answered with the best move so far, for scripts that send all commands at once.
                self.stop_job();
                self.closing_since.get_or_insert_with(Instant::now);
            }
        }
        ControlFlow::Continue(())
    }

    /// Executes what waits; then, after the end of input, leaves.
    fn execute_waiting(&mut self) -> ControlFlow<()> {
        while D::is_ready(self) {
            if self.is_grace_over() {
                return ControlFlow::Break(());
            }
            match self.waiting.pop_front() {
                Some(input) => {
                    let done = self.workload.done();
                    D::execute(self, input)?;
                    // The time after the end of input is for lines that take none: other work is waited for.
                    if self.closing_since.is_some() && self.workload.done() != done {
                        self.closing_since = Some(Instant::now());
                    }
                }
                None if self.closing_since.is_some() => return ControlFlow::Break(()),
                None => break,
            }
        }
        ControlFlow::Continue(())
    }

    /// Plays from this database from here on.
    pub(crate) fn use_database(&mut self, database: Database) {
        self.library.database = Some(database);
        self.settings.use_database = true;
    }

    /// What the database in use knows of the moves of a board, best first; `None` without one. One that cannot be read
    /// is closed: the game goes on.
    pub(crate) fn known_moves(&mut self, board: &Board) -> Option<Vec<KnownMove>> {
        let database = self.library.database.as_ref().filter(|_| self.settings.use_database)?;
        match known_moves(database, board) {
            Ok(moves) => Some(moves),
            Err(error) => {
                D::write_notice(&mut self.writer, &format!("closed the database: {error}"));
                self.library.database = None;
                None
            }
        }
    }

    /// A known move to play at once: good, not `blocked`, and only at full strength.
    pub(crate) fn choose_known(&mut self, moves: &[KnownMove], board: &Board, blocked: &[Point]) -> Option<Point> {
        if !self.settings.level().is_full_strength() {
            return None;
        }
        let variety = self.settings.database_variety;
        self.library.choose(&playable_moves(moves, board, blocked, variety), variety > 0)
    }

    /// Whether the input has ended.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing_since.is_some()
    }

    /// The next search is the first one of a new game.
    pub(crate) fn begin_game(&mut self) {
        self.game_number += 1;
        self.clear_memory = true;
    }

    /// The next search starts with an empty table and empty histories.
    pub(crate) fn clear_memory(&mut self) {
        self.clear_memory = true;
    }

    /// Searches the answer to a request that came `at`, within this time.
    pub(crate) fn search(&mut self, question: SearchQuestion, at: Instant, budget: Budget, request: D::Request) {
        let since = self.clock_start(at);
        self.begin_job(Some(question), Control::new(since, budget), since, request);
    }

    /// Searches until it is stopped. Without a question the request is open and nothing is searched.
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

    fn start_search(&mut self, mut question: SearchQuestion, control: &Arc<Control>) {
        question.excluded.retain(|&point| question.board.is_empty(point));
        self.engine.start(Job {
            question,
            control: Arc::clone(control),
            effort: self.settings.effort(),
            game: self.game_number,
            clear_memory: std::mem::take(&mut self.clear_memory),
        });
    }

    /// The budget of a move by a player with `stones_played` stones on the board.
    pub(crate) fn move_budget(&self, time: &TimeControl, stones_played: usize) -> Budget {
        Budget::for_move(time, stones_played, self.delay)
    }

    /// When the clock of a request starts that came `at`.
    pub(crate) fn clock_start(&self, at: Instant) -> Instant {
        at.max(self.idle_since)
    }

    /// A request is about to be answered; returns the time that it took.
    pub(crate) fn end_request(&mut self, since: Instant) -> Duration {
        self.idle_since = Instant::now();
        self.idle_since.saturating_duration_since(since)
    }

    /// Ends the request whose answer has come; returns what was known of it and the time that it took.
    pub(crate) fn end_job(&mut self) -> Option<(D::Request, Duration)> {
        let job = self.job.take()?;
        let time = self.end_request(job.since);
        if let Some(due) = job.control.due() {
            self.delay.note(due, time);
        }
        Some((job.request, time))
    }

    /// The running search answers with what it has.
    pub(crate) fn stop_job(&self) {
        if let Some(job) = &self.job {
            job.control.stop();
        }
    }

    /// Searches a position of the opponent's until a line comes.
    pub(crate) fn ponder(&mut self, board: Board) {
        let control = Arc::new(Control::unlimited());
        self.start_search(
            SearchQuestion { task: Task::Ponder, board, excluded: Vec::new(), blocked: Vec::new() },
            &control,
        );
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
    /// A conversation that writes here and whose search reports to nobody.
    pub(crate) fn for_test(output: impl std::io::Write + Send + 'static) -> Self {
        let (sender, _events) = std::sync::mpsc::channel();
        let engine = Engine::spawn(sender, Vec::new(), tengen::search::params::ParamOverrides::default());
        Self::new(engine, Output::new(output), Workload::default())
    }

    /// Closes the conversation as the end of input does: searches stop at once.
    pub(crate) fn close(&mut self) {
        self.closing_since = Some(Instant::now());
    }
}
