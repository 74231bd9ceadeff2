//! Victory by continuous threats (VCT): depth-first proof-number search (df-pn; Nagai, "Df-pn algorithm for
//! searching AND/OR trees and its applications", 2002) in several passes, with and without quiet moves.
//!
//! Threats are fours, open threes, and quiet moves that threaten a VCF. The defender may play every move that can
//! refute the threat, its own fours included; every other reply loses to the threat itself. A position where the
//! attacker has a VCF is won.
//!
//! Soundness: in proven nodes every such reply is refuted, so that a win holds in all passes. "No VCT" is reported only
//! by a pass with quiet moves, if no VCF probe hit its limit in that pass and in the passes whose nodes it continues.

mod expand;
mod line;
mod odds;
mod record;

use super::node::{INFINITE, NodeTable, ProofNode, Successor};
use super::stop::Stop;
use super::vcf::Vcf;
use super::{Solution, SolverLimits};
use crate::base::Color;
use crate::board::Board;
pub use expand::Guide;
use record::MoveRecord;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A VCT solver. Quiet moves are a guide's moves, and moves that make an open two or a closed three while the opponent
/// cannot make an open four.
pub struct Vct {
    /// The nodes of the current pass, and all wins.
    nodes: NodeTable,
    /// Open and refuted nodes of the passes of the other kind, which continue with them.
    other_nodes: NodeTable,
    vcf: Vcf,
    attacker: Color,
    limits: SolverLimits,
    expanded: u64,
    /// Results of the attacker's settled moves since the position was begun.
    record: MoveRecord,
    /// Most nodes in both tables.
    max_nodes: usize,
    pass: Pass,
    /// Number of passes begun.
    passes_begun: usize,
    /// Whether a VCF probe hit its limit under the present parameters of the quiet passes, so "none" is not proven.
    incomplete: bool,
}

/// Parameters of one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pass {
    /// Whether quiet moves that threaten a VCF are searched.
    quiet: bool,
    /// Node limit of a VCF probe.
    vcf_nodes: u64,
    /// Limit of the attacker's stones.
    stones: u32,
    /// Total number of expanded nodes after which the next pass begins.
    node_limit: u64,
}

/// The node limit, the stop flag, the deadline or the table's capacity was hit.
struct BudgetExhausted;

/// The passes in order. Fours and threes alone settle some positions quickly, quiet moves most others. An open one may
/// be a long win by fours and threes, found when a limit of stones keeps the search from following each of them. Each
/// kind of pass has its table, and both alternate with growing node limits. A pass continues where the last one of its
/// kind stopped, unless it has another limit of stones or of a probe's nodes.
const PASSES: [Pass; 11] = [
    Pass { quiet: false, vcf_nodes: 100, stones: u32::MAX, node_limit: 1_000 },
    Pass { quiet: true, vcf_nodes: 100, stones: u32::MAX, node_limit: 60_000 },
    Pass { quiet: false, vcf_nodes: 100, stones: 12, node_limit: 120_000 },
    Pass { quiet: true, vcf_nodes: 100, stones: u32::MAX, node_limit: 300_000 },
    Pass { quiet: false, vcf_nodes: 100, stones: 12, node_limit: 700_000 },
    Pass { quiet: true, vcf_nodes: 100, stones: u32::MAX, node_limit: 1_200_000 },
    Pass { quiet: false, vcf_nodes: 100, stones: 12, node_limit: 2_800_000 },
    Pass { quiet: true, vcf_nodes: 100, stones: u32::MAX, node_limit: 5_000_000 },
    Pass { quiet: false, vcf_nodes: 100, stones: 12, node_limit: 8_000_000 },
    Pass { quiet: true, vcf_nodes: 1_000, stones: u32::MAX, node_limit: u64::MAX },
    Pass { quiet: true, vcf_nodes: DEEP_VCF_NODES, stones: u32::MAX, node_limit: u64::MAX },
];
const DEEP_VCF_NODES: u64 = 50_000;
/// Node limit of the VCF search at the root.
const ROOT_VCF_NODES: u64 = 1_000_000;
/// Most stones of the attacker in a VCF probe.
const VCF_STONES: u32 = 40;
const VCF_MEMORY_BITS: u32 = 16;
/// Node limit for the shortest form of a known VCF, which positions full of fours would exceed.
const SHORTEST_VCF_NODES: u64 = 10_000;
/// Initial disproof number of the defender's own fours, which usually only delay the win; other replies have 1.
const OWN_FOUR_DISPROOF: u8 = 2;

