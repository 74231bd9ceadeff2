//! Many games of the engine against itself, for learning.

use super::records::{Conditions, FORMAT, Games, Record, RecordedMove, Sizes, without_zeros};
use super::symmetric_key::{EXAM_ONE_IN, is_for_exams};
use anyhow::{Context, Result, bail, ensure};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen::base::{BoardSize, Color, Point, Rule, Score, SplitMix64, is_decided};
use tengen::board::Board;
use tengen::eval::Weights;
use tengen::movegen;
use tengen::pattern::PointClass;
use tengen::search::{Control, Limits, SearchResult, Searcher};
use tengen_arena::balance::{self, ATTEMPTS, OpeningRecipe};
use tengen_arena::lock;
use tengen_arena::pool::Pool;
use tengen_arena::shard::share;
use tengen_game::opening_file::Opening;
use tengen_game::referee::{Referee, Verdict};

/// Table of the searches of games.
pub(super) const TABLE_BYTES: usize = 4 << 20;
/// Nodes of the search that judges an opening, as a multiple of those of a move.
const OPENING_NODES: u64 = 4;
/// How many openings of a hundred begin near the edge.
const NEAR_EDGE: usize = 10;
/// The same in exams, whose moves have many nodes.
const EXAM_OPENING_NODES: u64 = 1;
/// Of the first moves after the opening, one in `EARLY_ONE_IN` is random, of all later ones one in `LATE_ONE_IN`, in exams
/// none: there every result is to say something.
const EARLY_MOVES: usize = 6;
const EARLY_ONE_IN: usize = 8;
const LATE_ONE_IN: usize = 20;
/// A random move is one of the most promising, this many.
const RANDOM_CHOICE: usize = 6;
/// Every search has up to this many percent more or fewer nodes, at random, but in exams.
const NODES_SPREAD: u64 = 30;

/// The file that a run writes, and how.
#[derive(Clone, Copy)]
pub struct SelfplayRun<'a> {
    /// Where the games are written.
    pub path: &'a Path,
    /// Weights to play with; the built-in ones for rules that these are not for.
    pub weights: &'a [Arc<Weights>],
    /// Games of the whole run.
    pub games: usize,
    /// Games at the same time.
    pub threads: usize,
    /// Ends the run early when it becomes true.
    pub stop: &'a AtomicBool,
}

/// Plays until the file of the run holds its games or, for a part of a run, its share of them; those that it holds
/// already are kept, so an interrupted run goes on. Game number `i` of the run is the same whatever the number of
/// threads or parts. `progress` receives the number of games in the file.
///
/// # Errors
/// When the file holds other games or damaged ones, which stay as they are; when it cannot be written or another
/// program is writing to it; when no fair opening turns up.
pub fn play(run: &SelfplayRun, conditions: Conditions, progress: &mut dyn FnMut(usize)) -> Result<()> {
    if let Sizes::One(size) = conditions.sizes {
        balance::check_room(&recipe(conditions, size))?;
    }
    let work = |searcher: &mut Searcher, number| game(&conditions, number, searcher, run.stop).transpose();
    fill(run, conditions, progress, work)
}

/// Appends to the file of the run what `work` makes of the numbers of the games that it does not hold yet, in their
/// order, as [`play`] does; `work` returns `None` when it is to stop.
///
/// # Errors
/// As [`play`], and those of `work`.
pub(super) fn fill(
    run: &SelfplayRun,
    conditions: Conditions,
    progress: &mut dyn FnMut(usize),
    work: impl Fn(&mut Searcher, usize) -> Option<Result<Record>> + Sync,
) -> Result<()> {
    let SelfplayRun { path, weights, games, threads, stop } = *run;
    let playing = weights_of(weights, conditions.rule).fingerprint();
    let (mut file, mut done) = open_run(path, &conditions, &playing)?;
    let cannot_write = || format!("cannot write {}", path.display());
    let start = |_| searcher(TABLE_BYTES, weights);
    let work = |searcher: &mut Searcher, number| {
        if stop.load(Ordering::Relaxed) { None } else { work(searcher, number) }
    };
    let mut trouble = Ok(());
    // Written in order, so that the file says which game is next.
    let (first, parts) = conditions.shard;
    let numbers = (done..share(conditions.shard, games)).map(|index| first + index * parts);
    Pool::new(threads)?.run_in_order(numbers, start, work, |record| {
        trouble = record.and_then(|record| file.write_all(&record.to_bytes()).with_context(cannot_write));
        if trouble.is_err() {
            return ControlFlow::Break(());
        }
        done += 1;
        progress(done);
        ControlFlow::Continue(())
    });
    trouble
}

