//! Balanced openings, found by search.

use crate::pool::Pool;
use anyhow::{Result, ensure};
use std::collections::HashSet;
use std::ops::ControlFlow;
use tengen::base::{BoardSize, Point, Rule, Score, SplitMix64};
use tengen::board::{Board, symmetries, transform};
use tengen::play::FAIR;
use tengen::search::{Control, Limits, SearchRequest, Searcher};
use tengen_game::opening_file::Opening;
use tengen_game::referee::Referee;

/// Kind and quality of the openings to make.
#[derive(Clone, Copy, Debug)]
pub struct OpeningRecipe {
    /// Rule of play.
    pub rule: Rule,
    /// Board size.
    pub size: BoardSize,
    /// Nodes of the search that judges an opening.
    pub nodes: u64,
    /// Largest absolute score of an opening that is kept.
    pub fair: Score,
    /// Smallest and largest number of stones of an opening, with alternating colors.
    pub stones: (usize, usize),
    /// Percentage of openings that begin within `EDGE` lines of the edge, the others farther in; `None`: anywhere but
    /// on the outermost line.
    pub near_edge: Option<usize>,
}

/// [`FAIR`] for a random opening of a match, which is judged by fewer nodes.
pub const FAIR_IN_MATCHES: Score = 80;
/// [`FAIR`] for a random opening of self-play, which should cover many positions.
pub const FAIR_IN_SELFPLAY: Score = 150;

/// Number of outer lines that count as near the edge: line patterns there depend on it.
const EDGE: usize = 4;

/// Stones of an opening for matches.
pub const MATCH_STONES: (usize, usize) = (3, 8);
/// Stones that the swap2 opening begins with.
pub const SWAP2_STONES: (usize, usize) = (3, 3);

impl OpeningRecipe {
    /// Three stones for the swap2 opening, White to move next.
    pub fn swap2(rule: Rule, size: BoardSize) -> Self {
        Self { rule, size, nodes: 50_000, fair: FAIR, stones: SWAP2_STONES, near_edge: None }
    }
}

/// Searches that judge an opening, as divisors of the nodes, each with a factor of the fair score that it may not
/// exceed. Quick searches come first, because most candidates are far from even.
const LOOKS: [(u64, Score); 3] = [(16, 3), (4, 2), (1, 1)];
/// Largest distance of a later stone from an earlier one, in cells.
const REACH: usize = 4;
/// Candidates tried for each wanted opening before giving up.
pub const ATTEMPTS: u64 = 2_000;
const JUDGE_TABLE_BYTES: usize = 8 << 20;

