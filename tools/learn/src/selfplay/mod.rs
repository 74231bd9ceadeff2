//! Self-play: many games of the engine against itself, to learn from.

use super::records::{Conditions, FORMAT, Games, Record, RecordedMove, Sizes};
use super::symmetric_key::{EXAM_ONE_IN, is_for_exams};
use anyhow::{Context, Result, bail, ensure};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen::base::{BoardSize, Color, Point, Rule, Score, SplitMix64, is_decided};
use tengen::board::{Board, Outcome};
use tengen::eval::Weights;
use tengen::movegen;
use tengen::pattern::PointClass;
use tengen::search::{Control, Limits, SearchResult, Searcher};
use tengen_arena::balance::{self, ATTEMPTS, OpeningRecipe};
use tengen_arena::pool::Pool;
use tengen_arena::run_file::{RunFile, has_torn_header};
use tengen_arena::shard::share;
use tengen_game::opening_file::Opening;
use tengen_game::referee::Referee;

/// Bytes of the table for the searches of games.
pub(super) const TABLE_BYTES: usize = 4 << 20;
/// Nodes of the search that judges an opening, in multiples of a move's nodes.
const OPENING_NODES: u64 = 4;
/// Percentage of openings that begin near the edge.
const NEAR_EDGE: usize = 10;
/// [`OPENING_NODES`] in exams, whose moves have many nodes.
const EXAM_OPENING_NODES: u64 = 1;
/// One in `EARLY_ONE_IN` of the first `EARLY_MOVES` moves after the opening is random, and one in `LATE_ONE_IN` of the
/// later ones; in exams no later move is random, so that every result is meaningful.
const EARLY_MOVES: usize = 6;
const EARLY_ONE_IN: usize = 8;
const LATE_ONE_IN: usize = 20;
/// A random move is drawn from this many moves with the largest gain.
const RANDOM_CHOICE: usize = 6;
/// Largest random change of a search's nodes, in percent; none in exams.
const NODES_SPREAD: u64 = 30;

/// Settings of a run and its file.
#[derive(Clone, Copy)]
pub struct SelfplayRun<'a> {
    /// Output file.
    pub path: &'a Path,
    /// Weights to play with; rules without weights here use the built-in ones.
    pub weights: &'a [Arc<Weights>],
    /// Number of games in the whole run.
    pub games: usize,
    /// Number of games played at the same time.
    pub threads: usize,
    /// Ends the run early once it is true, after the searches that run; unfinished games are dropped.
    pub stop: &'a AtomicBool,
}

/// Plays until the run's file holds all its games, or its shard's. Games already there are kept, so an interrupted run
/// continues. Game `i` of the run does not depend on the number of threads or shards. `progress` receives the number of
/// games in the file. Fails if the file holds other games or damaged ones, which are not changed; if it cannot be
/// written or another program is writing to it; if no fair opening is found.
pub fn play(run: &SelfplayRun, conditions: Conditions, progress: &mut dyn FnMut(usize)) -> Result<()> {
    if let Sizes::One(size) = conditions.sizes {
        balance::check_room(&recipe(conditions, size))?;
    }
    let work = |searcher: &mut Searcher, number| game(&conditions, number, searcher, run.stop).transpose();
    fill(run, conditions, progress, work)
}

/// Appends the results of `work` for the numbers of the missing games to the run's file, in order, as for [`play`];
/// `work` returns `None` if stopped. Fails as [`play`] and `work` do.
pub(super) fn fill(
    run: &SelfplayRun,
    conditions: Conditions,
    progress: &mut dyn FnMut(usize),
    work: impl Fn(&mut Searcher, usize) -> Option<Result<Record>> + Sync,
) -> Result<()> {
    let SelfplayRun { path, weights, games, threads, stop } = *run;
    let playing = weights_of(weights, conditions.rule).fingerprint();
    let (mut file, mut done) = open_run(path, &conditions, &playing)?;
    let start = |_| searcher(TABLE_BYTES, weights);
    let work = |searcher: &mut Searcher, number| {
        if stop.load(Ordering::Relaxed) { None } else { work(searcher, number) }
    };
    // Records are written in order, so that the file tells which game is next.
    let (first, parts) = conditions.shard;
    let numbers = (done..share(conditions.shard, games)).map(|index| first + index * parts);
    Pool::new(threads)?.run_in_order(numbers, start, work, |record: Result<Record>| {
        file.append(&record?.to_bytes())?;
        done += 1;
        progress(done);
        Ok(ControlFlow::Continue(()))
    })
}

