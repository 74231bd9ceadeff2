//! Many games of the engine against itself, for learning.

use super::balance::{self, Recipe, TRIES};
use super::openings::Opening;
use super::records::{Conditions, Games, Record};
use super::referee::{Referee, Verdict};
use crate::base::{Point, SplitMix64, is_decided};
use crate::board::Board;
use crate::eval::Weights;
use crate::movegen;
use crate::search::{Control, Limits, Searcher};
use anyhow::{Context, Result, bail, ensure};
use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

const TABLE_BYTES: usize = 4 << 20;
/// The search that judges an opening has so many times the nodes of a move.
const OPENING_NODES: u64 = 4;
/// An opening is played when its score is no further from even.
const FAIR: i32 = 150;
/// Of the moves soon after the opening, one in so many is random among the better ones.
const RANDOM_ONE_IN: usize = 8;
const RANDOM_MOVES: usize = 6;
/// A random move is one of so many that promise most.
const RANDOM_CHOICE: usize = 6;

/// Plays until the file at `path` holds `games` games; those that it holds already are kept, so an
/// interrupted run goes on. Game number `i` is the same whatever the number of `threads`.
/// `progress` hears how many there are.
///
/// # Errors
/// When the file holds other games or damaged ones, which stay as they are; when it cannot be written; when no
/// fair opening turns up.
pub fn play(
    path: &Path,
    conditions: Conditions,
    weights: &[Arc<Weights>],
    games: usize,
    threads: usize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(usize),
) -> Result<()> {
    let recipe = recipe(conditions);
    balance::check_room(&recipe)?;
    let playing = weights.iter().find(|weights| weights.check_rule(conditions.rule).is_ok()).cloned();
    let playing = playing.unwrap_or_else(|| Weights::of(conditions.rule)).checksum();
    let mut done = 0;
    let cannot_write = || format!("cannot write {}", path.display());
    let open = OpenOptions::new().create(true).write(true).truncate(false).open(path);
    let mut file = open.with_context(cannot_write)?;
    if file.metadata()?.len() > 0 {
        let (old, whole) = Games::read(path)?;
        ensure!(old.conditions == conditions, "{} holds games of other conditions", path.display());
        let is_other = old.weights.as_ref().is_some_and(|old| *old != playing);
        ensure!(!is_other, "{} holds games of other weights", path.display());
        // What comes after a damaged game is not to be cut off.
        old.check().with_context(|| path.display().to_string())?;
        done = old.records.len();
        file.set_len(whole).with_context(cannot_write)?;
        file.seek(SeekFrom::End(0)).with_context(cannot_write)?;
    } else {
        file.write_all(conditions.header(&playing).as_bytes()).with_context(cannot_write)?;
    }
    let next = AtomicUsize::new(done);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<Result<(usize, Record)>>();
        for _ in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut searcher = Searcher::new(TABLE_BYTES);
                searcher.set_weights(weights);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let Some(record) = game(&conditions, number, &mut searcher, stop).transpose() else { return };
                    let failed = record.is_err();
                    if sender.send(record.map(|record| (number, record))).is_err() || failed {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Written in order, so that the file tells which game is next.
        let mut waiting = std::collections::BTreeMap::new();
        for played in receiver {
            let (number, record) = played?;
            waiting.insert(number, record);
            while let Some(record) = waiting.remove(&done) {
                file.write_all(&record.to_bytes()).with_context(cannot_write)?;
                done += 1;
            }
            progress(done);
        }
        Ok(())
    })
}

fn recipe(conditions: Conditions) -> Recipe {
    let Conditions { rule, size, nodes, .. } = conditions;
    Recipe { rule, size, nodes: nodes.saturating_mul(OPENING_NODES), fair: FAIR, stones: balance::MATCH_STONES }
}

/// A fair random opening; `None` when it is to stop before there is one.
fn fair_opening(
    recipe: &Recipe,
    rng: &mut SplitMix64,
    searcher: &mut Searcher,
    stop: &AtomicBool,
) -> Result<Option<Opening>> {
    for _ in 0..TRIES {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if let Some(opening) = balance::fair_candidate(recipe, rng.next(), searcher) {
            return Ok(Some(opening));
        }
    }
    let Recipe { rule, size, .. } = recipe;
    bail!("of {TRIES} openings none is near even for the weights ({rule}, {size})")
}

/// One game from a fair random opening, with some random moves after it; `None` when it is to stop before the
/// opening is found.
fn game(conditions: &Conditions, number: usize, searcher: &mut Searcher, stop: &AtomicBool) -> Result<Option<Record>> {
    let mut rng = SplitMix64::new(conditions.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (number as u64) << 20);
    let Some(opening) = fair_opening(&recipe(*conditions), &mut rng, searcher, stop)? else { return Ok(None) };
    Ok(Some(play_on(conditions, &opening, &mut rng, searcher)))
}

