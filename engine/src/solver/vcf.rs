//! Victory by continuous fours (VCF): depth-first search in which every move of the attacker makes a four.
//!
//! Iterative deepening on the attacker's stones finds the shortest win first. A direct-mapped table stores positions
//! without a VCF. Idea: Allis et al. 1993, who search fours alone.
//!
//! Soundness: in a win every legal reply to every four is refuted, with forbidden points and the draw of renju taken
//! into account. "No VCF" is exact if no limit was hit.

use super::stop::Stop;
use super::{Solution, SolverLimits};
use crate::base::{Color, Point};
use crate::board::Board;
use crate::movegen;
use crate::pattern::PointClass;

/// A VCF solver with a table of positions that have no VCF.
///
/// A four leaves the opponent few replies, usually one. Fours and fives that the opponent gets on the way are answered
/// by fours or end the line.
pub struct Vcf {
    /// Direct-mapped table: hashes of positions where the attacker, to move, has no VCF, and the number of stones that
    /// is not enough, [`EXHAUSTED`] if no number is. Two vectors of integers, because zeroed memory costs nothing until
    /// it is touched.
    failed_keys: Vec<u64>,
    failed_stones: Vec<u32>,
    points: Vec<Point>,
    nodes: u64,
    limits: SolverLimits,
    pub(super) stop: Stop,
}

const EXHAUSTED: u32 = u32::MAX;
/// Nodes between two polls of the stop flag and the clock.
const STOP_CHECK_INTERVAL: u64 = 256;

/// Result of a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempt {
    Win,
    /// No win within the allowed stones; more might be enough.
    TooFewStones,
    /// No win with any number of stones.
    Failed,
    /// The node limit, the stop flag or the deadline was hit.
    BudgetExhausted,
}

impl Vcf {
    /// A solver with a table of `2^bits` positions, 12 bytes each.
    pub fn new(bits: u32) -> Self {
        Self {
            failed_keys: vec![0; 1 << bits],
            failed_stones: vec![0; 1 << bits],
            points: Vec::new(),
            nodes: 0,
            limits: SolverLimits::NONE,
            stop: Stop::default(),
        }
    }

    /// Sets when the solver stops: its result is [`Solution::Unknown`] soon after `stop` is due.
    pub fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Nodes visited by the last call.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Clears the table. Needed when the rule or the board's size changes.
    pub fn clear(&mut self) {
        self.failed_keys.fill(0);
        self.failed_stones.fill(0);
    }

    /// Finds the shortest VCF of the side to move. The board is restored.
    pub fn solve(&mut self, board: &mut Board, limits: SolverLimits) -> Solution {
        self.deepen(board, limits, 1)
    }

    /// Finds any VCF of the side to move, not always the shortest, with fewer nodes, because there is no iterative
    /// deepening. The board is restored.
    pub fn solve_any(&mut self, board: &mut Board, limits: SolverLimits) -> Solution {
        self.deepen(board, limits, limits.stones)
    }

    /// Finds the shortest VCF within `shortest_nodes`, else any: in positions full of fours the iterations for the
    /// shortest would not end.
    pub fn solve_soon(&mut self, board: &mut Board, limits: SolverLimits, shortest_nodes: u64) -> Solution {
        let shortest = self.solve(board, SolverLimits { nodes: limits.nodes.min(shortest_nodes), ..limits });
        let nodes = self.nodes;
        let solution = match shortest {
            Solution::Unknown => self.solve_any(board, limits),
            known => return known,
        };
        self.nodes += nodes;
        solution
    }

    /// Iterative deepening on the attacker's stones, starting with `first`.
    fn deepen(&mut self, board: &mut Board, limits: SolverLimits, first: u32) -> Solution {
        (self.nodes, self.limits) = (0, limits);
        self.points.clear();
        let mut line = Vec::new();
        for limit in first..=limits.stones {
            match self.attack(board, limit, &mut line) {
                Attempt::Win => {
                    line.reverse();
                    return Solution::Win(line);
                }
                Attempt::TooFewStones => {}
                Attempt::Failed => return Solution::None,
                Attempt::BudgetExhausted => return Solution::Unknown,
            }
        }
        Solution::None
    }

