//! Opening files with the board's size in each line, `15 h4 J3 L5  # remark`, as used by KataGomo and c-gomoku-cli.

use super::columns::{Letters, example, without_i};
use crate::Game;
use crate::formats::{FoundGames, GameTree, Given, Place, ReadError};
use tengen::base::{BoardSize, Rule};
use tengen::board::parse_moves;
use tengen_database::{Reason, why};

/// Numbers that may be the side of a board; smaller ones are move numbers.
const SIDES: std::ops::RangeInclusive<usize> = 9..=25;

/// The points of a line, and the size before them.
pub struct SizedLine<'a> {
    line: usize,
    side: usize,
    words: Vec<&'a str>,
}

/// The openings of a text; `None` if a line lacks the size, has another size or fewer than two points.
pub fn sized_lines<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Option<Vec<SizedLine<'a>>> {
    let is_point = |word: &&str| {
        let row = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        word.len() == row.len() + 1 && row.parse::<u8>().is_ok()
    };
    let opening = |(line, text): (usize, &'a str)| {
        let mut words = text.split_whitespace();
        let side = words.next()?.parse().ok().filter(|side| SIDES.contains(side))?;
        let words: Vec<&str> = words.collect();
        (words.len() > 1 && words.iter().all(is_point)).then_some(SizedLine { line, side, words })
    };
    let openings: Vec<SizedLine> = lines.map(opening).collect::<Option<_>>()?;
    let side = openings.first()?.side;
    openings.iter().all(|opening| opening.side == side).then_some(openings)
}

/// Reads each line as a game. If no point has the letter I, the columns lack it.
pub fn read_sized(openings: &[SizedLine], given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let all: Vec<&str> = openings.iter().flat_map(|opening| opening.words.iter().copied()).collect();
    let skips_i = Letters::of(&all.join(" ")) == Letters::Unknown;
    let rule = given.rule(None, Rule::Freestyle)?;
    for (index, opening) in openings.iter().enumerate() {
        let error = |problem: Reason| ReadError::at(Place::Line(opening.line), problem);
        let own = BoardSize::square(opening.side).map_err(|cause| error(cause.into()))?;
        let size = given.size(Some(own))?;
        let names = opening.words.join(" ");
        let names = if skips_i { without_i(&names) } else { names };
        let read = parse_moves(size, &names).map_err(|cause| error(cause.into()));
        if let (0, true, Ok(moves)) = (index, skips_i, &read) {
            let example = example(opening.words.iter().copied().zip(moves), size);
            if let Some(example) = example {
                games.warn(None, why::no_letter_i(&example));
            }
        }
        let tree = read.map(|moves| GameTree::from(&Game { moves, ..Game::new(rule, size) }));
        if games.add_read(tree).is_break() {
            break;
        }
    }
    Ok(())
}
