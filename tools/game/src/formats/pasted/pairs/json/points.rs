//! Points and moves in JSON: pairs, objects with column and row, cell numbers, points by letter and number.

use super::super::super::columns::Letters;
use super::super::super::stones::color_of;
use super::super::list::{PairList, PairTurn};
use serde_json::{Map, Value};
use tengen::base::{BoardSize, Color};
use tengen::board::parse_moves;

/// Keys of a move's point.
const POINTS: [&str; 12] =
    ["pos", "position", "point", "move", "mv", "coord", "coords", "action", "loc", "location", "cell", "xy"];
/// Keys of a move's cell number.
const CELLS: [&str; 11] =
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

/// The moves of a list or of a line of points.
pub fn turns_in(value: &Value) -> Option<PairList> {
    match value {
        Value::Array(values) => turns_of(values),
        Value::String(text) => names_of(text),
        _ => None,
    }
}

/// Moves by cell number, row by row from the top left.
pub fn cells_of(value: &Value) -> Option<PairList> {
    let values = value.as_array().filter(|values| values.len() > 1)?;
    let turns: Vec<PairTurn> = values.iter().map(cell_turn_of).collect::<Option<_>>()?;
    // Two small numbers may be one point.
    let is_pair =
        values.iter().all(Value::is_number) && turns.len() == 2 && values.iter().all(|value| value.as_u64() < Some(26));
    let (problem, advice) = if is_pair {
        ("two numbers may be one point or two cells", "write points as in [[7, 7], [8, 8]]")
    } else {
        ("", "")
    };
    Some(PairList {
        origin: Some(0),
        is_numbered: true,
        turns: same_knowledge(turns),
        problem,
        advice,
        ..PairList::default()
    })
}

/// A list of objects with cell numbers, such as `{"action": 112}`.
pub fn named_cells_of(value: &Value) -> Option<PairList> {
    let are_objects = value.as_array().is_some_and(|values| values.iter().all(Value::is_object));
    are_objects.then(|| cells_of(value)).flatten()
}

/// A cell by number, alone or in an object that may name the color.
fn cell_turn_of(value: &Value) -> Option<PairTurn> {
    let (number, color) = match value {
        Value::Object(fields) => (find(fields, &CELLS)?.1, color_of_fields(fields)),
        other => (other, None),
    };
    let cell = number.as_u64().filter(|&cell| cell < BoardSize::MAX.pow(2) as u64)?;
    Some(PairTurn { line: 1, xy: Some([cell as i32, 0]), color })
}

/// Removes the colors of all turns unless each has one.
fn same_knowledge(mut turns: Vec<PairTurn>) -> Vec<PairTurn> {
    if turns.iter().any(|turn| turn.color.is_none()) {
        turns.iter_mut().for_each(|turn| turn.color = None);
    }
    turns
}

/// The color that an object names.
fn color_of_fields(fields: &JsonFields) -> Option<Color> {
    let named = find(fields, &["color", "colour", "player", "who", "side", "stone", "turn"]);
    named.and_then(|(_, value)| color_in(value))
}

/// Whether a word is a single point by letter and number.
pub fn is_point_name(word: &str) -> bool {
    let largest = BoardSize::square(BoardSize::MAX).ok();
    largest.is_some_and(|size| parse_moves(size, word).is_ok_and(|moves| moves.len() == 1))
}

/// Points by letter and number, `h8i9`.
fn names_of(text: &str) -> Option<PairList> {
    let names = point_names(text)?;
    let largest = BoardSize::square(BoardSize::MAX).ok()?;
    (parse_moves(largest, &names).ok()?.len() > 1).then(|| PairList { names, ..PairList::default() })
}