/// A searcher with a table of `bytes` bytes and these weights.
pub(super) fn searcher(bytes: usize, weights: &[Arc<Weights>]) -> Searcher {
    let mut searcher = Searcher::new(bytes);
    searcher.set_weights(weights);
    searcher
}

/// Those of `weights` that are for the rule, else the built-in ones.
pub(super) fn weights_of(weights: &[Arc<Weights>], rule: Rule) -> Arc<Weights> {
    let fit = weights.iter().find(|weights| weights.check_rule(rule).is_ok()).cloned();
    fit.unwrap_or_else(|| Weights::of(rule))
}

/// Opens the file of a run behind the games that it holds, and counts them. Other runs are kept from writing to it.
fn open_run(path: &Path, conditions: &Conditions, playing: &str) -> Result<(File, usize)> {
    let cannot_write = || format!("cannot write {}", path.display());
    let open = OpenOptions::new().create(true).read(true).write(true).truncate(false).open(path);
    let mut file = open.with_context(cannot_write)?;
    lock::hold(&file, path)?;
    let mut bytes = Vec::new();
    // A pipe would never end.
    if file.metadata().is_ok_and(|file| file.is_file()) {
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
    }
    let header = conditions.header(playing);
    // A full disk or a power cut may have torn the header.
    let begun = without_zeros(&bytes);
    let is_torn = begun.len() < header.len() && header.as_bytes().starts_with(begun);
    let (mut done, mut whole) = (0, 0);
    if !is_torn {
        let (old, end) = Games::from_bytes(&bytes).with_context(|| path.display().to_string())?;
        ensure!(old.format == FORMAT, "{} is of an older format: choose another file", path.display());
        ensure!(old.conditions == *conditions, "{} holds games of other conditions", path.display());
        let is_other = old.weights.as_ref().is_some_and(|old| *old != playing);
        ensure!(!is_other, "{} holds games of other weights", path.display());
        // What comes after a damaged game is not to be cut off.
        old.check().with_context(|| path.display().to_string())?;
        (done, whole) = (old.records.len(), end);
    }
    if (bytes.len() as u64) > whole {
        file.set_len(whole).with_context(cannot_write)?;
        file.seek(SeekFrom::End(0)).with_context(cannot_write)?;
    }
    if is_torn {
        file.write_all(header.as_bytes()).with_context(cannot_write)?;
    }
    Ok((file, done))
}

fn recipe(conditions: Conditions, size: BoardSize) -> OpeningRecipe {
    let Conditions { rule, nodes, exam, .. } = conditions;
    let nodes = nodes.saturating_mul(if exam { EXAM_OPENING_NODES } else { OPENING_NODES });
    let fair = balance::FAIR_IN_SELFPLAY;
    OpeningRecipe { rule, size, nodes, fair, stones: balance::MATCH_STONES, near_edge: Some(NEAR_EDGE) }
}

/// A fair random opening, in exams one of those that they have for themselves; `None` when it is to stop before there is one.
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

