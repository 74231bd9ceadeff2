//! Moves in JSON: lists of points, with colors, owners or numbers of the moves.

use super::super::super::columns::Letters;
use super::super::super::numbering::{MoveGap, NumberAt, order_of};
use super::super::super::stones::color_of;
use super::super::super::words::{PASS as PASS_NAME, is_pass, words};
use super::super::list::{Counting, PairList, PairTurn, SignColors, same_knowledge};
use super::keys::is_blocked_key;
use super::numbered::in_order;
use super::points::{
    cell_turn_of, color_field, is_point_name, is_sign, owner_of, pairs_of, point_names, turn_of, word_of,
};
use crate::formats::ReadError;
use serde_json::Value;
use tengen::base::{BoardSize, Color};
use tengen::board::parse_moves;
use tengen_database::why;

/// The protocol's owner of a blocked cell.
const NOBODY: u64 = 3;

/// A pass as a pair.
const PASS: [i32; 2] = [-1, -1];

/// The moves of a list or of a line of points.
pub fn turns_in(value: &Value) -> Option<PairList> {
    match value {
        Value::Array(values) => turns_of(values),
        Value::String(text) => names_of(text).or_else(|| names_and_passes(&[text])),
        _ => None,
    }
}

/// Moves by cell number, row by row from the top left.
pub fn cells_of(value: &Value) -> Option<PairList> {
    let values = value.as_array().filter(|values| values.len() > 1)?;
    let ordered = in_order(values);
    let gap = ordered.as_ref().and_then(|(_, gap)| *gap);
    let values = ordered.as_ref().map_or(values, |(values, _)| values);
    let mut turns: Vec<PairTurn> = values.iter().map(cell_turn_of).collect::<Option<_>>()?;
    same_knowledge(&mut turns);
    // Two small numbers may be one point.
    let is_pair =
        values.iter().all(Value::is_number) && turns.len() == 2 && values.iter().all(|value| value.as_u64() < Some(26));
    let problem = || ReadError::new(why::two_numbers());
    Some(PairList {
        origin: Some(0),
        counting: Counting::Cells,
        turns,
        problem: is_pair.then(|| problem().advise(why::points_as())),
        fault: gap.map(MoveGap::error),
        ..PairList::default()
    })
}

/// A list of objects with cell numbers, such as `{"action": 112}`.
pub fn named_cells_of(value: &Value) -> Option<PairList> {
    let are_objects = value.as_array().is_some_and(|values| values.iter().all(Value::is_object));
    are_objects.then(|| cells_of(value)).flatten()
}

/// Points by letter and number, `h8i9`.
fn names_of(text: &str) -> Option<PairList> {
    let names = point_names(text)?;
    let largest = BoardSize::square(BoardSize::MAX).ok()?;
    (parse_moves(largest, &names).ok()?.len() > 1).then(|| PairList { names, ..PairList::default() })
}

/// Moves of a list: pairs, objects with column and row, or points by letter and number.
pub fn turns_of(values: &[Value]) -> Option<PairList> {
    match in_order(values) {
        Some((ordered, gap)) => {
            turns_as_given(&ordered).map(|list| PairList { fault: gap.map(MoveGap::error), ..list })
        }
        None => turns_as_given(values),
    }
}

/// The moves of a list in the order in which they stand.
fn turns_as_given(values: &[Value]) -> Option<PairList> {
    if values.is_empty() {
        return None;
    }
    if let Some(list) = marked_names(values) {
        return Some(list);
    }
    if let Some((stones, blocked)) = split_blocked(values) {
        return turns_as_given(&stones).map(|list| PairList { blocked, ..list });
    }
    let words = values.iter().map(word_of).collect::<Option<Vec<&str>>>();
    let named = words.and_then(|words| {
        names_of(&words.join(" ")).or_else(|| names_and_passes(&words)).or_else(|| pairs_of_words(&words))
    });
    let pairs = || {
        let list = list_of_pairs(values.iter().map(turn_of).collect::<Option<_>>()?)?;
        let begins_with_second = begins_with_second(list.turns.iter().map(|turn| turn.color));
        let has_signs = owner_of(&values[0]).is_some_and(is_sign);
        Some(PairList { begins_with_second: begins_with_second && has_signs, ..list })
    };
    named.or_else(pairs).or_else(|| owned_from_0(values))
}

