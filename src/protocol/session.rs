use super::Event;
use super::block::{Block, BlockKind, Step, shorten};
use super::command::Command;
use super::coordinates::Order;
use super::engine::{Engine, Job, News, Task};
use super::game::{Game, rectangle, start_size};
use super::report;
use super::settings::Settings;
use super::writer::Writer;
use crate::base::{BoardSize, Point};
use crate::board::Board;
use crate::pattern::PointClass;
use crate::search::opening::OpeningRule;
use crate::search::{Budget, Control, Report};
use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// The state machine of one manager's conversation.
pub struct Session<W: Write> {
    engine: Engine,
    pub(super) writer: Writer<W>,
    pub(super) settings: Settings,
    /// How points are named.
    pub(super) order: Order,
    /// The game, once `START` has told the size.
    pub(super) game: Option<Game>,
    /// Games begun so far.
    pub(super) games: u64,
    /// Moves that are not to be played.
    pub(super) blocked: Vec<Point>,
    /// The block being read.
    pub(super) block: Option<Block>,
    /// The next line names a file.
    pub(super) file_expected: bool,
    thinking: Option<Thinking>,
    /// What stops the thinking while the opponent thinks.
    pondering: Option<Arc<Control>>,
    /// Lines that came while the engine was thinking.
    waiting: VecDeque<Waiting>,
    /// No answer was owed before this: a request's clock cannot start earlier.
    idle_since: Instant,
    /// Time spent on the game's own moves.
    pub(super) used: Duration,
    /// The next search begins as a new engine would.
    pub(super) forget: bool,
    /// The manager wants us gone, since when.
    leaving: Option<Instant>,
}

/// A search under way.
struct Thinking {
    control: Arc<Control>,
    since: Instant,
    stones: usize,
    size: BoardSize,
    task: Task,
    /// How the answer to a swap2 question is told.
    steps: Option<Swap2Step>,
}

/// A step of Yixin-Board's swap2 dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Swap2Step {
    /// Three stones are proposed.
    Propose,
    /// Three stones are answered.
    AnswerThree,
    /// A side is chosen after five stones.
    AnswerFive,
}

/// Input that is kept for after the move.
enum Waiting {
    Line(String, Instant),
    LongLine,
}

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// A refusal, told as `ERROR`.
pub(super) type Refusal = String;

/// Iterations are told live from here on; before, the last one is told with the move.
const LIVE_FROM: Duration = Duration::from_millis(1000);
/// As many lines as there are moves worth a look.
pub(super) const ALL_LINES: usize = usize::MAX;
/// After `END` or the end of input this is left to finish what was asked before.
const LAST_WORDS: Duration = Duration::from_millis(70);

impl<W: Write> Session<W> {
    pub(super) fn new(engine: Engine, writer: Writer<W>) -> Self {
        Self {
            engine,
            writer,
            settings: Settings::default(),
            order: Order::default(),
            game: None,
            games: 0,
            blocked: Vec::new(),
            block: None,
            file_expected: false,
            thinking: None,
            pondering: None,
            waiting: VecDeque::new(),
            idle_since: Instant::now(),
            used: Duration::ZERO,
            forget: true,
            leaving: None,
        }
    }

    /// Handles events until the manager is gone.
    pub(super) fn run(mut self, events: &Receiver<Event>) {
        while let Some(event) = self.next_event(events) {
            if !matches!(event, Event::Engine(_)) {
                self.stop_pondering();
            }
            let flow = match event {
                Event::Line(line, at) => self.hear(line, at),
                Event::LongLine => self.hear_long_line(),
                Event::EndOfInput => self.leave(),
                Event::Engine(news) => self.engine_news(news),
            };
            if flow == Flow::Quit || self.catch_up() == Flow::Quit {
                return;
            }
            if self.leaving.is_some() && self.thinking.is_none() {
                return;
            }
        }
    }

    /// The next event; `None` when there will be none, or when it is high time to leave.
    fn next_event(&self, events: &Receiver<Event>) -> Option<Event> {
        match self.leaving {
            Some(since) => events.recv_timeout(LAST_WORDS.saturating_sub(since.elapsed())).ok(),
            None => events.recv().ok(),
        }
    }

