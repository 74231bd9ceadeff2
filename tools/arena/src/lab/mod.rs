//! A laboratory: plays the matches of a queue one after the other, however often it is interrupted.

mod builds;
mod changes;
mod effects;
mod growing_file;
mod queue;
mod results;

use crate::book::Book;
use crate::lock;
use crate::spec::{EngineSpec, MatchConditions};
use crate::tournament::pairing::Wdl;
use crate::tournament::{Progress, Schedule, Tournament, log};
use anyhow::{Context, Result, ensure};
use builds::{Builds, ReadyEngine};
use changes::SetResult;
use queue::{Contender, Experiment, Queue, QueuedMatch};
use results::ResultLine;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen::base::Color;
use tengen_game::{Outcome, opening_file};

/// The settings of a laboratory. The working folder is that of the repository.
pub struct Laboratory {
    /// The queue.
    pub queue: PathBuf,
    /// The table of results.
    pub results: PathBuf,
    /// A folder for builds and the logs of matches.
    pub folder: PathBuf,
    /// Games at the same time.
    pub concurrency: usize,
    /// A program that engines are started with, as a [`Tournament`]'s.
    pub guard: Option<PathBuf>,
    /// Today's date.
    pub today: fn() -> String,
}

/// Ends a laboratory.
#[derive(Default)]
pub struct LabStop {
    all: AtomicBool,
    running_match: AtomicBool,
}

impl LabStop {
    /// Ends it when the games that complete a pair are over.
    pub fn stop(&self) {
        self.all.store(true, Ordering::Relaxed);
        self.running_match.store(true, Ordering::Relaxed);
    }

    /// Whether it was ended.
    pub fn is_stopped(&self) -> bool {
        self.all.load(Ordering::Relaxed)
    }

    /// Whether there is time for another match.
    fn begin_match(&self) -> bool {
        self.running_match.store(false, Ordering::Relaxed);
        !self.is_stopped()
    }
}

