//! Positions as objects from points to owners: `{"112": 1, "113": 2}` by cell number, `{"7,7": 1}` by pair, `{"h8":
//! "black"}` by letter and number. The order of the fields is not that of the moves.

use super::super::list::{Counting, PairList, SignColors};
use super::points::{JsonFields, color_in, is_point_name};
use serde_json::Value;
use tengen::base::{BoardSize, Color};

/// Keys of such objects inside others.
const OWNERS: [&str; 8] = ["states", "state", "stones", "board", "cells", "grid", "pieces", "position"];

/// A point as a key.
enum KeyPoint<'a> {
    Cell(i32),
    Pair([i32; 2]),
    Name(&'a str),
}

/// Whether the field of this key may be such an object.
pub fn is_owners_key(key: &str) -> bool {
    OWNERS.contains(&key.to_ascii_lowercase().as_str())
}

/// The stones of an object whose keys are points of one kind and whose values are owners; 0 and `null` are empty.
pub fn of_owners(fields: &JsonFields) -> Option<PairList> {
    let mut list = PairList { signs: SignColors::Numbers, ..PairList::default() };
    let mut kinds = [0; 3];
    for (key, value) in fields {
        let color = match value {
            Value::Null => None,
            Value::Number(number) if number.as_i64() == Some(0) => None,
            value => Some(color_in(value)?),
        };
        if value.is_string() {
            list.signs = SignColors::Certain;
        }
        let point = point_of(key)?;
        kinds[match point {
            KeyPoint::Cell(_) => 0,
            KeyPoint::Pair(_) => 1,
            KeyPoint::Name(_) => 2,
        }] += 1;
        // An empty point with a 0 also shows that counting starts at 0.
        if matches!(point, KeyPoint::Pair(pair) if pair.contains(&0)) {
            list.origin = Some(0);
        }
        let Some(color) = color else { continue };
        match point {
            KeyPoint::Cell(cell) => list.stones[color.index()].push([cell, 0]),
            KeyPoint::Pair(pair) => list.stones[color.index()].push(pair),
            KeyPoint::Name(name) => list.named_stones[color.index()] += &format!("{name} "),
        }
    }
    if kinds[0] > 0 {
        (list.counting, list.origin) = (Counting::Cells, Some(0));
    }
    let is_filled = Color::ALL.iter().any(|color| {
        let at = color.index();
        !list.stones[at].is_empty() || !list.named_stones[at].is_empty()
    });
    (is_filled && kinds.iter().filter(|&&count| count > 0).count() == 1).then_some(list)
}

fn point_of(key: &str) -> Option<KeyPoint<'_>> {
    let inner = key.trim().trim_start_matches(['(', '[']).trim_end_matches([')', ']']);
    let number = |text: &str| text.trim().parse::<u16>().ok().map(i32::from);
    if let Some((x, y)) = inner.split_once([',', '_', '-', ':']) {
        return Some(KeyPoint::Pair([number(x)?, number(y)?]));
    }
    match number(inner) {
        Some(cell) => {
            usize::try_from(cell).ok().filter(|&cell| cell < BoardSize::MAX.pow(2)).map(|_| KeyPoint::Cell(cell))
        }
        None => is_point_name(inner).then_some(KeyPoint::Name(inner)),
    }
}