    /// OR node: the attacker is to move and may place `stones` more. The `line` of a win is built backwards.
    fn attack(&mut self, board: &mut Board, stones: u32, line: &mut Vec<Point>) -> Attempt {
        if self.nodes >= self.limits.nodes || self.nodes.is_multiple_of(STOP_CHECK_INTERVAL) && self.should_stop() {
            return Attempt::BudgetExhausted;
        }
        self.nodes += 1;
        let us = board.side_to_move();
        if board.empty_count() <= self.limits.draw_at {
            return Attempt::Failed;
        }
        if let Some(five) = board.points_of(us, PointClass::Five).next() {
            line.clear();
            line.push(five);
            return Attempt::Win;
        }
        // The four, the reply and the five need three cells.
        if board.empty_count() < self.limits.draw_at + 3 {
            return Attempt::Failed;
        }
        let key = board.hash();
        let slot = key as usize & (self.failed_keys.len() - 1);
        let known = self.failed_stones[slot];
        if self.failed_keys[slot] == key && known >= stones {
            return if known == EXHAUSTED { Attempt::Failed } else { Attempt::TooFewStones };
        }
        let from = self.points.len();
        self.generate(board, us);
        let end = self.points.len();
        let mut outcome = Attempt::Failed;
        if stones < 2 && end > from {
            outcome = Attempt::TooFewStones;
        }
        let mut index = from;
        while index < end && stones >= 2 {
            let point = self.points[index];
            index += 1;
            board.push(point);
            let result = self.defend(board, stones - 1, line);
            board.pop();
            match result {
                Attempt::Win => {
                    line.push(point);
                    outcome = Attempt::Win;
                    break;
                }
                Attempt::BudgetExhausted => {
                    outcome = Attempt::BudgetExhausted;
                    break;
                }
                Attempt::TooFewStones => outcome = Attempt::TooFewStones,
                Attempt::Failed => {}
            }
        }
        self.points.truncate(from);
        let failed_stones = match outcome {
            Attempt::Failed => EXHAUSTED,
            Attempt::TooFewStones => stones,
            Attempt::Win | Attempt::BudgetExhausted => return outcome,
        };
        (self.failed_keys[slot], self.failed_stones[slot]) = (key, failed_stones);
        outcome
    }

    /// Polls the stop flag and, except at the first node, the clock: most searches end before its second reading.
    fn should_stop(&self) -> bool {
        if self.nodes == 0 { self.stop.is_set() } else { self.stop.is_due() }
    }

    /// AND node: every legal reply to the four must be refuted.
    fn defend(&mut self, board: &mut Board, stones: u32, line: &mut Vec<Point>) -> Attempt {
        let them = board.side_to_move();
        if board.count(them, PointClass::Five) > 0 {
            return Attempt::Failed;
        }
        let from = self.points.len();
        movegen::answers_to_five(board, !them, &mut self.points);
        movegen::retain_legal(board, &mut self.points, from);
        let end = self.points.len();
        if end == from {
            finish(board, line);
            return Attempt::Win;
        }
        // With several replies the longest line is kept.
        let mut longest = Vec::new();
        let mut outcome = Attempt::Win;
        for index in from..end {
            let point = self.points[index];
            board.push(point);
            outcome = self.attack(board, stones, line);
            board.pop();
            if outcome != Attempt::Win {
                break;
            }
            line.push(point);
            if end - from > 1 && line.len() > longest.len() {
                longest.clone_from(line);
            }
        }
        self.points.truncate(from);
        if end - from > 1 && outcome == Attempt::Win {
            std::mem::swap(line, &mut longest);
        }
        outcome
    }

    /// Appends the attacker's fours; if the opponent threatens a five, only the fours that stop it.
    fn generate(&mut self, board: &mut Board, us: Color) {
        let from = self.points.len();
        if board.count(!us, PointClass::Five) > 0 {
            movegen::answers_to_five(board, !us, &mut self.points);
            let is_four = |point| board.patterns(point).lines(us).into_iter().any(movegen::is_four);
            movegen::retain_from(&mut self.points, from, |_, point| is_four(point));
        } else {
            movegen::fours(board, us, &mut self.points);
            movegen::forbidden_fours(board, us, &mut self.points);
        }
        movegen::retain_legal(board, &mut self.points, from);
    }
}

/// Completes a line when nothing stops the five: some reply, preferably a block, and the five.
fn finish(board: &mut Board, line: &mut Vec<Point>) {
    line.clear();
    let attacker = !board.side_to_move();
    let Some(reply) = other_reply(board, &[]) else { return };
    board.push(reply);
    let five = board.points_of(attacker, PointClass::Five).next();
    board.pop();
    line.extend(five);
    line.push(reply);
}

/// A reply that is not among the `answers` to the attacker's threat, if possible a legal one: blocks of its fives and
/// open fours first, then candidates, then other moves, those that are not the attacker's winning points first.
pub(super) fn other_reply(board: &Board, answers: &[Point]) -> Option<Point> {
    let attacker = !board.side_to_move();
    let mut replies: Vec<Point> = board.points_of(attacker, PointClass::Five).collect();
    replies.extend(board.points_of(attacker, PointClass::OpenFour));
    replies.extend(board.candidates());
    replies.retain(|point| !answers.contains(point));
    movegen::retain_legal(board, &mut replies, 0);
    let last_resort =
        || movegen::playable(board).into_iter().min_by_key(|&point| board.is_winning_move(point, attacker));
    replies.first().copied().or_else(last_resort)
}
