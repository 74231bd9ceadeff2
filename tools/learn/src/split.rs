//! Splits games into training, held-out and exam games.

use crate::records::{Games, Record};
use crate::symmetric_key::SymmetricKey;
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
/// in the file, with all positions of its searches. Games from exam openings are skipped.
pub fn each_game(games: &[Games], one_in: usize, weights: &Weights, show: &mut dyn FnMut(usize, Evaluator, &Record)) {
    let weights = Arc::new(weights.clone());
    let mut empty_boards = HashMap::new();
    for set in [LEARNED, HELD_OUT] {
        for games in games {
            let of_set = games.by_game().enumerate().filter(|(i, _)| i.is_multiple_of(one_in) == (set == HELD_OUT));
            for record in of_set.flat_map(|(_, records)| records).filter(|record| !record.is_for_exams()) {
                let empty = empty_boards.entry((record.size, games.conditions.rule)).or_insert_with(|| {
                    Evaluator::new(Board::new(record.size, games.conditions.rule), Arc::clone(&weights))
                });
                show(set, empty.clone(), record);
            }
        }
    }
}

/// Calls `show` for each position of a game before a move, with the move's index, the position and its symmetric key;
/// `evaluator` holds the empty board.
pub fn each_position(mut evaluator: Evaluator, record: &Record, show: &mut dyn FnMut(usize, &mut Evaluator, u64)) {
    let mut key = SymmetricKey::new(record.size);
    for (i, played) in record.moves.iter().enumerate() {
        show(i, &mut evaluator, key.key());
        key.play(played.point, evaluator.board().side_to_move());
        evaluator.make(played.point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::Rule;

    #[test]
    fn positions_of_the_searches_of_a_game_are_held_out_together() {
        let mut games = crate::test_games::games("split-leaves", Rule::Caro, 3);
        let leaf =
            |record: &Record, skip: usize| Record { moves: record.moves[..=skip].to_vec(), skip, ..record.clone() };
        games.conditions.leaves = true;
        games.records = games.records.iter().flat_map(|game| (0..4).map(move |i| leaf(game, game.skip + i))).collect();
        let mut sets = [Vec::new(), Vec::new()];
        each_game(&[games], 2, &Weights::hand_set(Rule::Caro), &mut |set, _, record| {
            sets[set].push(record.moves[..3].to_vec());
        });
        let [learned, held_out] = sets;
        assert_eq!((learned.len(), held_out.len()), (4, 8));
        assert!(learned.iter().all(|begin| !held_out.contains(begin)));
    }
}
