//! A game at the terminal: turns, typed commands, and the engine's moves.

use super::command::PlayCommand;
use super::inbox::{Inbox, PlayEvent};
use super::output::{OUTPUT_FAILED, say, write};
use crate::language::{help, language, rule_name, t};
use anyhow::{Context, Result};
use indicatif::ProgressBar;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};
use tengen::base::{Color, Point};
use tengen::board::format_point;
use tengen::eval::win_rate;
use tengen::play::{LEVELS, Level, LevelSearcher, OpeningRule};
use tengen::search::{Budget, Control, Limits, SearchResult, Searcher};
use tengen_database::{Database, KnownMove, known_moves, playable_moves};
use tengen_db::view::describe_move;
use tengen_game::{EndReason, Fault, Game, Outcome};

/// The player of a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    Human,
    Engine(&'static Level),
}

/// Name of the text shown if an agreed opening would be taken back.
pub(super) const OPENING_STANDS: &str = "play.openingStands";
/// SGF name of the result, which also shows a resignation.
pub(super) const RESULT_TAG: &str = "RE";
const PLAY_TABLE_BYTES: usize = 64 << 20;
/// Number of moves in a hint's line.
const HINT_MOVES: usize = 8;
/// Longer than any level with a node limit takes.
const LONGEST_MOVE: Duration = Duration::from_secs(60);

/// A game at the terminal.
pub struct TerminalGame {
    pub(super) game: Game,
    /// The players of Black and White.
    pub(super) seats: [Seat; 2],
    pub(super) time: Duration,
    pub(super) seed: u64,
    pub(super) inbox: Inbox,
    /// A database whose moves are played at once at full strength.
    pub database: Option<Database>,
    /// `None` while it searches.
    searcher: Option<LevelSearcher>,
    /// Full-strength searcher for hints, openings and moves at full strength, once used.
    advisor: Option<LevelSearcher>,
    /// The user's file for the game at its end, if given.
    pub keep_in: Option<PathBuf>,
    /// Files that hold this game and nothing else; they may be overwritten.
    pub own_files: Vec<PathBuf>,
    /// Files that hold the current state of the game.
    pub saved_in: Vec<PathBuf>,
    /// The side that has resigned.
    pub(super) resigned: Option<Color>,
    /// Whether the board has changed since it was drawn.
    pub(super) changed: bool,
}

impl TerminalGame {
    pub fn new(game: Game, seats: [Seat; 2], time: Duration, seed: u64, inbox: Inbox) -> Self {
        Self {
            resigned: resigned_in(&game),
            game,
            seats,
            time,
            seed,
            inbox,
            database: None,
            searcher: Some(LevelSearcher::new(PLAY_TABLE_BYTES)),
            advisor: None,
            keep_in: None,
            own_files: Vec::new(),
            saved_in: Vec::new(),
            changed: true,
        }
    }

    /// Plays until the player leaves. Also keeps the game if an error ends it.
    pub fn run(&mut self, opening: Option<OpeningRule>) -> Result<()> {
        let rule = rule_name(self.game.rule);
        say(&t("play.begin", &[("rule", &rule), ("size", &self.game.size)]));
        let opened = opening.map_or(Ok(true), |rule| self.play_opening(rule));
        let is_opened = matches!(opened, Ok(true));
        let played = opened.and_then(|_| if is_opened { self.play() } else { Ok(()) });
        let kept = self.keep_or_print();
        if kept.is_ok() && !is_opened && self.has_begun() {
            say(&t("open.notKept", &[]));
        }
        match (played, kept) {
            (Ok(()), kept) => kept.and_then(|()| self.leave()),
            (Err(error), kept) => {
                if let Err(why) = kept {
                    say(&format!("{why:#}"));
                }
                Err(error)
            }
        }
    }

    fn play(&mut self) -> Result<()> {
        loop {
            if self.inbox.is_interrupted() || OUTPUT_FAILED.load(Ordering::Relaxed) {
                return Ok(());
            }
            let outcome = self.outcome()?;
            let all_engines = self.seats.iter().all(|seat| *seat != Seat::Human);
            if outcome.is_some() && all_engines {
                self.show();
                return Ok(());
            }
            let step = match self.seats[self.game.side_to_move().index()] {
                Seat::Engine(level) if outcome.is_none() => self.engine_move(level)?,
                _ => self.human_turn()?,
            };
            if step.is_break() {
                return Ok(());
            }
        }
    }

