//! The openings of a match: from a file, or random ones near even.

use super::balance::{self, OpeningRecipe};
use std::fmt;
use tengen::base::{BoardSize, Rule, SplitMix64};
use tengen::board::{symmetries, transform};
use tengen::search::Searcher;
use tengen_game::opening_file::Opening;
use tengen_game::referee::Referee;

/// A random opening for matches without a book: a few stones near the center that depend on `seed` only.
pub fn random(size: BoardSize, rule: Rule, seed: u64) -> Opening {
    const STONES: usize = 4;
    const REACH: i32 = 3;
    let mut rng = SplitMix64::new(seed ^ 0x0BE2_1265);
    let mut referee = Referee::new(size, rule);
    while referee.moves().len() < STONES {
        let (x, y) = size.xy(size.center());
        let mut offset = || rng.below(2 * REACH as usize + 1) as i32 - REACH;
        let (dx, dy) = (offset(), offset());
        // These stones cannot end the game on any board; one on another is not placed.
        if let Some(point) = size.point(x + dx, y + dy) {
            let _ = referee.play(point);
        }
    }
    referee.moves().to_vec()
}

/// Candidates tried for a fair opening before any opening is taken.
const FAIR_ATTEMPTS: u64 = 60;
/// Nodes of the search that rejects decided openings.
const JUDGE_NODES: u64 = 1_000;
const JUDGE_TABLE_BYTES: usize = 1 << 20;

/// A random opening that a short search judges near even, or any random one if the board is too small to choose. It
/// depends on `seed` only.
pub fn random_fair(size: BoardSize, rule: Rule, seed: u64) -> Opening {
    let (nodes, fair, stones) = (JUDGE_NODES, balance::FAIR_IN_MATCHES, balance::MATCH_STONES);
    let recipe = OpeningRecipe { nodes, fair, stones, ..OpeningRecipe::swap2(rule, size) };
    if balance::check_room(&recipe).is_err() {
        return random(size, rule, seed);
    }
    let mut searcher = Searcher::new(JUDGE_TABLE_BYTES);
    let mut rng = SplitMix64::new(seed);
    let fair = (0..FAIR_ATTEMPTS).find_map(|_| balance::fair_candidate(&recipe, rng.next(), &mut searcher));
    fair.unwrap_or_else(|| random(size, rule, seed))
}

/// The openings of a match: an endless list in random order by `seed`, each opening under a random symmetry of the
/// board.
#[derive(Clone)]
pub struct Book {
    size: BoardSize,
    rule: Rule,
    openings: Vec<Opening>,
    seed: u64,
}

impl Book {
    /// A book of these openings; if there are none, of random ones near even.
    pub fn new(size: BoardSize, rule: Rule, mut openings: Vec<Opening>, seed: u64) -> Self {
        SplitMix64::new(seed).shuffle(&mut openings);
        Self { size, rule, openings, seed }
    }

    /// This book's openings in the order of another seed.
    pub fn with_seed(&self, seed: u64) -> Self {
        Self::new(self.size, self.rule, self.openings.clone(), seed)
    }

    /// The opening of pair number `index`.
    pub fn get(&self, index: usize) -> Opening {
        let draw = |first: u64| SplitMix64::new(first.wrapping_add(index as u64)).next();
        let symmetry = (draw(self.seed) % symmetries(self.size).len() as u64) as usize;
        let opening = match self.openings.len() {
            // Derived from the seed by one step of the generator: with the seed itself, the next seed would give the
            // same numbers one pair earlier.
            0 => random_fair(self.size, self.rule, draw(SplitMix64::new(self.seed).next())),
            n => self.openings[index % n].clone(),
        };
        opening.into_iter().map(|point| transform(self.size, point, symmetry)).collect()
    }
}

/// Writes `random-fair`, or the number of openings with a checksum of their order.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.openings.is_empty() {
            // Not `random`, which is the text in logs of builds whose seeds gave other openings.
            return f.write_str("random-fair");
        }
        let points = self.openings.iter().flat_map(|opening| opening.iter().map(|point| point.0).chain([u16::MAX]));
        let checksum = points.fold(0, |sum: u64, point| SplitMix64::new(sum ^ u64::from(point)).next());
        write!(f, "{} {checksum:016x}", self.openings.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use tengen_game::opening_file::parse;

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    #[test]
    fn a_book_is_the_same_for_the_same_seed_and_uses_every_opening() {
        let openings = parse("h8i9\nh8h9\nh8j10\nh8i8", size(), Rule::Caro).unwrap();
        let book = |seed| Book::new(size(), Rule::Caro, openings.clone(), seed);
        let list = |book: &Book| (0..8).map(|i| book.get(i)).collect::<Vec<_>>();
        assert_eq!(list(&book(3)), list(&book(3)));
        assert_ne!(list(&book(3)), list(&book(4)));
        let random = Book::new(size(), Rule::Renju, Vec::new(), 1);
        assert_ne!(random.to_string(), "random", "logs of builds whose seeds gave other openings are refused");
        let lengths = balance::MATCH_STONES.0..=balance::MATCH_STONES.1;
        assert!((0..100).all(|i| lengths.contains(&random.get(i).len())));
        for height in [5, 6] {
            let tiny = BoardSize::new(5, height).unwrap();
            let opening = Book::new(tiny, Rule::Renju, Vec::new(), 1).get(0);
            let mut referee = Referee::new(tiny, Rule::Renju);
            assert!(!opening.is_empty());
            assert!(opening.into_iter().all(|point| referee.play(point) == Ok(None)), "{tiny}");
        }
    }

    #[test]
    fn neighboring_seeds_have_no_random_openings_in_common() {
        let openings = |seed| {
            let book = Book::new(size(), Rule::Caro, Vec::new(), seed);
            (0..20).map(|index| book.get(index)).collect::<HashSet<_>>()
        };
        assert!(openings(1).is_disjoint(&openings(2)));
    }
}
