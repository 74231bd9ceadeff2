use super::command::{Command, HELP};
use super::inbox::{Event, Inbox, Input};
use super::levels;
use crate::common::{printed, read_game};
use anyhow::{Context, Result, bail};
use console::Term;
use indicatif::ProgressBar;
use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};
use tengen::base::{Color, Point};
use tengen::board::{format_moves, format_point};
use tengen::eval::win_rate;
use tengen::search::{Budget, Control, Level, Limits, SearchResult, Searcher};
use tengen::tools::diagram::{Picture, Style, to_text};
use tengen::tools::formats::{self, Format, Game, Given, Outcome};

/// Who makes the moves of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    Human,
    Engine(&'static Level),
}

const TABLE_BYTES: usize = 64 << 20;
/// What a terminal is wide when nobody says it.
const COLUMNS: usize = 80;
/// The names of the players in a file, when they have none of their own.
const HUMAN: &str = "Human";
const ENGINE: &str = "Tengen level ";
/// Moves of the line that a hint shows.
const HINT_MOVES: usize = 8;
/// A level with a limit of nodes has played long before.
const LONGEST_MOVE: Duration = Duration::from_secs(60);

/// A game at the terminal.
pub struct Session {
    pub(super) game: Game,
    /// Black's and White's.
    pub(super) seats: [Seat; 2],
    /// What an engine plays at that takes a seat.
    level: &'static Level,
    pub(super) time: Duration,
    pub(super) seed: u64,
    pub(super) inbox: Inbox,
    /// Not here while it searches.
    searcher: Option<Searcher>,
    /// Where the game is kept at the end, when the user says so.
    pub keep_in: Option<PathBuf>,
    /// Files that this game was read from or written to: they may be overwritten.
    pub own_files: Vec<PathBuf>,
    /// Files that hold the game as it stands.
    pub saved_in: Vec<PathBuf>,
    /// The board has changed since it was drawn.
    changed: bool,
}

/// Whether the game goes on.
enum Step {
    On,
    Leave,
}

impl Session {
    pub fn new(game: Game, seats: [Seat; 2], level: &'static Level, time: Duration, seed: u64) -> Result<Self> {
        Ok(Self {
            game,
            seats,
            level,
            time,
            seed,
            inbox: Inbox::open()?,
            searcher: Some(Searcher::new(TABLE_BYTES)),
            keep_in: None,
            own_files: Vec::new(),
            saved_in: Vec::new(),
            changed: true,
        })
    }

    /// Plays until somebody leaves.
    pub fn run(&mut self, swap2: bool) -> Result<()> {
        say(&format!("{} {}; help shows the commands, quit leaves", self.game.rule, self.game.size));
        if swap2 && !self.play_swap2()? {
            return self.leave();
        }
        loop {
            if self.inbox.is_interrupted() || OUTPUT_FAILED.load(Ordering::Relaxed) {
                return self.leave();
            }
            let outcome = self.game.judge()?;
            let all_engines = self.seats.iter().all(|seat| *seat != Seat::Human);
            if outcome.is_some() && all_engines {
                self.show();
                return self.leave();
            }
            let step = match self.seats[self.game.side_to_move().index()] {
                Seat::Engine(level) if outcome.is_none() => self.engine_move(level)?,
                _ => self.human_turn()?,
            };
            if let Step::Leave = step {
                return self.leave();
            }
        }
    }

    fn engine_move(&mut self, level: &'static Level) -> Result<Step> {
        if self.seats.iter().all(|seat| *seat != Seat::Human) {
            self.show();
        }
        let start = Instant::now();
        let Some(result) = self.think(level)? else { return Ok(Step::Leave) };
        let point = result.best.context("there is no move on a full board")?;
        let side = self.game.side_to_move();
        self.put(point, start.elapsed());
        let name = format_point(self.game.size, point);
        say(&format!("{} plays {name} ({:.1} s)", self.name_of(side), start.elapsed().as_secs_f64()));
        Ok(Step::On)
    }

