//! Lists of pairs in JSON, under any key.

use super::list::{PairList, PairTurn, color_of};
use serde_json::{Map, Value};
use tengen::base::{BoardSize, Color, Rule};
use tengen::board::parse_moves;

/// Keys of moves: where there are several lists, these are meant.
const MOVES: [&str; 10] =
    ["moves", "history", "steps", "record", "movehistory", "move_history", "actions", "sequence", "kifu", "positions"];
/// Keys of stones without an order.
const STONES: [[&str; 4]; 2] =
    [["black", "blackstones", "black_stones", "blacks"], ["white", "whitestones", "white_stones", "whites"]];
const SIZES: [&str; 5] = ["size", "boardsize", "board_size", "board", "width"];
/// Keys of the point of a move.
const POINTS: [&str; 5] = ["pos", "position", "point", "move", "coord"];
const WINNERS: [&str; 2] = ["winner", "result"];

/// The lists of a text in JSON; nothing where it is not JSON.
pub fn lists_of(bytes: &[u8]) -> Option<Vec<PairList>> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let mut lists = Vec::new();
    collect(&value, &mut lists);
    Some(lists)
}

fn collect(value: &Value, lists: &mut Vec<PairList>) {
    match value {
        Value::Array(values) => match turns_of(values).or_else(|| grid_of(values)) {
            Some(list) => lists.push(list),
            None => values.iter().for_each(|value| collect(value, lists)),
        },
        Value::Object(fields) => match list_of_fields(fields) {
            Some(list) => lists.push(list),
            None => fields.values().for_each(|value| collect(value, lists)),
        },
        _ => {}
    }
}

/// The game of an object that has a list itself.
fn list_of_fields(fields: &Map<String, Value>) -> Option<PairList> {
    let find = |names: &[&str]| fields.iter().find(|(name, _)| names.contains(&name.to_ascii_lowercase().as_str()));
    let list_in = |value: &Value| match value {
        Value::Array(values) => turns_of(values),
        Value::String(text) => names_of(text),
        _ => None,
    };
    let side = find(&SIZES).and_then(|(_, value)| value.as_u64());
    let moves = find(&MOVES).and_then(|(_, value)| list_in(value).or_else(|| cells_of(value, side)));
    let stones = STONES.map(|names| find(&names).and_then(|(_, value)| pairs_of(value)));
    let mut list = match (moves, stones) {
        (Some(list), _) => list,
        (None, [Some(black), Some(white)]) => PairList { stones: [black, white], ..PairList::default() },
        _ => {
            let mut others = fields.values().filter(|value| value.is_array()).filter_map(list_in);
            let only = others.next()?;
            // Which of several is meant, nobody says.
            if others.next().is_some() {
                return None;
            }
            only
        }
    };
    list.size = side.and_then(|side| BoardSize::square(usize::try_from(side).ok()?).ok());
    list.rule = find(&["rule"]).and_then(|(_, value)| value.as_str()?.parse::<Rule>().ok());
    list.outcome = find(&WINNERS).and_then(|(_, value)| outcome_of(value));
    for (player, names) in list.players.iter_mut().zip(STONES) {
        *player = find(&names).and_then(|(_, value)| value.as_str()).unwrap_or_default().to_owned();
    }
    Some(list)
}

/// Moves by the numbers of their cells, row by row from the top left, on a board of this side or the usual one.
fn cells_of(value: &Value, side: Option<u64>) -> Option<PairList> {
    let side = side.unwrap_or(15).min(BoardSize::MAX as u64);
    let cell = |value: &Value| value.as_u64().filter(|&cell| cell / side.max(1) < side);
    let cells: Vec<u64> = value.as_array()?.iter().map(cell).collect::<Option<_>>()?;
    let turn = |&cell: &u64| PairTurn { line: 1, xy: Some([(cell % side) as i32, (cell / side) as i32]), color: None };
    (cells.len() > 1).then(|| PairList {
        origin: Some(0),
        turns: cells.iter().map(turn).collect(),
        ..PairList::default()
    })
}

