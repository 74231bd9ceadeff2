//! Points in JSON: pairs, objects with column and row, cell numbers, points by letter and number.

use super::super::super::stones::color_of;
use super::super::super::words::PASS;
use super::super::csv::{OWNERS, TURN};
use super::super::list::PairTurn;
use serde_json::{Map, Value};
use tengen::base::{BoardSize, Color};
use tengen::board::parse_moves;

/// Keys of a move's point.
const POINTS: [&str; 12] =
    ["pos", "position", "point", "move", "mv", "coord", "coords", "action", "loc", "location", "cell", "xy"];

/// Keys of a move's cell number.
pub const CELLS: [&str; 11] =
    ["index", "idx", "cell", "action", "move", "mv", "pos", "position", "point", "loc", "location"];

/// The fields of an object.
pub type JsonFields = Map<String, Value>;

/// The field with one of these names, in upper or lower case.
pub fn find<'a>(fields: &'a JsonFields, names: &[&str]) -> Option<(&'a String, &'a Value)> {
    fields.iter().find(|(name, _)| names.contains(&name.to_ascii_lowercase().as_str()))
}

/// The color that a field names.
pub fn color_in(value: &Value) -> Option<Color> {
    match value {
        Value::String(text) => color_of(text),
        Value::Number(number) => color_of(&number.to_string()),
        _ => None,
    }
}

/// A cell by number, alone or in an object that may name the color.
pub fn cell_turn_of(value: &Value) -> Option<PairTurn> {
    let (number, color) = match value {
        Value::Object(fields) => (find(fields, &CELLS)?.1, color_of_fields(fields)),
        other => (other, None),
    };
    let cell = number.as_u64().filter(|&cell| cell < BoardSize::MAX.pow(2) as u64)?;
    Some(PairTurn { line: 1, xy: Some([cell as i32, 0]), color })
}

/// The field of an object that names a color.
pub fn color_field(fields: &JsonFields) -> Option<&Value> {
    owner_field(fields).or_else(|| find(fields, &[TURN]).map(|(_, value)| value))
}

/// The field of an object that names a color and nothing else.
pub fn owner_field(fields: &JsonFields) -> Option<&Value> {
    find(fields, &OWNERS).map(|(_, value)| value)
}

/// Whether the owner of a move is a sign of either side, such as 1, 2, X and O, not the name of a color.
pub fn is_sign(owner: &Value) -> bool {
    let is_sign = |text: &str| text.parse::<i32>().is_ok() || ["x", "o"].contains(&text.to_ascii_lowercase().as_str());
    owner.is_number() || owner.as_str().is_some_and(|text| is_sign(text.trim()))
}

/// The owner of a move with column and row.
pub fn owner_of(value: &Value) -> Option<&Value> {
    match value {
        Value::Array(parts) => match parts.as_slice() {
            [owner, Value::Array(_)] | [Value::Array(_), owner] | [_, _, owner] => Some(owner),
            _ => None,
        },
        Value::Object(fields) => color_field(fields),
        _ => None,
    }
}

/// The color that an object names.
pub fn color_of_fields(fields: &JsonFields) -> Option<Color> {
    color_field(fields).and_then(color_in)
}

/// Whether a word is a single point by letter and number.
pub fn is_point_name(word: &str) -> bool {
    let largest = BoardSize::square(BoardSize::MAX).ok();
    largest.is_some_and(|size| parse_moves(size, word).is_ok_and(|moves| moves.len() == 1))
}

/// The points of a text, at least one; `None` if it holds anything else, such as a pass.
pub fn point_names(text: &str) -> Option<String> {
    if text.contains(PASS) {
        return None;
    }
    let largest = BoardSize::square(BoardSize::MAX).ok()?;
    let text = text.replace(['_', '-', ','], " ");
    parse_moves(largest, &text).ok().filter(|moves| !moves.is_empty()).map(|_| text)
}

/// The stones of one color by letter and number, in a list or a line; empty if there are none.
pub fn names_in(value: &Value) -> Option<String> {
    match value {
        Value::Array(values) if values.is_empty() => Some(String::new()),
        Value::Array(values) => point_names(&values.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?.join(" ")),
        Value::String(text) if text.is_empty() => Some(String::new()),
        Value::String(text) => point_names(text),
        _ => None,
    }
}

/// A point as a word, in `"h8"`, `["h8"]` or `{"move": "h8"}`.
pub fn word_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        Value::Array(values) => values.first().filter(|_| values.len() == 1).and_then(Value::as_str),
        Value::Object(fields) => find(fields, &POINTS)?.1.as_str(),
        _ => None,
    }
}

/// Whether a text is nothing but hexadecimal digits, two for each move.
pub fn are_digits(text: &str) -> bool {
    text.len() >= 4 && text.len().is_multiple_of(2) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The points of a list of pairs.
pub fn pairs_of(value: &Value) -> Option<Vec<[i32; 2]>> {
    let turns: Option<Vec<PairTurn>> = value.as_array()?.iter().map(turn_of).collect();
    turns?.into_iter().map(|turn| turn.xy.filter(|[x, y]| *x.min(y) >= 0)).collect()
}

pub fn number_of(value: &Value) -> Option<i32> {
    let number = value.as_i64().or_else(|| value.as_str()?.trim().parse().ok());
    number.and_then(|number| i32::try_from(number).ok())
}

/// A pair as it is written, with its color.
pub fn turn_of(value: &Value) -> Option<PairTurn> {
    let turn = |x: i32, y: i32, color: Option<Color>| Some(PairTurn { line: 1, xy: Some([x, y]), color });
    match value {
        Value::Array(pair) => match pair.as_slice() {
            // The color may be before or after the pair.
            [color, pair @ Value::Array(_)] | [pair @ Value::Array(_), color] => {
                let color = color_in(color)?;
                turn_of(pair).map(|turn| PairTurn { color: Some(color), ..turn })
            }
            [x, y] => turn(number_of(x)?, number_of(y)?, None),
            [x, y, who] => turn(number_of(x)?, number_of(y)?, Some(color_in(who)?)),
            _ => None,
        },
        Value::Object(fields) => {
            let number = |names: &[&str]| find(fields, names).and_then(|(_, value)| number_of(value));
            let color = color_of_fields(fields);
            let nested = find(fields, &POINTS).and_then(|(_, value)| turn_of(value));
            // Of `i` and `j` the first is the row, as in a matrix.
            match (number(&["x", "col", "column", "c", "j"]), number(&["y", "row", "r", "i"])) {
                (Some(x), Some(y)) => turn(x, y, color),
                _ => nested.map(|turn| PairTurn { color: turn.color.or(color), ..turn }),
            }
        }
        _ => None,
    }
}
