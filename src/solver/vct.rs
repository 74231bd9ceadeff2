use super::node::{Hash, INFINITE, Node, Nodes, Successor};
use super::vcf::{Vcf, last_resort};
use super::{Bounds, Solution, breaks, may_break};
use crate::base::{Color, Point};
use crate::board::Board;
use crate::movegen;
use crate::pattern::PointClass;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A solver of continuous threats (VCT): fours, open threes and quiet moves that threaten a VCF, by
/// depth-first proof-number search (Nagai 2002). Quiet moves are those that make an open two or a
/// closed three, while the opponent has no open four to make.
///
/// The defender may play whatever touches the threat, and its own fours; every other reply loses to
/// the threat itself. Where the attacker has a VCF the position is won.
pub struct Vct {
    nodes: Nodes,
    vcf: Vcf,
    attacker: Color,
    bounds: Bounds,
    /// Set from outside to break a solution off.
    stop: Arc<AtomicBool>,
    spent: u64,
    /// Positions that are kept.
    most_nodes: usize,
    pass: Pass,
    /// A look for a threatened VCF ran out of nodes: "none" is not certain any more.
    cut: bool,
}

/// A way to go over the position: each later one sees more and takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pass {
    /// Whether quiet moves that threaten a VCF are looked at.
    quiet: bool,
    /// Nodes that a look for a VCF may take.
    vcf_nodes: u64,
    /// Stones that the attacker may put down.
    stones: u32,
    /// Positions in all after which the next pass has its turn.
    until: u64,
}

/// The budget or the memory is spent.
struct Spent;

/// Fours and threes alone settle much and soon, quiet moves most of the rest. What is left may be a long
/// win by fours and threes, found where the search is kept from following each of them without end.
const PASSES: [Pass; 5] = [
    Pass { quiet: false, vcf_nodes: 100, stones: u32::MAX, until: 50_000 },
    Pass { quiet: true, vcf_nodes: 1_000, stones: u32::MAX, until: 500_000 },
    Pass { quiet: false, vcf_nodes: 100, stones: 12, until: 3_000_000 },
    Pass { quiet: true, vcf_nodes: 1_000, stones: u32::MAX, until: u64::MAX },
    Pass { quiet: true, vcf_nodes: DEEP_VCF_NODES, stones: u32::MAX, until: u64::MAX },
];
const DEEP_VCF_NODES: u64 = 50_000;
/// The first look for a VCF may take longer.
const ROOT_VCF_NODES: u64 = 1_000_000;
/// Stones that a VCF inside may take.
const VCF_STONES: u32 = 40;
const VCF_MEMORY_BITS: u32 = 16;
/// A known VCF is shortened for no longer than this: where fours abound, there is no end to it.
const SHORTEST_VCF_NODES: u64 = 10_000;
/// Threes and quiet moves count as so many leaves at first: they leave more replies than fours do, and
/// whether a quiet move threatens anything is seen only when it is looked at.
const THREE_PROOF: u8 = 4;
const QUIET_PROOF: u8 = 8;

/// Positions that are kept where nothing else is said.
const MOST_NODES: usize = 1 << 22;

impl Vct {
    /// A solver without any memory yet.
    pub fn new() -> Self {
        Self::stopped_by(Arc::default())
    }

