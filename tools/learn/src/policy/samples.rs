//! Positions of games as inputs of the policy head, with the chosen move.

use crate::records::{Games, Record, RecordedMove};
use crate::split::{HELD_OUT_ONE_IN, each_game, each_position};
use std::collections::HashSet;
use std::ops::Range;
use tengen::base::{Color, is_decided};
use tengen::board::Board;
use tengen::eval::nnue::{MoveInputs, Regions};
use tengen::eval::{Evaluator, Weights};
use tengen::movegen;
use tengen::pattern::PointClass;

/// A quiet position whose move the search chose.
#[derive(Clone, Debug)]
pub struct PolicySample {
    /// Range of the position's moves in [`PolicySamples::moves`].
    pub moves: Range<usize>,
    /// Index of the chosen move within that range.
    pub chosen: usize,
    /// The board's sums by region.
    pub regions: Regions,
    /// The side to move.
    pub us: Color,
}

/// Positions with their moves, in consecutive lists.
#[derive(Default)]
pub struct PolicySamples {
    /// The positions.
    pub samples: Vec<PolicySample>,
    /// The moves of all positions.
    pub moves: Vec<MoveInputs>,
}

/// Whether a search would try quiet moves: no side threatens a five, an open four or a four-three.
pub fn is_quiet(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        board.count(color, PointClass::Five) == 0
            && !movegen::threatens_open_four(board, color)
            && !movegen::threatens_four_three(board, color)
    })
}

impl PolicySamples {
    /// Adds a game's quiet positions; `evaluator` holds the empty board, and `seen` the positions to leave out.
    fn push_game(&mut self, evaluator: Evaluator, record: &Record, seen: &mut HashSet<u64>) {
        let mut inputs = Vec::new();
        each_position(evaluator, record, &mut |i, evaluator, key| {
            let RecordedMove { point, score, random } = record.moves[i];
            let is_searched = i >= record.skip && !random && !is_decided(score);
            if !is_searched || !is_quiet(evaluator.board()) || !seen.insert(key) {
                return;
            }
            let us = evaluator.board().side_to_move();
            let points = movegen::legal_candidates(evaluator.board());
            if let Some(chosen) = points.iter().position(|&candidate| candidate == point)
                && let Some(regions) = evaluator.move_inputs(points.iter().copied(), &mut inputs)
            {
                let from = self.moves.len();
                self.moves.extend(&inputs);
                let moves = from..self.moves.len();
                self.samples.push(PolicySample { moves, chosen, regions: *regions, us });
            }
        });
    }
}

/// The training and the held-out positions; no position is in both.
pub fn samples(games: &[Games], weights: &Weights) -> [PolicySamples; 2] {
    let mut sets = [PolicySamples::default(), PolicySamples::default()];
    let mut seen = HashSet::new();
    each_game(games, HELD_OUT_ONE_IN, weights, &mut |set, evaluator, record| {
        sets[set].push_game(evaluator, record, &mut seen);
    });
    sets
}
