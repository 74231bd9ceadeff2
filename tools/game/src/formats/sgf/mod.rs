//! SGF, the Smart Game Format, in all its versions: trees with names, rule, result, comments, labels, marks and times.
//!
//! SGF knows the time that is left after a move (`TM`, `BL`, `WL`), not the time of a move; that is written as the
//! private property `EMT` (elapsed move time, in seconds).

mod read;
mod write;

use super::{Format, Holds, Sign};
use crate::Outcome;
use tengen::base::Color;

/// Smart Game Format.
pub static SGF: Format = Format {
    name: "sgf",
    title: "SGF",
    about: "Smart Game Format of any version: GM[4], GM[5], GM[1] and none; several games in a file",
    extensions: &["sgf"],
    recognize: read::recognize,
    read: read::read,
    write: Some(write::write),
    holds: Holds { variations: true, setup: true, conditions: true, order: true },
    is_text: true,
};

/// Properties that are kept as they are written.
const TAGS: [&str; 11] = ["EV", "DT", "PC", "RO", "GN", "ON", "TM", "OT", "BR", "WR", "SO"];

/// Properties whose values are points with a mark.
const MARKS: [(&str, Sign); 4] =
    [("MA", Sign::Cross), ("TR", Sign::Triangle), ("SQ", Sign::Square), ("CR", Sign::Circle)];

fn outcome_of(value: &str) -> Option<Outcome> {
    let value = value.trim().to_ascii_uppercase();
    match value.as_str() {
        "0" | "DRAW" | "JIGO" | "1/2-1/2" | "0.5-0.5" => Some(Outcome::Draw),
        value if value.starts_with("B+") || value == "1-0" => Some(Outcome::Win(Color::Black)),
        value if value.starts_with("W+") || value == "0-1" => Some(Outcome::Win(Color::White)),
        _ => None,
    }
}
