//! Verification of decided scores: a win or loss is reported as proven only when a proof is found anew.
//!
//! The winner's moves are VCFs or those of the table, and every legal reply of the loser on the whole board
//! is refuted, those that leave a VCF intact by that VCF. Sound but incomplete: a long proof, or one that
//! the table has lost, is not found.

use crate::base::{Color, Point, Score, WIN, WIN_BOUND, is_decided};
use crate::movegen;
use crate::pattern::PointClass;
use crate::search::table::Bound;
use crate::search::thread::Worker;
use crate::solver::{Solution, SolverLimits, refutes_vcf, vcf_refutation_candidates};
use std::collections::HashSet;

/// Limit of the VCF searches of one verification.
const MAX_SEARCHES: u32 = 400;
/// Nodes of each VCF search.
const VCF_NODES: u64 = 400;
/// Replies between two polls of the stop flag.
const STOP_CHECK_INTERVAL: usize = 64;

/// What a verification has found so far, and what it may still spend.
struct Verification {
    attacker: Color,
    /// Positions in which the attacker is to move and wins.
    proven: HashSet<u64>,
    searches_left: u32,
    /// The winner's move at the root when the table has lost it.
    root_move: Option<Point>,
}

impl Worker<'_> {
    /// Whether a decided score of the root, found with this principal variation, is proven within the
    /// number of plies that it names: for the variation's own first move with `own_move` or where moves are excluded, for
    /// the position otherwise.
    pub fn verify_win(&mut self, score: Score, pv: &[Point], own_move: bool) -> bool {
        if !is_decided(score) {
            return false;
        }
        let us = self.evaluator.board().side_to_move();
        let attacker = if score > 0 { us } else { !us };
        let root_move = pv.first().copied();
        let mut check = Verification { attacker, proven: HashSet::new(), searches_left: MAX_SEARCHES, root_move };
        let plies = (WIN - score.abs()) as usize;
        if own_move || !self.root.excluded.is_empty() {
            return root_move.is_some_and(|point| self.proves_first_move(&mut check, point, score > 0, plies));
        }
        if score > 0 { self.proves_win(&mut check, 0, plies) } else { self.proves_loss(&mut check, 0, plies) }
    }

    /// Whether the line's own first move wins, or loses.
    fn proves_first_move(&mut self, check: &mut Verification, point: Point, wins: bool, plies: usize) -> bool {
        self.evaluator.make(point);
        let proven = if wins { self.proves_loss(check, 1, plies - 1) } else { self.proves_win(check, 1, plies - 1) };
        self.evaluator.unmake();
        proven
    }

    /// Whether the attacker, who is to move, makes its five within `plies` plies.
    fn proves_win(&mut self, check: &mut Verification, ply: usize, plies: usize) -> bool {
        if plies == 0 {
            return false;
        }
        let key = self.evaluator.board().hash();
        if check.proven.contains(&key) {
            return true;
        }
        if self.vcf_line(check, plies).is_some() || self.tt_move_wins(check, ply, plies) {
            check.proven.insert(key);
            return true;
        }
        false
    }

    /// Whether two open threes win, or else the table's move, or at the root the variation's.
    fn tt_move_wins(&mut self, check: &mut Verification, ply: usize, plies: usize) -> bool {
        let board = self.evaluator.board();
        let entry = self.shared.tt.probe(board.hash(), 0);
        // The search stops at two open threes and stores no move.
        let wins_at_once = plies >= 5 && movegen::double_three_wins(board, check.attacker);
        let double_three = board.points_of(check.attacker, PointClass::DoubleThree).next().filter(|_| wins_at_once);
        let of_table = entry
            .filter(|entry| entry.score > WIN_BOUND && matches!(entry.bound, Bound::Lower | Bound::Exact))
            .and_then(|entry| entry.point)
            .or_else(|| check.root_move.filter(|_| ply == 0));
        let Some(point) = double_three.or(of_table).filter(|&point| board.is_legal(point)) else { return false };
        self.evaluator.make(point);
        let lost = self.proves_loss(check, ply + 1, plies - 1);
        self.evaluator.unmake();
        lost
    }

    /// Whether every reply of the defender, who is to move, loses within `plies` plies.
    fn proves_loss(&mut self, check: &mut Verification, ply: usize, plies: usize) -> bool {
        let board = self.evaluator.board();
        let them = !check.attacker;
        if plies < 2 || board.count(them, PointClass::Five) > 0 || board.empty_count() <= self.draw_at + 1 {
            return false;
        }
        let mut replies = Vec::new();
        if board.count(check.attacker, PointClass::Five) > 0 {
            movegen::answers_to_five(board, check.attacker, &mut replies);
            movegen::retain_legal(board, &mut replies, 0);
        } else {
            let Some(line) = self.vcf_line(check, plies - 1) else { return false };
            let draw_at = self.draw_at;
            let control = self.control;
            let stopped = self.evaluator.probe(|board| {
                replies.extend(vcf_refutation_candidates(board, &line, draw_at));
                movegen::retain_legal(board, &mut replies, 0);
                let mut kept = 0;
                for i in 0..replies.len() {
                    if i % STOP_CHECK_INTERVAL == 0 && control.should_stop() {
                        return true;
                    }
                    if refutes_vcf(board, replies[i], &line, draw_at) {
                        replies[kept] = replies[i];
                        kept += 1;
                    }
                }
                replies.truncate(kept);
                false
            });
            if stopped {
                return false;
            }
        }
        replies.into_iter().all(|point| {
            self.evaluator.make(point);
            let won = self.proves_win(check, ply + 1, plies - 1);
            self.evaluator.unmake();
            won
        })
    }

    /// The attacker's VCF within `plies` plies; with the defender to move, the VCF that the attacker would
    /// have after a pass.
    fn vcf_line(&mut self, check: &mut Verification, plies: usize) -> Option<Vec<Point>> {
        if check.searches_left == 0 || self.control.should_stop() {
            return None;
        }
        check.searches_left -= 1;
        let stones = plies.div_ceil(2) as u32;
        let limits = SolverLimits { stones, nodes: VCF_NODES, draw_at: self.draw_at };
        match self.evaluator.as_side(check.attacker, |board| self.solvers.vcf.solve(board, limits)) {
            Solution::Win(line) => Some(line),
            Solution::None | Solution::Unknown => None,
        }
    }
}
