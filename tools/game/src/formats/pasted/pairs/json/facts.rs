//! What JSON says of a game: its players, event, date and the like.

use super::super::super::super::playok::TAGS;
use super::keys::STONES;
use super::points::{JsonFields, color_of_fields, find, point_names};
use serde_json::Value;
use tengen::base::Color;

/// Keys of the names of Black and White.
const NAMES: [[&str; 3]; 2] =
    [["blackplayer", "black_player", "black_name"], ["whiteplayer", "white_player", "white_name"]];

/// Names of Black and White: `"black": "Ann"`, `"black": {"name": "Ann"}` or `"blackPlayer": "Ann"`, also in an object
/// `players`, or in a list of that name.
pub fn players_of(fields: &JsonFields) -> [String; 2] {
    let players = find(fields, &["players"]).map(|(_, value)| value);
    let listed = players.and_then(Value::as_array).filter(|names| names.len() == 2);
    let is_white_first = listed.is_some_and(|list| list[0].as_object().and_then(color_of_fields) == Some(Color::White));
    Color::ALL.map(|color| {
        let at = color.index();
        let own = |fields: &JsonFields| {
            // A line of points is that side's stones.
            let name = name_at(fields, &STONES[at]).filter(|name| point_names(name).is_none());
            name.or_else(|| name_at(fields, &NAMES[at]))
        };
        let inner = || own(players?.as_object()?);
        let in_list = || name_of(&listed?[if is_white_first { 1 - at } else { at }]);
        own(fields).or_else(inner).or_else(in_list).unwrap_or_default()
    })
}

fn name_at(fields: &JsonFields, keys: &[&str]) -> Option<String> {
    name_of(find(fields, keys)?.1)
}

/// A name, alone or in an object.
fn name_of(value: &Value) -> Option<String> {
    let name = value.as_str().or_else(|| find(value.as_object()?, &["name"])?.1.as_str())?;
    Some(name.to_owned())
}

/// Event, date and the like, by their SGF names.
pub fn tags_of(fields: &JsonFields) -> Vec<(&'static str, String)> {
    let tag = |(name, sgf): (&str, &'static str)| {
        let (_, value) = find(fields, &[&name.to_ascii_lowercase()])?;
        // A round or a date may be a number.
        Some((sgf, value.as_number().map(ToString::to_string).or_else(|| name_of(value))?))
    };
    TAGS.into_iter().filter_map(tag).filter(|(_, value)| !value.is_empty()).collect()
}
