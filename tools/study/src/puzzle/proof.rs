//! Verdicts on moves if only wins by threats count: the answers to tries at a puzzle.

use crate::solve::Goal;
use std::sync::Arc;
use tengen::base::{Color, Point};
use tengen::board::Board;
use tengen::movegen;
use tengen::pattern::PointClass;
use tengen::solver::{Solution, SolverLimits, Stop, Vcf, Vct, refutes_vcf, vcf_refutation_candidates};

/// Most stones of the winner in one proof: more than any puzzle needs, and few enough for the recursion.
const MAX_STONES: u32 = 24;
/// Node limits of a search for a win by fours, and of one by threats.
const VCF_NODES: u64 = 20_000;
const VCT_NODES: u64 = 3_000;
/// Node limit of a search for a win by threats after a move that should hold, much larger than for answers to tries.
const HOLD_NODES: u64 = 60_000;
/// Sizes of the solvers' tables: of the VCF solver as a power of two of positions, and of the VCT solver in positions.
const TABLE_BITS: u32 = 14;
const TABLE_POSITIONS: usize = 1 << 16;

/// Verdict on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveVerdict {
    /// The move wins against every reply.
    Wins {
        /// The reply that lasts longest; `None` after the five itself.
        reply: Option<Point>,
        /// Stones of the winner to the five, this move's included.
        stones: u32,
        /// The threats that are needed.
        goal: Goal,
    },
    /// The move is followed by no win by threats.
    Fails {
        /// A reply that stops the attack; `None` if there is no threat, so that any move does.
        reply: Option<Point>,
        /// Whether this is proven; otherwise no win was found within the limits.
        is_proven: bool,
    },
}

/// Finds wins by threats within fixed limits.
pub struct Prover {
    vcf: Vcf,
    vct: Vct,
    vct_nodes: u64,
}

impl Default for Prover {
    fn default() -> Self {
        Self::with_nodes(VCT_NODES)
    }
}

impl Prover {
    /// A prover with this node limit for wins by threats.
    pub fn with_nodes(vct_nodes: u64) -> Self {
        Self { vcf: Vcf::new(TABLE_BITS), vct: Vct::new().with_memory(TABLE_POSITIONS), vct_nodes }
    }

    /// This prover, which stops soon after `stop` is due; verdicts after that are meaningless.
    pub fn stopped_by(mut self, stop: Stop) -> Self {
        self.vct = Vct::stopped_by(Arc::clone(&stop.flag)).with_memory(TABLE_POSITIONS);
        self.vct.set_deadline(stop.deadline);
        self.vcf.set_stop(stop);
        self
    }

    /// The shortest win of the side to move by fours.
    pub fn by_fours(&mut self, board: &mut Board) -> Solution {
        // The table belongs to one rule and board size.
        self.vcf.clear();
        self.vcf.solve_soon(board, within(VCF_NODES), VCF_NODES)
    }

    /// A win of the side to move by fours and threes.
    pub fn by_threats(&mut self, board: &mut Board) -> Solution {
        self.vct.solve(board, within(self.vct_nodes))
    }

    /// Whether a much longer search does not find a win of the side to move either, so that the move before it holds.
    pub fn is_held(&mut self, board: &mut Board) -> bool {
        !matches!(self.vct.solve(board, within(HOLD_NODES)), Solution::Win(_))
    }

    /// A win of the side to move, by fours if they are enough.
    pub fn win(&mut self, board: &mut Board) -> Option<(Vec<Point>, Goal)> {
        if let Solution::Win(line) = self.by_fours(board) {
            return Some((line, Goal::Vcf));
        }
        let Solution::Win(line) = self.by_threats(board) else { return None };
        Some((line, Goal::Vct))
    }

    /// The win by fours that the opponent of the side to move would have if it were to move.
    pub fn threat(&mut self, board: &mut Board) -> Solution {
        let side = board.side_to_move();
        board.as_side(!side, |board| self.by_fours(board))
    }