/// One game from a fair random opening, with random moves in it; `None` when it is to stop before the
/// opening is found.
fn game(conditions: &Conditions, number: usize, searcher: &mut Searcher, stop: &AtomicBool) -> Result<Option<Record>> {
    // The random numbers of seeds beside each other must not be one sequence, shifted: they would be the same games.
    let mut rng = SplitMix64::new(SplitMix64::new(conditions.seed).next() ^ (number as u64) << 20);
    let size = conditions.sizes.draw(conditions.rule, &mut rng);
    let recipe = recipe(*conditions, size);
    let Some(opening) = fair_opening(&recipe, conditions.exam, &mut rng, searcher, stop)? else { return Ok(None) };
    Ok(Some(play_on(conditions, size, &opening, &mut rng, searcher)))
}

/// The game after an opening.
fn play_on(
    conditions: &Conditions,
    size: BoardSize,
    opening: &[Point],
    rng: &mut SplitMix64,
    searcher: &mut Searcher,
) -> Record {
    searcher.clear();
    let mut referee = Referee::new(size, conditions.rule);
    let mut board = Board::new(size, conditions.rule);
    let mut record = Record { size, moves: Vec::new(), skip: opening.len(), winner: None };
    for &point in opening {
        referee.play(point);
        board.push(point);
        record.moves.push(RecordedMove { point, score: 0, random: false });
    }
    loop {
        let nodes = if conditions.exam { conditions.nodes } else { vary(conditions.nodes, rng) };
        let limits = Limits::nodes(nodes);
        let result = searcher.search(&board, limits, &Control::unlimited(), &mut |_| {});
        let Some(best) = result.best else { return record };
        let score = score_of(&result, searcher, &board);
        let side = board.side_to_move();
        let is_early = record.moves.len() < record.skip + EARLY_MOVES;
        let is_drawn =
            rng.below(if is_early { EARLY_ONE_IN } else { LATE_ONE_IN }) == 0 && (is_early || !conditions.exam);
        let fives = Color::ALL.map(|color| board.count(color, PointClass::Five));
        let is_random = is_drawn && !is_decided(score) && fives == [0, 0];
        let drawn = if is_random { random_move(&mut board, searcher, rng) } else { None };
        let point = drawn.unwrap_or(best);
        let random = point != best;
        record.moves.push(RecordedMove { point, score, random });
        match referee.play(point) {
            Verdict::Continue if is_decided(score) && !random => {
                record.winner = Some(if score > 0 { side } else { !side });
                return record;
            }
            Verdict::Continue => board.push(point),
            Verdict::Win => {
                record.winner = Some(side);
                return record;
            }
            Verdict::Draw | Verdict::Occupied | Verdict::Foul => return record,
        }
    }
}

/// The score of a search: the static one where the nodes were too few to compare the moves.
pub(super) fn score_of(result: &SearchResult, searcher: &Searcher, board: &Board) -> Score {
    let info = result.info();
    if info.depth == 0 && info.score == 0 { searcher.evaluator(board.clone()).evaluate() } else { info.score }
}

/// The number of nodes of one search.
fn vary(nodes: u64, rng: &mut SplitMix64) -> u64 {
    let percent = 100 - NODES_SPREAD + rng.below(2 * NODES_SPREAD as usize + 1) as u64;
    (nodes.saturating_mul(percent) / 100).max(1)
}

/// One of the moves that gain most.
fn random_move(board: &mut Board, searcher: &Searcher, rng: &mut SplitMix64) -> Option<Point> {
    let mut points = Vec::new();
    movegen::candidates(board, &mut points);
    movegen::retain_legal(board, &mut points, 0);
    let evaluator = searcher.evaluator(board.clone());
    points.sort_by_key(|&point| (std::cmp::Reverse(evaluator.gain(point)), point));
    points.truncate(RANDOM_CHOICE);
    if points.is_empty() { None } else { Some(points[rng.below(points.len())]) }
}

#[cfg(test)]
impl<'a> SelfplayRun<'a> {
    /// A run with the built-in weights on two threads that is not stopped.
    pub fn of(path: &'a Path, games: usize) -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { path, weights: &[], games, threads: 2, stop: &NEVER }
    }
}

#[cfg(test)]
mod tests;
