use super::Searcher;
use super::tt::Bound;
use crate::base::{Color, Point, Score, WIN, WIN_BOUND, is_decided};
use crate::movegen;
use crate::pattern::PointClass;
use crate::solver::{Bounds, Solution, breaks, may_break};
use std::collections::HashSet;

/// A decided score is checked with no more four-searches than this, of so many nodes each.
const MOST_SEARCHES: u32 = 400;
const VCF_NODES: u64 = 400;
/// Replies between two looks at the clock.
const POINTS_PER_LOOK: usize = 64;

/// What a check has found so far, and what it may still spend.
struct Check {
    attacker: Color,
    proven: HashSet<u64>,
    searches_left: u32,
}

impl Searcher {
    /// Whether a score that says win or loss stands on a proof found anew, with the five within the
    /// plies that it names: the winner's moves are VCFs or those of the table, and every reply of the
    /// loser on the whole board is refuted, those that leave a VCF as it is by that VCF. Never says
    /// yes wrongly; says no when the proof would be long or the table has lost it.
    pub(super) fn is_proven(&mut self, score: Score) -> bool {
        if !is_decided(score) {
            return false;
        }
        let us = self.position.board().side_to_move();
        let attacker = if score > 0 { us } else { !us };
        let mut check = Check { attacker, proven: HashSet::new(), searches_left: MOST_SEARCHES };
        let plies = (WIN - score.abs()) as usize;
        if !self.excluded.is_empty() {
            return self.proves_first_move(&mut check, score > 0, plies);
        }
        if score > 0 { self.proves_win(&mut check, 0, plies) } else { self.proves_loss(&mut check, 0, plies) }
    }

    /// Where other moves are excluded the proof has to begin with the line's own.
    fn proves_first_move(&mut self, check: &mut Check, wins: bool, plies: usize) -> bool {
        let Some(&point) = self.lines[0].first() else { return false };
        self.position.make(point);
        let proven = if wins { self.proves_loss(check, 1, plies - 1) } else { self.proves_win(check, 1, plies - 1) };
        self.position.unmake();
        proven
    }

    /// The attacker is to move and makes its five within so many plies.
    fn proves_win(&mut self, check: &mut Check, ply: usize, plies: usize) -> bool {
        if plies == 0 {
            return false;
        }
        let key = self.position.board().hash();
        if check.proven.contains(&key) {
            return true;
        }
        if self.vcf_line(check, check.attacker, plies).is_some() || self.tables_move_wins(check, ply, plies) {
            check.proven.insert(key);
            return true;
        }
        false
    }

    fn tables_move_wins(&mut self, check: &mut Check, ply: usize, plies: usize) -> bool {
        let board = self.position.board();
        let entry = self.tt.probe(board.hash(), 0);
        let point = entry
            .filter(|entry| entry.score > WIN_BOUND && matches!(entry.bound, Bound::Lower | Bound::Exact))
            .and_then(|entry| entry.point)
            .or_else(|| if ply == 0 { self.lines[0].first().copied() } else { None });
        let Some(point) = point.filter(|&point| board.is_empty(point)) else { return false };
        if board.rule().forbids(check.attacker) && self.position.board_mut().is_forbidden(point) {
            return false;
        }
        self.position.make(point);
        let lost = self.proves_loss(check, ply + 1, plies - 1);
        self.position.unmake();
        lost
    }

    /// The defender is to move: every reply must lose within so many plies.
    fn proves_loss(&mut self, check: &mut Check, ply: usize, plies: usize) -> bool {
        let board = self.position.board();
        let them = !check.attacker;
        if plies < 2 || board.count(them, PointClass::Five) > 0 || board.empty_count() <= self.draw_at + 1 {
            return false;
        }
        let mut replies = Vec::new();
        if board.count(check.attacker, PointClass::Five) > 0 {
            movegen::answers_to_five(board, check.attacker, &mut replies);
            movegen::retain_legal(self.position.board_mut(), &mut replies, 0);
        } else {
            let Some(line) = self.vcf_line(check, them, plies - 1) else { return false };
            let draw_at = self.draw_at;
            let board = self.position.board_mut();
            replies.extend(may_break(board, &line, draw_at));
            movegen::retain_legal(board, &mut replies, 0);
            let mut kept = 0;
            for i in 0..replies.len() {
                if i % POINTS_PER_LOOK == 0 && self.control.must_stop() {
                    return false;
                }
                if breaks(board, replies[i], &line, draw_at) {
                    replies[kept] = replies[i];
                    kept += 1;
                }
            }
            replies.truncate(kept);
        }
        replies.into_iter().all(|point| {
            self.position.make(point);
            let won = self.proves_win(check, ply + 1, plies - 1);
            self.position.unmake();
            won
        })
    }

    /// The attacker's VCF within so many plies, `side` being to move; when that is the defender, the
    /// one that the attacker would have after a pass.
    fn vcf_line(&mut self, check: &mut Check, side: Color, plies: usize) -> Option<Vec<Point>> {
        if check.searches_left == 0 || self.control.must_stop() {
            return None;
        }
        check.searches_left -= 1;
        let stones = plies.div_ceil(2) as u32;
        let bounds = Bounds { stones, nodes: VCF_NODES, draw_at: self.draw_at };
        let board = self.position.board_mut();
        board.set_side_to_move(check.attacker);
        let solution = self.vcf.solve(board, bounds);
        board.set_side_to_move(side);
        match solution {
            Solution::Win(line) => Some(line),
            Solution::None | Solution::Unknown => None,
        }
    }
}
