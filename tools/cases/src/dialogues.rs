//! Sensible dialogues with the engine: every request has its one answer in its order, and none comes after the end.

use crate::bytes::{choose, draw};
use crate::common::dialogue::{check_dialogue, check_end, check_gtp, gtp_line, line};

/// Lines of one dialogue.
const MAX_LINES: usize = 40;

/// A dialogue of the Gomocup protocol, against the model of `protocol.md`.
/// Panics when an answer is missing, wrong or too many.
pub fn protocol(bytes: &[u8]) {
    let (way, bytes) = choose(bytes, 4);
    let start = (way > 0).then(|| "START 6".to_owned());
    let lines: Vec<String> = start.into_iter().chain(draw(&line(), bytes)).take(MAX_LINES).collect();
    let checked = if way == 0 { check_end(&lines) } else { check_dialogue(&lines, way == 1) };
    checked.unwrap_or_else(|error| panic!("{error}\n{lines:#?}"));
}

/// A dialogue in GTP: one response with its number for every command.
/// Panics when a response is missing, wrong or too many.
pub fn gtp(bytes: &[u8]) {
    let mut lines = draw(&gtp_line(), bytes);
    lines.truncate(MAX_LINES);
    check_gtp(&lines).unwrap_or_else(|error| panic!("{error}\n{lines:#?}"));
}
