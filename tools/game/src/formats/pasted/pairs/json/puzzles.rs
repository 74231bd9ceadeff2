//! Numbered stones beside stones without an order, as lfz084's renju writes its puzzles: `{"stones": "H8A0I9",
//! "blackStones": "G14", "whiteStones": "A13", "side": 1, "rule": 2, "mode": 32}`. `A0` is a pass. On boards smaller than
//! 15x15 the rows keep the numbers of 15x15.

use super::super::coded::list_of;
use super::super::list::PairList;
use super::points::{JsonFields, color_in, find};
use serde_json::Value;

/// Keys of the numbered stones, and of Black's and White's.
const STONES: [&[&str]; 3] = [&["stones"], &["blackstones", "black_stones"], &["whitestones", "white_stones"]];
/// Keys of the side to move and of the puzzle's kind, both numbers, which only this writer has beside the stones.
const SIDE: &str = "side";
const KIND: &str = "mode";
/// Key of the settings of all puzzles of a file.
const DEFAULTS: &str = "defaultsettings";

/// Whether an object is a puzzle of this writer.
pub fn is_puzzle(fields: &JsonFields) -> bool {
    let has_stones = STONES.iter().any(|names| find(fields, names).is_some_and(|(_, value)| value.is_string()));
    let is_number = |name: &str| find(fields, &[name]).is_some_and(|(_, value)| value.is_number());
    has_stones && is_number(SIDE) && is_number(KIND)
}

/// The settings that apply to all puzzles of an object.
pub fn defaults_of(fields: &JsonFields) -> Option<&JsonFields> {
    find(fields, &[DEFAULTS])?.1.as_object()
}

/// The stones of an object whose stones are lines of points.
pub fn of_puzzle(fields: &JsonFields) -> Option<PairList> {
    let lines = STONES.map(|names| find(fields, names).map(|(_, value)| value));
    if lines.iter().all(|line| line.is_none_or(|line| line.as_str().is_none_or(str::is_empty))) {
        return None;
    }
    let line = |line: Option<&Value>| line.map_or(Some(String::new()), |line| line.as_str().map(str::to_owned));
    let [numbered, black, white] = lines.map(line);
    let list = list_of([&numbered?, &black?, &white?], None)?;
    Some(PairList { side: find(fields, &[SIDE]).and_then(|(_, value)| color_in(value)), ..list })
}
