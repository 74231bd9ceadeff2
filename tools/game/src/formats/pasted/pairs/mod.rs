//! Lists of pairs of numbers, as scripts and programs print games: `1: 7, 7`, `(7, 7), (8, 6)`, `1. 7-7 2. 8-6`, `x=7 y=7`,
//! `x,y,who`, JSON and CSV. Columns and rows count from the top left, from 0 or 1: the numbers show which, or the user is asked.

mod bare;
pub mod coded;
mod csv;
mod grid;
mod json;
mod list;
mod located;
mod names;
mod table;

use super::super::reading::markdown::with_commas;
use crate::formats::{Format, FoundGames, Given, Holds, NOTHING, ReadError, Source};
use coded::list_of_text;
use list::{Counting, Evidence, PairList};
use std::borrow::Cow;
use tengen_database::why;

pub use bare::fault_of as fault_of_bare;
pub use json::MOVES;
pub use table::fault_of as fault_of_table;

/// Lists of pairs of numbers.
pub static PAIRS: Format = Format {
    name: "pairs",
    title: "pairs",
    about: "lists of pairs of numbers: `1: 7, 7`, `(7, 7), (8, 6)`, lines `x,y,who`, JSON, CSV",
    extensions: &["csv", "json"],
    recognize: |source| list_of(&source.outline(), || source.text_of_all()).is_some(),
    read,
    write: None,
    holds: Holds { variations: false, setup: false, conditions: false, order: true, ..NOTHING },
    is_text: true,
};

/// The lists of a text by its beginning and, if that is JSON or Python's, the whole; `None` if it is anything else.
fn list_of<'a>(outline: &str, whole: impl Fn() -> Cow<'a, str>) -> Option<Vec<PairList>> {
    if let Some(list) = list_of_text(outline) {
        return Some(vec![list]);
    }
    let begin = outline.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if begin.starts_with(['{', '['])
        && let Some(lists) = json::lists_of(&whole())
    {
        return Some(lists).filter(|lists| !lists.is_empty());
    }
    // Initializers in C have braces and no other brackets.
    if begin.starts_with("{") && !outline.contains(['(', '[', '"', ':']) {
        return table::lists_of(&outline.replace('{', "(").replace('}', ")"));
    }
    let of_table = table::lists_of(&with_commas(outline)).or_else(|| python_lists_of(begin, whole));
    of_table
        .or_else(|| table::lists_of(&bare::in_brackets(outline)?))
        .or_else(|| json::lists_of_table(&with_commas(outline)))
}

/// The lists of a text of printed Python values, which begins with a bracket, or with a name and an equals sign.
fn python_lists_of<'a>(begin: &str, whole: impl Fn() -> Cow<'a, str>) -> Option<Vec<PairList>> {
    let is_name = |name: &str| name.trim_end().chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_python =
        begin.starts_with(['{', '[', '(', '#']) || begin.split_once('=').is_some_and(|(name, _)| is_name(name));
    is_python.then(|| json::python_lists_of(whole().trim_start_matches('\u{feff}'))).flatten()
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, None);
    let mut lists = list_of(&text, || Cow::Borrowed(&*text)).unwrap_or_default();
    if lists.iter().any(|list| list.counting == Counting::Center) {
        // All lists of a file count in the same way.
        for list in lists.iter_mut().filter(|list| list.has_pairs() && list.counting == Counting::TopLeft) {
            (list.counting, list.origin) = (Counting::Center, Some(0));
            // What looked like a pass is a point.
            list.turns.iter_mut().for_each(|turn| turn.xy = turn.xy.or(Some([-1, -1])));
        }
    }
    if lists.is_empty() {
        // Only the beginning of the text was such a list.
        return Err(ReadError::new(why::number_pairs()));
    }
    let origins = origins(&lists, given);
    if let [list] = &lists[..] {
        let readings = list.read(&origins, given, games)?;
        return games.add_readings(readings);
    }
    if let ([first, second], Some(list)) = (&origins[..], lists.iter().find(|list| list.has_pairs())) {
        // One choice applies to the whole file: all games are listed again for the second origin.
        let count = lists.len();
        let name = |&origin: &i32| list.example_from(origin, given);
        let [one, other] = [name(first)?, name(second)?];
        games.ask(why::several_ways(format!("games 1 to {count}: {one}, {} to {}: {other}", count + 1, 2 * count)))?;
    }
    for &origin in &origins {
        for list in &lists {
            let read = list.read(&[origin], given, games);
            let added = read.and_then(|mut readings| {
                if let [(one, _), (other, _)] = &readings[..] {
                    return Err(ReadError::new(why::several_ways(format!("{one}, or {other}"))));
                }
                let (name, mut tree) = readings.swap_remove(0);
                tree.reading = if origins.len() > 1 { name } else { String::new() };
                Ok(tree)
            });
            if games.add_read(added).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The possible numbers of the first column in a file's lists: one if any list shows it, else 0 and 1.
fn origins(lists: &[PairList], given: &Given) -> Vec<i32> {
    let open = || lists.iter().filter(|list| list.has_pairs());
    if open().next().is_none() {
        return vec![0];
    }
    let shown = |evidence| open().find_map(|list| list.origin_shown(given, evidence));
    let found = [Evidence::Zero, Evidence::LastColumn, Evidence::Center].into_iter().find_map(shown);
    found.map_or_else(|| vec![0, 1], |origin| vec![origin])
}
