//! Results in JSON: words, names of players, and numbers where the same object shows which numbers the players have.

use super::super::super::super::reading::results::is_open;
use super::super::super::super::sgf::outcome_of;
use super::super::super::stones::by_word;
use super::keys::WINNERS;
use super::points::{JsonFields, find};
use crate::Outcome;
use serde_json::Value;
use tengen::base::Color;

/// Deepest object or list that is searched for the numbers of the players.
const MAX_DEPTH: usize = 6;
/// Keys of the number of the player that made a move or is to move.
const PLAYERS: [&str; 7] = ["player", "color", "colour", "who", "stone", "currentplayer", "current_player"];

/// The result of an object, and whether it is the winner's sign, such as 1 or X; `Err` with its text if it is not understood.
pub fn result_of(fields: &JsonFields, players: &[String; 2]) -> Result<(Option<Outcome>, bool), String> {
    let mut unknown = Ok((None, false));
    for name in WINNERS {
        let text = match find(fields, &[name]) {
            Some((_, Value::String(text))) => text.trim().to_owned(),
            Some((_, Value::Number(number))) => number.to_string(),
            _ => continue,
        };
        let lower = text.to_lowercase();
        let number = text.parse::<i64>().ok();
        let outcome = match number {
            Some(number) => by_number(number, fields),
            None if is_open(&text) => continue,
            None => {
                let named = players.iter().position(|player| !player.is_empty() && player.to_lowercase() == lower);
                let outcome = named.map(|at| Outcome::Win(Color::ALL[at]));
                outcome.or_else(|| outcome_of(&text)).or_else(|| by_sign(&lower))
            }
        };
        if outcome.is_some() {
            return Ok((outcome, number.is_some() || by_sign(&lower).is_some()));
        }
        unknown = unknown.and(Err(text));
    }
    unknown
}

/// The result by the winner's sign, such as `x` or `o wins`.
fn by_sign(text: &str) -> Option<Outcome> {
    let named = |(sign, color): (&str, &str)| by_word(&format!("{color}{}", text.strip_prefix(sign)?));
    [("x", "black"), ("o", "white")].into_iter().find_map(named)
}

/// The result of a number, if the numbers of the players stand beside it.
fn by_number(number: i64, fields: &JsonFields) -> Option<Outcome> {
    let mut seen = Vec::new();
    fields.iter().for_each(|(key, value)| collect(key, value, MAX_DEPTH, &mut seen));
    let other = [2, -1].into_iter().find(|other| seen.contains(other))?;
    if seen.iter().any(|number| ![0, 1, other].contains(number)) {
        return None;
    }
    match number {
        1 => Some(Outcome::Win(Color::Black)),
        number if number == other => Some(Outcome::Win(Color::White)),
        3 if other == 2 => Some(Outcome::Draw),
        // 0 and -1 may also say that nobody has won so far.
        _ => None,
    }
}

/// Collects the numbers of players: under their keys, and in the rows of a board.
fn collect(key: &str, value: &Value, depth: usize, seen: &mut Vec<i64>) {
    let lower = key.to_ascii_lowercase();
    match value {
        _ if depth == 0 || WINNERS.contains(&lower.as_str()) => {}
        Value::Number(number) if PLAYERS.contains(&lower.as_str()) => seen.extend(number.as_i64()),
        Value::Array(rows) if is_board(rows) => {
            let cells = rows.iter().filter_map(Value::as_array).flatten();
            seen.extend(cells.filter_map(Value::as_i64));
        }
        Value::Array(values) => values.iter().for_each(|value| collect("", value, depth - 1, seen)),
        Value::Object(fields) => fields.iter().for_each(|(key, value)| collect(key, value, depth - 1, seen)),
        _ => {}
    }
}

/// Whether lists are the rows of a board of numbers.
fn is_board(rows: &[Value]) -> bool {
    let width = rows.first().and_then(Value::as_array).map_or(0, Vec::len);
    let is_row = |row: &Value| row.as_array().is_some_and(|row| row.len() == width && row.iter().all(Value::is_number));
    width >= 5 && rows.len() >= 5 && rows.iter().all(is_row)
}
