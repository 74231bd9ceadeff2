//! Blocked cells in JSON: a list of their own beside the moves, or owner 3 among stones with owners, as in the protocol.

use super::super::list::PairList;
use super::points::{JsonFields, color_field, find, names_in, pairs_of};
use serde_json::Value;

/// Keys of a list of blocked cells.
const BLOCKED: [&str; 9] = [
    "blocked",
    "blocked_cells",
    "blockedcells",
    "blocks",
    "walls",
    "obstacles",
    "neutral",
    "neutral_stones",
    "neutralstones",
];
/// The protocol's owner of a blocked cell.
const NOBODY: u64 = 3;

/// Whether a key names blocked cells.
pub fn is_blocked_key(key: &str) -> bool {
    BLOCKED.contains(&key.to_ascii_lowercase().as_str())
}

/// Adds the blocked cells of an object to its list.
pub fn add_blocked(list: &mut PairList, fields: &JsonFields) {
    let Some((_, value)) = find(fields, &BLOCKED) else { return };
    match (pairs_of(value), names_in(value)) {
        (Some(pairs), _) => list.blocked.extend(pairs),
        (None, Some(names)) => list.named_blocked += &names,
        (None, None) if value.is_array() && list.note.is_empty() => {
            list.note = "the blocked cells are in no known form and left out";
        }
        (None, None) => {}
    }
}

/// Splits stones with owners, `[x, y, who]` or `{"x": 7, "y": 7, "who": 3}`, into those of the sides and the blocked
/// cells; `None` if there are no blocked ones.
pub fn split_blocked(values: &[Value]) -> Option<(Vec<Value>, Vec<[i32; 2]>)> {
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