/// The game after an opening.
fn play_on(conditions: &Conditions, opening: &[Point], rng: &mut SplitMix64, searcher: &mut Searcher) -> Record {
    searcher.clear();
    let mut referee = Referee::new(conditions.size, conditions.rule);
    let mut board = Board::new(conditions.size, conditions.rule);
    let mut record = Record { moves: Vec::new(), given: opening.len(), winner: None };
    for &point in opening {
        referee.play(point);
        board.make(point, &mut ());
        record.moves.push((point, 0));
    }
    let mut random_left = RANDOM_MOVES;
    loop {
        let control = Arc::new(Control::unlimited());
        let result = searcher.search(&board, Limits::nodes(conditions.nodes), control, &mut |_| {});
        let Some(best) = result.best else { return record };
        let score = result.report.score;
        let side = board.side_to_move();
        let mut point = best;
        if random_left > 0 {
            random_left -= 1;
            if rng.below(RANDOM_ONE_IN) == 0 && !is_decided(score) {
                point = random_move(&mut board, searcher, rng).unwrap_or(best);
                // What comes before a random move says nothing of the result.
                record.given = record.moves.len() + 1;
            }
        }
        record.moves.push((point, score));
        match referee.play(point) {
            Verdict::Continue if is_decided(score) && point == best => {
                record.winner = Some(if score > 0 { side } else { !side });
                return record;
            }
            Verdict::Continue => board.make(point, &mut ()),
            Verdict::Win => {
                record.winner = Some(side);
                return record;
            }
            Verdict::Draw | Verdict::Occupied | Verdict::Foul => return record,
        }
    }
}

/// One of the moves that promise most.
fn random_move(board: &mut Board, searcher: &Searcher, rng: &mut SplitMix64) -> Option<Point> {
    let mut points = Vec::new();
    movegen::candidates(board, &mut points);
    movegen::retain_legal(board, &mut points, 0);
    points.sort_by_key(|&point| (std::cmp::Reverse(searcher.promise(point)), point));
    points.truncate(RANDOM_CHOICE);
    if points.is_empty() { None } else { Some(points[rng.below(points.len())]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Color, Rule};
    use crate::eval::SideWeights;

    #[test]
    fn games_are_the_same_on_any_number_of_threads_and_after_an_interruption() {
        let folder = std::env::temp_dir().join(format!("tengen-selfplay-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let conditions = Conditions { rule: Rule::Renju, size: BoardSize::square(15).unwrap(), nodes: 60, seed: 3 };
        let run = |name: &str, games, threads| {
            let path = folder.join(name);
            play(&path, conditions, &[], games, threads, &AtomicBool::new(false), &mut |_| {}).unwrap();
            Games::read(&path).unwrap().0
        };
        let whole = run("one", 6, 1);
        assert_eq!(whole.records.len(), 6);
        whole.check().unwrap();
        assert_eq!(run("two", 6, 2), whole);
        run("three", 2, 1);
        let path = folder.join("three");
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend([9, 0, 1]);
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(run("three", 6, 2), whole);
        // Nothing is cut off after a game that is damaged, here in its number of moves.
        let mut bytes = std::fs::read(&path).unwrap();
        let first = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for bit in 0..16 {
            let place = first + bit / 8;
            bytes[place] ^= 1 << (bit % 8);
            std::fs::write(&path, &bytes).unwrap();
            assert!(play(&path, conditions, &[], 7, 1, &AtomicBool::new(false), &mut |_| {}).is_err(), "bit {bit}");
            assert!(std::fs::read(&path).unwrap() == bytes, "bit {bit}");
            bytes[place] ^= 1 << (bit % 8);
        }
        let hand_set = [Arc::new(Weights::hand_set(Rule::Renju))];
        assert!(play(&path, conditions, &hand_set, 7, 1, &AtomicBool::new(false), &mut |_| {}).is_err());
        let other = Conditions { seed: 4, ..conditions };
        assert!(play(&path, other, &[], 7, 1, &AtomicBool::new(false), &mut |_| {}).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn weights_that_see_no_position_as_even_are_told_of() {
        let path = std::env::temp_dir().join(format!("tengen-uneven-{}.games", std::process::id()));
        let conditions =
            Conditions { rule: Rule::Freestyle, size: BoardSize::square(15).unwrap(), nodes: 100, seed: 1 };
        let hand_set = Weights::hand_set(Rule::Freestyle);
        let sides = Color::ALL.map(|color| SideWeights {
            values: vec![[0; 2]; hand_set.side(color).values.len()],
            threats: vec![32_000; hand_set.side(color).threats.len()],
            ..hand_set.side(color).clone()
        });
        let weights = [Arc::new(Weights::new(hand_set.header.clone(), sides))];
        let run = |stop| play(&path, conditions, &weights, 1, 1, &AtomicBool::new(stop), &mut |_| {});
        let error = run(false).unwrap_err().to_string();
        assert!(error.contains("openings none is near even"), "{error}");
        // Who has had enough does not wait for it.
        let searcher = &mut Searcher::new(1 << 20);
        searcher.set_weights(&weights);
        assert_eq!(game(&conditions, 0, searcher, &AtomicBool::new(true)).unwrap(), None);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_game_that_is_not_as_it_says_is_found() {
        let conditions = Conditions { rule: Rule::Freestyle, size: BoardSize::square(15).unwrap(), nodes: 60, seed: 1 };
        let searcher = &mut Searcher::new(1 << 20);
        let record = game(&conditions, 0, searcher, &AtomicBool::new(false)).unwrap().unwrap();
        let check = |record: Record| Games { conditions, weights: None, records: vec![record] }.check();
        assert!(check(record.clone()).is_ok());
        let mut twice = record.clone();
        twice.moves[1] = twice.moves[0];
        assert!(check(twice).is_err());
        let mut wrong = record.clone();
        wrong.winner = wrong.winner.map(|winner| !winner);
        assert!(check(wrong).is_err() || record.winner.is_none());
    }
}
