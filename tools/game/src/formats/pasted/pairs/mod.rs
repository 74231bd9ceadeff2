//! Lists of pairs of numbers, as scripts and programs print games: `1: 7, 7`, `(7, 7), (8, 6)`, `x,y,who`, JSON and CSV.
//! They name columns and rows from the top left, mostly from 0 and some from 1: which, follows from the numbers or is asked.

mod json;
mod list;
mod table;

use super::super::format::{Format, Holds, NOTHING};
use super::super::reading::error::ReadError;
use super::super::reading::games::FoundGames;
use super::super::reading::source::{Given, Source};
use list::PairList;

pub use list::color_of;

/// Lists of pairs of numbers.
pub static PAIRS: Format = Format {
    name: "pairs",
    title: "pairs",
    about: "lists of pairs of numbers: `1: 7, 7`, `(7, 7), (8, 6)`, lines `x,y,who`, JSON, CSV",
    extensions: &["csv", "json"],
    recognize: |source| list_of(&source.outline(), source.bytes).is_some(),
    read,
    write: None,
    holds: Holds { variations: false, setup: false, conditions: false, order: true, ..NOTHING },
    is_text: true,
};

/// The lists of a text; nothing where it is something else.
fn list_of(outline: &str, bytes: &[u8]) -> Option<Vec<PairList>> {
    let begin = outline.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if begin.starts_with(['{', '['])
        && let Some(lists) = json::lists_of(bytes)
    {
        return Some(lists).filter(|lists| !lists.is_empty());
    }
    table::list_of(outline).map(|list| vec![list])
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, None);
    let lists = list_of(&text, text.as_bytes()).unwrap_or_default();
    if lists.is_empty() {
        // The beginning was one.
        return Err(ReadError::new("expected pairs of numbers, as in 7,7, one line like the other"));
    }
    let is_only = lists.len() == 1;
    for list in lists {
        let read = list.read(given, games);
        match read {
            Ok(readings) if is_only => games.add_readings(readings)?,
            Ok(mut readings) => {
                if games.add(readings.swap_remove(0).1).is_break() {
                    return Ok(());
                }
            }
            Err(error) => {
                if games.add_read(Err(error)).is_break() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