/// Whether the sides take turns, and the second one begins.
fn begins_with_second(colors: impl Iterator<Item = Option<Color>>) -> bool {
    let mut colors = colors.peekable();
    colors.peek().is_some()
        && colors.zip([Color::White, Color::Black].into_iter().cycle()).all(|(color, turn)| color == Some(turn))
}

/// Points by letter and number, and passes.
fn names_and_passes(texts: &[&str]) -> Option<PairList> {
    let words: Vec<&str> = texts.iter().flat_map(|text| words(text)).collect();
    let points = words.iter().filter(|word| !is_pass(word)).copied().collect::<Vec<_>>();
    let are_points = words.len() > 1 && point_names(&points.join(" ")).is_some();
    let names = words.iter().map(|word| if is_pass(word) { PASS_NAME } else { word }).collect::<Vec<_>>().join(" ");
    are_points.then(|| PairList { names, ..PairList::default() })
}

/// Pairs with their owners 0 and 1, which take turns: either may be Black's number, who begins.
fn owned_from_0(values: &[Value]) -> Option<PairList> {
    let entries: Vec<&[Value]> =
        values.iter().map(|value| Some(value.as_array()?.as_slice())).collect::<Option<_>>()?;
    let owner = |entry: &&[Value]| entry.get(2)?.as_u64().filter(|&owner| owner < 2 && entry.len() == 3);
    let owners: Vec<u64> = entries.iter().map(owner).collect::<Option<_>>()?;
    let pair = |entry: &&[Value]| turn_of(&Value::Array(entry[..2].to_vec()));
    let take_turns = owners.windows(2).all(|pair| pair[0] != pair[1]);
    take_turns.then(|| entries.iter().map(pair).collect::<Option<_>>()).flatten().and_then(list_of_pairs)
}

/// Splits stones with owners, `[x, y, who]` or `{"x": 7, "y": 7, "who": 3}`, into those of the sides and the blocked
/// cells; `None` if there are no blocked ones.
fn split_blocked(values: &[Value]) -> Option<(Vec<Value>, Vec<[i32; 2]>)> {
    let is_blocked = |value: &Value| match value {
        Value::Array(entry) => entry.len() == 3 && entry[2].as_u64() == Some(NOBODY),
        Value::Object(fields) => color_field(fields).is_some_and(|who| {
            who.as_u64() == Some(NOBODY) || who.as_str().is_some_and(|who| who == "3" || is_blocked_key(who))
        }),
        _ => false,
    };
    let (blocked, stones): (Vec<&Value>, Vec<&Value>) = values.iter().partition(|value| is_blocked(value));
    if blocked.is_empty() || stones.is_empty() {
        return None;
    }
    let cell = |value: &Value| match value {
        Value::Array(entry) => Value::Array(entry[..2].to_vec()),
        other => other.clone(),
    };
    let cells = pairs_of(&Value::Array(blocked.into_iter().map(cell).collect()))?;
    Some((stones.into_iter().cloned().collect(), cells))
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

/// A point with its color or number: `["B", "H8"]`, `"H8,1"`, `{"move": "h8", "player": 2}`.
fn marked_name(value: &Value) -> Option<(String, &str)> {
    let is_point = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric()) && is_point_name(word);
    let mark = |value: &Value| match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    match value {
        Value::String(text) => {
            let (point, mark) = text.split_once(',')?;
            is_point(point.trim()).then(|| (mark.trim().to_owned(), point.trim()))
        }
        Value::Array(values) => match values.as_slice() {
            [other, Value::String(point)] | [Value::String(point), other] if is_point(point) => {
                Some((mark(other)?, point.as_str()))
            }
            _ => None,
        },
        Value::Object(fields) => {
            let point = word_of(value).filter(|point| is_point(point))?;
            Some((mark(color_field(fields)?)?, point))
        }
        _ => None,
    }
}