    /// A line of input: done at once, or kept for after the move.
    fn hear(&mut self, line: String, at: Instant) -> Flow {
        log::debug!("< {line}");
        if self.leaving.is_some() {
            return Flow::Continue;
        }
        if self.thinking.is_none() {
            return self.obey(&line, at);
        }
        match Command::parse(&line) {
            (Some(Command::Stop), _) => self.stop(),
            (Some(Command::End), _) => return self.leave(),
            (Some(Command::Info), argument) if is_time(argument) => {
                self.info(argument);
                self.renew_budget();
                // What waits before it comes before it, so it counts once more in its place.
                if !self.waiting.is_empty() {
                    self.waiting.push_back(Waiting::Line(line, at));
                }
            }
            _ => self.waiting.push_back(Waiting::Line(line, at)),
        }
        Flow::Continue
    }

    /// Does what was kept while the engine was thinking.
    fn catch_up(&mut self) -> Flow {
        while self.thinking.is_none() {
            if self.leaving.is_some_and(|since| since.elapsed() >= LAST_WORDS) {
                return Flow::Quit;
            }
            match self.waiting.pop_front() {
                Some(Waiting::Line(line, at)) => {
                    if self.obey(&line, at) == Flow::Quit {
                        return Flow::Quit;
                    }
                }
                Some(Waiting::LongLine) => self.refuse_long_line(),
                None => break,
            }
        }
        Flow::Continue
    }

