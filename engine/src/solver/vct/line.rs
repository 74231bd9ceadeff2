//! The winning line of a proven VCT: the attacker plays the shortest win, the defender the longest resistance.

use super::{SHORTEST_VCF_NODES, VCF_STONES, Vct};
use crate::base::Point;
use crate::board::Board;
use crate::solver::node::KeyHashBuilder;
use crate::solver::vcf::other_reply;
use crate::solver::{Solution, SolverLimits};
use std::collections::HashSet;

impl Vct {
    /// The line of a proof, complete even if the stop flag is already set or the deadline has passed.
    pub(super) fn won_line(&mut self, board: &mut Board) -> Vec<Point> {
        let stop = std::mem::take(&mut self.vcf.stop);
        let line = self.line(board);
        self.vcf.stop = stop;
        line
    }

    /// A line of the proof: the attacker's quickest win against the longest resistance.
    fn line(&mut self, board: &mut Board) -> Vec<Point> {
        self.update_lengths(board, &mut HashSet::default());
        let mut line = Vec::new();
        loop {
            let attacks = board.side_to_move() == self.attacker;
            let threat = self.nodes.get(&board.hash()).map_or(0, |node| node.threat);
            let wins = self.won_moves(board);
            let answers: Vec<Point> = wins.iter().map(|&(_, point)| point).collect();
            // If the longest resistance is to ignore the threat, the line ignores it.
            let longest = || wins.iter().max().filter(|&(length, _)| length + 1 >= threat);
            let next = if attacks { wins.iter().min() } else { longest() };
            let other = || if attacks { None } else { other_reply(board, &answers) };
            let Some(point) = next.map(|&(_, point)| point).or_else(other) else { break };
            board.push(point);
            line.push(point);
        }
        let fours = self.last_fours(board, self.limits.stones.saturating_sub(line.len() as u32 / 2));
        line.iter().for_each(|_| board.pop());
        line.extend(fours);
        line
    }

    /// Calls `report` with the hash of each position of the proof in which the attacker is to move, and its quickest
    /// move; positions that a VCF wins are left out. To be called after a win, with the board that was solved.
    pub fn report_proof(&self, board: &mut Board, report: &mut dyn FnMut(u64, Point)) {
        self.report_below(board, &mut HashSet::default(), report);
    }

    fn report_below(
        &self,
        board: &mut Board,
        done: &mut HashSet<u64, KeyHashBuilder>,
        report: &mut dyn FnMut(u64, Point),
    ) {
        let key = board.hash();
        if self.nodes.get(&key).is_none_or(|node| node.proof > 0) || !done.insert(key) {
            return;
        }
        let mut wins = self.won_moves(board);
        if board.side_to_move() == self.attacker {
            wins = wins.into_iter().min().into_iter().collect();
            wins.iter().for_each(|&(_, point)| report(key, point));
        }
        for (_, point) in wins {
            board.push(point);
            self.report_below(board, done, report);
            board.pop();
        }
    }

    /// The moves of a node that are known to win, with the plies to the five after each.
    fn won_moves(&self, board: &Board) -> Vec<(u16, Point)> {
        let moves = self.nodes.get(&board.hash()).and_then(|node| node.moves.as_deref()).unwrap_or_default();
        moves.iter().filter_map(|&(point, _)| Some((self.won_in(board, point)?, point))).collect()
    }

    /// Plies to the five after a move if it is known to win.
    fn won_in(&self, board: &Board, point: Point) -> Option<u16> {
        self.nodes.get(&board.hash_after(point)).filter(|node| node.proof == 0).map(|node| node.length)
    }

    /// Updates the length of a won node from the won nodes below it, some of which became shorter after their parents
    /// were settled.
    fn update_lengths(&mut self, board: &mut Board, done: &mut HashSet<u64, KeyHashBuilder>) {
        let key = board.hash();
        let attacks = board.side_to_move() == self.attacker;
        let Some(node) = self.nodes.get(&key).filter(|node| node.proof == 0) else { return };
        let threat = node.threat;
        let wins = self.won_moves(board);
        // A won node without moves is a VCF, or a threat without an answer.
        if wins.is_empty() || !done.insert(key) {
            return;
        }
        let mut lengths = Vec::new();
        for (_, point) in wins {
            board.push(point);
            self.update_lengths(board, done);
            board.pop();
            lengths.extend(self.won_in(board, point));
        }
        let longest = if attacks { lengths.into_iter().min() } else { lengths.into_iter().max() };
        if let (Some(length), Some(node)) = (longest, self.nodes.get_mut(&key)) {
            node.length = (length + 1).max(threat);
        }
    }

    /// The VCF at the end of the proof: the shortest if it is found quickly, else any.
    fn last_fours(&mut self, board: &mut Board, stones: u32) -> Vec<Point> {
        let mut limits = SolverLimits { stones: VCF_STONES.min(stones), nodes: SHORTEST_VCF_NODES, ..self.limits };
        loop {
            // The VCF was found before, so it is found again with enough nodes.
            match self.vcf.solve_soon(board, limits, limits.nodes) {
                Solution::Win(line) => return line,
                Solution::None => return Vec::new(),
                Solution::Unknown => limits.nodes = limits.nodes.saturating_mul(4),
            }
        }
    }
}
