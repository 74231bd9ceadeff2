//! Blocked cells in JSON: a list of their own beside the moves.

use super::super::list::PairList;
use super::keys::BLOCKED;
use super::points::{JsonFields, find, names_in, pairs_of};
use tengen_database::why;

/// Adds the blocked cells of an object to its list.
pub fn add_blocked(list: &mut PairList, fields: &JsonFields) {
    let Some((_, value)) = find(fields, &BLOCKED) else { return };
    match (pairs_of(value), names_in(value)) {
        (Some(pairs), _) => list.blocked.extend(pairs),
        (None, Some(names)) => list.named_blocked += &names,
        (None, None) if value.is_array() && list.note.is_none() => {
            list.note = Some(why::blocked_unread());
        }
        (None, None) => {}
    }
}
