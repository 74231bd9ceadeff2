//! Which games are learned from, which are held out, and which belong to exams.

use crate::records::{Games, Record};
use std::collections::HashMap;
use std::sync::Arc;
use tengen::board::Board;
use tengen::eval::{Evaluator, Weights};

/// The games to learn from.
pub const LEARNED: usize = 0;
/// The games held out.
pub const HELD_OUT: usize = 1;

/// Shows all games with an evaluator of their empty board: first those to learn from, then those held out, so that
/// `show` can leave out of these what it has seen. One game in `one_in` of each file is held out, always the same ones. Games
/// from openings of exams are not shown at all.
pub fn each_game(games: &[Games], one_in: usize, weights: &Weights, show: &mut dyn FnMut(usize, Evaluator, &Record)) {
    let weights = Arc::new(weights.clone());
    let mut empty_boards = HashMap::new();
    for set in [LEARNED, HELD_OUT] {
        for games in games {
            for (number, record) in games.records.iter().enumerate() {
                let is_held_out = number.is_multiple_of(one_in);
                if is_held_out != (set == HELD_OUT) || record.is_for_exams() {
                    continue;
                }
                let empty = empty_boards.entry((record.size, games.conditions.rule)).or_insert_with(|| {
                    Evaluator::new(Board::new(record.size, games.conditions.rule), Arc::clone(&weights))
                });
                show(set, empty.clone(), record);
            }
        }
    }
}
