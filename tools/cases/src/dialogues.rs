//! Sensible dialogues with the engine: every request has its one answer in its order, and none comes after the end.

use crate::bytes::{choose, draw};
use crate::common::dialogue::{check_dialogue, check_end, check_gtp, dialogue, gtp_line};
use proptest::collection::vec;

/// A dialogue of the Gomocup protocol, against the model of `protocol.md`.
///
/// # Panics
/// When an answer is missing, wrong or too many.
pub fn protocol(bytes: &[u8]) {
    let (way, bytes) = choose(bytes, 4);
    let Some(lines) = draw(&dialogue(), bytes) else { return };
    let checked = if way == 0 { check_end(&lines) } else { check_dialogue(&lines, way == 1) };
    checked.unwrap_or_else(|error| panic!("{error}\n{lines:#?}"));
}

/// A dialogue in GTP: one response with its number for every command.
///
/// # Panics
/// When a response is missing, wrong or too many.
pub fn gtp(bytes: &[u8]) {
    let Some(lines) = draw(&vec(gtp_line(), 1..30), bytes) else { return };
    check_gtp(&lines).unwrap_or_else(|error| panic!("{error}\n{lines:#?}"));
}
