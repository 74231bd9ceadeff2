//! Splits games into training, held-out and exam games.

use crate::records::{Games, Record};
use std::collections::HashMap;
use std::sync::Arc;
use tengen::board::Board;
use tengen::eval::{Evaluator, Weights};

/// Index of the training games.
pub const LEARNED: usize = 0;
/// Index of the held-out games.
pub const HELD_OUT: usize = 1;

/// One game in this many is held out for networks.
pub const HELD_OUT_ONE_IN: usize = 20;

/// Calls `show` for each game with an evaluator of its empty board: first the training games, then the held-out ones,
/// so that `show` can skip positions already learned from. One game in `one_in` of each file is held out, by its number
/// in the file. Games from exam openings are skipped.
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