/// The rows of a board: numbers, `null` or words for the cells.
fn grid_of(rows: &[Value]) -> Option<PairList> {
    let cell = |value: &Value| match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let row = |row: &Value| row.as_array()?.iter().map(cell).collect::<Option<Vec<_>>>();
    let rows: Vec<Vec<String>> = rows.iter().map(row).collect::<Option<_>>()?;
    PairList::of_grid(&rows)
}

fn outcome_of(value: &Value) -> Option<crate::Outcome> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    match text.to_ascii_lowercase().as_str() {
        "draw" => Some(crate::Outcome::Draw),
        // Numbers of results mean too many things.
        text if text.parse::<i64>().is_ok() => None,
        text => color_of(text).map(crate::Outcome::Win),
    }
}

/// Points by letter and number, `h8i9`.
fn names_of(text: &str) -> Option<PairList> {
    let largest = BoardSize::square(BoardSize::MAX).ok()?;
    let text = text.replace(['_', '-'], " ");
    let moves = parse_moves(largest, &text).ok().filter(|moves| !moves.is_empty())?;
    (moves.len() > 1).then(|| PairList { names: text, ..PairList::default() })
}

/// Moves of a list: pairs, objects that name column and row, or points by letter and number.
fn turns_of(values: &[Value]) -> Option<PairList> {
    if values.is_empty() {
        return None;
    }
    if let Some(words) = values.iter().map(word_of).collect::<Option<Vec<&str>>>() {
        return names_of(&words.join(" ")).or_else(|| pairs_of_words(&words));
    }
    let turns: Option<Vec<PairTurn>> = values.iter().map(turn_of).collect();
    let mut turns = turns?;
    if turns.iter().any(|turn| turn.color.is_none()) {
        turns.iter_mut().for_each(|turn| turn.color = None);
    }
    Some(PairList { turns, ..PairList::default() })
}

/// A point in a word, `"h8"`, `["h8"]` or `{"move": "h8"}`.
fn word_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        Value::Array(values) => values.first().filter(|_| values.len() == 1).and_then(Value::as_str),
        Value::Object(fields) => {
            fields.iter().find(|(name, _)| POINTS.contains(&name.to_ascii_lowercase().as_str()))?.1.as_str()
        }
        _ => None,
    }
}

/// Pairs in words, `"7,7"`.
fn pairs_of_words(words: &[&str]) -> Option<PairList> {
    let turn = |word: &&str| {
        let (x, y) = word.split_once(',')?;
        let [x, y] = [x, y].map(|part| part.trim().parse::<u16>().ok().map(i32::from));
        Some(PairTurn { line: 1, xy: Some([x?, y?]), color: None })
    };
    Some(PairList { turns: words.iter().map(turn).collect::<Option<_>>()?, ..PairList::default() })
}

fn pairs_of(value: &Value) -> Option<Vec<[i32; 2]>> {
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
            [x, y] => turn(number_of(x)?, number_of(y)?, None),
            [x, y, who] => turn(number_of(x)?, number_of(y)?, Some(color_of(&number_of(who)?.to_string())?)),
            _ => None,
        },
        Value::Object(fields) => {
            let find =
                |names: &[&str]| fields.iter().find(|(name, _)| names.contains(&name.to_ascii_lowercase().as_str()));
            let number = |names: &[&str]| find(names).and_then(|(_, value)| number_of(value));
            let color = find(&["color", "colour", "player", "who", "side", "stone", "turn"]);
            let color = color.and_then(|(_, value)| match value {
                Value::String(text) => color_of(text),
                Value::Number(number) => color_of(&number.to_string()),
                _ => None,
            });
            let nested = find(&POINTS).and_then(|(_, value)| turn_of(value));
            match (number(&["x", "col", "column", "c"]), number(&["y", "row", "r"])) {
                (Some(x), Some(y)) => turn(x, y, color),
                _ => nested.map(|turn| PairTurn { color: turn.color.or(color), ..turn }),
            }
        }
        _ => None,
    }
}
