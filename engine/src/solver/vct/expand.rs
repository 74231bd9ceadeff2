//! Expansion of VCT nodes: the attacker's threats and the defender's answers to them.
//!
//! Soundness: an AND node has every move that does not lose to the threat: all answers to a five, all answers to an
//! open four, and all refutations of the threatened VCF.

use super::odds::MoveOdds;
use super::{FIRST_PASS_WITH_RECORD, OWN_FOUR_DISPROOF, SHORTEST_VCF_NODES, VCF_STONES, Vct};
use crate::base::{Color, Point};
use crate::board::Board;
use crate::movegen;
use crate::pattern::PointClass;
use crate::solver::node::{ProofNode, Successor};
use crate::solver::{Solution, SolverLimits, refutes_vcf, vcf_refutation_candidates};

/// Guide: the attacker's winning move in the position with this hash, for example from a transposition table. It need
/// not be right.
pub type Guide<'a> = &'a dyn Fn(u64) -> Option<Point>;

/// Added to the first proof numbers of the other moves where the guide has a move. Without it a single open reply would
/// make another move look as good, and the guide's line would not be followed to its end.
const GUIDED_MARGIN: u8 = 40;

impl Vct {
    /// OR node, with the attacker to move: won, refuted, or open with its threats.
    pub(super) fn expand_attack(&mut self, board: &mut Board, stones: u32, guide: Guide) -> ProofNode {
        let us = self.attacker;
        if board.empty_count() <= self.limits.draw_at {
            return ProofNode::refuted();
        }
        if stones > 0 && board.count(us, PointClass::Five) > 0 {
            return ProofNode::won(1);
        }
        // A four, the reply and the five need three cells.
        if stones < 2 || board.empty_count() < self.limits.draw_at + 3 {
            return ProofNode::refuted();
        }
        let mut moves = Vec::new();
        if board.count(!us, PointClass::Five) > 0 {
            movegen::answers_to_five(board, !us, &mut moves);
            movegen::retain_legal(board, &mut moves, 0);
            return ProofNode::open(moves.into_iter().map(|point| (point, 1)));
        }
        let probe = SolverLimits { stones: VCF_STONES.min(stones), nodes: self.pass.vcf_nodes, ..self.limits };
        if let Solution::Win(line) = self.vcf.solve_any(board, probe) {
            // The shortest VCF gives the length of the proof and the end of the reported line.
            return match self.vcf.solve(board, SolverLimits { nodes: SHORTEST_VCF_NODES, ..probe }) {
                Solution::Win(shortest) => ProofNode::won(shortest.len()),
                _ => ProofNode::won(line.len()),
            };
        }
        movegen::fours(board, us, &mut moves);
        movegen::threes(board, us, &mut moves);
        moves.extend(board.points_of(us, PointClass::Forbidden));
        movegen::retain_legal(board, &mut moves, 0);
        if self.pass.quiet && !movegen::threatens_open_four(board, !us) {
            moves.extend(board.candidates().filter(|&point| movegen::is_quiet_builder(board, point, us)));
        }
        let odds = MoveOdds::new(board, us, moves.len(), self.pass.quiet);
        let mut moves: Vec<Successor> = moves.into_iter().map(|point| (point, odds.proof(point))).collect();
        if self.passes_begun > FIRST_PASS_WITH_RECORD {
            for (point, proof) in &mut moves {
                *proof = self.record.adjusted_proof(*point, *proof);
            }
        }
        let is_known = |point: Point| moves.iter().any(|&(other, _)| other == point);
        let guided = guide(board.hash()).filter(|&point| board.is_legal(point));
        if let Some(point) = guided.filter(|&point| self.pass.quiet || is_known(point)) {
            moves.retain(|&(other, _)| other != point);
            moves.iter_mut().for_each(|(_, proof)| *proof += GUIDED_MARGIN);
            moves.push((point, 1));
        }
        ProofNode::open(moves)
    }

