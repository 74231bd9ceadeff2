//! Yixin-Board's saved position: height, width, number of moves, and a line `row column` per move, from 0. Early
//! versions write the rule's number before the number of moves.

use super::reading::results::yixin_rule;
use super::{Format, FoundGames, GameTree, Given, Holds, NOTHING, Place, ReadError, Source};
use crate::Game;
use tengen::base::{BoardSize, Rule};
use tengen_database::why;

/// Yixin-Board's position.
pub static SAV: Format = Format {
    name: "sav",
    title: "Yixin-Board .sav",
    about: "Yixin-Board's position: height, width, number of moves, a line 'row column' for each",
    extensions: &["sav"],
    recognize,
    read,
    write: None,
    holds: Holds { variations: false, setup: false, conditions: false, order: true, ..NOTHING },
    is_text: true,
};

/// The numbers of a text, with their lines, up to the first word that is not a number.
fn numbers(text: &str) -> Vec<(usize, i32)> {
    let words = text.lines().enumerate().flat_map(|(index, line)| line.split_whitespace().map(move |w| (index + 1, w)));
    // All numbers too large for a position count as the largest one.
    let number = |word: &str| word.parse().ok().map(|number: i64| number.clamp(-1, i32::MAX.into()) as i32);
    words.map_while(|(line, word)| Some((line, number(word)?))).collect()
}

/// Whether header lines have one number and moves two; other lists of numbers have one per line throughout.
fn recognize(source: &Source) -> bool {
    let text = source.outline();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut head = || lines.next().and_then(|line| line.parse::<usize>().ok());
    let is_side = |side: Option<usize>| side.is_some_and(|side| (BoardSize::MIN..=BoardSize::MAX).contains(&side));
    if !(is_side(head()) && is_side(head()) && head().is_some()) {
        return false;
    }
    // At most the rule's number precedes the number of moves; the last move may be incomplete.
    let rest: Vec<usize> = lines.take(3).map(|line| line.split_whitespace().count()).collect();
    matches!(rest[..], [] | [_] | [2, ..] | [1, 2, ..] | [1, 1])
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, None);
    let numbers = numbers(&text);
    let in_head = |index: usize| numbers.get(index).map_or(0, |&(_, number)| number.max(0) as usize);
    let size = BoardSize::new(in_head(1), in_head(0));
    let size = given.size(Some(size.map_err(|error| ReadError::at(Place::Line(1), error))?))?;
    // If the fourth line has one number, the third is the rule's.
    let line = |index: usize| numbers.get(index).map(|&(line, _)| line);
    let named_rule = numbers.len() > 3 && line(3) != line(4);
    let own_rule = named_rule.then(|| yixin_rule(in_head(2))).flatten();
    let mut game = Game::new(given.rule(own_rule, Rule::Freestyle)?, size);
    let start = if named_rule { 4 } else { 3 };
    let count = in_head(start - 1);
    for pair in numbers.get(start..).unwrap_or_default().chunks(2).take(count) {
        let (line, row) = pair[0];
        let point = pair.get(1).and_then(|&(_, column)| size.point(column, row));
        let Some(point) = point else {
            games.warn(Place::Line(line), why::up_to_here(why::row_column(size)));
            break;
        };
        game.moves.push(point);
    }
    if game.moves.len() < count {
        games.warn(Place::Line(text.lines().count()), why::cut_moves(game.moves.len(), count));
    }
    // Text after the last move, by the number of words before it.
    let mut words =
        text.lines().enumerate().flat_map(|(index, line)| line.split_whitespace().map(move |word| (index, word)));
    if let Some((index, text)) = words.nth(start + 2 * count) {
        games.warn(Place::Line(index + 1), why::after_last(text));
    } else if !source.name.is_empty() && !text.ends_with(['\n', '\r']) {
        // The program ends every line; a pasted text may lack the last line break.
        games.warn(Place::Line(text.lines().count()), why::open_line());
    }
    let _ = games.add(GameTree::from(&game));
    Ok(())
}