/// A searcher with a table of `bytes` bytes and these weights.
pub(super) fn searcher(bytes: usize, weights: &[Arc<Weights>]) -> Searcher {
    let mut searcher = Searcher::new(bytes);
    searcher.set_weights(weights);
    searcher
}

/// The first of `weights` that fit the rule, else the built-in ones.
pub(super) fn weights_of(weights: &[Arc<Weights>], rule: Rule) -> Arc<Weights> {
    let fit = weights.iter().find(|weights| weights.check_rule(rule).is_ok()).cloned();
    fit.unwrap_or_else(|| Weights::of(rule))
}

/// Opens a run's file for appending and returns its number of games. Locks the file against other runs.
fn open_run(path: &Path, conditions: &Conditions, playing: &str) -> Result<(RunFile, usize)> {
    let (mut file, bytes) = RunFile::open(path)?;
    let header = conditions.header(playing);
    if has_torn_header(&bytes, &header) {
        file.cut(0)?;
        file.append(header.as_bytes())?;
        return Ok((file, 0));
    }
    let (old, end) = Games::from_bytes(&bytes).with_context(|| path.display().to_string())?;
    ensure!(old.format == FORMAT, "{} is of an older format: choose another file", path.display());
    ensure!(old.conditions == *conditions, "{} holds games of other conditions", path.display());
    ensure!(old.weights.as_deref() == Some(playing), "{} holds games of other weights", path.display());
    // Nothing after a damaged game may be cut off.
    old.check().with_context(|| path.display().to_string())?;
    file.cut(end)?;
    Ok((file, old.records.len()))
}

fn recipe(conditions: Conditions, size: BoardSize) -> OpeningRecipe {
    let Conditions { rule, nodes, exam, .. } = conditions;
    let nodes = nodes.saturating_mul(if exam { EXAM_OPENING_NODES } else { OPENING_NODES });
    let fair = balance::FAIR_IN_SELFPLAY;
    OpeningRecipe { rule, size, nodes, fair, stones: balance::MATCH_STONES, near_edge: Some(NEAR_EDGE) }
}

/// A fair random opening, for exams one that is reserved for them; `None` if stopped first.
fn fair_opening(
    recipe: &OpeningRecipe,
    exam: bool,
    rng: &mut SplitMix64,
    searcher: &mut Searcher,
    stop: &AtomicBool,
) -> Result<Option<Opening>> {
    let is_ours = |opening: &Opening| !exam || is_for_exams(recipe.size, opening.iter().copied());
    for _ in 0..if exam { ATTEMPTS * EXAM_ONE_IN } else { ATTEMPTS } {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let opening = balance::candidate(recipe, rng.next()).filter(is_ours);
        if let Some(opening) = opening.filter(|opening| balance::is_fair(recipe, opening, searcher)) {
            return Ok(Some(opening));
        }
    }
    let OpeningRecipe { rule, size, .. } = recipe;
    bail!("of {ATTEMPTS} openings none is near even for the weights ({rule}, {size})")
}