    /// The same; what it works on is `Unknown` soon after `stop` was set.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Self {
        Self {
            nodes: Nodes::default(),
            vcf: Vcf::stopped_by(VCF_MEMORY_BITS, Arc::clone(&stop)),
            attacker: Color::Black,
            bounds: Bounds::NONE,
            stop,
            spent: 0,
            most_nodes: MOST_NODES,
            pass: PASSES[0],
            cut: false,
        }
    }

    /// The same solver, keeping no more than so many positions instead of 4 million, about 130 bytes each.
    pub fn with_memory(mut self, positions: usize) -> Self {
        self.most_nodes = positions;
        self
    }

    /// Positions expanded by the last call.
    pub fn nodes(&self) -> u64 {
        self.spent
    }

    /// A VCT of the side to move, first by fours and threes alone, then with quiet threats too. The
    /// bound of stones does not count those of a VCF at its end beyond [`VCF_STONES`]. The board is
    /// the same after the call as before.
    pub fn solve(&mut self, board: &mut Board, bounds: Bounds) -> Solution {
        self.vcf.clear();
        self.attacker = board.side_to_move();
        (self.bounds, self.spent) = (bounds, 0);
        let first = Bounds { nodes: bounds.nodes.min(ROOT_VCF_NODES), ..bounds };
        if let win @ Solution::Win(_) = self.vcf.solve(board, first) {
            return win;
        }
        let mut solution = Solution::Unknown;
        self.nodes.clear();
        for pass in PASSES {
            // Where positions are counted none may cost as much as all others.
            if pass.vcf_nodes == DEEP_VCF_NODES && bounds.nodes != u64::MAX {
                break;
            }
            // Those that see less leave half of what is counted to those that see more.
            let until = if pass.until == u64::MAX { u64::MAX } else { pass.until.min(bounds.nodes / 2) };
            (self.pass, self.cut) = (Pass { until, ..pass }, false);
            // What is won stays so; "none" was said of fewer moves.
            self.nodes.retain(|_, node| node.proof == 0);
            let result = self.search(board, INFINITE, INFINITE, bounds.stones.min(pass.stones));
            solution = match (self.nodes.get(&board.hash()), result) {
                (Some(node), _) if node.proof == 0 => return Solution::Win(self.won_line(board)),
                (Some(node), _) if node.disproof == 0 && !self.cut => Solution::None,
                _ => Solution::Unknown,
            };
            if pass.quiet && solution == Solution::None {
                break;
            }
        }
        solution
    }

    /// Works on a node until it is settled or one of its numbers reaches its threshold. `stones` is
    /// what the attacker may still put down.
    fn search(&mut self, board: &mut Board, most_proof: u32, most_disproof: u32, stones: u32) -> Result<(), Spent> {
        let key = board.hash();
        let attacks = board.side_to_move() == self.attacker;
        if self.nodes.get(&key).is_none_or(|node| node.moves.is_none()) {
            let stopped = self.stop.load(Ordering::Relaxed);
            if stopped || self.spent >= self.bounds.nodes.min(self.pass.until) {
                return Err(Spent);
            }
            if self.nodes.len() >= self.most_nodes {
                self.forget()?;
            }
            self.spent += 1;
            let node = if attacks { self.expand_attack(board, stones) } else { self.expand_defence(board, stones) };
            self.nodes.insert(key, node);
        }
        let Some(moves) = self.nodes.get_mut(&key).filter(|node| !node.is_settled()).and_then(|node| node.moves.take())
        else {
            return Ok(());
        };
        let result = self.work(board, &moves, key, [most_proof, most_disproof], stones);
        if let Some(node) = self.nodes.get_mut(&key) {
            node.moves = Some(moves);
        }
        result
    }

    /// Makes room: what is open is found again from what is settled. What is being worked on stays, as nobody
    /// would work out again what is threatened there; its moves are elsewhere.
    fn forget(&mut self) -> Result<(), Spent> {
        self.nodes.retain(|_, node| node.is_settled() || node.moves.is_none());
        if self.nodes.len() > self.most_nodes / 4 * 3 {
            self.nodes.retain(|_, node| node.proof == 0 || node.moves.is_none());
        }
        if self.nodes.len() > self.most_nodes / 4 * 3 { Err(Spent) } else { Ok(()) }
    }

    fn work(
        &mut self,
        board: &mut Board,
        moves: &[Successor],
        key: u64,
        thresholds: [u32; 2],
        stones: u32,
    ) -> Result<(), Spent> {
        // The side to move needs one good move (its own number is the least of the children's) and
        // the other side must deal with all. Index 0 is the number that the side to move wants small.
        let attacks = board.side_to_move() == self.attacker;
        let seen = |node: &Node| if attacks { [node.proof, node.disproof] } else { [node.disproof, node.proof] };
        let [most_own, most_other] = if attacks { thresholds } else { [thresholds[1], thresholds[0]] };
        loop {
            let (mut best, mut second, mut chosen) = ([INFINITE; 2], INFINITE, None);
            let (mut largest, mut open) = (0, 0);
            let mut length = if attacks { u16::MAX } else { 0 };
            for &(point, proof) in moves {
                let unvisited = Node::unvisited(proof.into());
                let node = self.nodes.get(&board.hash_after(point)).unwrap_or(&unvisited);
                let numbers = seen(node);
                if numbers[0] < best[0] {
                    (second, best, chosen) = (best[0], numbers, Some(point));
                } else {
                    second = second.min(numbers[0]);
                }
                if numbers[1] > 0 {
                    // The largest and one for each other, as the same leaves are met on many ways.
                    (largest, open) = (numbers[1].max(largest), open + 1);
                }
                if node.proof == 0 {
                    length = if attacks { length.min(node.length) } else { length.max(node.length) };
                }
            }
            let other = if largest >= INFINITE { INFINITE } else { largest + u32::max(open, 1) - 1 };
            let own = best[0];
            let node = self.nodes.entry(key).or_insert(Node::unvisited(1));
            (node.proof, node.disproof) = if attacks { (own, other) } else { (other, own) };
            node.length = length.saturating_add(1).max(node.threat);
            if own == 0 || other == 0 || own >= most_own || other >= most_other {
                return Ok(());
            }
            let Some(point) = chosen else { return Ok(()) };
            let child_own = most_own.min(second.saturating_add(second / 4 + 1));
            let child_other = most_other - (other - best[1].min(other));
            let (proof, disproof) = if attacks { (child_own, child_other) } else { (child_other, child_own) };
            board.make(point, &mut ());
            let result = self.search(board, proof, disproof, stones - u32::from(attacks));
            board.unmake(&mut ());
            result?;
        }
    }

    /// The attacker to move: won, refuted, or its threats.
    fn expand_attack(&mut self, board: &mut Board, stones: u32) -> Node {
        let us = self.attacker;
        if board.empty_count() <= self.bounds.draw_at {
            return Node::refuted();
        }
        if stones > 0 && board.count(us, PointClass::Five) > 0 {
            return Node::won(1);
        }
        // A four, a reply and a five must find room.
        if stones < 2 || board.empty_count() < self.bounds.draw_at + 3 {
            return Node::refuted();
        }
        let mut moves = Vec::new();
        if board.count(!us, PointClass::Five) > 0 {
            movegen::answers_to_five(board, !us, &mut moves);
            movegen::retain_legal(board, &mut moves, 0);
            return Node::open(moves.into_iter().map(|point| (point, 1)));
        }
        let inner = Bounds { stones: VCF_STONES.min(stones), nodes: self.pass.vcf_nodes, ..self.bounds };
        if let Solution::Win(line) = self.vcf.solve_any(board, inner) {
            // Its length counts in the proof: the shortest stands at the end of the line too.
            return match self.vcf.solve(board, Bounds { nodes: SHORTEST_VCF_NODES, ..inner }) {
                Solution::Win(shortest) => Node::won(shortest.len()),
                _ => Node::won(line.len()),
            };
        }
        movegen::fours(board, us, &mut moves);
        movegen::threes(board, us, &mut moves);
        moves.extend(board.points_of(us, PointClass::Forbidden));
        movegen::retain_legal(board, &mut moves, 0);
        let is_four = |point| movegen::makes_four(board.patterns(point).class(us));
        let mut moves: Vec<Successor> =
            moves.into_iter().map(|point| (point, if is_four(point) { 1 } else { THREE_PROOF })).collect();
        if self.pass.quiet && !movegen::threatens_open_four(board, !us) {
            let quiet = board.candidates().filter(|&point| movegen::is_quiet_builder(board, point, us));
            moves.extend(quiet.map(|point| (point, QUIET_PROOF)));
        }
        Node::open(moves)
    }

    /// The VCF that the attacker would have were it its turn.
    fn threatened_line(&mut self, board: &mut Board, stones: u32) -> Option<Vec<Point>> {
        let side = board.side_to_move();
        board.set_side_to_move(!side);
        let bounds = Bounds { stones: VCF_STONES.min(stones), nodes: self.pass.vcf_nodes, ..self.bounds };
        let solution = self.vcf.solve(board, bounds);
        board.set_side_to_move(side);
        match solution {
            Solution::Win(line) => Some(line),
            Solution::None => None,
            Solution::Unknown => {
                self.cut = true;
                None
            }
        }
    }

    /// The defender to move: lost, safe, or the moves that touch the threat.
    fn expand_defence(&mut self, board: &mut Board, stones: u32) -> Node {
        let them = board.side_to_move();
        if board.count(them, PointClass::Five) > 0 || board.empty_count() < self.bounds.draw_at + 2 {
            return Node::refuted();
        }
        let mut moves = Vec::new();
        if board.count(self.attacker, PointClass::Five) > 0 {
            movegen::answers_to_five(board, self.attacker, &mut moves);
            movegen::retain_legal(board, &mut moves, 0);
            return Node::answered(moves, 2);
        }
        // This stone, the four, its reply and the five must find room, and the attacker have both of its own.
        if stones < 2 || board.empty_count() < self.bounds.draw_at + 4 {
            return Node::refuted();
        }
        if movegen::threatens_open_four(board, self.attacker) {
            movegen::answers_to_open_four(board, self.attacker, &mut moves);
            movegen::retain_legal(board, &mut moves, 0);
            return Node::answered(moves, 4);
        }
        if !self.pass.quiet {
            return Node::refuted();
        }
        let Some(line) = self.threatened_line(board, stones) else { return Node::refuted() };
        moves.extend(may_break(board, &line, self.bounds.draw_at));
        movegen::retain_legal(board, &mut moves, 0);
        moves.retain(|&point| breaks(board, point, &line, self.bounds.draw_at));
        Node::answered(moves, line.len() + 1)
    }

    /// The line of a proof, found to its end even when the time is over by now.
    fn won_line(&mut self, board: &mut Board) -> Vec<Point> {
        let stop = self.vcf.exchange_stop(Arc::default());
        let line = self.line(board);
        self.vcf.exchange_stop(stop);
        line
    }

    /// A line of the proof: the attacker's quickest way, the defender's longest resistance.
    fn line(&mut self, board: &mut Board) -> Vec<Point> {
        self.measure(board, &mut HashSet::default());
        let mut line = Vec::new();
        loop {
            let attacks = board.side_to_move() == self.attacker;
            let node = self.nodes.get(&board.hash());
            let threat = node.map_or(0, |node| node.threat);
            let moves = node.and_then(|node| node.moves.as_deref()).unwrap_or_default();
            let lengths = moves.iter().filter_map(|&(point, _)| Some((self.won_in(board, point)?, point)));
            // Where it lasts longest to leave the threat alone, that is the defence.
            let next = if attacks { lengths.min() } else { lengths.max().filter(|&(length, _)| length + 1 >= threat) };
            let answers: Vec<Point> = moves.iter().map(|&(point, _)| point).collect();
            let other = || if attacks { None } else { other_reply(board, &answers) };
            let Some(point) = next.map(|(_, point)| point).or_else(other) else { break };
            board.make(point, &mut ());
            line.push(point);
        }
        let fours = self.last_fours(board, self.bounds.stones.saturating_sub(line.len() as u32 / 2));
        line.iter().for_each(|_| board.unmake(&mut ()));
        line.extend(fours);
        line
    }

    /// Plies to the five after a move, if it is known to win.
    fn won_in(&self, board: &Board, point: Point) -> Option<u16> {
        self.nodes.get(&board.hash_after(point)).filter(|node| node.proof == 0).map(|node| node.length)
    }

    /// Works out the lengths of a won position and of all won ones below it again: some became shorter
    /// after those above them were settled.
    fn measure(&mut self, board: &mut Board, done: &mut HashSet<u64, Hash>) {
        let key = board.hash();
        let attacks = board.side_to_move() == self.attacker;
        let Some(node) = self.nodes.get(&key).filter(|node| node.proof == 0) else { return };
        let moves: Vec<Point> = node.moves.iter().flatten().map(|&(point, _)| point).collect();
        let threat = node.threat;
        // A win without moves is one by fours, or a threat that has no answer.
        if moves.is_empty() || !done.insert(key) {
            return;
        }
        let mut lengths = Vec::new();
        for point in moves {
            if self.won_in(board, point).is_some() {
                board.make(point, &mut ());
                self.measure(board, done);
                board.unmake(&mut ());
                lengths.extend(self.won_in(board, point));
            }
        }
        let longest = if attacks { lengths.into_iter().min() } else { lengths.into_iter().max() };
        if let (Some(length), Some(node)) = (longest, self.nodes.get_mut(&key)) {
            node.length = (length + 1).max(threat);
        }
    }

    /// The VCF at the end of the proof: the shortest where that is soon found, otherwise any.
    fn last_fours(&mut self, board: &mut Board, stones: u32) -> Vec<Point> {
        let mut bounds = Bounds { stones: VCF_STONES.min(stones), nodes: SHORTEST_VCF_NODES, ..self.bounds };
        loop {
            // One of both found it before: it is not far.
            match self.vcf.solve_soon(board, bounds, bounds.nodes) {
                Solution::Win(line) => return line,
                Solution::None => return Vec::new(),
                Solution::Unknown => bounds.nodes = bounds.nodes.saturating_mul(4),
            }
        }
    }
}

/// A reply, the best-looking first, that is none of the `answers` to the attacker's threat.
fn other_reply(board: &mut Board, answers: &[Point]) -> Option<Point> {
    let attacker = !board.side_to_move();
    let mut replies: Vec<Point> = board.points_of(attacker, PointClass::Five).collect();
    replies.extend(board.points_of(attacker, PointClass::OpenFour));
    replies.extend(board.candidates());
    replies.retain(|point| !answers.contains(point));
    movegen::retain_legal(board, &mut replies, 0);
    replies.first().copied().or_else(|| last_resort(board))
}

impl Default for Vct {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_memory_keeps_what_is_being_worked_on() {
        let mut solver = Vct::new().with_memory(8);
        let answered = Node::answered(vec![Point(0)], 6);
        solver.nodes.insert(1, answered.clone());
        solver.nodes.insert(2, Node { moves: None, ..answered });
        solver.nodes.insert(3, Node::won(3));
        assert!(solver.forget().is_ok());
        assert!(!solver.nodes.contains_key(&1) && solver.nodes.contains_key(&3));
        assert_eq!(solver.nodes.get(&2).map(|node| node.threat), Some(6));
    }
}
