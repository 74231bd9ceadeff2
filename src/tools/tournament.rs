//! A match of many games: pairs with exchanged colours, several at once, resumed where a log of
//! games says it stopped.

use super::game::{self, GameRecord};
use super::openings::Book;
use super::player::{Conditions, EngineSpec, Player};
use super::report::{MatchReport, wdl_of};
use super::statistics::{Sprt, SprtState};
use crate::base::Color;
use crate::board::format_moves;
use anyhow::{Context, Result};
use std::collections::{HashMap, VecDeque};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Everybody everybody.
    RoundRobin,
    /// The first everybody else.
    Gauntlet,
}

/// A match as the user asks for it.
pub struct Tournament {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Rule, board, tolerance, flow.
    pub conditions: Conditions,
    /// Who meets whom.
    pub schedule: Schedule,
    /// Games of every two engines; rounded up to pairs.
    pub games: usize,
    /// Openings.
    pub book: Book,
    /// Games at the same time.
    pub concurrency: usize,
    /// Stop when this test has decided; for two engines.
    pub sprt: Option<Sprt>,
    /// A game of so many stones is drawn.
    pub longest: usize,
    /// Shard `k` of `n`, from 0: every n-th pair, beginning with the k-th.
    pub shard: (usize, usize),
    /// Seed of the reference opponents.
    pub seed: u64,
    /// A folder for PSQ files.
    pub psq: Option<PathBuf>,
    /// A line of text for each game is added here; games that stand there are not played again.
    pub log: Option<PathBuf>,
    /// A program that is called with `guard` and an engine's command, and sees to it that the engine
    /// does not outlive the match whatever ends that.
    pub guard: Option<PathBuf>,
}

/// Two games of one opening.
#[derive(Clone, Copy, Debug)]
struct PairJob {
    first: usize,
    second: usize,
    /// Number of the pair, over all shards.
    number: usize,
}

/// What is told while the match is on.
pub struct Progress<'a> {
    /// Games finished.
    pub done: usize,
    /// Games in all.
    pub total: usize,
    /// The outcome so far.
    pub report: &'a MatchReport,
}