/// One game from a fair random opening, with random moves in it; `None` if stopped.
fn game(conditions: &Conditions, number: usize, searcher: &mut Searcher, stop: &AtomicBool) -> Result<Option<Record>> {
    // The random sequences of neighboring seeds must not be shifted copies: their games would be the same.
    let mut rng = SplitMix64::new(SplitMix64::new(conditions.seed).next() ^ (number as u64) << 20);
    let size = conditions.sizes.draw(conditions.rule, &mut rng);
    let recipe = recipe(*conditions, size);
    let Some(opening) = fair_opening(&recipe, conditions.exam, &mut rng, searcher, stop)? else { return Ok(None) };
    Ok(play_on(conditions, size, &opening, &mut rng, searcher, stop))
}

/// Plays the game after an opening; `None` if stopped.
fn play_on(
    conditions: &Conditions,
    size: BoardSize,
    opening: &[Point],
    rng: &mut SplitMix64,
    searcher: &mut Searcher,
    stop: &AtomicBool,
) -> Option<Record> {
    searcher.clear();
    let mut referee = Referee::new(size, conditions.rule);
    let mut board = Board::new(size, conditions.rule);
    let mut record = Record { size, moves: Vec::new(), skip: opening.len(), outcome: Outcome::Draw };
    for &point in opening {
        let _ = referee.play(point);
        board.push(point);
        record.moves.push(RecordedMove { point, score: 0, random: false });
    }
    while !stop.load(Ordering::Relaxed) {
        let nodes = if conditions.exam { conditions.nodes } else { vary(conditions.nodes, rng) };
        let limits = Limits::nodes(nodes);
        let result = searcher.search(&board, limits, &Control::unlimited(), &mut |_| {});
        let Some(best) = result.best else { return Some(record) };
        let score = score_of(&result, searcher, &board);
        let side = board.side_to_move();
        let is_early = record.moves.len() < record.skip + EARLY_MOVES;
        let is_drawn =
            rng.below(if is_early { EARLY_ONE_IN } else { LATE_ONE_IN }) == 0 && (is_early || !conditions.exam);
        let fives = Color::ALL.map(|color| board.count(color, PointClass::Five));
        let is_random = is_drawn && !is_decided(score) && fives == [0, 0];
        let drawn = if is_random { random_move(&board, searcher, rng) } else { None };
        let point = drawn.unwrap_or(best);
        let random = point != best;
        record.moves.push(RecordedMove { point, score, random });
        match referee.play(point) {
            Ok(None) if is_decided(score) && !random => {
                record.outcome = Outcome::Win(if score > 0 { side } else { !side });
                return Some(record);
            }
            Ok(None) => board.push(point),
            Ok(Some(outcome)) => {
                record.outcome = outcome;
                return Some(record);
            }
            Err(_) => return Some(record),
        }
    }
    None
}

/// The score of a search, or the static score if the nodes were too few to compare the moves.
pub(super) fn score_of(result: &SearchResult, searcher: &Searcher, board: &Board) -> Score {
    let info = result.info();
    if info.depth == 0 && info.score == 0 { searcher.evaluator(board.clone()).evaluate() } else { info.score }
}

/// The number of nodes of one search, varied at random.
fn vary(nodes: u64, rng: &mut SplitMix64) -> u64 {
    let percent = 100 - NODES_SPREAD + rng.below(2 * NODES_SPREAD as usize + 1) as u64;
    (nodes.saturating_mul(percent) / 100).max(1)
}

/// A random move among those with the largest gain.
fn random_move(board: &Board, searcher: &Searcher, rng: &mut SplitMix64) -> Option<Point> {
    let mut points = movegen::legal_candidates(board);
    let evaluator = searcher.evaluator(board.clone());
    points.sort_by_key(|&point| (std::cmp::Reverse(evaluator.gain(point)), point));
    points.truncate(RANDOM_CHOICE);
    if points.is_empty() { None } else { Some(points[rng.below(points.len())]) }
}

#[cfg(test)]
impl<'a> SelfplayRun<'a> {
    /// A run with the built-in weights on two threads that is never stopped.
    pub fn of(path: &'a Path, games: usize) -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { path, weights: &[], games, threads: 2, stop: &NEVER }
    }
}

#[cfg(test)]
mod tests;