    fn engine_move(&mut self, level: &'static Level) -> Result<ControlFlow<()>> {
        if self.seats.iter().all(|seat| *seat != Seat::Human) {
            self.show();
        }
        let side = self.game.side_to_move();
        if level == Level::FULL
            && let Some(known) = self.known_move()?
        {
            let name = describe_move(language(), self.game.size, &known);
            self.put(known.point, Duration::ZERO);
            say(&t("play.fromDatabase", &[("player", &self.name_of(side)), ("move", &name)]));
            return Ok(ControlFlow::Continue(()));
        }
        let start = Instant::now();
        let found = if level == Level::FULL { self.with_advisor(|game| game.think(level)) } else { self.think(level) };
        let Some(result) = found? else { return Ok(ControlFlow::Break(())) };
        let point = result.best.context("the board is full: no move")?;
        self.put(point, start.elapsed());
        let name = format_point(self.game.size, point);
        let seconds = format!("{:.1}", start.elapsed().as_secs_f64());
        say(&t("play.plays", &[("player", &self.name_of(side)), ("point", &name), ("seconds", &seconds)]));
        Ok(ControlFlow::Continue(()))
    }

    /// The best known move of the database. An unreadable database is closed.
    fn known_move(&mut self) -> Result<Option<KnownMove>> {
        let Some(database) = &self.database else { return Ok(None) };
        let board = self.game.board()?;
        let moves = match known_moves(database, &board) {
            Ok(moves) => moves,
            Err(error) => {
                say(&t("play.databaseClosed", &[("error", &error)]));
                self.database = None;
                return Ok(None);
            }
        };
        let best = playable_moves(&moves, &board, &[], 0).first().copied();
        Ok(moves.into_iter().find(|known| Some(known.point) == best))
    }

    /// Searches at a level; `None` if the user has interrupted it.
    pub(super) fn think(&mut self, level: &'static Level) -> Result<Option<SearchResult>> {
        let (board, seed) = (self.game.board()?, self.seed);
        let time = if level == Level::FULL { self.time } else { LONGEST_MOVE };
        // Saved time does not benefit later moves, so the whole time is used.
        let budget = Budget { soft: Duration::MAX, hard: time };
        self.search_under(budget, move |searcher, control| level.search(searcher, &board, seed, Limits::NONE, &control))
    }

