//! Texts of results that several formats share.

use crate::Outcome;
use tengen::base::Color;

/// Words for a game without a result so far.
const OPEN: [&str; 16] = [
    "",
    "*",
    "?",
    "none",
    "null",
    "nobody",
    "no",
    "unknown",
    "ongoing",
    "playing",
    "in_progress",
    "inprogress",
    "active",
    "unfinished",
    "void",
    "未结束",
];

/// An outcome as `1-0`, Black's points first; formats write a draw in different ways.
pub const fn format_result(outcome: Outcome, draw: &'static str) -> &'static str {
    match outcome {
        Outcome::Win(Color::Black) => "1-0",
        Outcome::Win(Color::White) => "0-1",
        Outcome::Draw => draw,
    }
}

/// The outcome of a text such as `1-0`, or of one of the texts for a draw.
pub fn parse_result(text: &str, draws: &[&str]) -> Option<Outcome> {
    match text {
        "1-0" => Some(Outcome::Win(Color::Black)),
        "0-1" => Some(Outcome::Win(Color::White)),
        text => draws.contains(&text).then_some(Outcome::Draw),
    }
}

/// Whether a text says that there is no result so far.
pub fn is_open(text: &str) -> bool {
    OPEN.contains(&text.trim().to_lowercase().as_str())
}