    /// Lets the engine look; `None` when the user has interrupted it.
    pub(super) fn think(&mut self, level: &'static Level) -> Result<Option<SearchResult>> {
        let (board, seed) = (self.game.board()?, self.seed);
        let time = if level == Level::FULL { self.time } else { LONGEST_MOVE };
        self.search(time, move |searcher, control| searcher.search_at_level(&board, level, seed, Limits::NONE, control))
    }

    /// Lets a thread of its own search, so that Ctrl-C is heard; `None` when the user has interrupted it.
    pub(super) fn search<T: Send + 'static>(
        &mut self,
        time: Duration,
        work: impl FnOnce(&mut Searcher, Arc<Control>) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        // One answer is not worth more than its time: the soft limit keeps the pace.
        let control = Arc::new(Control::new(Instant::now(), Budget { soft: time, hard: time }));
        let mut searcher = self.searcher.take().unwrap_or_else(|| Searcher::new(TABLE_BYTES));
        let (tell, search_control) = (TellsEnd(self.inbox.sender()), Arc::clone(&control));
        let worker = thread::spawn(move || {
            let _tell = tell;
            let found = work(&mut searcher, search_control);
            (searcher, found)
        });
        let bar = ProgressBar::new_spinner().with_message("thinking");
        bar.enable_steady_tick(Duration::from_millis(200));
        self.inbox.wait_for_search(&control);
        bar.finish_and_clear();
        let (searcher, found) = worker.join().map_err(|_| anyhow::anyhow!("the search failed"))?;
        self.searcher = Some(searcher);
        Ok((!self.inbox.is_interrupted()).then_some(found))
    }

    fn human_turn(&mut self) -> Result<Step> {
        if self.changed {
            self.show();
        }
        let prompt = match self.game.judge()? {
            None => format!("{}> ", self.name_of(self.game.side_to_move())),
            Some(_) => "the game is over: undo, new, save, load or quit> ".to_owned(),
        };
        let Some(line) = self.ask(&prompt) else { return Ok(Step::Leave) };
        match Command::read(&line, self.game.size) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(Step::Leave),
            Ok(Some(command)) => self.obey(command)?,
            Err(error) => say(&error),
        }
        Ok(Step::On)
    }

    /// Shows a prompt and returns what is typed; nothing at the end of the input.
    pub(super) fn ask(&mut self, prompt: &str) -> Option<String> {
        let mut out = stdout();
        note_failure(write!(out, "{prompt}").and_then(|()| out.flush()));
        if OUTPUT_FAILED.load(Ordering::Relaxed) {
            return None;
        }
        let line = match self.inbox.next() {
            Input::Line(line) => Some(line),
            Input::End => None,
        };
        if line.is_none() || !std::io::stdin().is_terminal() {
            say("");
        }
        line
    }

    fn obey(&mut self, command: Command) -> Result<()> {
        match command {
            Command::Move(point) => self.human_move(point)?,
            Command::Hint => self.hint()?,
            Command::Undo => self.undo(),
            Command::Swap => self.swap(),
            Command::Level(None) => say(&format!("{}now {}", levels(), self.level.number)),
            Command::Level(Some(number)) => self.set_level(number),
            Command::Save(overwrite, name) => self.save(Path::new(&name), overwrite),
            Command::Load(name) => self.load(Path::new(&name)),
            Command::New => {
                self.keep()?;
                self.take_over(Game::new(self.game.rule, self.game.size));
            }
            Command::Show => self.changed = true,
            Command::Help => say(HELP),
            Command::Quit => {}
        }
        Ok(())
    }

    fn human_move(&mut self, point: Point) -> Result<()> {
        if let Err(why) = self.check_move(point)? {
            say(&why);
        } else {
            self.put(point, Duration::ZERO);
        }
        Ok(())
    }

    /// Whether a person may play there, or why not.
    pub(super) fn check_move(&self, point: Point) -> Result<Result<(), String>> {
        let name = format_point(self.game.size, point);
        if self.game.judge()?.is_some() {
            return Ok(Err("the game is over: undo, new, save, load or quit".to_owned()));
        }
        let mut board = self.game.board()?;
        if !board.is_empty(point) {
            return Ok(Err(format!("{name} is occupied")));
        }
        if self.game.rule.forbids(board.side_to_move()) && board.is_forbidden(point) {
            return Ok(Err(format!("{name} is forbidden to Black in renju (an overline, two fours or two threes)")));
        }
        Ok(Ok(()))
    }

    pub(super) fn put(&mut self, point: Point, time: Duration) {
        self.game.moves.push(point);
        self.game.times.resize(self.game.moves.len(), Duration::ZERO);
        if let Some(last) = self.game.times.last_mut() {
            *last = time;
        }
        self.touch();
    }

    fn touch(&mut self) {
        self.saved_in.clear();
        self.changed = true;
        // Its moves are legal: they were checked when they were made.
        self.game.outcome = self.game.judge().unwrap_or_default();
    }

    fn hint(&mut self) -> Result<()> {
        if self.game.judge()?.is_some() {
            say("the game is over");
            return Ok(());
        }
        let Some(result) = self.think(Level::FULL)? else { return Ok(()) };
        let Some(best) = result.best else { return Ok(()) };
        let line = result.report.line.iter().take(HINT_MOVES).map(|&point| format_point(self.game.size, point));
        say(&format!(
            "hint: {} ({:.0} %): {}",
            format_point(self.game.size, best),
            100.0 * win_rate(result.report.score),
            line.collect::<Vec<_>>().join(" ")
        ));
        Ok(())
    }

    /// Takes back to a person's move before.
    fn undo(&mut self) {
        let is_human = |session: &Session| session.seats[session.game.side_to_move().index()] == Seat::Human;
        let mut count = self.game.moves.len();
        if count == 0 {
            return say("there is nothing to take back");
        }
        let before = self.game.clone();
        loop {
            count -= 1;
            self.game = before.up_to(count);
            if is_human(self) {
                break;
            }
            if count == 0 {
                self.game = before;
                return say("there is nothing of yours to take back");
            }
        }
        self.touch();
    }

    fn swap(&mut self) {
        self.seats.swap(0, 1);
        self.changed = true;
        let names = Color::ALL.map(|color| self.name_of(color));
        say(&format!("now {} and {}", names[0], names[1]));
    }

    fn set_level(&mut self, number: u8) {
        self.level = Level::by_number(number).unwrap_or(Level::FULL);
        for seat in &mut self.seats {
            if let Seat::Engine(level) = seat {
                *level = self.level;
            }
        }
        say(&format!("level {}: {}", self.level.number, self.level.name));
    }

    fn save(&mut self, path: &Path, overwrite: bool) {
        if path.exists() && !overwrite && !self.own_files.iter().any(|own| own == path) {
            return say(&format!("{} is there already; save! {} overwrites it", path.display(), path.display()));
        }
        match self.write(path) {
            Ok(()) => {
                say(&format!("the game is in {}", path.display()));
                self.own_files.push(path.to_owned());
                self.saved_in.push(path.to_owned());
            }
            Err(error) => say(&format!("not saved: {error:#}")),
        }
    }

    fn write(&self, path: &Path) -> Result<()> {
        let format = Format::of_name(&path.to_string_lossy())?;
        let mut game = self.game.clone();
        for color in Color::ALL {
            let name = &mut game.names[color.index()];
            // The players of a loaded game stay its players.
            if name.is_empty() || name == HUMAN || name.starts_with(ENGINE) {
                *name = match self.seats[color.index()] {
                    Seat::Human => HUMAN.to_owned(),
                    Seat::Engine(level) => format!("{ENGINE}{}", level.number),
                };
            }
        }
        std::fs::write(path, formats::write(&game, format)?).with_context(|| format!("cannot write {}", path.display()))
    }

    fn load(&mut self, path: &Path) {
        match read_game(path, Given::default()) {
            Ok(game) => {
                if let Err(error) = self.keep() {
                    return say(&format!("not loaded: {error:#}"));
                }
                self.take_over(game);
                self.own_files = vec![path.to_owned()];
                self.own_files.extend(self.keep_in.clone());
                self.saved_in = vec![path.to_owned()];
            }
            Err(error) => say(&format!("not loaded: {error:#}")),
        }
    }

    fn take_over(&mut self, game: Game) {
        self.game = game;
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
        self.changed = true;
        self.saved_in.clear();
        self.own_files.clear();
    }

    /// Writes the game down unless that was done, and says where.
    fn keep(&mut self) -> Result<()> {
        if self.game.moves.is_empty() && self.game.setup.is_empty() {
            return Ok(());
        }
        // The file that the user named is for this game alone.
        let path = match self.keep_in.clone() {
            Some(path) if !self.saved_in.contains(&path) => path,
            Some(_) => {
                self.keep_in = None;
                return Ok(());
            }
            None if !self.saved_in.is_empty() => return Ok(()),
            None => self.new_name(),
        };
        self.write(&path)?;
        self.keep_in = None;
        self.saved_in.push(path.clone());
        say(&format!("the game is kept in {0}\ngo on with: tengen play --load {0}", path.display()));
        Ok(())
    }

    /// A name that no file has.
    fn new_name(&self) -> PathBuf {
        // PSQ knows no position without moves.
        let extension = if self.game.setup.is_empty() { "psq" } else { "sgf" };
        let name = |number: usize| PathBuf::from(format!("tengen-game-{number}.{extension}"));
        (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
    }

    fn leave(&mut self) -> Result<()> {
        if let Err(error) = self.keep() {
            // The moves at least are not lost.
            say(&format!("the moves are: {}", format_moves(self.game.size, &self.game.moves)));
            return Err(error.context("the game is not kept"));
        }
        say("good-bye");
        match OUTPUT_FAILED.load(Ordering::Relaxed) {
            true => bail!("cannot write to standard output"),
            false => Ok(()),
        }
    }

    pub(super) fn name_of(&self, color: Color) -> String {
        let stone = if color == Color::Black { 'X' } else { 'O' };
        match self.seats[color.index()] {
            Seat::Human => format!("{color:?} ({stone}, you)"),
            Seat::Engine(level) => format!("{color:?} ({stone}, Tengen level {})", level.number),
        }
    }

    fn why_drawn(&self) -> String {
        let (rule, empty) = (self.game.rule, self.game.size.cells() - self.game.stones().count());
        match empty {
            0 => "the board is full".to_owned(),
            _ => format!("{rule} ends when no more than {} points are empty, and {empty} are", rule.draw_at()),
        }
    }

    /// Draws the board with what is to be known.
    pub(super) fn show(&mut self) {
        self.changed = false;
        let is_terminal = stdout().is_terminal();
        let columns = if is_terminal { usize::from(Term::stdout().size().1).max(20) } else { COLUMNS };
        let color = is_terminal && console::colors_enabled();
        let outcome = self.game.judge().unwrap_or_default();
        let forbidden = self.game.board().ok().filter(|_| outcome.is_none()).map(|mut board| board.forbidden_points());
        let run = self.game.winning_line();
        let end = match outcome {
            Some(Outcome::Win(color)) => format!(
                "\n{} wins: {}",
                self.name_of(color),
                run.iter().map(|&point| format_point(self.game.size, point)).collect::<Vec<_>>().join(" ")
            ),
            Some(Outcome::Draw) => format!("\na draw: {}", self.why_drawn()),
            None => String::new(),
        };
        let forbidden = forbidden.unwrap_or_default();
        let legend = if forbidden.is_empty() { "" } else { ", # is forbidden to Black" };
        let caption = format!("{} moves{legend}{end}", self.game.moves.len());
        let picture =
            Picture { coordinates: true, last: true, forbidden, caption: Some(caption), ..Picture::default() };
        say(&format!("\n{}", to_text(&self.game, &picture, Style { color, columns })));
    }
}

/// Standard output has failed in another way than by its reader's leaving.
static OUTPUT_FAILED: AtomicBool = AtomicBool::new(false);

fn note_failure(attempt: std::io::Result<()>) {
    if printed(attempt).is_err() {
        OUTPUT_FAILED.store(true, Ordering::Relaxed);
    }
}

/// A line to the player. When nobody reads it any more the game goes on to its end and is kept; when it
/// cannot be written the game is left.
pub(super) fn say(text: &str) {
    note_failure(writeln!(stdout(), "{text}"));
}

/// Tells the end of a search, also of one that fails.
struct TellsEnd(Sender<Event>);

impl Drop for TellsEnd {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Found);
    }
}
