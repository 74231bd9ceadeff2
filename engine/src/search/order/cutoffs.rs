//! Updates of history, killers and counter moves after a cutoff (history: Schaeffer 1983; selection of the moves:
//! Rapfi).

use super::movepick::MovePicker;
use crate::base::{Point, Score};
use crate::search::node::{PLY, Threat, attacks};
use crate::search::params::Params;
use crate::search::table::Entry;
use crate::search::thread::Worker;

/// Limit of a quiet move's gain in the static score, in points.
const MAX_SWING: Score = 800;

/// History bonus of a cutoff at a node with `depth` left, in hundredths of a ply.
fn cutoff_bonus(params: &Params, depth: i32) -> i32 {
    (depth * depth / PLY * params.history_bonus() / PLY).min(params.history_bonus_max())
}

impl Worker<'_> {
    /// The history of a move of the side to move.
    pub fn history_of(&self, point: Point) -> i32 {
        let board = self.evaluator.board();
        self.history.value(board.side_to_move(), point, attacks(board, point))
    }

    /// Updates after a beta cutoff by the move searched last, against this `threat`: its history gets a bonus, that of
    /// the moves searched before it a malus, and it becomes a killer and the counter move. Nothing is learned from
    /// answers to a five, which are forced. Answers to an open four change the history only if they attack.
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

    /// Adds a bonus to the history of a table move that cuts the node off without a search, if it does not attack.
    pub fn learn_table_cutoff(&mut self, entry: &Entry, beta: Score, depth: i32) {
        let board = self.evaluator.board();
        if let Some(point) = entry.point.filter(|&point| entry.score >= beta && !attacks(board, point))
            && !matches!(self.threat(), Threat::Five | Threat::OpenFour)
        {
            let bonus = cutoff_bonus(&self.params, depth);
            self.history.add(board.side_to_move(), point, false, bonus);
        }
    }

    /// Adds the gain of the opponent's last move, a quiet one, in static score to its history (idea: Stockfish).
    /// `score` is the exact static score of the position at `ply`, in which there is no threat. Does nothing if the
    /// parent has not marked that move as quiet.
    pub fn learn_swing(&mut self, score: Score, ply: usize) {
        let board = self.evaluator.board();
        if let Some(previous) = board.last()
            && let Some(before) = ply.checked_sub(1).and_then(|parent| self.stack[parent].score_before_quiet)
        {
            let gain = -(before + score).clamp(-MAX_SWING, MAX_SWING);
            self.history.add(!board.side_to_move(), previous, false, gain * self.params.history_swing() / 100);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rule;
    use crate::board::Board;
    use crate::search::Searcher;
    use crate::search::table::Bound;

    #[test]
    fn only_searched_moves_are_learned_and_forced_answers_are_not() {
        let board = Board::after(Rule::Freestyle, "h8a1i8o1");
        Searcher::at(&board, |worker| {
            let mut picker = worker.generate_scored(None, 0);
            let quiet = |worker: &Worker, point| !attacks(worker.evaluator.board(), point);
            let first = picker.pick_best().unwrap().point();
            picker.mark_searched();
            let left_out = picker.pick_best().unwrap().point();
            let best = loop {
                let point = picker.pick_best().unwrap().point();
                if quiet(worker, point) {
                    break point;
                }
            };
            picker.mark_searched();

            worker.learn_cutoff(Threat::Five, 5 * PLY, 0, &picker);
            assert_eq!(
                ([first, left_out, best].map(|point| worker.history_of(point)), worker.stack[0].killers[0]),
                ([0; 3], None)
            );
            worker.learn_cutoff(Threat::OpenFour, 5 * PLY, 0, &picker);
            assert_eq!((worker.history_of(best), worker.stack[0].killers[0]), (0, Some(best)));
            let before = worker.history_of(first);
            worker.learn_cutoff(Threat::None, 5 * PLY, 0, &picker);
            assert!(worker.history_of(first) < before && worker.history_of(best) > 0);
            assert_eq!(worker.history_of(left_out), 0);

            let table =
                |point, score| Entry { point: Some(point), score, static_eval: None, depth: 9, bound: Bound::Lower };
            let corner = board.at("o15");
            worker.learn_table_cutoff(&table(corner, 49), 50, 5 * PLY);
            assert_eq!(worker.history_of(corner), 0);
            worker.learn_table_cutoff(&table(corner, 50), 50, 5 * PLY);
            assert!(worker.history_of(corner) > 0);
            let attack = board.size().points().find(|&point| !quiet(worker, point) && point != first).unwrap();
            let before = worker.history_of(attack);
            worker.learn_table_cutoff(&table(attack, 50), 50, 5 * PLY);
            assert_eq!(worker.history_of(attack), before);
        });
    }

    #[test]
    fn a_quiet_move_is_worth_what_it_gained_where_the_rule_wants_it() {
        for (rule, learns) in [(Rule::Caro, true), (Rule::Freestyle, false)] {
            let board = Board::after(rule, "h8i9");
            Searcher::at(&board, |worker| {
                let (us, point) = (board.side_to_move(), board.at("g7"));
                let learned = |worker: &mut Worker, before, after| {
                    worker.stack[0].score_before_quiet = before;
                    let old = worker.history.value(us, point, false);
                    worker.evaluator.make(point);
                    // `after` is the opponent's score.
                    worker.learn_swing(after, 1);
                    worker.evaluator.unmake();
                    worker.history.value(us, point, false) - old
                };
                assert_eq!(learned(worker, None, -500), 0, "an attack");
                assert_eq!(learned(worker, Some(40), -40), 0, "nothing gained");
                let gained = learned(worker, Some(40), -140);
                assert_eq!(gained, if learns { 120 } else { 0 }, "100 points");
                let most = learned(worker, Some(40), -20_000);
                assert!(!learns && most == 0 || (900..=960).contains(&most), "800 points: {most}");
                let lost = learned(worker, Some(40), 60);
                assert!(!learns && lost == 0 || (-150..=-100).contains(&lost), "100 points: {lost}");
            });
        }
    }
}