/// What a laboratory tells while it runs.
pub enum LabNews<'a> {
    /// A build begins: commit.
    Build(&'a str),
    /// A match begins or goes on.
    Match(&'a str),
    /// Its games.
    Games(&'a Progress<'a>),
    /// A match has ended: its line of the table.
    Ended(&'a str),
    /// A match, or a change of the queue, is left out.
    Wrong(String),
}

/// The share of games lost by faults, one in this many, at which a match is given up.
const FAULTS: u64 = 4;
/// Games before which it is not.
const FAULT_GAMES: u64 = 8;
/// Names of the two engines in the logs.
const NAMES: [&str; 2] = ["new", "old"];
/// Excess over a time limit that is forgiven.
const TOLERANCE: Duration = Duration::from_secs(1);

/// How a match has ended.
enum LabOutcome {
    /// With a line of the table.
    Result(String),
    /// Before its end.
    Interrupted,
}

impl Laboratory {
    /// Plays what the queue holds and the table does not, until nothing is left or `stop` says so. The queue is read
    /// before each match. Returns the number of matches that are wrong and were left out.
    ///
    /// # Errors
    /// When the queue cannot be read at first, another laboratory uses the folder, or the table or a log cannot be
    /// written.
    pub fn run(&self, stop: &LabStop, tell: &mut dyn FnMut(LabNews)) -> Result<usize> {
        let mut queue = Queue::read(&self.queue)?;
        fs::create_dir_all(self.folder.join("matches"))
            .with_context(|| format!("cannot make {}", self.folder.display()))?;
        let path = self.folder.join("lock");
        let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        lock::hold(&file, &path)?;
        let mut wrong = Vec::new();
        while stop.begin_match() {
            match Queue::read(&self.queue) {
                Ok(read) => queue = read,
                Err(error) => tell(LabNews::Wrong(format!("{error:#}; going on with the queue as it was"))),
            }
            let known = results::read(&self.results)?;
            let is_open = |entry: &&QueuedMatch| state(entry, &known) == State::Open && !wrong.contains(&entry.table);
            let Some(entry) = queue.0.iter().find(is_open) else { break };
            let ended = match &entry.experiment {
                Ok(experiment) => self.play(experiment, stop, tell),
                Err(error) => Err(anyhow::anyhow!("{error:#}")),
            };
            match ended {
                Ok(LabOutcome::Result(line)) => {
                    results::add(&self.results, &line)?;
                    tell(LabNews::Ended(&line));
                }
                Ok(LabOutcome::Interrupted) => break,
                Err(error) if !stop.is_stopped() => {
                    let QueuedMatch { name, line, .. } = entry;
                    tell(LabNews::Wrong(format!("{}: line {line}: '{name}': {error:#}", self.queue.display())));
                    wrong.push(entry.table.clone());
                }
                // A build that was interrupted as well.
                Err(_) => break,
            }
        }
        Ok(wrong.len())
    }

    fn play(&self, experiment: &Experiment, stop: &LabStop, tell: &mut dyn FnMut(LabNews)) -> Result<LabOutcome> {
        if !experiment.changes.is_empty() {
            return self.play_changes(experiment, stop, tell);
        }
        let builds = Builds { folder: &self.folder };
        let mut prepare = |contender| builds.prepare(experiment, contender, &mut |commit| tell(LabNews::Build(commit)));
        let engines = [prepare(&experiment.new)?, prepare(&experiment.old)?];
        let tournament = self.tournament(experiment, &engines, experiment.seed)?;
        tell(LabNews::Match(&experiment.name));
        let mut played = (0, 0);
        let (report, trouble) = tournament.run(&stop.running_match, &mut |progress| {
            played = (progress.done, progress.total);
            if is_faulty(results::faults(progress.report), progress.done as u64) {
                stop.running_match.store(true, Ordering::Relaxed);
            }
            tell(LabNews::Games(progress));
        })?;
        trouble?;
        let (done, total) = played;
        let faults = results::faults(&report);
        ensure!(
            !is_faulty(faults, done as u64),
            "{faults} of {done} games were lost by faults; take {} away when the engine is mended",
            self.log(experiment).display()
        );
        if done < total && !tournament.is_decided(&report) {
            return Ok(LabOutcome::Interrupted);
        }
        Ok(LabOutcome::Result(results::line(experiment, &report, &engines, &(self.today)())?))
    }

    /// Plays random halves of an experiment's changes against each other, set by set.
    fn play_changes(
        &self,
        experiment: &Experiment,
        stop: &LabStop,
        tell: &mut dyn FnMut(LabNews),
    ) -> Result<LabOutcome> {
        let builds = Builds { folder: &self.folder };
        let all = experiment.changes.values().flatten().map(|(name, value)| (name.clone(), *value)).collect();
        // With all changes at once, an engine that refuses one of them says so before the first game.
        let mut prepare = |params| {
            let contender = Contender { params, ..Contender::default() };
            builds.prepare(experiment, &contender, &mut |commit| tell(LabNews::Build(commit)))
        };
        prepare(all)?;
        let plain = prepare(BTreeMap::new())?;
        let conditions = results::conditions_of_changes(experiment, &plain);
        let path = self.log(experiment);
        let mut sets = changes::read(&path, &conditions)?;
        tell(LabNews::Match(&experiment.name));
        while sets.len() * changes::GAMES_OF_SET < experiment.games {
            let first_has = changes::half(experiment.changes.len(), experiment.seed, sets.len());
            let Some(games) = self.play_set(experiment, &plain, sets.len(), &first_has, stop, tell)? else {
                return Ok(LabOutcome::Interrupted);
            };
            let set = SetResult { first_has, games };
            changes::add(&path, &conditions, &set)?;
            sets.push(set);
        }
        Ok(LabOutcome::Result(results::lines_of_changes(experiment, &sets, &plain, &(self.today)())?))
    }

    /// The games of a set, as its first engine counts them; nothing when it was interrupted.
    fn play_set(
        &self,
        experiment: &Experiment,
        plain: &ReadyEngine,
        number: usize,
        first_has: &[bool],
        stop: &LabStop,
        tell: &mut dyn FnMut(LabNews),
    ) -> Result<Option<Wdl>> {
        let side = |first: bool| {
            let changes = experiment.changes.values().zip(first_has).filter(|&(_, &has)| has == first);
            let options: String = changes
                .flat_map(|(params, _)| params)
                .map(|(name, value)| format!(" --param {name}={value}"))
                .collect();
            ReadyEngine { command: format!("{}{options}", plain.command), description: String::new() }
        };
        let seed = experiment.seed ^ (number as u64 + 1) << 24;
        let tournament = self.tournament(experiment, &[side(true), side(false)], seed)?;
        let tournament = Tournament { games: changes::GAMES_OF_SET, sprt: None, log: None, ..tournament };
        let before = number * changes::GAMES_OF_SET;
        let (report, trouble) = tournament.run(&stop.running_match, &mut |progress| {
            let Progress { done, report, .. } = *progress;
            tell(LabNews::Games(&Progress { done: before + done, total: experiment.games, report }));
        })?;
        trouble?;
        let pairing = report.pairings.first().context("no game was played")?;
        let games = pairing.games();
        if games.games() < changes::GAMES_OF_SET as u64 {
            return Ok(None);
        }
        let faults = results::faults(&report);
        ensure!(!is_faulty(faults, games.games()), "{faults} of {} games were lost by faults", games.games());
        Ok(Some(games))
    }

    /// A match of two engines; `seed` makes the order of its openings.
    fn tournament(&self, experiment: &Experiment, engines: &[ReadyEngine; 2], seed: u64) -> Result<Tournament> {
        let Experiment { rule, size, .. } = *experiment;
        let limits = [&experiment.new, &experiment.old].map(|contender| experiment.limits(contender));
        let is_match = experiment.changes.is_empty();
        let is_same = is_match && engines[0].command == engines[1].command && limits[0] == limits[1];
        ensure!(!is_same, "new and old are the same engine: {}", engines[0].command);
        let openings = match &experiment.openings {
            Some(path) => {
                let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
                opening_file::parse(&text, size, rule).with_context(|| path.display().to_string())?
            }
            None => Vec::new(),
        };
        let spec = |index: usize| EngineSpec {
            name: NAMES[index].to_owned(),
            command: engines[index].command.clone(),
            limits: limits[index].clone(),
            info: Vec::new(),
        };
        Ok(Tournament {
            engines: vec![spec(0), spec(1)],
            conditions: MatchConditions {
                rule,
                size,
                opening: None,
                tolerance: TOLERANCE,
                judge_flow: false,
                adjudicate: experiment.adjudicate,
            },
            schedule: Schedule::RoundRobin,
            games: experiment.games,
            book: Book::new(size, rule, openings, seed),
            concurrency: self.concurrency,
            sprt: experiment.sprt,
            min_games: experiment.min_games,
            longest: usize::MAX,
            shard: (0, 1),
            seed,
            psq: None,
            log: Some(self.log(experiment)),
            guard: self.guard.clone(),
        })
    }

    /// Where the games of a match are kept.
    fn log(&self, experiment: &Experiment) -> PathBuf {
        self.folder.join("matches").join(format!("{}.log", experiment.name))
    }

    /// The matches of the queue with what is known of each, a line for each.
    ///
    /// # Errors
    /// When the queue or the table cannot be read.
    pub fn list(&self) -> Result<String> {
        let (queue, known) = (Queue::read(&self.queue)?, results::read(&self.results)?);
        let width = queue.0.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
        let line = |entry: &QueuedMatch| {
            let state = match state(entry, &known) {
                State::Done(verdict) => verdict,
                State::Waiting(other) => format!("when {other} is accepted"),
                State::Dropped(other) => format!("left out, as {other} is not accepted"),
                State::Open => match &entry.experiment {
                    Ok(experiment) => self.games(experiment).unwrap_or_else(|error| format!("wrong: {error:#}")),
                    Err(error) => format!("wrong: line {}: {error:#}", entry.line),
                },
            };
            format!("{:width$}  {state}\n", entry.name)
        };
        Ok(queue.0.iter().map(line).collect())
    }

    /// The games of a match so far, in words.
    fn games(&self, experiment: &Experiment) -> Result<String> {
        if !experiment.changes.is_empty() {
            let (_, sets) = changes::read_any(&self.log(experiment))?;
            let games = sets.len() * changes::GAMES_OF_SET;
            return Ok(if games == 0 { "to be played".into() } else { format!("begun: {games} games") });
        }
        let games = log::read(&self.log(experiment), experiment.rule, experiment.size)?;
        if games.is_empty() {
            return Ok("to be played".into());
        }
        let (mut won, mut lost) = (0, 0);
        for ((_, _, black, _), game) in &games {
            let is_black = black == NAMES[0];
            match game.outcome {
                Some(Outcome::Win(color)) if (color == Color::Black) == is_black => won += 1,
                Some(Outcome::Win(_)) => lost += 1,
                _ => {}
            }
        }
        Ok(format!("begun: {} games, +{won} ={} -{lost}", games.len(), games.len() - won - lost))
    }
}

/// Whether too many games were lost by faults for an engine to be sound.
fn is_faulty(faults: u64, games: u64) -> bool {
    games >= FAULT_GAMES && faults * FAULTS > games
}

/// What the table says of a match of the queue.
#[derive(PartialEq, Eq)]
enum State {
    /// It has this verdict.
    Done(String),
    /// To be played.
    Open,
    /// Another match comes first.
    Waiting(String),
    /// Another match was not won.
    Dropped(String),
}

fn state(entry: &QueuedMatch, known: &[ResultLine]) -> State {
    let result = |name: &str| known.iter().rfind(|line| line.name == name);
    if let Some(line) = result(&entry.name) {
        return State::Done(line.verdict.clone());
    }
    let Ok(Experiment { if_accepted: Some(other), .. }) = &entry.experiment else { return State::Open };
    match result(other) {
        Some(line) if line.is_won() => State::Open,
        Some(_) => State::Dropped(other.clone()),
        None => State::Waiting(other.clone()),
    }
}
