use super::Event;
use super::block::{Block, BlockKind, Step, on_board, parse_numbers, shorten};
use super::command::Command;
use super::engine::{Engine, Job, News, Task};
use super::settings::Settings;
use super::swap2::Swap2Answer;
use super::writer::Writer;
use crate::base::{BoardSize, Color, Point, Score, WIN_BOUND, score_text};
use crate::board::{Board, Cell, format_point};
use crate::search::{Budget, Control, Report};
use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// The state machine of one manager's conversation.
pub struct Session<W: Write> {
    engine: Engine,
    writer: Writer<W>,
    settings: Settings,
    /// The game, once `START` has told the size.
    game: Option<Game>,
    /// The block being read.
    block: Option<Block>,
    thinking: Option<Thinking>,
    /// Lines that came while the engine was thinking.
    waiting: VecDeque<Waiting>,
    /// No answer was owed before this: a request's clock cannot start earlier.
    idle_since: Instant,
    /// Time spent on the game's own moves.
    used: Duration,
    /// The next search begins as a new engine would.
    forget: bool,
    /// The manager wants us gone, since when.
    leaving: Option<Instant>,
}

/// A board and what was placed on it.
struct Game {
    size: BoardSize,
    /// Built when first needed, as the rule may still be told.
    board: Option<Board>,
}

/// A search under way.
struct Thinking {
    control: Arc<Control>,
    since: Instant,
    stones: usize,
    size: BoardSize,
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
type Refusal = String;

/// Iterations are told live from here on; before, the last one is told with the move.
const LIVE_FROM: Duration = Duration::from_millis(1000);
/// After `END` or the end of input this is left to finish what was asked before.
const LAST_WORDS: Duration = Duration::from_millis(70);

impl<W: Write> Session<W> {
    pub(super) fn new(engine: Engine, writer: Writer<W>) -> Self {
        Self {
            engine,
            writer,
            settings: Settings::default(),
            game: None,
            block: None,
            thinking: None,
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
            Command::Board => self.open_block(BlockKind::Board, at)?,
            Command::YxBoard => self.open_block(BlockKind::YxBoard, at)?,
            Command::Swap2Board => self.open_block(BlockKind::Swap2, at)?,
            Command::Takeback => self.take_back(argument)?,
            Command::Play => self.play(argument)?,
            Command::Info => self.info(argument),
            Command::YxShowForbid => self.show_forbidden()?,
            Command::About => self.about(),
            // Nothing to stop; END was seen to before.
            Command::Stop | Command::End => {}
        }
        Ok(())
    }

    fn start(&mut self, size: BoardSize) {
        self.game = Some(Game { size, board: None });
        self.used = Duration::ZERO;
        self.settings.forget_time_left();
        self.forget = true;
        self.writer.ok();
    }

    fn begin(&mut self, at: Instant) -> Result<(), Refusal> {
        if self.board()?.placed().len() > 0 {
            return Err("BEGIN is for an empty board".into());
        }
        self.think(Task::Move, at)
    }

    fn turn(&mut self, argument: &str, at: Instant) -> Result<(), Refusal> {
        let point = self.free_point(argument)?;
        let board = self.board()?;
        if board.empty_count() < 2 {
            return Err("no cell is left to answer on".into());
        }
        board.make(point, &mut ());
        self.think(Task::Move, at)
    }

    fn play(&mut self, argument: &str) -> Result<(), Refusal> {
        let point = self.free_point(argument)?;
        let board = self.board()?;
        board.make(point, &mut ());
        let size = board.size();
        self.writer.points(size, &[point]);
        Ok(())
    }

    fn take_back(&mut self, argument: &str) -> Result<(), Refusal> {
        let size = self.game()?.size;
        let point = parse_point(size, argument)?;
        let board = self.board()?;
        let last = board.placed().next_back();
        match last {
            Some((last, cell)) if last == point => {
                board.unmake(&mut ());
                // Whose stone it was has the move again, also in a position that was set up.
                if let Some(color) = cell.color() {
                    board.set_side_to_move(color);
                }
            }
            Some((last, _)) => {
                let (x, y) = size.xy(last);
                return Err(format!("the last stone is {x},{y}"));
            }
            None => return Err("the board is empty".into()),
        }
        self.writer.ok();
        Ok(())
    }

    fn open_block(&mut self, kind: BlockKind, at: Instant) -> Result<(), Refusal> {
        // Without a board the lines are read all the same, so that each is not answered by UNKNOWN.
        let missing = self.game().err();
        let size = self.game().map_or_else(|_| BoardSize::square(BoardSize::MAX), |game| Ok(game.size));
        let mut block = Block::new(kind, size.map_err(|error| error.to_string())?, at);
        if let Some(reason) = missing {
            block.fail(reason);
        }
        self.block = Some(block);
        Ok(())
    }