    /// Runs searches that share the time; the soft limit prevents one from taking all of it.
    pub(super) fn search<T: Send + 'static>(
        &mut self,
        time: Duration,
        work: impl FnOnce(&mut Searcher, Arc<Control>) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        self.search_under(Budget { soft: time, hard: time }, |searcher, control| {
            work(searcher.full_strength(), control)
        })
    }

    /// Searches in another thread, so that Ctrl-C works; `None` if the user has interrupted it.
    fn search_under<T: Send + 'static>(
        &mut self,
        budget: Budget,
        work: impl FnOnce(&mut LevelSearcher, Arc<Control>) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        let control = Arc::new(Control::new(Instant::now(), budget));
        let mut searcher = self.searcher.take().unwrap_or_else(|| LevelSearcher::new(PLAY_TABLE_BYTES));
        let (end, search_control) = (ReportEnd(self.inbox.sender.clone()), Arc::clone(&control));
        let worker = thread::spawn(move || {
            let _end = end;
            let found = work(&mut searcher, search_control);
            (searcher, found)
        });
        let bar = ProgressBar::new_spinner().with_message(t("play.thinking", &[]));
        bar.enable_steady_tick(Duration::from_millis(200));
        self.inbox.wait_for_search(&control);
        bar.finish_and_clear();
        let (searcher, found) = worker.join().map_err(|_| anyhow::anyhow!("the search failed"))?;
        self.searcher = Some(searcher);
        Ok((!self.inbox.is_interrupted()).then_some(found))
    }

    /// Searches with the advisor, as its full-strength table for hints and openings must not help a weaker level.
    pub(super) fn with_advisor<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> T {
        std::mem::swap(&mut self.searcher, &mut self.advisor);
        let found = search(self);
        std::mem::swap(&mut self.searcher, &mut self.advisor);
        found
    }

    fn human_turn(&mut self) -> Result<ControlFlow<()>> {
        if self.changed {
            self.show();
        }
        let prompt = match self.outcome()? {
            None => format!("{}> ", self.name_of(self.game.side_to_move())),
            Some(_) => format!("{}> ", t("play.over", &[])),
        };
        let Some(line) = self.ask(&prompt) else { return Ok(ControlFlow::Break(())) };
        match PlayCommand::read(&line, self.game.size) {
            Ok(None) => {}
            Ok(Some(PlayCommand::Quit)) => return Ok(ControlFlow::Break(())),
            Ok(Some(command)) => self.execute(command)?,
            Err(error) => say(&error),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Shows a prompt and returns the typed line; `None` at the end of the input.
    pub(super) fn ask(&mut self, prompt: &str) -> Option<String> {
        write(prompt);
        if OUTPUT_FAILED.load(Ordering::Relaxed) {
            return None;
        }
        let line = self.inbox.next();
        if line.is_none() || !std::io::stdin().is_terminal() {
            say("");
        }
        line
    }

    fn execute(&mut self, command: PlayCommand) -> Result<()> {
        match command {
            PlayCommand::Move(point) => self.human_move(point)?,
            PlayCommand::Pass => self.pass()?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Undo => self.undo(),
            PlayCommand::Resign => self.resign()?,
            PlayCommand::Swap => self.swap(),
            PlayCommand::Level(None) => say(&format!("{}{}", levels(), self.players())),
            PlayCommand::Level(Some(number)) => self.set_level(number),
            PlayCommand::Save(overwrite, name) => self.save(Path::new(&name), overwrite),
            PlayCommand::Load(name, number) => self.load(Path::new(&name), number),
            PlayCommand::New => match self.keep() {
                Ok(()) => self.take_over(Game::new(self.game.rule, self.game.size)),
                Err(error) => say(&t("play.noNew", &[("error", &format!("{error:#}"))])),
            },
            PlayCommand::Show => self.changed = true,
            PlayCommand::Help => say(&help()),
            PlayCommand::Quit => {}
        }
        Ok(())
    }

    fn human_move(&mut self, point: Point) -> Result<()> {
        let (name, board) = (format_point(self.game.size, point), self.game.board()?);
        if self.outcome()?.is_some() {
            say(&t("play.over", &[]));
        } else if !board.is_empty(point) {
            say(&t("play.occupied", &[("point", &name)]));
        } else if !board.is_legal(point) {
            say(&t("play.forbidden", &[("point", &name)]));
        } else {
            self.put(point, Duration::ZERO);
        }
        Ok(())
    }

    pub(super) fn put(&mut self, point: Point, time: Duration) {
        self.game.moves.push(point);
        self.game.times.resize(self.game.moves.len(), Duration::ZERO);
        if let Some(last) = self.game.times.last_mut() {
            *last = time;
        }
        self.touch();
    }

    fn hint(&mut self) -> Result<()> {
        if self.outcome()?.is_some() {
            say(&t("play.isOver", &[]));
            return Ok(());
        }
        if let Some(known) = self.known_move()? {
            say(&t("play.hintDatabase", &[("move", &describe_move(language(), self.game.size, &known))]));
        }
        let found = self.with_advisor(|session| session.think(Level::FULL))?;
        let Some(result) = found else { return Ok(()) };
        let Some(best) = result.best else { return Ok(()) };
        let line = result.info().pv.iter().take(HINT_MOVES).map(|&point| format_point(self.game.size, point));
        let (point, line) = (format_point(self.game.size, best), line.collect::<Vec<_>>().join(" "));
        // The score is Black's, as in reports and on the browser's board.
        let is_black = self.game.side_to_move() == Color::Black;
        let score = if is_black { result.info().score } else { -result.info().score };
        let share = format!("{:.0}", 100.0 * win_rate(score));
        say(&t("play.hint", &[("point", &point), ("share", &share), ("line", &line)]));
        Ok(())
    }

    fn swap(&mut self) {
        self.seats.swap(0, 1);
        self.changed = true;
        say(&self.players());
    }

    /// Text with the players of both colors.
    fn players(&self) -> String {
        let names = Color::ALL.map(|color| self.name_of(color));
        t("play.now", &[("black", &names[0]), ("white", &names[1])])
    }

    fn set_level(&mut self, number: u8) {
        let new = Level::by_number(number).unwrap_or(Level::FULL);
        for seat in &mut self.seats {
            if let Seat::Engine(level) = seat {
                *level = new;
            }
        }
        say(&t("play.level", &[("level", &new.number), ("name", &level_name(new))]));
    }

    pub(super) fn take_over(&mut self, game: Game) {
        self.resigned = resigned_in(&game);
        self.game = game;
        [&mut self.searcher, &mut self.advisor].into_iter().flatten().for_each(LevelSearcher::clear);
        self.changed = true;
        self.saved_in.clear();
        self.own_files.clear();
    }
}

/// The side that has resigned in a game of a file: it is won without a five, and this or no other reason is stated.
fn resigned_in(game: &Game) -> Option<Color> {
    let Some(Outcome::Win(winner)) = game.outcome else { return None };
    // Older PSQ files give a resignation the number of a crash.
    let is_open = matches!(game.reason, None | Some(EndReason::Fault(Fault::Crash)));
    let resigned = game.tags.get(RESULT_TAG).is_none_or(|result| result.contains("+R"));
    (is_open && resigned && game.judge().is_ok_and(|outcome| outcome.is_none())).then_some(!winner)
}

/// Reports the end of a search when dropped, even if the search fails.
struct ReportEnd(Sender<PlayEvent>);

impl Drop for ReportEnd {
    fn drop(&mut self) {
        let _ = self.0.send(PlayEvent::Found);
    }
}

fn level_name(level: &Level) -> String {
    t(&format!("level.{}", level.number), &[])
}

/// The table of levels.
fn levels() -> String {
    LEVELS.iter().map(|level| format!("  {:>2}  {}\n", level.number, level_name(level))).collect()
}