/// The points of a text, at least one; `None` if it holds anything else.
fn point_names(text: &str) -> Option<String> {
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

/// Moves of a list: pairs, objects with column and row, or points by letter and number.
pub fn turns_of(values: &[Value]) -> Option<PairList> {
    if values.is_empty() {
        return None;
    }
    let words = values.iter().map(word_of).collect::<Option<Vec<&str>>>();
    let named = words.and_then(|words| names_of(&words.join(" ")).or_else(|| pairs_of_words(&words)));
    if let Some(list) = named.or_else(|| colored_names(values)) {
        return Some(list);
    }
    let turns: Vec<PairTurn> = values.iter().map(turn_of).collect::<Option<_>>()?;
    Some(PairList { turns: same_knowledge(turns), ..PairList::default() })
}

/// Rounds of one game, `[["h8", "i9"], ["h9", "h7"]]`; the last one may have one move.
pub fn rounds_of(values: &[Value]) -> Option<PairList> {
    let rounds: Vec<&Vec<Value>> = values.iter().map(Value::as_array).collect::<Option<_>>()?;
    let (last, before) = rounds.split_last()?;
    if before.iter().any(|round| round.len() != 2) || !(1..=2).contains(&last.len()) {
        return None;
    }
    let words: Vec<&str> = rounds.into_iter().flatten().map(word_of).collect::<Option<_>>()?;
    names_of(&words.join(" "))
}

/// Points after color letters, `["B", "H8"]`, as in KataGo, whose columns lack I.
fn colored_names(values: &[Value]) -> Option<PairList> {
    let pair = |value: &'_ Value| match value.as_array().map(Vec::as_slice) {
        Some([color, point]) => Some((color_of(color.as_str()?)?, point.as_str()?.to_owned())),
        _ => None,
    };
    let pairs: Vec<(Color, String)> = values.iter().map(pair).collect::<Option<_>>()?;
    let takes_turns =
        pairs.iter().zip([Color::Black, Color::White].into_iter().cycle()).all(|(pair, turn)| pair.0 == turn);
    let names = point_names(&pairs.iter().map(|pair| pair.1.as_str()).collect::<Vec<_>>().join(" "))?;
    takes_turns.then(|| PairList { letters: Letters::of(&names), names, ..PairList::default() })
}

/// A point as a word, in `"h8"`, `["h8"]` or `{"move": "h8"}`.
fn word_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        Value::Array(values) => values.first().filter(|_| values.len() == 1).and_then(Value::as_str),
        Value::Object(fields) => find(fields, &POINTS)?.1.as_str(),
        _ => None,
    }
}

/// Pairs as words, such as `"7,7"`.
fn pairs_of_words(words: &[&str]) -> Option<PairList> {
    let turn = |word: &&str| {
        let (x, y) = word.split_once(',')?;
        let [x, y] = [x, y].map(|part| part.trim().parse::<u16>().ok().map(i32::from));
        Some(PairTurn { line: 1, xy: Some([x?, y?]), color: None })
    };
    Some(PairList { turns: words.iter().map(turn).collect::<Option<_>>()?, ..PairList::default() })
}

/// The points of a list of pairs.
pub fn pairs_of(value: &Value) -> Option<Vec<[i32; 2]>> {
    let turns: Option<Vec<PairTurn>> = value.as_array()?.iter().map(turn_of).collect();
    turns?.into_iter().map(|turn| turn.xy).collect()
}

fn number_of(value: &Value) -> Option<i32> {
    value.as_i64().and_then(|number| i32::try_from(number).ok())
}

fn turn_of(value: &Value) -> Option<PairTurn> {
    let turn = |x: i32, y: i32, color: Option<Color>| {
        let xy = [x, y];
        (x.min(y) >= 0 || xy == [-1, -1]).then(|| PairTurn {
            line: 1,
            xy: Some(xy).filter(|xy| *xy != [-1, -1]),
            color,
        })
    };
    match value {
        Value::Array(pair) => match pair.as_slice() {
            // The color may be before or after the pair.
            [color, pair @ Value::Array(_)] | [pair @ Value::Array(_), color] => {
                let color = color_in(color)?;
                turn_of(pair).map(|turn| PairTurn { color: Some(color), ..turn })
            }
            [x, y] => turn(number_of(x)?, number_of(y)?, None),
            [x, y, who] => turn(number_of(x)?, number_of(y)?, Some(color_of(&number_of(who)?.to_string())?)),
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
