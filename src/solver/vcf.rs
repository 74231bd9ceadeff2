use super::{Bounds, Solution};
use crate::base::{Color, Point};
use crate::board::Board;
use crate::movegen;
use crate::pattern::PointClass;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A solver of continuous fours (VCF) with a memory of positions that hold none.
///
/// Each move of the attacker makes a four, so that the opponent has at most a few replies, mostly
/// one. Fives and fours that the opponent gets on the way are answered by fours or end the line.
pub struct Vcf {
    /// Direct-mapped: keys of positions in which the attacker, to move, has no VCF, and the number
    /// of its stones that do not suffice, [`EXHAUSTED`] when none does. Two lists, as zeroed memory
    /// of plain numbers costs nothing until it is used.
    failed_keys: Vec<u64>,
    failed_stones: Vec<u32>,
    points: Vec<Point>,
    nodes: u64,
    bounds: Bounds,
    /// Set from outside to break a solution off.
    stop: Arc<AtomicBool>,
}

const EXHAUSTED: u32 = u32::MAX;

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Win,
    /// No win within the stones allowed; with more there might be.
    Short,
    /// No win with any number of stones.
    Failed,
    /// The budget is spent.
    Spent,
}

impl Vcf {
    /// A solver that remembers `2^bits` positions, 12 bytes each.
    pub fn new(bits: u32) -> Self {
        Self::stopped_by(bits, Arc::default())
    }

    /// The same; what it works on is `Unknown` soon after `stop` was set.
    pub fn stopped_by(bits: u32, stop: Arc<AtomicBool>) -> Self {
        Self {
            failed_keys: vec![0; 1 << bits],
            failed_stones: vec![0; 1 << bits],
            points: Vec::new(),
            nodes: 0,
            bounds: Bounds::NONE,
            stop,
        }
    }

    /// Listens to another stop from now on; returns the old one.
    pub(super) fn exchange_stop(&mut self, stop: Arc<AtomicBool>) -> Arc<AtomicBool> {
        std::mem::replace(&mut self.stop, stop)
    }

    /// Positions looked at by the last call.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all positions: needed when the rule or the board's size changes.
    pub fn clear(&mut self) {
        self.failed_keys.fill(0);
        self.failed_stones.fill(0);
    }

    /// The shortest VCF of the side to move. The board is the same after the call as before.
    pub fn solve(&mut self, board: &mut Board, bounds: Bounds) -> Solution {
        self.deepen(board, bounds, 1)
    }

    /// Some VCF of the side to move, maybe not the shortest: found in fewer positions, as none is
    /// looked at again with more stones. The board is the same after the call as before.
    pub fn solve_any(&mut self, board: &mut Board, bounds: Bounds) -> Solution {
        self.deepen(board, bounds, bounds.stones)
    }

    /// The shortest VCF when it is found within `soon` positions, otherwise any: where fours abound, the
    /// look for the shortest, one with each number of stones in turn, has no end.
    pub fn solve_soon(&mut self, board: &mut Board, bounds: Bounds, soon: u64) -> Solution {
        match self.solve(board, Bounds { nodes: bounds.nodes.min(soon), ..bounds }) {
            Solution::Unknown => self.solve_any(board, bounds),
            known => known,
        }
    }

    /// With more and more stones, beginning with `first`.
    fn deepen(&mut self, board: &mut Board, bounds: Bounds, first: u32) -> Solution {
        (self.nodes, self.bounds) = (0, bounds);
        self.points.clear();
        let mut line = Vec::new();
        for limit in first..=bounds.stones {
            match self.attack(board, limit, &mut line) {
                Outcome::Win => {
                    line.reverse();
                    return Solution::Win(line);
                }
                Outcome::Short => {}
                Outcome::Failed => return Solution::None,
                Outcome::Spent => return Solution::Unknown,
            }
        }
        Solution::None
    }