impl Tournament {
    /// Plays the match, telling `progress` after every pair, until it is over or `stop` is set.
    ///
    /// # Errors
    /// When files cannot be read or written.
    pub fn run(&self, stop: &AtomicBool, progress: &mut dyn FnMut(&Progress)) -> Result<MatchReport> {
        let names: Vec<String> = self.engines.iter().map(|engine| engine.name.clone()).collect();
        let mut report =
            MatchReport::new(self.conditions.rule.name().into(), self.conditions.size.to_string(), self.sprt, &names);
        if let Some(folder) = &self.psq {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let jobs = self.jobs();
        let total = 2 * jobs.len();
        let mut done = 0;
        let played = self.read_log()?;
        let mut open = VecDeque::new();
        for job in jobs {
            match self.recorded(&played, &job) {
                Some(records) => {
                    done += 2;
                    self.count(&mut report, &job, &records);
                }
                None => open.push_back(job),
            }
        }
        progress(&Progress { done, total, report: &report });
        let queue = Mutex::new(open);
        let (sender, finished) = mpsc::channel();
        thread::scope(|scope| -> Result<()> {
            for worker in 0..self.concurrency.max(1) {
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || self.work(worker, queue, stop, &sender));
            }
            drop(sender);
            let mut trouble = Ok(());
            let mut decided = false;
            for (job, records, told) in finished {
                // The test's verdict stands: pairs that were still under way do not count.
                if decided {
                    continue;
                }
                done += 2;
                self.count(&mut report, &job, &records);
                for (engine, told) in told {
                    report.add_search(engine, told);
                }
                // A full disk ends the match, but only after the games under way.
                if trouble.is_ok() {
                    trouble = self.save(&job, &records);
                }
                progress(&Progress { done, total, report: &report });
                decided = report.sprt_state().is_some_and(|state| state != SprtState::Continue);
                if trouble.is_err() || decided {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            trouble
        })?;
        Ok(report)
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

    /// Plays pairs until none is left. The two engines of a pairing are kept from pair to pair.
    fn work(
        &self,
        worker: usize,
        queue: &Mutex<VecDeque<PairJob>>,
        stop: &AtomicBool,
        finished: &mpsc::Sender<FinishedPair>,
    ) {
        let mut players: HashMap<usize, Player> = HashMap::new();
        while !stop.load(Ordering::Relaxed) {
            let Some(job) = queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop_front() else { return };
            players.retain(|&engine, _| engine == job.first || engine == job.second);
            let mut take = |engine: usize| {
                let seed = self.seed ^ ((worker as u64) << 32 | job.number as u64) << 8 | engine as u64;
                players
                    .remove(&engine)
                    .unwrap_or_else(|| Player::new(&self.engines[engine], self.guard.as_deref(), seed))
            };
            let (mut first, mut second) = (take(job.first), take(job.second));
            let opening = self.book.get(job.number);
            let limits = [&self.engines[job.first].limits, &self.engines[job.second].limits];
            let black = game::play([&mut first, &mut second], limits, &self.conditions, &opening, self.longest);
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let limits = [limits[1], limits[0]];
            let white = game::play([&mut second, &mut first], limits, &self.conditions, &opening, self.longest);
            let told = vec![(job.first, first.take_statistics()), (job.second, second.take_statistics())];
            players.insert(job.first, first);
            players.insert(job.second, second);
            if finished.send((job, [black, white], told)).is_err() {
                return;
            }
        }
    }

    fn count(&self, report: &mut MatchReport, job: &PairJob, records: &[GameRecord; 2]) {
        let mut half_points = 0;
        for (i, record) in records.iter().enumerate() {
            let engines = if i == 0 { [job.first, job.second] } else { [job.second, job.first] };
            report.add_game(engines, job.first, record);
            let result = wdl_of(record, Color::ALL[i]);
            half_points += 2 * result.wins as usize + result.draws as usize;
        }
        report.add_pair(job.first, job.second, half_points);
    }

    /// Writes the PSQ files and the log's lines of a pair.
    fn save(&self, job: &PairJob, records: &[GameRecord; 2]) -> Result<()> {
        for (i, record) in records.iter().enumerate() {
            let engines = if i == 0 { [job.first, job.second] } else { [job.second, job.first] };
            let names = engines.map(|engine| self.engines[engine].name.as_str());
            if let Some(folder) = &self.psq {
                let path = folder.join(format!("{:05}-{}-{}-{}.psq", job.number, i + 1, names[0], names[1]));
                let text = record.to_psq(self.conditions.size, self.conditions.rule, names);
                fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
            }
            if let Some(path) = &self.log {
                let line = log_line(job.number, i, names, record, self.conditions.size);
                let mut file = OpenOptions::new()
                    .create(true)
                    .append(true)
                    .open(path)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        Ok(())
    }

    /// The log's lines by pair number, game, Black and White.
    fn read_log(&self) -> Result<HashMap<LogKey, GameRecord>> {
        let Some(path) = self.log.as_ref().filter(|path| path.exists()) else { return Ok(HashMap::new()) };
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        text.lines()
            .map(|line| {
                parse_log_line(line, self.conditions.size)
                    .with_context(|| format!("{}: '{line}' is no game of this match", path.display()))
            })
            .collect()
    }

    fn recorded(&self, played: &HashMap<LogKey, GameRecord>, job: &PairJob) -> Option<[GameRecord; 2]> {
        let name = |engine: usize| self.engines[engine].name.clone();
        let black = played.get(&(job.number, 0, name(job.first), name(job.second)))?;
        let white = played.get(&(job.number, 1, name(job.second), name(job.first)))?;
        Some([black.clone(), white.clone()])
    }
}

type FinishedPair = (PairJob, [GameRecord; 2], Vec<(usize, super::player::SearchStatistics)>);
type LogKey = (usize, usize, String, String);

/// `pair game black white result reason opening moves`.
fn log_line(number: usize, game: usize, names: [&str; 2], record: &GameRecord, size: crate::base::BoardSize) -> String {
    let result = match record.winner {
        Some(Color::Black) => "1-0",
        Some(Color::White) => "0-1",
        None => "draw",
    };
    format!(
        "{number} {game} {} {} {result} {} {} {}\n",
        names[0],
        names[1],
        record.reason,
        record.opening,
        format_moves(size, &record.moves)
    )
}

fn parse_log_line(line: &str, size: crate::base::BoardSize) -> Option<(LogKey, GameRecord)> {
    use super::game::Reason;
    use super::player::Fault;
    let mut words = line.split(' ');
    let mut next = || words.next();
    let (number, game) = (next()?.parse().ok()?, next()?.parse().ok()?);
    let (black, white) = (next()?.to_owned(), next()?.to_owned());
    let winner = match next()? {
        "1-0" => Some(Color::Black),
        "0-1" => Some(Color::White),
        "draw" => None,
        _ => return None,
    };
    let reasons = [
        Reason::Line,
        Reason::Full,
        Reason::Moves,
        Reason::Score,
        Reason::Fault(Fault::Time),
        Reason::Fault(Fault::Crash),
        Reason::Fault(Fault::Illegal),
        Reason::Fault(Fault::Foul),
        Reason::Fault(Fault::Protocol),
        Reason::Fault(Fault::Memory),
    ];
    let word = next()?;
    let reason = reasons.into_iter().find(|reason| reason.to_string() == word)?;
    let opening = next()?.parse().ok()?;
    let moves = crate::board::parse_moves(size, next()?).ok()?;
    Some(((number, game, black, white), GameRecord { winner, reason, opening, times: Vec::new(), moves }))
}
