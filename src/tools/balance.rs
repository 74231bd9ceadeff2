//! Balanced openings by search.

use super::openings::Opening;
use super::referee::{Referee, Verdict};
use crate::base::{BoardSize, Point, Rule, Score, SplitMix64};
use crate::board::{Board, SYMMETRIES, transform};
use crate::search::{Control, Limits, Searcher};
use anyhow::{Result, bail, ensure};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// What openings are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Rule of play.
    pub rule: Rule,
    /// Board size.
    pub size: BoardSize,
    /// Nodes of the search that judges.
    pub nodes: u64,
    /// An opening is kept when its score is no further from even.
    pub fair: Score,
    /// The fewest and the most stones of an opening; both colours are to move in turn.
    pub stones: (usize, usize),
}

/// Stones of an opening for matches.
pub const MATCH_STONES: (usize, usize) = (3, 8);
/// Stones that the swap2 opening begins with.
pub const SWAP2_STONES: (usize, usize) = (3, 3);

impl Recipe {
    /// Three stones for the swap2 opening, White to move next.
    pub fn swap2(rule: Rule, size: BoardSize) -> Self {
        Self { rule, size, nodes: 50_000, fair: 60, stones: SWAP2_STONES }
    }
}

/// How far from an earlier stone a later one lies.
const REACH: usize = 4;
/// Openings that are looked at before giving up, for each that is wanted.
pub const TRIES: u64 = 2_000;
const TABLE_BYTES: usize = 8 << 20;