    /// The attacker is to move and may put down `stones` more. A won `line` is built from its end.
    fn attack(&mut self, board: &mut Board, stones: u32, line: &mut Vec<Point>) -> Outcome {
        if self.nodes >= self.bounds.nodes || self.nodes.is_multiple_of(256) && self.stop.load(Ordering::Relaxed) {
            return Outcome::Spent;
        }
        self.nodes += 1;
        let us = board.side_to_move();
        if board.empty_count() <= self.bounds.draw_at {
            return Outcome::Failed;
        }
        if let Some(five) = board.points_of(us, PointClass::Five).next() {
            line.clear();
            line.push(five);
            return Outcome::Win;
        }
        // The four, the reply and the five.
        if board.empty_count() < self.bounds.draw_at + 3 {
            return Outcome::Failed;
        }
        let key = board.hash();
        let slot = key as usize & (self.failed_keys.len() - 1);
        let known = self.failed_stones[slot];
        if self.failed_keys[slot] == key && known >= stones {
            return if known == EXHAUSTED { Outcome::Failed } else { Outcome::Short };
        }
        let from = self.points.len();
        self.generate(board, us);
        let end = self.points.len();
        let mut outcome = Outcome::Failed;
        if stones < 2 && end > from {
            outcome = Outcome::Short;
        }
        let mut index = from;
        while index < end && stones >= 2 {
            let point = self.points[index];
            index += 1;
            board.make(point, &mut ());
            let result = self.defend(board, stones - 1, line);
            board.unmake(&mut ());
            match result {
                Outcome::Win => {
                    line.push(point);
                    outcome = Outcome::Win;
                    break;
                }
                Outcome::Spent => {
                    outcome = Outcome::Spent;
                    break;
                }
                Outcome::Short => outcome = Outcome::Short,
                Outcome::Failed => {}
            }
        }
        self.points.truncate(from);
        let failed_stones = match outcome {
            Outcome::Failed => EXHAUSTED,
            Outcome::Short => stones,
            Outcome::Win | Outcome::Spent => return outcome,
        };
        (self.failed_keys[slot], self.failed_stones[slot]) = (key, failed_stones);
        outcome
    }

    /// The opponent answers a four: every reply that stops it must be refuted.
    fn defend(&mut self, board: &mut Board, stones: u32, line: &mut Vec<Point>) -> Outcome {
        let them = board.side_to_move();
        if board.count(them, PointClass::Five) > 0 {
            return Outcome::Failed;
        }
        let from = self.points.len();
        movegen::answers_to_five(board, !them, &mut self.points);
        movegen::retain_legal(board, &mut self.points, from);
        let end = self.points.len();
        if end == from {
            finish(board, line);
            return Outcome::Win;
        }
        // With several replies the longest line stands for all.
        let mut longest = Vec::new();
        let mut outcome = Outcome::Win;
        for index in from..end {
            let point = self.points[index];
            board.make(point, &mut ());
            outcome = self.attack(board, stones, line);
            board.unmake(&mut ());
            if outcome != Outcome::Win {
                break;
            }
            line.push(point);
            if end - from > 1 && line.len() > longest.len() {
                longest.clone_from(line);
            }
        }
        self.points.truncate(from);
        if end - from > 1 && outcome == Outcome::Win {
            std::mem::swap(line, &mut longest);
        }
        outcome
    }

    /// Appends the fours that answer the opponent's five, if it has one.
    fn generate(&mut self, board: &mut Board, us: Color) {
        let from = self.points.len();
        if board.count(!us, PointClass::Five) > 0 {
            movegen::answers_to_five(board, !us, &mut self.points);
            let mut kept = from;
            for i in from..self.points.len() {
                if board.patterns(self.points[i]).lines(us).into_iter().any(movegen::is_four) {
                    self.points[kept] = self.points[i];
                    kept += 1;
                }
            }
            self.points.truncate(kept);
        } else {
            movegen::fours(board, us, &mut self.points);
            movegen::suspect_fours(board, us, &mut self.points);
        }
        movegen::retain_legal(board, &mut self.points, from);
    }
}

/// The end of a line when nothing stops the five: some reply, the best-looking first, and the five.
fn finish(board: &mut Board, line: &mut Vec<Point>) {
    line.clear();
    let them = board.side_to_move();
    let fives: Vec<Point> = board.points_of(!them, PointClass::Five).collect();
    let mut replies = fives.clone();
    movegen::retain_legal(board, &mut replies, 0);
    let legal_reply = |board: &mut Board| {
        let mut all: Vec<Point> = board.candidates().filter(|point| !fives.contains(point)).collect();
        movegen::retain_legal(board, &mut all, 0);
        all.first().copied()
    };
    let reply = replies.first().copied().or_else(|| legal_reply(board)).or_else(|| last_resort(board));
    let Some(reply) = reply else { return };
    board.make(reply, &mut ());
    let five = board.points_of(!them, PointClass::Five).next();
    board.unmake(&mut ());
    line.extend(five);
    line.push(reply);
}

/// A reply when none looks worth playing: a forbidden one if there is no other, and one that leaves the
/// opponent a five.
pub(super) fn last_resort(board: &mut Board) -> Option<Point> {
    let playable = movegen::playable(board);
    let them = !board.side_to_move();
    playable.iter().copied().find(|&point| !board.wins_at(point, them)).or_else(|| playable.first().copied())
}