/// Points with their colors, or with the numbers of the moves.
fn marked_names(values: &[Value]) -> Option<PairList> {
    let pairs: Vec<(String, &str)> = values.iter().map(marked_name).collect::<Option<_>>()?;
    let colors: Option<Vec<Color>> = pairs.iter().map(|(mark, _)| color_of(mark)).collect();
    let Some(colors) = colors else { return numbered_names(pairs) };
    let names = pairs.iter().map(|pair| pair.1).collect::<Vec<_>>().join(" ");
    // KataGo's columns lack the letter I.
    let is_katago = |value: &Value| value.get(0).and_then(Value::as_str).is_some_and(|word| color_of(word).is_some());
    let letters = if values.iter().all(is_katago) { Letters::of(&names) } else { Letters::All };
    // Numbers and letters of the sides: the side that begins may have any.
    let are_signs = pairs.iter().all(|(mark, _)| {
        mark.parse::<i32>().is_ok() || mark.eq_ignore_ascii_case("x") || mark.eq_ignore_ascii_case("o")
    });
    let takes_turns = colors.windows(2).all(|pair| pair[0] != pair[1]);
    if takes_turns && (are_signs || colors[0] == Color::Black) {
        let begins_with_second = colors[0] == Color::White;
        return Some(PairList { names, letters, begins_with_second, ..PairList::default() });
    }
    if letters != Letters::All {
        return None;
    }
    let mut named_stones = [String::new(), String::new()];
    for (color, (_, name)) in colors.iter().zip(&pairs) {
        named_stones[color.index()] += &format!("{name} ");
    }
    // In lines such as `H8,1` 1 is Black.
    let signs = if are_signs && !values[0].is_string() { SignColors::Numbers } else { SignColors::Certain };
    Some(PairList { named_stones, signs, ..PairList::default() })
}

/// Points with the numbers of the moves, in any order.
fn numbered_names(pairs: Vec<(String, &str)>) -> Option<PairList> {
    let numbers: Vec<NumberAt> =
        pairs.iter().map(|(mark, _)| Some((mark.parse().ok()?, None))).collect::<Option<_>>()?;
    match order_of(&numbers, false) {
        Ok(order) => {
            let names = order.into_iter().map(|at| pairs[at].1).collect::<Vec<_>>().join(" ");
            Some(PairList { names, ..PairList::default() })
        }
        // Other numbers may be times or values.
        Err(_) if !numbers.iter().any(|(number, _)| *number == 1) => None,
        Err(gap) => {
            let names = pairs.iter().map(|(_, point)| *point).collect::<Vec<_>>().join(" ");
            Some(PairList { names, fault: Some(gap.error()), ..PairList::default() })
        }
    }
}

/// Pairs as words, such as `"7,7"`.
fn pairs_of_words(words: &[&str]) -> Option<PairList> {
    let turn = |word: &&str| {
        let (x, y) = word.split_once(',')?;
        let [x, y] = [x, y].map(|part| part.trim().parse::<i16>().ok().map(i32::from));
        Some(PairTurn { line: 1, xy: Some([x?, y?]), color: None })
    };
    list_of_pairs(words.iter().map(turn).collect::<Option<_>>()?)
}

/// The list of pairs. Numbers below 0 count from the center; in another list -1,-1 is a pass, unless the game begins with
/// 0,0, which is the center rather than a corner.
fn list_of_pairs(mut turns: Vec<PairTurn>) -> Option<PairList> {
    same_knowledge(&mut turns);
    let begins_at_0 = turns.first().is_some_and(|turn| turn.xy == Some([0, 0]));
    let below = |turn: &PairTurn| turn.xy.is_some_and(|[x, y]| x.min(y) < 0 && (begins_at_0 || [x, y] != PASS));
    if turns.iter().any(below) {
        let is_near =
            |turn: &PairTurn| turn.xy.is_none_or(|xy| xy.iter().all(|n| n.unsigned_abs() <= BoardSize::MAX as u32 / 2));
        return turns.iter().all(is_near).then(|| PairList {
            turns,
            counting: Counting::Center,
            origin: Some(0),
            ..PairList::default()
        });
    }
    let turns = turns.into_iter().map(|turn| PairTurn { xy: turn.xy.filter(|xy| *xy != PASS), ..turn });
    Some(PairList { turns: turns.collect(), ..PairList::default() })
}
