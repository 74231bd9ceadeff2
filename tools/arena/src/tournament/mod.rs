//! A match of many games: pairs with exchanged colors, several at the same time, continued from a log of games.

pub mod log;
pub mod log_line;
pub mod pairing;
pub mod report;

use crate::book::Book;
use crate::game::{self, PlayedGame};
use crate::players::{Player, check_program, is_built_in};
use crate::pool::Pool;
use crate::shard::WHOLE;
use crate::spec::{EngineSpec, MatchConditions, SearchStatistics};
use crate::statistics::{Sprt, SprtState};
use anyhow::{Context, Result};
use log::MatchLog;
use log_line::LogKey;
use pairing::wdl_of;
use report::{MatchPart, MatchReport};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fs, thread};
use tengen::base::Color;
use tengen_game::{EndReason, Fault, Game, formats};

/// Pairing scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Every engine plays every other.
    RoundRobin,
    /// The first engine plays each of the others.
    Gauntlet,
}

/// Most games of a pairing, because the list of all pairs is made before the first game.
pub const MAX_GAMES: usize = 10_000_000;

/// The settings of a match.
#[derive(Clone)]
pub struct Tournament {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Rule, board, time tolerance, judge's flow.
    pub conditions: MatchConditions,
    /// Pairing scheme.
    pub schedule: Schedule,
    /// Games of each pairing, at most [`MAX_GAMES`]; rounded up to pairs.
    pub games: usize,
    /// Openings.
    pub book: Book,
    /// Number of games played at the same time.
    pub concurrency: usize,
    /// Test that ends the match when it has decided; only for two engines.
    pub sprt: Option<Sprt>,
    /// Number of games before which the test does not end the match.
    pub min_games: usize,
    /// Number of stones after which a game is drawn.
    pub longest: usize,
    /// Shard `k` of `n`, from 0: every `n`-th pair, beginning with pair `k`.
    pub shard: (usize, usize),
    /// Seed of the reference opponents.
    pub seed: u64,
    /// Folder for PSQ files.
    pub psq: Option<PathBuf>,
    /// Log with a line for each game; games in it are not played again.
    pub log: Option<PathBuf>,
    /// Program that is called with `guard` and an engine's command, and that ends the engine when the match ends in any
    /// way.
    pub guard: Option<PathBuf>,
}

/// Longest delay of a signal to this process after an engine has received it.
const SIGNAL_DELAY: Duration = Duration::from_millis(200);

/// Two games of one opening.
#[derive(Clone, Copy, Debug)]
struct PairJob {
    first: usize,
    second: usize,
    /// Number of the pair, counted over all shards.
    number: usize,
}

/// A pair to be played, with its first game if the log has it.
struct OpenPair {
    job: PairJob,
    /// The engine that begins the first game, and the other one, which begins the second.
    begin: [usize; 2],
    first_game: Option<GameOfPair>,
}

/// The log of a match, to which all workers append.
type SharedLog = Mutex<Option<MatchLog>>;

/// Progress of a running match.
pub struct Progress<'a> {
    /// Games finished.
    pub done: usize,
    /// Games in total.
    pub total: usize,
    /// Results so far.
    pub report: &'a MatchReport,
}

impl Tournament {
    /// A whole match of all pairs of engines, one game at a time, without a test and without files.
    pub fn new(engines: Vec<EngineSpec>, conditions: MatchConditions, games: usize, book: Book) -> Self {
        Self {
            engines,
            conditions,
            schedule: Schedule::RoundRobin,
            games,
            book,
            concurrency: 1,
            sprt: None,
            min_games: 0,
            longest: usize::MAX,
            shard: WHOLE,
            seed: 1,
            psq: None,
            log: None,
            guard: None,
        }
    }