/// Makes `count` openings, no two alike under the board's symmetries, the same for the same recipe
/// and seed whatever the `threads`. `progress` hears how many there are.
///
/// # Errors
/// When the board is too small for them or too few fair ones turn up.
pub fn generate(
    recipe: &Recipe,
    count: usize,
    seed: u64,
    threads: usize,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Opening>> {
    check_room(recipe)?;
    let threads = threads.max(1);
    let mut found: Vec<Opening> = Vec::new();
    let mut seen = HashSet::new();
    let batch = (threads * 8) as u64;
    let mut next = 0;
    while found.len() < count {
        if next > TRIES * count as u64 {
            bail!("only {} fair openings turned up; allow more with --fair", found.len());
        }
        for opening in judge_batch(recipe, seed, next, batch, threads) {
            if found.len() < count && seen.insert(canonical(recipe.size, &opening)) {
                found.push(opening);
            }
        }
        next += batch;
        progress(found.len());
    }
    Ok(found)
}

/// Refuses a board without room for openings.
///
/// # Errors
/// When the board is too small.
pub fn check_room(recipe: &Recipe) -> Result<()> {
    let room = recipe.size.cells().saturating_sub(recipe.rule.draw_at());
    ensure!(room > 2 * recipe.stones.1, "a {} board is too small for openings", recipe.size);
    Ok(())
}

/// The random opening of this seed, when it is one and fair.
pub fn fair_candidate(recipe: &Recipe, seed: u64, searcher: &mut Searcher) -> Option<Opening> {
    candidate(recipe, seed).filter(|opening| is_fair(recipe, opening, searcher))
}

/// The fair ones of the candidates `from .. from + batch`, in their order.
fn judge_batch(recipe: &Recipe, seed: u64, from: u64, batch: u64, threads: usize) -> Vec<Opening> {
    let counter = AtomicU64::new(from);
    let mut fair: Vec<(u64, Opening)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut searcher = Searcher::new(TABLE_BYTES);
                    let mut fair = Vec::new();
                    loop {
                        let number = counter.fetch_add(1, Ordering::Relaxed);
                        if number >= from + batch {
                            return fair;
                        }
                        let seed = SplitMix64::new(seed ^ number << 20).next();
                        if let Some(opening) = fair_candidate(recipe, seed, &mut searcher) {
                            fair.push((number, opening));
                        }
                    }
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    fair.sort_unstable_by_key(|(number, _)| *number);
    fair.into_iter().map(|(_, opening)| opening).collect()
}

/// Random early stones: the first anywhere but the outermost lines, more often near the edge than a
/// player would, the others within reach of an earlier one.
fn candidate(recipe: &Recipe, seed: u64) -> Option<Opening> {
    let mut rng = SplitMix64::new(seed);
    let size = recipe.size;
    let (fewest, most) = recipe.stones;
    let stones = fewest + rng.below(most - fewest + 1);
    let mut referee = Referee::new(size, recipe.rule);
    let first = size.point(1 + rng.below(size.width() - 2) as i32, 1 + rng.below(size.height() - 2) as i32)?;
    referee.play(first);
    let mut tries = 0;
    while referee.moves().len() < stones {
        tries += 1;
        let near = referee.moves()[rng.below(referee.moves().len())];
        let (x, y) = size.xy(near);
        let mut offset = || rng.below(2 * REACH + 1) as i32 - REACH as i32;
        let (dx, dy) = (offset(), offset());
        if let Some(point) = size.point(x + dx, y + dy) {
            match referee.play(point) {
                Verdict::Win | Verdict::Draw => return None,
                Verdict::Continue | Verdict::Occupied | Verdict::Foul => {}
            }
        }
        if tries > 200 {
            return None;
        }
    }
    Some(referee.moves().to_vec())
}

fn is_fair(recipe: &Recipe, opening: &Opening, searcher: &mut Searcher) -> bool {
    let mut board = Board::new(recipe.size, recipe.rule);
    opening.iter().for_each(|&point| board.make(point, &mut ()));
    searcher.clear();
    // A quick look first: most candidates are far from even.
    let mut score =
        |nodes| searcher.search(&board, Limits::nodes(nodes), Arc::new(Control::unlimited()), &mut |_| {}).report.score;
    score(recipe.nodes / 16).abs() <= 3 * recipe.fair && score(recipe.nodes).abs() <= recipe.fair
}

/// The least of the opening's images: each colour's stones in order, as the order of play does not matter.
fn canonical(size: BoardSize, opening: &Opening) -> Vec<Point> {
    let symmetries = if size.width() == size.height() { SYMMETRIES } else { SYMMETRIES / 2 };
    let image = |symmetry| {
        let moved: Vec<Point> = opening.iter().map(|&point| transform(size, point, symmetry)).collect();
        let mut black: Vec<Point> = moved.iter().step_by(2).copied().collect();
        let mut white: Vec<Point> = moved.iter().skip(1).step_by(2).copied().collect();
        black.sort_unstable();
        white.sort_unstable();
        black.extend(white);
        black
    };
    (0..symmetries).map(image).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_legal_different_and_the_same_for_the_same_seed() {
        let recipe = Recipe {
            rule: Rule::Caro,
            size: BoardSize::square(15).unwrap(),
            nodes: 800,
            fair: 120,
            stones: MATCH_STONES,
        };
        let make = |seed, threads| generate(&recipe, 12, seed, threads, &mut |_| {}).unwrap();
        let openings = make(1, 1);
        assert_eq!(openings, make(1, 2));
        assert_ne!(openings, make(2, 1));
        let different: HashSet<_> = openings.iter().map(|opening| canonical(recipe.size, opening)).collect();
        assert_eq!(different.len(), 12);
        for opening in &openings {
            let mut referee = Referee::new(recipe.size, recipe.rule);
            assert!(opening.iter().all(|&point| referee.play(point) == Verdict::Continue));
        }
    }

    #[test]
    fn a_board_without_room_is_refused() {
        let recipe = Recipe {
            rule: Rule::Renju,
            size: BoardSize::square(6).unwrap(),
            nodes: 100,
            fair: 60,
            stones: MATCH_STONES,
        };
        assert!(generate(&recipe, 1, 1, 1, &mut |_| {}).is_err());
    }
}