/// Index of the first pass that uses the record. The record often halves the nodes of long wins, but the earlier passes
/// win as many positions without it.
const FIRST_PASS_WITH_RECORD: usize = 2;

/// Divisor of the margin by which a move may become worse than the second best before it is left (1 + epsilon:
/// Pawlewicz and Lew, "Improving depth-first pn-search", 2006).
const THRESHOLD_MARGIN: u32 = 16;

/// Default of the most nodes in both tables together.
const MAX_NODES: usize = 1 << 22;

impl Vct {
    /// A solver with an empty node table.
    pub fn new() -> Self {
        Self::stopped_by(Arc::default())
    }

    /// A solver with a stop flag: its result is [`Solution::Unknown`] soon after `stop` is set.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Self {
        let mut vcf = Vcf::new(VCF_MEMORY_BITS);
        vcf.set_stop(Stop { flag: stop, deadline: None });
        Self {
            nodes: NodeTable::default(),
            other_nodes: NodeTable::default(),
            vcf,
            attacker: Color::Black,
            limits: SolverLimits::NONE,
            expanded: 0,
            record: MoveRecord::default(),
            max_nodes: MAX_NODES,
            pass: PASSES[0],
            passes_begun: 0,
            incomplete: false,
        }
    }

    /// This solver with at most `positions` nodes in both tables, about 130 bytes each; the default is 4 million.
    pub fn with_memory(mut self, positions: usize) -> Self {
        self.max_nodes = positions;
        self
    }

    /// Sets a deadline (or none), after which the result is [`Solution::Unknown`] unless a win is known by then.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.vcf.stop.deadline = deadline;
    }

    /// Nodes expanded since the position was begun.
    pub fn nodes(&self) -> u64 {
        self.expanded
    }

    /// Finds a VCT of the side to move, first by fours and threes alone, then with quiet threats too. The limit of
    /// stones does not count those of a VCF at the end beyond `VCF_STONES`. The board is restored.
    pub fn solve(&mut self, board: &mut Board, limits: SolverLimits) -> Solution {
        match self.begin(board, limits) {
            win @ Solution::Win(_) => win,
            Solution::None | Solution::Unknown => self.go_on(board, limits, &|_| None),
        }
    }

    /// Begins a new position. Returns a VCF of the side to move, or [`Solution::Unknown`].
    pub fn begin(&mut self, board: &mut Board, limits: SolverLimits) -> Solution {
        self.vcf.clear();
        self.nodes.clear();
        self.other_nodes.clear();
        self.attacker = board.side_to_move();
        self.expanded = 0;
        self.record.reset(board.size());
        (self.pass, self.passes_begun, self.incomplete) = (PASSES[0], 0, false);
        let root_limits = SolverLimits { nodes: limits.nodes.min(ROOT_VCF_NODES), ..limits };
        match self.vcf.solve(board, root_limits) {
            win @ Solution::Win(_) => win,
            Solution::None | Solution::Unknown => Solution::Unknown,
        }
    }

    /// Continues with the position of [`Vct::begin`], which `board` must hold, until it has an answer or `limits.nodes`
    /// nodes were expanded since the beginning. Another call with a higher limit continues where this one stopped. In
    /// each new node the move of the `guide` is tried first, even a quiet one.
    pub fn go_on(&mut self, board: &mut Board, limits: SolverLimits, guide: Guide) -> Solution {
        self.limits = limits;
        let first = self.passes_begun.saturating_sub(1);
        for (index, &pass) in PASSES.iter().enumerate().skip(first) {
            // With a node limit, no single node may cost as much as all others together.
            if pass.vcf_nodes == DEEP_VCF_NODES && limits.nodes != u64::MAX {
                break;
            }
            if index >= self.passes_begun {
                self.begin_pass(index);
            }
            let result = self.search(board, [INFINITE; 2], limits.stones.min(pass.stones), guide);
            match (self.nodes.get(&board.hash()), result) {
                (Some(node), _) if node.proof == 0 => return Solution::Win(self.won_line(board)),
                (Some(node), _) if node.disproof == 0 && !self.incomplete && pass.quiet => return Solution::None,
                _ if self.expanded >= limits.nodes || self.vcf.stop.is_due() => break,
                _ => {}
            }
        }
        Solution::Unknown
    }

    /// Forgets all nodes but the wins, so that a guide that knows more can give new moves for them.
    pub fn forget_open(&mut self) {
        self.retain_all(|node| node.proof == 0);
    }

    /// Makes pass number `index` the current one, with the nodes of the passes of its kind.
    fn begin_pass(&mut self, index: usize) {
        let pass = PASSES[index];
        if pass.quiet != self.pass.quiet {
            std::mem::swap(&mut self.nodes, &mut self.other_nodes);
        }
        let goes_on = PASSES[..index]
            .iter()
            .rfind(|last| last.quiet == pass.quiet)
            .is_some_and(|last| Pass { node_limit: pass.node_limit, ..*last } == pass);
        if !goes_on {
            // Wins stay valid; refutations hold only under the old limits.
            self.nodes.retain(|_, node| node.proof == 0);
            self.incomplete &= !pass.quiet;
        }
        self.nodes.extend(self.other_nodes.extract_if(|_, node| node.proof == 0));
        (self.pass, self.passes_begun) = (pass, index + 1);
    }

    /// Expands below a node until it is settled or one of its numbers, proof and disproof, reaches its threshold. The
    /// attacker may place `stones` more.
    fn search(
        &mut self,
        board: &mut Board,
        thresholds: [u32; 2],
        stones: u32,
        guide: Guide,
    ) -> Result<(), BudgetExhausted> {
        let key = board.hash();
        let attacks = board.side_to_move() == self.attacker;
        if self.nodes.get(&key).is_none_or(|node| node.moves.is_none()) {
            if self.expanded >= self.limits.nodes.min(self.pass.node_limit) || self.vcf.stop.is_due() {
                return Err(BudgetExhausted);
            }
            if self.held() >= self.max_nodes {
                self.evict()?;
            }
            self.expanded += 1;
            let node =
                if attacks { self.expand_attack(board, stones, guide) } else { self.expand_defense(board, stones) };
            self.nodes.insert(key, node);
        }
        let Some(moves) = self.nodes.get_mut(&key).filter(|node| !node.is_settled()).and_then(|node| node.moves.take())
        else {
            return Ok(());
        };
        let result = self.select_and_expand(board, &moves, key, thresholds, stones, guide);
        if let Some(node) = self.nodes.get_mut(&key) {
            node.moves = Some(moves);
        }
        result
    }

    /// Evicts open nodes, which can be rebuilt from settled ones, then refuted ones. Nodes on the current path (whose
    /// moves are taken out) are kept, because their `threat` is not recomputed.
    fn evict(&mut self) -> Result<(), BudgetExhausted> {
        self.retain_all(|node| node.is_settled() || node.moves.is_none());
        if self.held() > self.max_nodes / 4 * 3 {
            self.retain_all(|node| node.proof == 0 || node.moves.is_none());
        }
        if self.held() > self.max_nodes / 4 * 3 { Err(BudgetExhausted) } else { Ok(()) }
    }

    fn retain_all(&mut self, keeps: impl Fn(&ProofNode) -> bool) {
        self.nodes.retain(|_, node| keeps(node));
        self.other_nodes.retain(|_, node| keeps(node));
    }

    /// Number of nodes in both tables.
    fn held(&self) -> usize {
        self.nodes.len() + self.other_nodes.len()
    }

    /// Selects the most promising move and searches below it, until the node is settled or a threshold is reached.
    fn select_and_expand(
        &mut self,
        board: &mut Board,
        moves: &[Successor],
        key: u64,
        thresholds: [u32; 2],
        stones: u32,
        guide: Guide,
    ) -> Result<(), BudgetExhausted> {
        // Index 0 is the number that the side to move minimizes: proof at OR nodes, disproof at AND nodes. It is the
        // minimum over the moves; the other one combines all moves.
        let attacks = board.side_to_move() == self.attacker;
        let numbers_of =
            |node: &ProofNode| if attacks { [node.proof, node.disproof] } else { [node.disproof, node.proof] };
        let [own_threshold, other_threshold] = if attacks { thresholds } else { [thresholds[1], thresholds[0]] };
        loop {
            let (mut best, mut second, mut chosen) = ([INFINITE; 2], INFINITE, None);
            let (mut largest, mut open) = (0, 0);
            let mut length = if attacks { u16::MAX } else { 0 };
            for &(point, initial) in moves {
                let [proof, disproof] = if attacks { [initial, 1] } else { [1, initial] };
                let unvisited = ProofNode::unvisited(proof.into(), disproof.into());
                let node = self.nodes.get(&board.hash_after(point)).unwrap_or(&unvisited);
                let numbers = numbers_of(node);
                if numbers[0] < best[0] {
                    (second, best, chosen) = (best[0], numbers, Some(point));
                } else {
                    second = second.min(numbers[0]);
                }
                if numbers[1] > 0 {
                    // The largest number plus one for each other move, not the sum, because transpositions share
                    // leaves.
                    (largest, open) = (numbers[1].max(largest), open + 1);
                }
                if node.proof == 0 {
                    length = if attacks { length.min(node.length) } else { length.max(node.length) };
                }
            }
            let other = if largest >= INFINITE { INFINITE } else { largest + u32::max(open, 1) - 1 };
            let own = best[0];
            let node = self.nodes.entry(key).or_insert(ProofNode::unvisited(1, 1));
            (node.proof, node.disproof) = if attacks { (own, other) } else { (other, own) };
            node.length = length.saturating_add(1).max(node.threat);
            if own == 0 || other == 0 || own >= own_threshold || other >= other_threshold {
                return Ok(());
            }
            let Some(point) = chosen else { return Ok(()) };
            let child_own = own_threshold.min(second.saturating_add(second / THRESHOLD_MARGIN + 1));
            let child_other = other_threshold - (other - best[1].min(other));
            let thresholds = if attacks { [child_own, child_other] } else { [child_other, child_own] };
            board.push(point);
            let result = self.search(board, thresholds, stones - u32::from(attacks), guide);
            if attacks && let Some(node) = self.nodes.get(&board.hash()).filter(|node| node.is_settled()) {
                self.record.note(point, node.proof == 0);
            }
            board.pop();
            result?;
        }
    }
}