    /// Plays the match and calls `progress` after every pair, until it is over or `stop` is set. Returns the results so
    /// far, and the error that ended the match if a file could not be written. Fails when files cannot be read, a
    /// folder cannot be created, or the program of an engine that is to play does not exist.
    pub fn run(&self, stop: &AtomicBool, progress: &mut dyn FnMut(&Progress)) -> Result<(MatchReport, Result<()>)> {
        let names: Vec<String> = self.engines.iter().map(|engine| engine.name.clone()).collect();
        let mut report =
            MatchReport::new(self.conditions.rule.name().into(), self.conditions.size.to_string(), self.sprt, &names);
        if let Some(folder) = &self.psq {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let jobs = self.jobs();
        let total = 2 * jobs.len();
        let mut done = 0;
        let Self { conditions, engines, book, seed, longest, .. } = self;
        let header = log::header(conditions, engines, book, *seed, *longest);
        report.conditions.clone_from(&header);
        let (log, played) = match &self.log {
            Some(path) => {
                let (log, played) = MatchLog::open(path, conditions.rule, conditions.size, header)?;
                (Some(log), played)
            }
            None => (None, HashMap::new()),
        };
        let order = log.as_ref().map_or_else(Vec::new, |log| log.engines.clone());
        let log: SharedLog = Mutex::new(log);
        let mut open = Vec::new();
        for job in jobs {
            match self.recorded(&played, &job) {
                (Some(black), Some(white)) => {
                    done += 2;
                    self.count(&mut report, &job, &[black, white]);
                }
                (first_game, _) => {
                    open.push(OpenPair { job, begin: self.begin(&job, first_game.as_ref(), &order), first_game });
                }
            }
        }
        progress(&Progress { done, total, report: &report });
        let mut trouble = Ok(());
        if self.is_decided(&report) {
            open.clear();
        }
        self.check_programs(&open)?;
        let work = |kept: &mut KeptPlayers, pair| self.play_pair(kept, pair, &log, stop).transpose();
        Pool::new(self.concurrency)?.run(
            open.into_iter(),
            |_| KeptPlayers::new(),
            work,
            |pair| {
                trouble = pair.and_then(|pair: FinishedPair| {
                    done += 2;
                    self.count(&mut report, &pair.job, &pair.games);
                    for (engine, search) in pair.searches {
                        report.add_search(engine, search);
                    }
                    // Games in the log are not played again, so their PSQ files must be written before them.
                    self.save(&pair.job, &pair.games)?;
                    self.keep(&log, &pair.job, 1, &pair.games[1])?;
                    progress(&Progress { done, total, report: &report });
                    Ok(())
                });
                // The test's decision is final: pairs still being played do not count. A full disk ends the match as well.
                if trouble.is_err() || self.is_decided(&report) {
                    stop.store(true, Ordering::Relaxed);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
        let (shard, of) = self.shard;
        if of > 1 {
            report.parts.push(MatchPart { number: shard + 1, of, played: done, games: total });
        }
        Ok((report, trouble))
    }

    fn jobs(&self) -> Vec<PairJob> {
        let (shard, shards) = self.shard;
        let count = self.engines.len();
        let firsts = if self.schedule == Schedule::Gauntlet { 1 } else { count };
        let pairings: Vec<(usize, usize)> =
            (0..firsts).flat_map(|first| (first + 1..count).map(move |second| (first, second))).collect();
        (0..self.games.div_ceil(2))
            .filter(|number| number % shards == shard)
            .flat_map(|number| pairings.iter().map(move |&(first, second)| PairJob { first, second, number }))
            .collect()
    }

    /// The engines of a pair in the order in which they begin its games. If the log has the first game, that is its
    /// Black and White. Under an opening rule these may have exchanged colors: the one that `order`, the log's header,
    /// names first has begun.
    fn begin(&self, job: &PairJob, first_game: Option<&GameOfPair>, order: &[String]) -> [usize; 2] {
        if let (Some(game), None) = (first_game, self.conditions.opening) {
            return game.engines;
        }
        let mut begin = [job.first, job.second];
        let place = |&engine: &usize| order.iter().position(|name| *name == self.engines[engine].name);
        begin.sort_by_key(|engine| place(engine).unwrap_or(usize::MAX));
        begin
    }

    /// Whether the test has decided after enough games.
    pub fn is_decided(&self, report: &MatchReport) -> bool {
        let games = report.pairings.first().map_or(0, |pairing| pairing.games().games());
        games >= self.min_games as u64 && report.sprt_state().is_some_and(|state| state != SprtState::Continue)
    }

    /// Checks before the first game that the engines of these pairs can be started.
    fn check_programs(&self, open: &[OpenPair]) -> Result<()> {
        for (number, engine) in self.engines.iter().enumerate() {
            let plays = open.iter().any(|OpenPair { job, .. }| job.first == number || job.second == number);
            if plays && !is_built_in(&engine.command) {
                check_program(&engine.command).with_context(|| format!("engine '{}'", engine.name))?;
            }
        }
        Ok(())
    }

    /// Plays the games of a pair; `None` if the match was stopped before both were over, or an engine was stopped with
    /// it. The first game is logged as soon as it ends; the second when the pair is counted, because the test may have
    /// decided before. Fails when the first game cannot be logged.
    fn play_pair(
        &self,
        kept: &mut KeptPlayers,
        pair: OpenPair,
        log: &SharedLog,
        stop: &AtomicBool,
    ) -> Result<Option<FinishedPair>> {
        let job = pair.job;
        let is_stopped = || stop.load(Ordering::Relaxed);
        if is_stopped() {
            return Ok(None);
        }
        kept.retain(|&engine, _| engine == job.first || engine == job.second);
        let mut take = |engine: usize| {
            let kept = kept.remove(&engine);
            kept.unwrap_or_else(|| Player::new(&self.engines[engine], self.guard.as_deref()))
        };
        // A game is the same whichever worker plays it, and in which part or continuation of the match.
        let seed = |index: u64| {
            let pairing = (job.first as u64) << 8 | job.second as u64;
            self.seed ^ ((2 * job.number as u64 + index) << 16 ^ pairing)
        };
        let [one, other] = pair.begin;
        let (mut first, mut second) = (take(one), take(other));
        let opening = if self.conditions.opening.is_some() { Vec::new() } else { self.book.get(job.number) };
        let limits = [&self.engines[one].limits, &self.engines[other].limits];
        let (conditions, longest) = (&self.conditions, self.longest);
        // A shutdown also stops the engines, which must not lose by that: such a game is played again.
        let is_void = |game: &GameOfPair| {
            game.wait_after_crash();
            is_stopped() && game.fault().is_some()
        };
        let black = match pair.first_game {
            Some(black) => black,
            None => {
                let players = [&mut first, &mut second];
                let Some(black) = game::play(players, limits, conditions, &opening, longest, seed(0), Some(stop))
                else {
                    return Ok(None);
                };
                let black = GameOfPair::new(black, [one, other]);
                if is_void(&black) {
                    return Ok(None);
                }
                self.keep(log, &job, 0, &black)?;
                black
            }
        };
        if is_stopped() {
            return Ok(None);
        }
        let (players, limits) = ([&mut second, &mut first], [limits[1], limits[0]]);
        let white = game::play(players, limits, conditions, &opening, longest, seed(1), None);
        let Some(white) = white else { return Ok(None) };
        let white = GameOfPair::new(white, [other, one]);
        if is_void(&white) {
            return Ok(None);
        }
        let searches = [(one, first.take_statistics()), (other, second.take_statistics())];
        kept.extend([(one, first), (other, second)]);
        Ok(Some(FinishedPair { job, games: [black, white], searches }))
    }

    fn count(&self, report: &mut MatchReport, job: &PairJob, records: &[GameOfPair; 2]) {
        let mut half_points = 0;
        for GameOfPair { game, engines } in records {
            report.add_game(*engines, job.first, game);
            let result = wdl_of(game, Color::ALL[usize::from(engines[1] == job.first)]);
            half_points += 2 * result.wins as usize + result.draws as usize;
        }
        report.add_pair(job.first, job.second, half_points);
    }

    /// The names of Black and White.
    fn names(&self, record: &GameOfPair) -> [&str; 2] {
        record.engines.map(|engine| self.engines[engine].name.as_str())
    }

    /// Writes a game of a pair to the log.
    fn keep(&self, log: &SharedLog, job: &PairJob, index: usize, record: &GameOfPair) -> Result<()> {
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        log.as_mut().map_or(Ok(()), |log| log.add(job.number, index, self.names(record), &record.game))
    }

    /// Writes the PSQ files of a pair.
    fn save(&self, job: &PairJob, records: &[GameOfPair; 2]) -> Result<()> {
        let Some(folder) = &self.psq else { return Ok(()) };
        for (i, record) in records.iter().enumerate() {
            let names = self.names(record);
            // Names have no blanks, so other names make another file.
            let path = folder.join(format!("{:05}-{} {} {}.psq", job.number, i + 1, names[0], names[1]));
            let named = Game { names: names.map(str::to_owned), ..record.game.clone() };
            fs::write(&path, formats::write(&named, &formats::PSQ)?)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    /// The games of a pair in the log, with either assignment of colors.
    fn recorded(&self, played: &HashMap<LogKey, Game>, job: &PairJob) -> (Option<GameOfPair>, Option<GameOfPair>) {
        let name = |engine: usize| self.engines[engine].name.clone();
        let find = |index: usize, engines: [usize; 2]| {
            let game = played.get(&(job.number, index, name(engines[0]), name(engines[1])))?;
            Some(GameOfPair { game: game.clone(), engines })
        };
        let (one, other) = ([job.first, job.second], [job.second, job.first]);
        let game = |index, engines: [[usize; 2]; 2]| engines.into_iter().find_map(|engines| find(index, engines));
        (game(0, [one, other]), game(1, [other, one]))
    }
}

/// A game with its Black and White.
struct GameOfPair {
    game: Game,
    engines: [usize; 2],
}

impl GameOfPair {
    /// A game that `engines` began as Black and White.
    fn new(played: PlayedGame, mut engines: [usize; 2]) -> Self {
        if played.swapped {
            engines.reverse();
        }
        Self { game: played.game, engines }
    }

    /// The fault that ended the game.
    fn fault(&self) -> Option<Fault> {
        match self.game.reason {
            Some(EndReason::Fault(fault)) => Some(fault),
            _ => None,
        }
    }

    /// Waits after a crash: a signal to all processes may have ended the engine before it has reached this one.
    fn wait_after_crash(&self) {
        if self.fault() == Some(Fault::Crash) {
            thread::sleep(SIGNAL_DELAY);
        }
    }
}

struct FinishedPair {
    job: PairJob,
    games: [GameOfPair; 2],
    searches: [(usize, SearchStatistics); 2],
}

/// The players of a worker's last pair, by engine, so that processes are kept from pair to pair.
type KeptPlayers = HashMap<usize, Player>;
