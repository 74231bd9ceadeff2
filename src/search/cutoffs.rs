//! What the move order learns from cutoffs.

use super::depth::PLY;
use super::move_kind::{Threat, attacks};
use super::movepick::MovePicker;
use super::params::Params;
use super::tt_entry::Entry;
use super::worker::Worker;
use crate::base::{Point, Score};

/// What a cutoff of a node with `depth` to go, in hundredths of a ply, is worth.
fn cutoff_bonus(params: &Params, depth: i32) -> i32 {
    (depth * depth / PLY * params.history_bonus() / PLY).min(params.history_bonus_max())
}

impl Worker<'_> {
    /// The history of a move of the side to move.
    pub fn history_of(&self, point: Point) -> i32 {
        let board = self.evaluator.board();
        self.history.value(board.side_to_move(), point, attacks(board, point))
    }

    /// Rewards the move searched last, which caused a beta cutoff against this `threat`, and makes those searched before it
    /// worth less. Answers to a five are forced, and quiet ones to an open four nearly: they say nothing of other positions.
    pub fn learn_cutoff(&mut self, threat: Threat, depth: i32, ply: usize, picker: &MovePicker) {
        let mut searched = picker.searched();
        let Some(best) = searched.next_back().filter(|_| threat != Threat::Five) else { return };
        let board = self.evaluator.board();
        let us = board.side_to_move();
        let bonus = cutoff_bonus(&self.params, depth);
        let malus = bonus * self.params.history_malus() / 100;
        for (point, change) in searched.map(|point| (point, -malus)).chain([(best, bonus)]) {
            let attacks = attacks(board, point);
            if attacks || threat != Threat::OpenFour {
                self.history.add(us, point, attacks, change);
            }
        }
        let killers = &mut self.stack[ply].killers;
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        if let Some(previous) = board.last() {
            self.history.set_counter_move(us, previous, best);
        }
    }

    /// Rewards a quiet move of the table whose score cuts a node off without a search.
    pub fn learn_table_cutoff(&mut self, entry: &Entry, beta: Score, depth: i32) {
        let board = self.evaluator.board();
        if let Some(point) = entry.point.filter(|&point| entry.score >= beta && !attacks(board, point))
            && !matches!(self.threat(), Threat::Five | Threat::OpenFour)
        {
            let bonus = cutoff_bonus(&self.params, depth);
            self.history.add(board.side_to_move(), point, false, bonus);
        }
    }
}