impl Default for Vct {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Point, Rule};

    #[test]
    fn a_search_in_small_steps_is_the_search_at_once() {
        for moves in ["h8h7j9g8i10i9g9k10", "f8l9k8g8h7h8j7i8i6g7i5g6k5j6", "h8i9j8g10", "h8a1i8a3j8a5"] {
            let mut board = Board::after(Rule::Freestyle, moves);
            let limit = |nodes| SolverLimits { nodes, ..SolverLimits::NONE };
            let (mut whole, mut steps) = (Vct::new(), Vct::new());
            let at_once = whole.solve(&mut board, limit(3_000));
            let mut solution = steps.begin(&mut board, limit(3_000));
            for nodes in (100..=3_000).step_by(100) {
                if solution == Solution::Unknown {
                    solution = steps.go_on(&mut board, limit(nodes), &|_| None);
                }
            }
            assert_eq!(matches!(solution, Solution::Win(_)), matches!(at_once, Solution::Win(_)), "{moves:?}");
            assert_eq!(solution == Solution::None, at_once == Solution::None, "{moves:?}");
        }
    }

    #[test]
    fn a_pass_goes_on_with_the_nodes_of_its_kind_and_all_wins() {
        // By pass: the earlier passes with whose open nodes it continues.
        let goes_on_with: [&[u64]; PASSES.len()] =
            [&[], &[], &[], &[1], &[2], &[1, 3], &[2, 4], &[1, 3, 5], &[2, 4, 6], &[], &[]];
        let mut solver = Vct::new();
        for (index, open) in goes_on_with.into_iter().enumerate() {
            solver.incomplete = true;
            solver.begin_pass(index);
            let mut keys: Vec<u64> = solver.nodes.keys().copied().collect();
            keys.sort_unstable();
            // Every earlier pass left an open node, with its number as the key, and a win.
            let wins = (0..index as u64).map(|pass| 100 + pass);
            assert_eq!(keys, open.iter().copied().chain(wins).collect::<Vec<u64>>(), "nodes in pass {index}");
            // Only new limits of the quiet passes can make them complete again.
            assert_eq!(solver.incomplete, ![1, 9, 10].contains(&index), "pass {index}");
            solver.nodes.insert(index as u64, ProofNode::answered(vec![(Point(0), 1)], 6));
            solver.nodes.insert(100 + index as u64, ProofNode::won(3));
        }
    }

    #[test]
    fn a_full_table_keeps_the_nodes_of_the_current_path() {
        let mut solver = Vct::new().with_memory(8);
        let answered = ProofNode::answered(vec![(Point(0), 1)], 6);
        solver.nodes.insert(1, answered.clone());
        solver.nodes.insert(2, ProofNode { moves: None, ..answered });
        solver.nodes.insert(3, ProofNode::won(3));
        solver.other_nodes.extend([(4, answered.clone()), (5, ProofNode::won(3))]);
        assert!(solver.evict().is_ok());
        assert!(!solver.other_nodes.contains_key(&4) && solver.other_nodes.contains_key(&5));
        assert!(!solver.nodes.contains_key(&1) && solver.nodes.contains_key(&3));
        assert_eq!(solver.nodes.get(&2).map(|node| node.threat), Some(6));
    }
}
