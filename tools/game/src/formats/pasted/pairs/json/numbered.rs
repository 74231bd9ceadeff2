//! Moves in JSON with numbers: `[{"move": 2, "x": 8, "y": 8}, {"move": 1, "x": 7, "y": 7}]`.

use super::super::super::numbering::{COUNTS, MoveGap, NUMBERS, NumberAt, counts_of, order_of};
use super::super::csv::TURN;
use super::points::{CELLS, JsonFields, cell_turn_of, color_in, find, is_point_name, owner_field, turn_of, word_of};
use serde_json::Value;

/// The objects of a list in the order of their numbers, without those, and the first number that does not follow the one
/// before it; `None` if the list is not one of numbered moves.
pub fn in_order(values: &[Value]) -> Option<(Vec<Value>, Option<MoveGap>)> {
    let objects: Vec<&JsonFields> = values.iter().map(Value::as_object).collect::<Option<_>>()?;
    let keys = NUMBERS.into_iter().chain([TURN]).chain(COUNTS);
    let (key, numbers, rest) = keys.filter_map(|key| numbers_of(&objects, key)).next()?;
    let have_colors = rest.iter().all(|value| value.as_object().and_then(owner_field).and_then(color_in).is_some());
    match order_of(&numbers, have_colors) {
        Ok(order) => Some((order.into_iter().map(|at| rest[at].clone()).collect(), None)),
        Err(_) if COUNTS.contains(&key) => None,
        Err(gap) => Some((rest, Some(gap))),
    }
}

/// The numbers under a key, and the objects without them; `None` if the key has no numbers of moves.
fn numbers_of<'a>(objects: &[&JsonFields], key: &'a str) -> Option<(&'a str, Vec<NumberAt>, Vec<Value>)> {
    let number = |fields: &&JsonFields| i32::try_from(find(fields, &[key])?.1.as_i64()?).ok();
    let numbers: Vec<i32> = objects.iter().map(number).collect::<Option<_>>()?;
    let has_owner = || objects.iter().all(|fields| owner_field(fields).is_some());
    if key == TURN && !counts_of(&numbers).is_some_and(|count| count > 2 || has_owner()) {
        return None;
    }
    let without = |fields: &&JsonFields| {
        let kept = fields.iter().filter(|(name, _)| !name.eq_ignore_ascii_case(key));
        Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect())
    };
    let rest: Vec<Value> = objects.iter().map(without).collect();
    let has_point = |value: &Value| {
        let is_cell = || !CELLS.contains(&key) && cell_turn_of(value).is_some();
        turn_of(value).is_some()
            || word_of(value).is_some_and(|word| is_point_name(word) || word.contains(','))
            || is_cell()
    };
    let numbers = numbers.into_iter().map(|number| (number, None)).collect();
    rest.iter().all(has_point).then_some((key, numbers, rest))
}