    /// The VCF that the attacker would have if it were to move.
    fn threatened_line(&mut self, board: &mut Board, stones: u32) -> Option<Vec<Point>> {
        let limits = SolverLimits { stones: VCF_STONES.min(stones), nodes: self.pass.vcf_nodes, ..self.limits };
        match board.as_side(self.attacker, |board| self.vcf.solve(board, limits)) {
            Solution::Win(line) => Some(line),
            Solution::None => None,
            Solution::Unknown => {
                self.incomplete = true;
                None
            }
        }
    }

    /// AND node, with the defender to move: won, refuted, or open with the moves that can refute the threat.
    pub(super) fn expand_defense(&mut self, board: &mut Board, stones: u32) -> ProofNode {
        let them = board.side_to_move();
        if board.count(them, PointClass::Five) > 0 || board.empty_count() < self.limits.draw_at + 2 {
            return ProofNode::refuted();
        }
        let mut moves = Vec::new();
        if board.count(self.attacker, PointClass::Five) > 0 {
            movegen::answers_to_five(board, self.attacker, &mut moves);
            movegen::retain_legal(board, &mut moves, 0);
            return ProofNode::answered(moves.into_iter().map(|point| (point, 1)).collect(), 2);
        }
        // This stone, the four, its reply and the five need four cells, and two stones of the attacker.
        if stones < 2 || board.empty_count() < self.limits.draw_at + 4 {
            return ProofNode::refuted();
        }
        if movegen::threatens_open_four(board, self.attacker) {
            movegen::answers_to_open_four(board, self.attacker, &mut moves);
            movegen::retain_legal(board, &mut moves, 0);
            return ProofNode::answered(replies(board, moves, them), 4);
        }
        if !self.pass.quiet {
            return ProofNode::refuted();
        }
        let Some(line) = self.threatened_line(board, stones) else { return ProofNode::refuted() };
        moves.extend(vcf_refutation_candidates(board, &line, self.limits.draw_at));
        movegen::retain_legal(board, &mut moves, 0);
        moves.retain(|&point| refutes_vcf(board, point, &line, self.limits.draw_at));
        ProofNode::answered(replies(board, moves, them), line.len() + 1)
    }
}

/// The defender's replies with their disproof numbers.
fn replies(board: &Board, moves: Vec<Point>, defender: Color) -> Vec<Successor> {
    let is_four = |point| movegen::makes_four(board.patterns(point).class(defender));
    moves.into_iter().map(|point| (point, if is_four(point) { OWN_FOUR_DISPROOF } else { 1 })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rule;
    use std::collections::HashMap;

    #[test]
    fn a_guide_leads_to_the_win_that_it_knows() {
        let mut board = Board::after(Rule::Freestyle, "f8l9k8g8h7h8j7i8i6g7i5g6k5j6");
        let (mut alone, mut guided) = (Vct::new(), Vct::new());
        let Solution::Win(line) = alone.solve(&mut board, SolverLimits::NONE) else { panic!("no win") };
        let mut winning_moves = HashMap::new();
        alone.report_proof(&mut board, &mut |key, point| {
            winning_moves.insert(key, point);
        });
        let half = SolverLimits { nodes: alone.nodes() / 2, ..SolverLimits::NONE };
        assert_eq!(Vct::new().solve(&mut board, half), Solution::Unknown);
        guided.begin(&mut board, half);
        let found = guided.go_on(&mut board, half, &|key| winning_moves.get(&key).copied());
        assert!(matches!(&found, Solution::Win(found) if found[0] == line[0]), "{found:?} for {line:?}");
        // The new guide is used, and the wins stay.
        guided.forget_open();
        let nodes = guided.nodes();
        assert!(matches!(guided.go_on(&mut board, half, &|_| None), Solution::Win(_)));
        assert_eq!(guided.nodes(), nodes);
    }
}
