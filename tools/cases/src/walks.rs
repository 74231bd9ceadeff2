//! Walks on a board against the slow definitions.

use crate::bytes::{choose, draw};
use crate::common::walk::{go, walks};

/// Boards of a walk, and the most steps of one.
const BOARDS: [(&[(usize, usize)], usize); 3] =
    [(&[(15, 15), (20, 20)], 60), (&[(5, 5), (6, 7), (9, 9)], 60), (&[(41, 8), (5, 120)], 30)];

/// A walk: after every step all that is kept equals its recomputation, and wins and forbidden points are the rules'.
///
/// # Panics
/// When something is not.
pub fn case(bytes: &[u8]) {
    let (board, bytes) = choose(bytes, BOARDS.len());
    let (sizes, steps) = BOARDS[board];
    let Some(walk) = draw(&walks(sizes, steps), bytes) else { return };
    go(&walk).unwrap_or_else(|error| panic!("{walk:?}: {error}"));
}