    /// The manager is gone or says so. A move being thought about is answered with the best so far,
    /// for a script that pipes its commands all at once.
    fn leave(&mut self) -> Flow {
        if self.thinking.is_none() {
            return Flow::Quit;
        }
        self.stop();
        self.leaving.get_or_insert_with(Instant::now);
        Flow::Continue
    }

    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.stop();
        }
    }

    fn hear_long_line(&mut self) -> Flow {
        match self.thinking {
            Some(_) => self.waiting.push_back(Waiting::LongLine),
            None => self.refuse_long_line(),
        }
        Flow::Continue
    }

    fn refuse_long_line(&mut self) {
        let reason = format!("a line has at most {} bytes", super::MAX_LINE);
        match &mut self.block {
            Some(block) => block.fail(reason),
            None => self.writer.error(reason),
        }
    }

    fn obey(&mut self, line: &str, at: Instant) -> Flow {
        if let Some(mut block) = self.block.take() {
            match block.push(line) {
                Step::More => {
                    self.block = Some(block);
                    return Flow::Continue;
                }
                Step::Done => {
                    let since = block.since;
                    let outcome = self.finish_block(block, since);
                    self.tell_refusal(outcome);
                    return Flow::Continue;
                }
                Step::Aborted => self.writer.error("DONE is missing; the position is as it was"),
            }
        }
        let (command, argument) = Command::parse(line);
        if std::mem::take(&mut self.file_expected) {
            self.writer.error("Tengen reads and writes no such files");
            if command.is_none() {
                return Flow::Continue;
            }
        }
        let Some(command) = command else {
            self.writer.line(format_args!("UNKNOWN {}", shorten(line)));
            return Flow::Continue;
        };
        if command == Command::End {
            return Flow::Quit;
        }
        let outcome = self.execute(command, argument, at);
        self.tell_refusal(outcome);
        Flow::Continue
    }

    fn tell_refusal(&mut self, outcome: Result<(), Refusal>) {
        if let Err(reason) = outcome {
            self.writer.error(reason);
        }
    }

    fn execute(&mut self, command: Command, argument: &str, at: Instant) -> Result<(), Refusal> {
        match command {
            Command::Start => self.start(start_size(argument)?),
            Command::RectStart => self.start(rectangle(argument)?),
            Command::Restart => self.start(self.game()?.size),
            Command::Begin => self.begin(at)?,
            Command::Turn => self.turn(argument, at)?,
            Command::Board => self.open_block(BlockKind::Board, argument, at)?,
            Command::YxBoard => self.open_block(BlockKind::YxBoard, argument, at)?,
            Command::Swap2Board => self.open_block(BlockKind::Opening(OpeningRule::Swap2), argument, at)?,
            Command::SwapBoard => self.open_block(BlockKind::Opening(OpeningRule::Swap), argument, at)?,
            Command::Swap1stBoard => self.open_block(BlockKind::Opening(OpeningRule::Swap1), argument, at)?,
            Command::ProBoard => self.open_block(BlockKind::Opening(OpeningRule::Pro), argument, at)?,
            Command::LongProBoard => self.open_block(BlockKind::Opening(OpeningRule::LongPro), argument, at)?,
            Command::Takeback => self.take_back(argument)?,
            Command::Play => self.play(argument)?,
            Command::Info => self.info(argument),
            Command::YxShowForbid => self.show_forbidden()?,
            Command::About => self.about(),
            Command::YxShowInfo => self.show_info(),
            Command::YxNbest => self.best_lines(argument, at)?,
            Command::YxSearchDefend => self.search_defend(at)?,
            Command::YxBalanceOne => self.balance(1, argument, at)?,
            Command::YxBalanceTwo => self.balance(2, argument, at)?,
            Command::YxBlock => self.open_block(BlockKind::Block, argument, at)?,
            Command::YxBlockUndo => self.open_block(BlockKind::BlockUndo, argument, at)?,
            Command::YxBlockReset => self.blocked.clear(),
            Command::YxHashClear => self.forget = true,
            Command::YxShowHashUsage => self.show_hash_size(),
            Command::YxSwap2Step1 => self.swap2_step(Swap2Step::Propose, at)?,
            Command::YxSwap2Step2 => self.swap2_step(Swap2Step::AnswerThree, at)?,
            Command::YxSwap2Step3 => self.swap2_step(Swap2Step::AnswerFive, at)?,
            Command::YxSoosorvStep(step) => self.soosorv_step(step, argument, at)?,
            Command::ForeignBlock => self.open_block(BlockKind::Foreign, argument, at)?,
            Command::File if argument.is_empty() => self.file_expected = true,
            Command::File => return Err("Tengen reads and writes no such files".into()),
            // Nothing to stop; END was seen to before.
            Command::Stop | Command::End | Command::Nothing => {}
        }
        Ok(())
    }

    fn info(&mut self, argument: &str) {
        let (key, value) = argument.split_once(|c: char| c.is_whitespace()).unwrap_or((argument, ""));
        self.settings.set(key, value.trim());
    }

    fn about(&mut self) {
        let version = env!("CARGO_PKG_VERSION");
        self.writer.line(format_args!(
            "name=\"Tengen\", version=\"{version}\", author=\"The Tengen developers\", country=\"International\""
        ));
    }

    /// Starts a search of the present position.
    pub(super) fn think(&mut self, task: Task, at: Instant) -> Result<(), Refusal> {
        let since = at.max(self.idle_since);
        let board = self.board()?.clone();
        let stones = board.placed().len() / 2;
        let control = Arc::new(Control::new(since, self.budget(stones)));
        if self.leaving.is_some() {
            control.stop();
        }
        let size = board.size();
        let thinking = Thinking { control: Arc::clone(&control), since, stones, size, task: task.clone(), steps: None };
        self.thinking = Some(thinking);
        self.start_job(task, board, control);
        Ok(())
    }

    fn start_job(&mut self, task: Task, board: Board, control: Arc<Control>) {
        let blocks = matches!(task, Task::Move | Task::Lines(_) | Task::Balance(..));
        let mut excluded = if blocks { self.blocked.clone() } else { Vec::new() };
        excluded.retain(|&point| board.is_empty(point));
        self.engine.start(Job {
            task,
            board,
            limits: self.settings.limits(),
            control,
            table_bytes: self.settings.table_bytes(),
            threads: self.settings.threads(),
            level: self.settings.level(),
            excluded,
            game: self.games,
            forget: std::mem::take(&mut self.forget),
        });
    }

    /// A question of the swap2 dialogue that is asked and answered step by step.
    pub(super) fn think_of_step(&mut self, step: Swap2Step, at: Instant) -> Result<(), Refusal> {
        self.think(Task::Opening(OpeningRule::Swap2), at)?;
        if let Some(thinking) = &mut self.thinking {
            thinking.steps = Some(step);
        }
        Ok(())
    }

    /// Thinks on about the position in which the opponent is to move, unless more has been asked already.
    fn ponder(&mut self, board: Board) {
        let idle = self.waiting.is_empty() && self.leaving.is_none() && self.block.is_none();
        if idle && board.empty_count() > 1 {
            let control = Arc::new(Control::unlimited());
            self.pondering = Some(Arc::clone(&control));
            self.start_job(Task::Ponder, board, control);
        }
    }

    fn stop_pondering(&mut self) {
        if let Some(control) = self.pondering.take() {
            control.stop();
        }
    }

    fn budget(&self, stones: usize) -> Budget {
        Budget::for_move(&self.settings.time_control(self.used), stones)
    }

    /// `INFO` during a search: new times count at once.
    fn renew_budget(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.set_budget(self.budget(thinking.stones));
        }
    }

    fn engine_news(&mut self, news: News) -> Flow {
        let Some(thinking) = &self.thinking else { return Flow::Continue };
        let (size, defends, steps) = (thinking.size, thinking.task == Task::Lines(ALL_LINES), thinking.steps);
        match news {
            News::Message(text) => self.writer.message(text),
            News::Progress(reports) => self.tell_progress(size, &reports),
            News::Move(point, reports) => {
                self.tell_result(size, defends, &reports);
                self.end_thinking();
                self.answer_move(point);
            }
            News::Balance(points) => {
                self.end_thinking();
                self.answer_balance(&points);
            }
            News::Soosorv(answer) => {
                self.end_thinking();
                self.answer_soosorv(size, answer);
            }
            News::Opening(answer) => {
                self.end_thinking();
                match steps {
                    Some(step) => self.answer_step(size, step, answer),
                    None => self.answer_opening(answer),
                }
            }
        }
        Flow::Continue
    }

    fn tell_progress(&mut self, size: BoardSize, reports: &[Report]) {
        for line in report::details(self.settings.detail(), self.order, size, reports) {
            self.writer.line(line);
        }
        if reports.first().is_some_and(|report| report.elapsed >= LIVE_FROM) {
            report::describe_all(size, reports).into_iter().for_each(|text| self.writer.message(text));
        }
    }

    /// What is told with the move: the last iteration, unless it was told live; several lines always.
    fn tell_result(&mut self, size: BoardSize, defends: bool, reports: &[Report]) {
        let Some(first) = reports.first().filter(|report| report.depth > 0) else { return };
        if first.elapsed < LIVE_FROM || reports.len() > 1 {
            report::describe_all(size, reports).into_iter().for_each(|text| self.writer.message(text));
        }
        if reports.len() > 1 {
            for line in report::details(self.settings.detail(), self.order, size, reports) {
                self.writer.line(line);
            }
        }
        if defends {
            self.tell_defences(size, reports);
        }
    }

    fn end_thinking(&mut self) {
        self.idle_since = Instant::now();
        if let Some(thinking) = self.thinking.take() {
            self.used += self.idle_since.saturating_duration_since(thinking.since);
            self.settings.forget_time_left();
        }
    }

    fn answer_move(&mut self, point: Option<Point>) {
        let none = if self.blocked.is_empty() { "no cell is left to play on" } else { "every move is blocked" };
        let ponders = self.settings.ponders();
        match (point, self.board()) {
            (Some(point), Ok(board)) if board.is_empty(point) => {
                let wins = board.patterns(point).class(board.side_to_move()) == PointClass::Five;
                board.make(point, &mut ());
                let after = (ponders && !wins).then(|| board.clone());
                self.say_points(&[point]);
                if let Some(board) = after {
                    self.ponder(board);
                }
            }
            _ => self.writer.error(none),
        }
    }

    /// An answer: the points on one line.
    pub(super) fn say_points(&mut self, points: &[Point]) {
        if let Some(game) = &self.game {
            self.writer.line(self.order.texts(game.size, points));
        }
    }
}

/// Whether an `INFO` is about the time of the move that is being thought about.
fn is_time(argument: &str) -> bool {
    let key = argument.split_whitespace().next().unwrap_or_default();
    ["timeout_turn", "timeout_match", "time_left"].iter().any(|time| key.eq_ignore_ascii_case(time))
}
