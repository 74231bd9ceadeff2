//! Walks on a board against the slow definitions.

use crate::bytes::{choose, draw};
use crate::common::walk::{Walk, go, step};
use tengen::base::Rule;

/// Width, height and the most steps of a walk.
const BOARDS: [(usize, usize, usize); 7] =
    [(15, 15, 60), (20, 20, 60), (5, 5, 40), (6, 7, 60), (9, 9, 60), (41, 8, 30), (5, 120, 30)];

/// A walk: after every step all that is kept equals its recomputation, and wins and forbidden points are the rules'.
/// Panics when something is not.
pub fn case(bytes: &[u8]) {
    let (board, bytes) = choose(bytes, BOARDS.len());
    let (rule, bytes) = choose(bytes, Rule::ALL.len());
    let (x, bytes) = choose(bytes, 120);
    let (y, bytes) = choose(bytes, 120);
    let (width, height, most) = BOARDS[board];
    let mut steps = draw(&step(), bytes);
    steps.truncate(most);
    let walk = Walk { rule: Rule::ALL[rule], width, height, corner: (x as u8, y as u8), steps };
    go(&walk).unwrap_or_else(|error| panic!("{walk:?}: {error}"));
}