    fn finish_block(&mut self, block: Block, since: Instant) -> Result<(), Refusal> {
        let kind = block.kind;
        if kind == BlockKind::Swap2 {
            return self.swap2(block.swap2_stones()?, since);
        }
        let (stones, own) = block.position()?;
        let mut board = self.empty_board()?;
        for &(point, cell) in &stones {
            board.place(point, cell).map_err(|error| error.to_string())?;
        }
        board.set_side_to_move(own);
        if kind == BlockKind::Board && board.empty_count() == 0 {
            return Err("no cell is left to play on".into());
        }
        self.game_mut()?.board = Some(board);
        if kind == BlockKind::Board {
            self.warn_of_counts(&stones, own);
            self.think(Task::Move, since)?;
        }
        Ok(())
    }

    /// Stones that do not alternate are no reason to refuse a move, but worth a word.
    fn warn_of_counts(&mut self, stones: &[(Point, Cell)], own: Color) {
        let count = |color: Color| stones.iter().filter(|stone| stone.1 == color.into()).count();
        let expected = count(!own) == count(own) + usize::from(own == Color::White);
        let continuous = stones.iter().any(|stone| stone.1 == Cell::Neutral);
        if !expected && !continuous {
            let text = format!("{} own and {} opponent's stones do not alternate", count(own), count(!own));
            self.writer.message(text);
        }
    }

    fn swap2(&mut self, stones: Vec<Point>, since: Instant) -> Result<(), Refusal> {
        let mut board = self.empty_board()?;
        for point in stones {
            board.make(point, &mut ());
        }
        self.game_mut()?.board = Some(board);
        self.think(Task::Swap2, since)
    }

    fn info(&mut self, argument: &str) {
        let (key, value) = argument.split_once(|c: char| c.is_whitespace()).unwrap_or((argument, ""));
        self.settings.set(key, value.trim());
    }

    fn show_forbidden(&mut self) -> Result<(), Refusal> {
        let board = self.board()?;
        let size = board.size();
        let digits = if size.width().max(size.height()) > 100 { 3 } else { 2 };
        let points: String = board
            .forbidden_points()
            .into_iter()
            .map(|point| {
                let (x, y) = size.xy(point);
                format!("{x:0digits$}{y:0digits$}")
            })
            .collect();
        self.writer.line(format_args!("FORBID {points}."));
        Ok(())
    }

    fn about(&mut self) {
        let version = env!("CARGO_PKG_VERSION");
        self.writer.line(format_args!(
            "name=\"Tengen\", version=\"{version}\", author=\"The Tengen developers\", country=\"International\""
        ));
    }

    /// Starts a search of the present position.
    fn think(&mut self, task: Task, at: Instant) -> Result<(), Refusal> {
        let since = at.max(self.idle_since);
        let board = self.board()?.clone();
        let stones = board.placed().len() / 2;
        let control = Arc::new(Control::new(since, self.budget(stones)));
        if self.leaving.is_some() {
            control.stop();
        }
        self.thinking = Some(Thinking { control: Arc::clone(&control), since, stones, size: board.size() });
        self.engine.start(Job {
            task,
            board,
            limits: self.settings.limits(),
            control,
            table_bytes: self.settings.table_bytes(),
            threads: self.settings.threads(),
            forget: std::mem::take(&mut self.forget),
        });
        Ok(())
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
        let size = thinking.size;
        match news {
            News::Message(text) => self.writer.message(text),
            News::Progress(report) => {
                if report.elapsed >= LIVE_FROM {
                    self.writer.message(describe(size, &report));
                }
                return Flow::Continue;
            }
            News::Move(point, report) => {
                if let Some(report) = report.filter(|report| report.depth > 0 && report.elapsed < LIVE_FROM) {
                    self.writer.message(describe(size, &report));
                }
                self.end_thinking();
                self.answer_move(size, point);
            }
            News::Swap2(answer) => {
                self.end_thinking();
                self.answer_swap2(size, answer);
            }
        }
        Flow::Continue
    }

    fn end_thinking(&mut self) {
        self.idle_since = Instant::now();
        if let Some(thinking) = self.thinking.take() {
            self.used += self.idle_since.saturating_duration_since(thinking.since);
            self.settings.forget_time_left();
        }
    }

