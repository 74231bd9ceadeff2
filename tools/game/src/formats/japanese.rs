//! Records of four old Japanese renju programs, all on 15x15 and counted from the top left, as the program Shioi reads them:
//!
//! ```text
//! .dt5  Date Gomoku      h8,g7,iA,**,       a column's letter and a row of 1 to 9 and A to F; `**` ends
//! .ban  Gomoku Kyousou   808 907 1006       a move a line: column and row from 1, the row in two digits
//! .rnj  Renju Kozou      7 7 6 6            two moves a line: row and column from 0
//! .nrf  Niroi Renju-fu   title 88 77 a6 0   a move a line behind a title: column and row from 1 in two hexadecimal digits
//! ```

use super::{Format, FoundGames, GameTree, Given, Holds, NOTHING, Place, ReadError, Source};
use crate::Game;
use tengen::base::{BoardSize, Rule};
use tengen_database::why;

/// The records.
pub static JAPANESE: Format = Format {
    name: "japanese",
    title: "record of a Japanese program",
    about: "Date Gomoku (.dt5), Gomoku Kyousou (.ban), Renju Kozou (.rnj), Niroi Renju-fu (.nrf); 15x15 from the top left",
    extensions: &["dt5", "ban", "rnj", "nrf"],
    recognize: |source| notation(source, &source.outline()).is_some(),
    read,
    write: None,
    holds: Holds { variations: false, setup: false, conditions: false, order: true, ..NOTHING },
    is_text: true,
};

const SIDE: usize = 15;

/// Column and row, from 0.
type ColumnRow = (u32, u32);

/// Notation of a program: the words of a line and their moves, if they are moves. Nothing is read after the end of a record.
struct Notation {
    /// Splits a text into words, each with its line number from 1.
    words: fn(&str) -> Vec<(usize, &str)>,
    /// Returns the cell of a word.
    cell: fn(&str) -> Option<ColumnRow>,
    /// The word that ends a record.
    end: Option<&'static str>,
}

/// Returns each line as a word.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let numbered = (1..).zip(text.lines().map(str::trim));
    numbered.filter(|(_, line)| !line.is_empty()).collect()
}

/// Returns each pair of numbers as a word; a line never holds half a move.
fn pairs(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    for (number, mut rest) in lines(text) {
        while !rest.is_empty() {
            let end = rest.match_indices(' ').nth(1).map_or(rest.len(), |(at, _)| at);
            words.push((number, rest[..end].trim()));
            rest = rest[end..].trim_start();
        }
    }
    words
}

const DATE_GOMOKU: Notation = Notation {
    words: |text| {
        let parts =
            (1..).zip(text.lines()).flat_map(|(number, line)| line.split(',').map(move |part| (number, part.trim())));
        parts.filter(|(_, part)| !part.is_empty()).collect()
    },
    cell: |word| {
        let mut signs = word.chars();
        let (column, row) = (signs.next()?, signs.next()?);
        let x = u32::from(column).checked_sub(u32::from('a'))?;
        signs.next().is_none().then_some((x, row.to_digit(16)?.checked_sub(1)?))
    },
    end: Some("**"),
};

const GOMOKU_KYOUSOU: Notation = Notation {
    words: lines,
    cell: |word| {
        let number: u32 = word.parse().ok().filter(|_| (3..=4).contains(&word.len()))?;
        Some(((number / 100).checked_sub(1)?, (number % 100).checked_sub(1)?))
    },
    end: None,
};

const RENJU_KOZOU: Notation = Notation {
    words: pairs,
    cell: |word| {
        let (row, column) = word.split_once(' ')?;
        Some((column.parse().ok()?, row.parse().ok()?))
    },
    end: None,
};

const NIROI: Notation = Notation {
    words: |text| {
        let all = lines(text);
        let has_title = all.first().is_some_and(|(_, line)| (NIROI.cell)(line).is_none());
        all.into_iter().skip(has_title.into()).collect()
    },
    cell: |word| {
        let mut digits = word.chars().map(|sign| sign.to_digit(16)?.checked_sub(1));
        let cell = (digits.next()??, digits.next()??);
        digits.next().is_none().then_some(cell)
    },
    end: Some("0"),
};

/// Least number of lines of a Gomoku Kyousou record that is recognized by its content.
const LINES: usize = 3;

/// The notation of a text, by the file's extension or, without a known one, by features unique to a program.
fn notation(source: &Source, text: &str) -> Option<Notation> {
    let named = [("dt5", DATE_GOMOKU), ("ban", GOMOKU_KYOUSOU), ("rnj", RENJU_KOZOU), ("nrf", NIROI)];
    let by_name = named.into_iter().find(|(extension, _)| source.has_extension(extension));
    let begins = |own: &Notation| (own.words)(text).first().is_some_and(|(_, word)| (own.cell)(word).is_some());
    if let Some((_, own)) = by_name.filter(|(_, own)| begins(own)) {
        return Some(own);
    }
    if begins(&DATE_GOMOKU) && (DATE_GOMOKU.words)(text).last().is_some_and(|word| word.1 == "**") {
        return Some(DATE_GOMOKU);
    }
    // Renju begins in the center; in other files three-digit numbers are cells.
    let moves = lines(text);
    let is_on_board =
        |&(_, word): &(usize, &str)| (GOMOKU_KYOUSOU.cell)(word).is_some_and(|(x, y)| x.max(y) < SIDE as u32);
    let is_kyousou = moves.len() >= LINES && moves[0].1 == "808" && moves.iter().all(is_on_board);
    is_kyousou.then_some(GOMOKU_KYOUSOU)
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, None);
    let notation = notation(source, &text).ok_or_else(|| ReadError::new(why::cut_file()))?;
    let own = BoardSize::square(SIDE).map_err(ReadError::new)?;
    let mut game = Game::new(given.rule(None, Rule::Renju)?, given.size(Some(own))?);
    let mut has_end = notation.end.is_none();
    for (line, word) in (notation.words)(&text) {
        if notation.end == Some(word) {
            has_end = true;
            break;
        }
        let cell = (notation.cell)(word).and_then(|(x, y)| game.size.point(x.try_into().ok()?, y.try_into().ok()?));
        let Some(point) = cell else {
            let problem = why::point(word, game.size);
            if game.moves.is_empty() {
                return Err(ReadError::at(Place::Line(line), problem));
            }
            games.warn(Place::Line(line), why::up_to_here(problem));
            has_end = true;
            break;
        };
        game.moves.push(point);
    }
    if !has_end {
        games.warn(None, why::end_missing());
    }
    if game.moves.is_empty() {
        return Err(ReadError::new(why::cut_file()));
    }
    let _ = games.add(GameTree::from(&game));
    Ok(())
}
