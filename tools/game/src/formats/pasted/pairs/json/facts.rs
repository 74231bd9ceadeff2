//! What JSON says of a game: its players, event, date and the like.

use super::super::super::super::playok::TAGS;
use super::super::super::words::is_moves;
use super::keys::STONES;
use super::points::{JsonFields, find};
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
    Color::ALL.map(|color| {
        let at = color.index();
        let own =
            |fields: &JsonFields| [&STONES[at][..], &NAMES[at]].into_iter().find_map(|keys| name_at(fields, keys));
        let inner = || own(players?.as_object()?);
        own(fields).or_else(inner).or_else(|| name_of(&listed?[at])).unwrap_or_default()
    })
}

fn name_at(fields: &JsonFields, keys: &[&str]) -> Option<String> {
    name_of(find(fields, keys)?.1)
}

/// A name, alone or in an object. A line of points is that side's stones.
fn name_of(value: &Value) -> Option<String> {
    let name = value.as_str().or_else(|| find(value.as_object()?, &["name"])?.1.as_str())?;
    (!is_moves(name)).then(|| name.to_owned())
}

/// Event, date and the like, by their SGF names.
pub fn tags_of(fields: &JsonFields) -> Vec<(&'static str, String)> {
    let tag = |(name, sgf): (&str, &'static str)| Some((sgf, name_at(fields, &[&name.to_ascii_lowercase()])?));
    TAGS.into_iter().filter_map(tag).filter(|(_, value)| !value.is_empty()).collect()
}
