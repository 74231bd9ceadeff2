//! Errors of a text that is almost in a format: a cut JSON text, a table with a row that is none.

use super::super::pasted::pairs::{MOVES, fault_of_bare, fault_of_table};
use super::error::{Place, ReadError};
use super::source::Source;
use serde_json::Value;
use tengen_database::{Reason, why};

/// The fault of a text of no format; `None` if the text is like no format.
pub fn diagnosis(source: &Source) -> Option<ReadError> {
    let text = source.whole_text()?;
    let text = text.trim_start_matches('\u{feff}');
    if !text.trim_start().starts_with(['{', '[']) {
        return fault_of_table(text).or_else(|| fault_of_bare(text));
    }
    match serde_json::from_str::<Value>(text) {
        Ok(value) => fault_of(&value, "").map(|problem| ReadError::new(problem).advise(why::points_as())),
        Err(error) if error.is_eof() => Some(ReadError::at(Place::Line(error.line()), why::cut_file())),
        Err(_) => None,
    }
}

/// The first fault in a JSON value: a list of moves without any, or a pair with a number that counts no columns.
fn fault_of(value: &Value, key: &str) -> Option<Reason> {
    match value {
        Value::Array(values) if values.is_empty() && MOVES.contains(&key.to_ascii_lowercase().as_str()) => {
            Some(why::empty_moves())
        }
        Value::Array(values) => values
            .iter()
            .find_map(|value| fault_of_pair(value).or_else(|| fault_of(value, "")))
            .or_else(|| fault_among_pairs(values)),
        Value::Object(fields) => fields.iter().find_map(|(key, value)| fault_of(value, key)),
        _ => None,
    }
}

/// The first value among pairs that is none.
fn fault_among_pairs(values: &[Value]) -> Option<Reason> {
    let is_number = |value: &Value| value.is_number() || value.as_str().is_some_and(|text| text.parse::<i32>().is_ok());
    let is_pair = |value: &&Value| match value {
        Value::Array(pair) => (2..=3).contains(&pair.len()) && pair[..2].iter().all(is_number),
        Value::Object(fields) => ["x", "y"].iter().all(|name| fields.get(*name).is_some_and(is_number)),
        _ => false,
    };
    let other = values.iter().find(|value| !is_pair(value)).filter(|_| values.iter().any(|value| is_pair(&value)))?;
    Some(why::column_and_row(other))
}

/// The fault of a pair of numbers.
fn fault_of_pair(value: &Value) -> Option<Reason> {
    let pair = value.as_array().filter(|pair| pair.len() == 2 && pair.iter().all(Value::is_number))?;
    let is_count = |number: &&Value| number.as_i64().is_some_and(|number| i16::try_from(number).is_ok());
    pair.iter().find(|number| !is_count(number)).map(why::not_column)
}
