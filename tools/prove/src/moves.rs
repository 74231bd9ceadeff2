//! The moves that a proof search tries, in order: the attacker's by the engine's search, the defender's by static score.

use crate::table::NumberedMove;
use std::sync::Arc;
use tengen::base::{Color, Point, Rule};
use tengen::board::Board;
use tengen::eval::{Evaluator, Weights};
use tengen::movegen;
use tengen::pattern::PointClass;
use tengen::search::{Control, Limits, SearchRequest, Searcher};

/// First proof number of an attacker's move.
pub const MOVE_PROOF: u16 = 6;
/// Bytes of the engine's table.
const SEARCH_TABLE: usize = 8 << 20;

/// Orders the moves of both sides.
pub struct MoveOrder {
    attacker: Color,
    searcher: Searcher,
    weights: Arc<Weights>,
}

impl MoveOrder {
    /// Moves for proofs that `attacker` wins.
    pub fn new(rule: Rule, attacker: Color) -> Self {
        Self { attacker, searcher: Searcher::new(SEARCH_TABLE), weights: Weights::of(rule) }
    }

    /// At most `most` of the attacker's moves, the best move of a search of `nodes` nodes first; the attacker is to move.
    pub fn attacking(&mut self, board: &mut Board, nodes: u64, most: usize) -> Vec<NumberedMove> {
        let us = self.attacker;
        let mut allowed = Vec::new();
        let numbered = |points: Vec<Point>| points.into_iter().map(|point| (point, MOVE_PROOF)).collect();
        if board.count(!us, PointClass::Five) > 0 {
            movegen::answers_to_five(board, !us, &mut allowed);
            movegen::retain_legal(board, &mut allowed, 0);
            return numbered(allowed);
        }
        if movegen::threatens_open_four(board, !us) {
            movegen::answers_to_open_four(board, !us, &mut allowed);
        }
        let mut moves: Vec<Point> = self.best(board, nodes).into_iter().collect();
        for point in self.searcher.ordered_moves(board, 4 * most) {
            if !moves.contains(&point) && (allowed.is_empty() || allowed.contains(&point)) && board.is_legal(point) {
                moves.push(point);
            }
        }
        moves.truncate(most);
        numbered(moves)
    }

    /// The best move of a search of `nodes` nodes.
    pub fn best(&mut self, board: &mut Board, nodes: u64) -> Option<Point> {
        let request: SearchRequest = Limits::nodes(nodes).into();
        self.searcher.search(board, request, &Control::unlimited(), &mut |_| {}).best
    }

    /// The defender's replies, the best static score first; the defender is to move.
    pub fn replies(&self, board: &Board, replies: Vec<Point>) -> Vec<NumberedMove> {
        let mut evaluator = Evaluator::new(board.clone(), Arc::clone(&self.weights));
        let mut scored: Vec<(i32, Point)> = replies
            .into_iter()
            .map(|point| {
                evaluator.make(point);
                let score = evaluator.evaluate();
                evaluator.unmake();
                (score, point)
            })
            .collect();
        scored.sort_unstable();
        scored.into_iter().zip(0..).map(|((_, point), rank)| (point, 1 + rank / 4)).collect()
    }
}
