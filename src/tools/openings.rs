//! Openings: the field's text formats, and an order by a seed.

use crate::base::{BoardSize, Point, Rule, SplitMix64};
use crate::board::{SYMMETRIES, parse_moves, transform};
use crate::search::Searcher;
use crate::tools::balance::{self, Recipe};
use crate::tools::referee::{Referee, Verdict};
use anyhow::{Context, Result, bail};

/// The first moves of a game, Black's first.
pub type Opening = Vec<Point>;

/// Reads a file of openings: one a line, as offsets from the centre (`8,-3, 6,-4`) or as points
/// (`h8i9j10`); blank lines and lines beginning with `#` are left out.
///
/// # Errors
/// At the first line that is no opening on this board, or when there is none.
pub fn parse(text: &str, size: BoardSize, rule: Rule) -> Result<Vec<Opening>> {
    let lines = text.lines().map(str::trim).enumerate();
    let openings: Vec<Opening> = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| parse_line(line, size, rule).with_context(|| format!("line {}: '{line}'", number + 1)))
        .collect::<Result<_>>()?;
    if openings.is_empty() {
        bail!("there is no opening");
    }
    Ok(openings)
}

fn parse_line(line: &str, size: BoardSize, rule: Rule) -> Result<Opening> {
    let points =
        if line.contains(|c: char| c.is_ascii_alphabetic()) { parse_moves(size, line)? } else { offsets(line, size)? };
    let mut referee = Referee::new(size, rule);
    for &point in &points {
        match referee.play(point) {
            Verdict::Continue => {}
            verdict => bail!("a move of the opening is no move to go on from: {verdict:?}"),
        }
    }
    Ok(points)
}

/// Pairs of offsets from half the board's size: `0,0, 1,-1`.
///
/// # Errors
/// When the numbers are none or no pairs, or a point is off the board.
pub fn offsets(line: &str, size: BoardSize) -> Result<Opening> {
    let numbers: Vec<i32> = line
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().with_context(|| format!("'{part}' is no number")))
        .collect::<Result<_>>()?;
    if !numbers.len().is_multiple_of(2) {
        bail!("offsets come in pairs");
    }
    numbers
        .chunks_exact(2)
        .map(|xy| {
            let (x, y) = (size.width() as i32 / 2 + xy[0], size.height() as i32 / 2 + xy[1]);
            size.point(x, y).with_context(|| format!("{},{} is off the {size} board", xy[0], xy[1]))
        })
        .collect()
}

/// A few random stones near the centre, for matches without a book: the same for the same number.
pub fn random(size: BoardSize, rule: Rule, seed: u64) -> Opening {
    const STONES: usize = 4;
    const REACH: i32 = 3;
    let mut rng = SplitMix64::new(seed ^ 0x0BE2_1265);
    let mut referee = Referee::new(size, rule);
    while referee.moves().len() < STONES {
        let (x, y) = size.xy(size.center());
        let mut offset = || rng.below(2 * REACH as usize + 1) as i32 - REACH;
        let (dx, dy) = (offset(), offset());
        if let Some(point) = size.point(x + dx, y + dy)
            && referee.moves().len() < size.cells().saturating_sub(rule.draw_at() + 1)
        {
            referee.play(point);
        }
        if size.cells() <= rule.draw_at() + STONES {
            break;
        }
    }
    referee.moves().to_vec()
}

/// Candidates for one fair opening before any is taken.
const TRIES: u64 = 60;
/// A short look is enough to leave out what is won or nearly so.
const LOOK_NODES: u64 = 1_000;
const FAIR: i32 = 80;
const TABLE_BYTES: usize = 1 << 20;

/// A random opening that a short search calls near even; any random one where the board has no room to
/// choose. The same for the same number.
pub fn random_fair(size: BoardSize, rule: Rule, seed: u64) -> Opening {
    let recipe = Recipe { rule, size, nodes: LOOK_NODES, fair: FAIR, stones: balance::MATCH_STONES };
    if balance::check_room(&recipe).is_err() {
        return random(size, rule, seed);
    }
    let mut searcher = Searcher::new(TABLE_BYTES);
    let mut rng = SplitMix64::new(seed);
    let fair = (0..TRIES).find_map(|_| balance::fair_candidate(&recipe, rng.next(), &mut searcher));
    fair.unwrap_or_else(|| random(size, rule, seed))
}

/// The openings of a match: number `index` of an endless list in random order by `seed`, each turned
/// by a random symmetry of the board.
pub struct Book {
    size: BoardSize,
    rule: Rule,
    openings: Vec<Opening>,
    seed: u64,
}

impl Book {
    /// A book of these openings; without any, of random ones near even.
    pub fn new(size: BoardSize, rule: Rule, mut openings: Vec<Opening>, seed: u64) -> Self {
        SplitMix64::new(seed).shuffle(&mut openings);
        Self { size, rule, openings, seed }
    }

    /// The opening of pair number `index`.
    pub fn get(&self, index: usize) -> Opening {
        let seed = SplitMix64::new(self.seed.wrapping_add(index as u64)).next();
        let symmetries = if self.size.width() == self.size.height() { SYMMETRIES } else { SYMMETRIES / 2 };
        let symmetry = (seed % symmetries as u64) as usize;
        let opening = match self.openings.len() {
            0 => random_fair(self.size, self.rule, seed),
            n => self.openings[index % n].clone(),
        };
        opening.into_iter().map(|point| transform(self.size, point, symmetry)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    #[test]
    fn both_formats_mean_the_same() {
        let offsets = parse("0,0, 1,-1, -2,3\n\n# comment\n", size(), Rule::Freestyle).unwrap();
        assert_eq!(offsets, parse("h8 i9 f5", size(), Rule::Freestyle).unwrap());
    }

    #[test]
    fn a_line_that_is_no_opening_is_named() {
        for text in ["0,0,1", "0,0, 0,0", "9,0", "h8z3", "h8h8", "", "0,x"] {
            assert!(parse(text, size(), Rule::Freestyle).is_err(), "{text}");
        }
        let error = format!("{:#}", parse("h8\nq1", size(), Rule::Freestyle).unwrap_err());
        assert!(error.contains("line 2"), "{error}");
    }

    #[test]
    fn a_book_is_the_same_for_the_same_seed_and_uses_every_opening() {
        let openings = parse("h8i9\nh8h9\nh8j10\nh8i8", size(), Rule::Caro).unwrap();
        let book = |seed| Book::new(size(), Rule::Caro, openings.clone(), seed);
        let list = |book: &Book| (0..8).map(|i| book.get(i)).collect::<Vec<_>>();
        assert_eq!(list(&book(3)), list(&book(3)));
        assert_ne!(list(&book(3)), list(&book(4)));
        let random = Book::new(size(), Rule::Renju, Vec::new(), 1);
        let lengths = balance::MATCH_STONES.0..=balance::MATCH_STONES.1;
        assert!((0..100).all(|i| lengths.contains(&random.get(i).len())));
        let tiny = Book::new(BoardSize::square(5).unwrap(), Rule::Renju, Vec::new(), 1);
        assert!(tiny.get(0).is_empty());
    }
}