/// Makes `count` openings, no two equal under the board's symmetries; fewer if too few fair ones are found. Equal
/// recipes and seeds give equal openings on any number of `threads`. `known` are the first openings, found by an
/// interrupted call; `receive` gets each further one as it is found. Fails when the board is too small for the
/// openings, `known` are not of this recipe and seed, or `receive` fails.
pub fn generate(
    recipe: &OpeningRecipe,
    count: usize,
    seed: u64,
    threads: usize,
    known: &[Opening],
    receive: &mut dyn FnMut(&Opening) -> Result<()>,
) -> Result<()> {
    check_room(recipe)?;
    let seed_of = |number: u64| SplitMix64::new(seed ^ number << 20).next();
    let attempts = ATTEMPTS.saturating_mul(count as u64);
    // Candidates are made again at no cost; searches are needed only to tell which of them are fair.
    let (mut first, mut left) = (0, known.iter());
    while let Some(next) = left.as_slice().first() {
        ensure!(first < attempts, "these openings are not of this seed");
        if candidate(recipe, seed_of(first)).as_ref() == Some(next) {
            left.next();
        }
        first += 1;
    }
    let mut seen: HashSet<_> = known.iter().map(|opening| canonical(recipe.size, opening)).collect();
    let work = |searcher: &mut Searcher, number: u64| Some(fair_candidate(recipe, seed_of(number), searcher));
    let attempts = if known.len() < count { first..attempts } else { 0..0 };
    Pool::new(threads)?.run_in_order(
        attempts,
        |_| Searcher::new(JUDGE_TABLE_BYTES),
        work,
        |opening| {
            if let Some(opening) = opening.filter(|opening| seen.insert(canonical(recipe.size, opening))) {
                receive(&opening)?;
            }
            Ok(if seen.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        },
    )
}

/// Checks that a board has room for openings. Fails when the board is too small.
pub fn check_room(recipe: &OpeningRecipe) -> Result<()> {
    let room = recipe.size.cells().saturating_sub(recipe.rule.draw_empty_cells(recipe.size.cells()));
    ensure!(room > 2 * recipe.stones.1, "a {} board is too small for openings", recipe.size);
    Ok(())
}

/// The random opening of this seed, if there is one and it is fair.
pub fn fair_candidate(recipe: &OpeningRecipe, seed: u64, searcher: &mut Searcher) -> Option<Opening> {
    candidate(recipe, seed).filter(|opening| is_fair(recipe, opening, searcher))
}

/// A random first stone of an opening.
fn first_stone(recipe: &OpeningRecipe, rng: &mut SplitMix64) -> Option<Point> {
    let size = recipe.size;
    let smaller = size.width().min(size.height());
    let near_edge = recipe.near_edge.map(|percent| smaller <= 2 * EDGE || rng.below(100) < percent);
    let margin = match near_edge {
        None => 1,
        Some(true) => 0,
        Some(false) => EDGE,
    };
    loop {
        let x = margin + rng.below(size.width() - 2 * margin);
        let y = margin + rng.below(size.height() - 2 * margin);
        let to_edge = x.min(y).min(size.width() - 1 - x).min(size.height() - 1 - y);
        if near_edge != Some(true) || to_edge < EDGE {
            return size.point(x as i32, y as i32);
        }
    }
}

/// The random opening of this seed: the first stone where the recipe allows it, the others within reach of an earlier
/// one. `None` if there is no room for them or they end the game.
pub fn candidate(recipe: &OpeningRecipe, seed: u64) -> Option<Opening> {
    let mut rng = SplitMix64::new(seed);
    let size = recipe.size;
    let (fewest, most) = recipe.stones;
    let stones = fewest + rng.below(most - fewest + 1);
    let mut referee = Referee::new(size, recipe.rule);
    let first = first_stone(recipe, &mut rng)?;
    let _ = referee.play(first);
    let mut tries = 0;
    while referee.moves().len() < stones {
        tries += 1;
        let near = referee.moves()[rng.below(referee.moves().len())];
        let (x, y) = size.xy(near);
        let mut offset = || rng.below(2 * REACH + 1) as i32 - REACH as i32;
        let (dx, dy) = (offset(), offset());
        if let Some(point) = size.point(x + dx, y + dy)
            && let Ok(Some(_)) = referee.play(point)
        {
            return None;
        }
        if tries > 200 {
            return None;
        }
    }
    Some(referee.moves().to_vec())
}

/// Whether the searches see neither side far ahead.
pub fn is_fair(recipe: &OpeningRecipe, opening: &Opening, searcher: &mut Searcher) -> bool {
    let is_near = |score: Score, times: Score| score.abs() <= times.saturating_mul(recipe.fair);
    LOOKS.iter().all(|&(part, times)| is_near(score(recipe, opening, recipe.nodes / part, searcher), times))
}

/// Score for the side to move by a search of this many nodes with cleared memory.
fn score(recipe: &OpeningRecipe, opening: &Opening, nodes: u64, searcher: &mut Searcher) -> Score {
    searcher.clear();
    let board = Board::from_moves(recipe.size, recipe.rule, opening);
    let request = SearchRequest::multi_pv(1, Limits::nodes(nodes));
    searcher.search(&board, request, &Control::unlimited(), &mut |_| {}).info().score
}

/// The score of each opening for the side to move, in order, equal on any number of `threads`. Fails when the threads
/// cannot be started, or `receive` fails.
pub fn judge(
    recipe: &OpeningRecipe,
    openings: &[Opening],
    threads: usize,
    receive: &mut dyn FnMut(Score) -> Result<()>,
) -> Result<()> {
    let work = |searcher: &mut Searcher, number: usize| Some(score(recipe, &openings[number], recipe.nodes, searcher));
    Pool::new(threads)?.run_in_order(
        0..openings.len(),
        |_| Searcher::new(JUDGE_TABLE_BYTES),
        work,
        |score| receive(score).map(ControlFlow::Continue),
    )
}

/// The smallest symmetric image of the opening, with each color's stones sorted, as the order of play does not matter.
fn canonical(size: BoardSize, opening: &Opening) -> Vec<Point> {
    let image = |symmetry| {
        let moved: Vec<Point> = opening.iter().map(|&point| transform(size, point, symmetry)).collect();
        let mut black: Vec<Point> = moved.iter().step_by(2).copied().collect();
        let mut white: Vec<Point> = moved.iter().skip(1).step_by(2).copied().collect();
        black.sort_unstable();
        white.sort_unstable();
        black.extend(white);
        black
    };
    symmetries(size).map(image).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_legal_different_and_the_same_for_the_same_seed() {
        let swap2 = OpeningRecipe::swap2(Rule::Caro, BoardSize::square(15).unwrap());
        let recipe = OpeningRecipe { nodes: 800, fair: 120, stones: MATCH_STONES, ..swap2 };
        let go_on = |known: &[Opening], seed, threads| {
            let mut openings = known.to_vec();
            let mut receive = |opening: &Opening| -> Result<()> {
                openings.push(opening.clone());
                Ok(())
            };
            generate(&recipe, 12, seed, threads, known, &mut receive).map(|()| openings)
        };
        let make = |seed, threads| go_on(&[], seed, threads).unwrap();
        let openings = make(1, 1);
        assert_eq!(openings, make(1, 2));
        assert_ne!(openings, make(2, 1));
        // The known openings of an interrupted call.
        for known in [1, 7, 12] {
            assert_eq!(go_on(&openings[..known], 1, 2).unwrap(), openings);
        }
        assert!(go_on(&openings[..3], 2, 1).is_err(), "of another seed");
        let refuse = |_: &Opening| -> Result<()> { anyhow::bail!("the disk is full") };
        assert!(generate(&recipe, 12, 1, 2, &[], &mut { refuse }).is_err());
        let different: HashSet<_> = openings.iter().map(|opening| canonical(recipe.size, opening)).collect();
        assert_eq!(different.len(), 12);
        for opening in &openings {
            let mut referee = Referee::new(recipe.size, recipe.rule);
            assert!(opening.iter().all(|&point| referee.play(point) == Ok(None)));
        }
    }

    #[test]
    fn a_lost_opening_is_far_from_even_and_scores_are_the_same_on_two_threads() {
        let recipe =
            OpeningRecipe { nodes: 3_000, ..OpeningRecipe::swap2(Rule::Freestyle, BoardSize::square(15).unwrap()) };
        // In the last opening Black has an open four, and White, to move, has stones only in the corners.
        let lines = ["h8", "h8i9", "g8a1h8a15i8o1j8"];
        let openings: Vec<Opening> =
            lines.iter().map(|line| tengen::board::parse_moves(recipe.size, line).unwrap()).collect();
        let judged = |threads| {
            let mut scores = Vec::new();
            let mut receive = |score| -> Result<()> {
                scores.push(score);
                Ok(())
            };
            judge(&recipe, &openings, threads, &mut receive).unwrap();
            scores
        };
        let scores = judged(1);
        assert_eq!(scores, judged(2));
        // The score does not depend on openings judged before.
        let alone = |opening| score(&recipe, opening, recipe.nodes, &mut Searcher::new(JUDGE_TABLE_BYTES));
        assert_eq!(scores, openings.iter().map(alone).collect::<Vec<_>>());
        assert!(scores[..2].iter().all(|score| score.abs() < 500) && scores[2] < -20_000, "{scores:?}");
    }

    #[test]
    fn any_opening_is_fair_when_all_scores_are() {
        let size = BoardSize::square(15).unwrap();
        let recipe = OpeningRecipe { fair: Score::MAX, nodes: 100, ..OpeningRecipe::swap2(Rule::Caro, size) };
        assert!(is_fair(&recipe, &vec![size.center()], &mut Searcher::new(1 << 20)));
    }

    #[test]
    fn openings_begin_near_the_edge_as_often_as_the_recipe_says() {
        let mut recipe =
            OpeningRecipe { near_edge: Some(10), ..OpeningRecipe::swap2(Rule::Caro, BoardSize::square(15).unwrap()) };
        let near = |recipe: &OpeningRecipe| {
            let is_near = |seed| {
                let first = candidate(recipe, seed).unwrap()[0];
                let (x, y) = recipe.size.xy(first);
                x.min(y).min(14 - x).min(14 - y) < EDGE as i32
            };
            (0..2_000).filter(|&seed| is_near(seed)).count()
        };
        assert!((150..250).contains(&near(&recipe)));
        recipe.near_edge = Some(100);
        assert_eq!(near(&recipe), 2_000);
        let (small, least) = (BoardSize::square(8).unwrap(), recipe.stones.0);
        recipe = OpeningRecipe { size: small, near_edge: Some(0), ..recipe };
        assert_eq!(candidate(&recipe, 1).map(|opening| opening.len()), Some(least));
    }

    #[test]
    fn a_board_without_room_is_refused() {
        let swap2 = OpeningRecipe::swap2(Rule::Renju, BoardSize::square(6).unwrap());
        let recipe = OpeningRecipe { stones: MATCH_STONES, ..swap2 };
        assert!(generate(&recipe, 1, 1, 1, &[], &mut |_| Ok(())).is_err());
    }
}