    fn answer_move(&mut self, size: BoardSize, point: Option<Point>) {
        match (point, self.board()) {
            (Some(point), Ok(board)) if board.is_empty(point) => {
                board.make(point, &mut ());
                self.writer.points(size, &[point]);
            }
            _ => self.writer.error("no cell is left to play on"),
        }
    }

    fn answer_swap2(&mut self, size: BoardSize, answer: Swap2Answer) {
        match answer {
            Swap2Answer::Swap => self.writer.line("SWAP"),
            Swap2Answer::Stones(points) => {
                if let Ok(board) = self.board() {
                    points.iter().for_each(|&point| board.make(point, &mut ()));
                }
                self.writer.points(size, &points);
            }
        }
    }

    fn game(&self) -> Result<&Game, Refusal> {
        self.game.as_ref().ok_or_else(no_game)
    }

    fn game_mut(&mut self) -> Result<&mut Game, Refusal> {
        self.game.as_mut().ok_or_else(no_game)
    }

    fn empty_board(&self) -> Result<Board, Refusal> {
        let rule = self.settings.rule().map_err(|error| error.to_string())?;
        Ok(Board::new(self.game()?.size, rule))
    }

    /// The game's board under the rule that holds now.
    fn board(&mut self) -> Result<&mut Board, Refusal> {
        let rule = self.settings.rule().map_err(|error| error.to_string())?;
        let game = self.game_mut()?;
        if game.board.as_ref().is_some_and(|board| board.rule() != rule) {
            game.board = game.board.take().map(|old| under_rule(&old, rule));
        }
        Ok(game.board.get_or_insert_with(|| Board::new(game.size, rule)))
    }

    fn free_point(&mut self, argument: &str) -> Result<Point, Refusal> {
        let point = parse_point(self.game()?.size, argument)?;
        if self.board()?.is_empty(point) { Ok(point) } else { Err(format!("{} is occupied", shorten(argument))) }
    }
}

/// Whether an `INFO` is about the time of the move that is being thought about.
fn is_time(argument: &str) -> bool {
    let key = argument.split_whitespace().next().unwrap_or_default();
    ["timeout_turn", "timeout_match", "time_left"].iter().any(|time| key.eq_ignore_ascii_case(time))
}

/// The same stones under another rule.
fn under_rule(old: &Board, rule: crate::base::Rule) -> Board {
    let mut board = Board::new(old.size(), rule);
    for (point, cell) in old.placed() {
        // The stones stood beside each other before.
        let _ = board.place(point, cell);
    }
    board.set_side_to_move(old.side_to_move());
    board
}

fn no_game() -> Refusal {
    "START or RECTSTART comes first".into()
}

fn parse_point(size: BoardSize, argument: &str) -> Result<Point, Refusal> {
    match parse_numbers(argument).as_deref() {
        Some(&[x, y]) => on_board(size, x, y),
        _ => Err(format!("'{}' is no point x,y", shorten(argument))),
    }
}

/// `START 15`; two numbers, as one manager sends them, are width and height.
fn start_size(argument: &str) -> Result<BoardSize, Refusal> {
    match parse_numbers(argument).as_deref() {
        Some(&[side]) => board_size(side, side),
        Some(&[width, height]) => board_size(width, height),
        _ => Err(format!("'{}' is no board size", shorten(argument))),
    }
}

fn rectangle(argument: &str) -> Result<BoardSize, Refusal> {
    match parse_numbers(argument).as_deref() {
        Some(&[width, height]) => board_size(width, height),
        _ => Err(format!("'{}' is no width,height", shorten(argument))),
    }
}

fn board_size(width: i32, height: i32) -> Result<BoardSize, Refusal> {
    let number = |n| usize::try_from(n).unwrap_or(0);
    BoardSize::new(number(width), number(height)).map_err(|error| error.to_string())
}

/// An iteration for people: `depth 9-17 score 35 nodes 81234 speed 712 k time 114 ms line h8 i9`.
fn describe(size: BoardSize, report: &Report) -> String {
    const LONGEST_LINE: usize = 12;
    let millis = report.elapsed.as_millis();
    let speed = report.nodes / u64::try_from(millis.max(1)).unwrap_or(1);
    let line: Vec<String> = report.line.iter().take(LONGEST_LINE).map(|&point| format_point(size, point)).collect();
    // A distance is told only when the win was checked; otherwise the number beyond all others.
    let score: Score = if report.proven { report.score } else { report.score.clamp(-WIN_BOUND, WIN_BOUND) };
    format!(
        "depth {}-{} score {} nodes {} speed {speed} k time {millis} ms line {}",
        report.depth,
        report.selective_depth,
        score_text(score),
        report.nodes,
        line.join(" ")
    )
}