    /// The verdict on a move of the side to move.
    pub fn after(&mut self, board: &mut Board, point: Point) -> MoveVerdict {
        let us = board.side_to_move();
        if board.is_winning_move(point, us) {
            return MoveVerdict::Wins { reply: None, stones: 1, goal: Goal::Vcf };
        }
        if !board.is_legal(point) {
            return MoveVerdict::Fails { reply: None, is_proven: true };
        }
        board.push(point);
        let verdict = self.answered(board);
        board.pop();
        verdict
    }

    /// The verdict on the last move; the side to move defends.
    pub fn answered(&mut self, board: &mut Board) -> MoveVerdict {
        let them = board.side_to_move();
        if let Some(five) = board.points_of(them, PointClass::Five).next() {
            return MoveVerdict::Fails { reply: Some(five), is_proven: true };
        }
        let is_four = board.count(!them, PointClass::Five) > 0;
        let (replies, stones) = match is_four {
            true => (replies_to_four(board, !them), 2),
            false => match self.threat(board) {
                Solution::Win(line) => (refutations(board, &line), stones_of(&line) + 1),
                open => return MoveVerdict::Fails { reply: None, is_proven: open == Solution::None },
            },
        };
        if replies.is_empty() {
            return MoveVerdict::Wins { reply: losing_reply(board), stones, goal: Goal::Vcf };
        }
        self.against_all(board, &replies)
    }

    /// The verdict after these replies: the attacker wins only if every one of them loses.
    fn against_all(&mut self, board: &mut Board, replies: &[Point]) -> MoveVerdict {
        let (mut longest, mut open) = ((0, replies[0]), Vec::new());
        let mut goal = Goal::Vcf;
        let mut note = |line: &[Point], reply| longest = longest.max((stones_of(line), reply));
        for &reply in replies {
            board.push(reply);
            match self.by_fours(board) {
                Solution::Win(line) => note(&line, reply),
                Solution::None | Solution::Unknown => open.push(reply),
            }
            board.pop();
        }
        for reply in open {
            board.push(reply);
            let found = self.by_threats(board);
            board.pop();
            match found {
                Solution::Win(line) => note(&line, reply),
                open => return MoveVerdict::Fails { reply: Some(reply), is_proven: open == Solution::None },
            }
            goal = Goal::Vct;
        }
        // An open three is not a four, even if only fours follow it.
        if board.count(!board.side_to_move(), PointClass::Five) == 0 {
            goal = Goal::Vct;
        }
        MoveVerdict::Wins { reply: Some(longest.1), stones: longest.0 + 1, goal }
    }
}

/// The limits of a proof with this many nodes.
fn within(nodes: u64) -> SolverLimits {
    SolverLimits { stones: MAX_STONES, nodes, ..SolverLimits::NONE }
}

/// Stones of the winner in a winning line.
pub fn stones_of(line: &[Point]) -> u32 {
    line.len().div_ceil(2) as u32
}

/// The legal moves that stop the opponent's win by fours, or at least this line of it.
pub fn refutations(board: &mut Board, line: &[Point]) -> Vec<Point> {
    let draw_at = SolverLimits::NONE.draw_at;
    let mut points = vcf_refutation_candidates(board, line, draw_at);
    movegen::retain_legal(board, &mut points, 0);
    points.retain(|&point| refutes_vcf(board, point, line, draw_at));
    points
}

/// The legal replies to a four; empty if it cannot be stopped.
fn replies_to_four(board: &Board, attacker: Color) -> Vec<Point> {
    let mut replies = Vec::new();
    movegen::answers_to_five(board, attacker, &mut replies);
    movegen::retain_legal(board, &mut replies, 0);
    replies
}

/// A reply if all of them lose: preferably one that looks like a defense.
fn losing_reply(board: &mut Board) -> Option<Point> {
    let attacker = !board.side_to_move();
    let mut points: Vec<Point> = board.points_of(attacker, PointClass::Five).collect();
    points.extend(board.points_of(attacker, PointClass::OpenFour));
    points.extend(movegen::playable(board));
    points.into_iter().find(|&point| board.is_legal(point))
}
