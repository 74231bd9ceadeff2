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

/// An outcome as `1-0`, Black's points first.
pub const fn numbers_of(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Color::Black) => "1-0",
        Outcome::Win(Color::White) => "0-1",
        Outcome::Draw => "1/2-1/2",
    }
}

/// Whether a text says that there is no result so far.
pub fn is_open(text: &str) -> bool {
    OPEN.contains(&text.trim().to_lowercase().as_str())
}
