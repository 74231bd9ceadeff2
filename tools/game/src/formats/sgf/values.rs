//! SGF properties with a meaning for five in a row.

use super::super::tree::Sign;
use crate::formats::pasted::stones::by_word;
use crate::formats::{Place, ReadError};
use crate::{EndReason, Fault, Game, Outcome};
use tengen::base::{BoardSize, Color, Point};
use tengen_database::sgf::{BLOCKED, Property, parse_point_set};

/// Properties of a game that are kept verbatim, with their meaning.
pub const TAGS: [(&str, &str); 16] = [
    ("EV", "event"),
    ("DT", "date"),
    ("PC", "place"),
    ("RO", "round"),
    ("GN", "name of the game"),
    ("ON", "opening"),
    ("TM", "time"),
    ("OT", "overtime"),
    ("BR", "Black's rank"),
    ("WR", "White's rank"),
    ("BT", "Black's team"),
    ("WT", "White's team"),
    ("SO", "source"),
    ("AN", "annotator"),
    ("US", "who entered it"),
    ("CP", "copyright"),
];

/// Whether a property of a game is one of [`TAGS`].
pub fn is_tag(name: &str) -> bool {
    TAGS.iter().any(|&(tag, _)| tag == name)
}

/// Properties that are read: the file, the game, moves and stones, times, and notes of a node.
const READ: [&str; 31] = [
    "FF", "GM", "CA", "AP", "SZ", "RU", "RE", "PB", "PW", "B", "W", "QPR", "QSLW", "AB", "AW", "AE", "PL", BLOCKED,
    "BL", "WL", "EMT", "C", "GC", "LB", "L", "AR", "M", "MA", "TR", "SQ", "CR",
];

/// Whether a property of a node is kept verbatim: it is none of those that are read.
pub fn is_kept(name: &str) -> bool {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
    is_name && !READ.contains(&name) && !is_tag(name)
}

/// Properties whose values are points with a mark.
pub const MARKS: [(&str, Sign); 4] =
    [("MA", Sign::Cross), ("TR", Sign::Triangle), ("SQ", Sign::Square), ("CR", Sign::Circle)];

/// The points of a property's values, each once and in order, and the error of the first value that is not read. Empty
/// values have none.
pub fn points_of(property: &Property, size: BoardSize) -> (Vec<Point>, Option<ReadError>) {
    let (points, fault) = parse_point_set(&property.values, size);
    (points, fault.map(|cause| ReadError::at(Place::Line(property.line), cause)))
}

/// The result in a value of `RE`, or in words.
pub fn outcome_of(text: &str) -> Option<Outcome> {
    let value = text.trim().to_ascii_uppercase();
    match value.as_str() {
        "0" | "DRAW" | "JIGO" | "1/2-1/2" | "0.5-0.5" => Some(Outcome::Draw),
        value if value.starts_with("B+") || value == "1-0" => Some(Outcome::Win(Color::Black)),
        value if value.starts_with("W+") || value == "0-1" => Some(Outcome::Win(Color::White)),
        _ => by_word(text),
    }
}

/// The value of `RE`, if the file has no spelling of its own.
pub fn result_text(game: &Game) -> &'static str {
    match (game.outcome, game.reason) {
        (Some(Outcome::Win(Color::Black)), Some(EndReason::Fault(Fault::Time))) => "B+T",
        (Some(Outcome::Win(Color::White)), Some(EndReason::Fault(Fault::Time))) => "W+T",
        (Some(Outcome::Win(Color::Black)), _) => "B+",
        (Some(Outcome::Win(Color::White)), _) => "W+",
        (Some(Outcome::Draw), _) => "0",
        (None, _) => "",
    }
}
