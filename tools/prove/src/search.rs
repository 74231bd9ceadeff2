//! Depth-first proof-number search (df-pn; Nagai 2002) over moves that make threats, in several threads.
//!
//! A position with the attacker to move is won if the threat solver finds a win; if not, the engine's best moves are tried.
//! After such a move the defender passes first: the attacker's threat must be a win, by threats or by this search. Then only
//! those replies count that the threat does not refute (null move and relevance zone: Wu and Lin, "Relevance-zone-oriented
//! proof search for Connect6", 2010); the certificate's checker selects them. Stones are never removed, so no position
//! repeats on a path. The proof number of a position is not the sum over its replies but the largest plus one for each other
//! reply, because replies share positions below. A move is searched until it is worse than the second best by a factor (1 +
//! epsilon: Pawlewicz and Lew, 2006). Threads share the table; a position being searched looks worse to other threads
//! (virtual proof numbers: Kaneko, "Parallel depth first proof number search", 2010).

use crate::lines::{LineBuilder, WonBy};
use crate::table::{INFINITE, NumberedMove, PASS, ProofEntry, ProofTable};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tengen::base::{Color, Point, Zobrist};
use tengen::board::Board;
use tengen::eval::{Evaluator, Weights};
use tengen::movegen;
use tengen::pattern::PointClass;
use tengen::search::{Control, Limits, SearchRequest, Searcher};
use tengen::solver::{Solution, Stop};

/// Effort spent on a position. The next level begins when nothing is left to try at a level.
#[derive(Clone, Copy, Debug)]
pub struct SearchLevel {
    /// Nodes of the threat solver at the first and the second visit of a position.
    threat_nodes: [u64; 2],
    /// Nodes of the search for the attacker's best move.
    search_nodes: u64,
    /// Most moves of the attacker.
    moves: usize,
}

impl SearchLevel {
    /// The effort of a level, from 0.
    pub fn new(level: u32) -> Self {
        let level = level.min(10);
        Self {
            threat_nodes: [200 << level, 2_000 << (2 * level)],
            search_nodes: 3_000 << (2 * level),
            moves: 8 + 6 * level as usize,
        }
    }
}

/// Proof number of a leaf after its first visit.
const SECOND_VISIT: u32 = 2;
/// First proof number of an attacker's move.
const MOVE_PROOF: u16 = 6;
/// The proof number of an attacker's move counts 1 + 2 * rank times, by its rank in the engine's order, up to the last rank here:
/// the engine is usually right, and a move that was searched little looks easier to prove than one that was searched much.
const RANK_WEIGHT: u32 = 2;
const LAST_RANK: u32 = 8;
/// Added to the proof number of a move until its threat is proved.
const PASS_PROOF: u32 = 40;
/// Added to the number of a position for each thread in it, together with a quarter of that number.
const BUSY_NUMBER: u32 = 2;
/// Divisor of the second-best number for the threshold's margin (epsilon is 1/4).
const THRESHOLD_MARGIN: u32 = 4;
/// Most answers that a thread keeps.
const MOST_ANSWERS: usize = 200_000;
const SEARCH_TABLE: usize = 8 << 20;

/// The search was stopped.
pub struct Halt;

/// State shared by the threads.
pub struct SharedProof {
    pub table: Mutex<ProofTable>,
    pub stop: Stop,
}

impl SharedProof {
    /// Locks the table, even if a thread has panicked with it.
    pub fn table(&self) -> MutexGuard<'_, ProofTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One thread of the search.
pub struct ProofWorker<'a> {
    shared: &'a SharedProof,
    attacker: Color,
    level: SearchLevel,
    lines: LineBuilder,
    searcher: Searcher,
    weights: Arc<Weights>,
    /// Changes the side to move in a position's key, by XOR.
    turn_key: u64,
    /// Keys of the positions from the root to the current one.
    path: Vec<u64>,
}

impl<'a> ProofWorker<'a> {
    /// A worker for wins of `attacker` in games that continue from `root`.
    pub fn new(shared: &'a SharedProof, root: &Board, attacker: Color, level: SearchLevel) -> Self {
        Self {
            shared,
            attacker,
            level,
            lines: LineBuilder::new(root, attacker, shared.stop.clone()).with_short_checks(),
            searcher: Searcher::new(SEARCH_TABLE),
            weights: Weights::of(root.rule()),
            turn_key: Zobrist::new(root.size()).white_to_move(),
            path: Vec::new(),
        }
    }

    /// Whether the position with this key is proved.
    fn is_won(&self, key: u64) -> bool {
        self.shared.table().get(key).is_some_and(|entry| entry.proof == 0)
    }

    /// Searches until the position is settled.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn settle(&mut self, board: &mut Board) -> Result<(), Halt> {
        while self.shared.table().get(board.hash()).is_none_or(|entry| !entry.is_settled()) {
            self.search(board, INFINITE, INFINITE)?;
            if self.shared.stop.is_due() {
                return Err(Halt);
            }
        }
        Ok(())
    }

    /// Searches until the position is settled or one of its numbers has reached its threshold.
    ///
    /// # Errors
    /// If the search was stopped.
    fn search(&mut self, board: &mut Board, proof: u32, disproof: u32) -> Result<(), Halt> {
        let key = board.hash();
        let known = self.shared.table().get(key).cloned();
        if known.as_ref().is_some_and(ProofEntry::is_settled) {
            return Ok(());
        }
        // A state read from a file may contain anything.
        let is_sound = |moves: &Arc<[NumberedMove]>| {
            moves.iter().all(|&(point, _)| point == PASS && moves.len() == 1 || point != PASS && board.is_empty(point))
        };
        let moves = match known.as_ref().and_then(|entry| entry.moves.clone()).filter(is_sound) {
            Some(moves) => moves,
            None => {
                let entry = self.expand(board, known.is_some())?;
                let moves = entry.moves.clone();
                let mut table = self.shared.table();
                table.expanded += 1;
                table.set(key, entry);
                drop(table);
                match moves {
                    Some(moves) => moves,
                    None => return Ok(()),
                }
            }
        };
        self.path.push(key);
        self.shared.table().enter(key);
        let result = self.search_moves(board, moves, [proof, disproof]);
        self.shared.table().leave(key);
        self.path.pop();
        result
    }

    fn search_moves(
        &mut self,
        board: &mut Board,
        mut moves: Arc<[NumberedMove]>,
        thresholds: [u32; 2],
    ) -> Result<(), Halt> {
        let key = board.hash();
        let attacks = board.side_to_move() == self.attacker;
        loop {
            if matches!(moves[..], [(PASS, _)]) && self.is_won(board.hash() ^ self.turn_key) {
                let entry = self.expand_defense(board)?;
                let next = entry.moves.clone();
                self.shared.table().set(key, entry);
                match next {
                    Some(next) => moves = next,
                    None => return Ok(()),
                }
            }
            let choice = self.choose(board, &moves, attacks, thresholds);
            let Some((point, child)) = choice else { return Ok(()) };
            if point == PASS {
                board.set_side_to_move(self.attacker);
                let result = self.search(board, child[0], child[1]);
                board.set_side_to_move(!self.attacker);
                result?;
                continue;
            }
            board.push(point);
            let result = self.search(board, child[0], child[1]);
            board.pop();
            result?;
        }
    }

    /// Updates a position's numbers from its moves. Returns the move to search and its thresholds; `None` if a position
    /// of the path is settled or a number has reached its threshold.
    fn choose(
        &self,
        board: &Board,
        moves: &[NumberedMove],
        attacks: bool,
        thresholds: [u32; 2],
    ) -> Option<(Point, [u32; 2])> {
        let mut table = self.shared.table();
        let key = board.hash();
        if self.path.iter().any(|&key| table.get(key).is_some_and(ProofEntry::is_settled)) {
            return None;
        }
        let [own_threshold, other_threshold] = if attacks { thresholds } else { [thresholds[1], thresholds[0]] };
        // Index 0: the number that the side to move minimizes over the moves. Index 1: the number that combines all moves.
        let (mut best, mut second, mut chosen) = ([INFINITE; 2], INFINITE, None);
        let (mut smallest, mut winning) = (INFINITE, None);
        let (mut largest, mut open, mut weight) = (0, 0u32, 1);
        for (&(point, first), rank) in moves.iter().zip(0..) {
            let after = if point == PASS { board.hash() ^ self.turn_key } else { board.hash_after(point) };
            let (proof, disproof) = match table.get(after) {
                Some(entry) => (entry.proof, entry.disproof),
                None if attacks => (first.into(), 1),
                None => (1, first.into()),
            };
            // After the threat is proved, its replies are still to be found.
            let (proof, disproof) = match (point, proof) {
                (PASS, 0) => (PASS_PROOF, 1),
                (PASS, _) => (INFINITE.min(proof + PASS_PROOF), disproof),
                _ => (proof, disproof),
            };
            let own_weight = if attacks { 1 + RANK_WEIGHT * LAST_RANK.min(rank) } else { 1 };
            let numbers = if attacks { [weighted(proof, own_weight), disproof] } else { [disproof, proof] };
            if numbers[0] < smallest {
                (smallest, winning) = (numbers[0], Some(point));
            }
            if numbers[1] > 0 {
                (largest, open) = (numbers[1].max(largest), open + 1);
            }
            let busy = table.busy(after);
            let seen = if busy == 0 || numbers[0] >= INFINITE {
                numbers[0]
            } else {
                numbers[0] + busy * (BUSY_NUMBER + numbers[0] / 4)
            };
            if seen < best[0] {
                (second, best, chosen, weight) = (best[0], [seen, numbers[1]], Some(point), own_weight);
            } else {
                second = second.min(seen);
            }
        }
        let other = if largest >= INFINITE { INFINITE } else { largest + open.max(1) - 1 };
        let (proof, disproof) = if attacks { (smallest, other) } else { (other, smallest) };
        let is_pass = matches!(moves, [(PASS, _)]);
        let mut entry = table.get(key).cloned().unwrap_or_else(|| ProofEntry::open(moves.to_vec()));
        if entry.is_settled() {
            return None;
        }
        (entry.proof, entry.disproof) = (proof, disproof);
        entry.work = entry.work.saturating_add(1);
        if proof == 0 && attacks {
            entry.won_by = winning.map(WonBy::Move);
        }
        let is_over = entry.is_settled() || smallest >= own_threshold || other >= other_threshold;
        table.set(key, entry);
        let point = chosen.filter(|_| !is_over)?;
        let child_own = own_threshold.min(second.saturating_add(second / THRESHOLD_MARGIN + 1)).max(best[0] + 1);
        let child_own = if child_own >= INFINITE { INFINITE } else { child_own / weight + 1 };
        let child_other = other_threshold - (other - best[1].min(other));
        let child = if attacks { [child_own, child_other] } else { [child_other, child_own] };
        Some((point, if is_pass { [child[0].saturating_sub(PASS_PROOF).max(1), child[1]] } else { child }))
    }

    /// Expands a position that is new, or a leaf at its second visit.
    fn expand(&mut self, board: &mut Board, again: bool) -> Result<ProofEntry, Halt> {
        self.lines.trim(MOST_ANSWERS);
        let entry = if board.side_to_move() == self.attacker {
            self.expand_attack(board, again)
        } else {
            self.expand_defense(board)?
        };
        if self.shared.stop.is_due() { Err(Halt) } else { Ok(entry) }
    }

    /// The attacker is to move: won by threats, or a leaf, or at the second visit open with its moves.
    fn expand_attack(&mut self, board: &mut Board, again: bool) -> ProofEntry {
        if board.empty_count() <= self.lines.draw_at(board) {
            return ProofEntry::refuted();
        }
        let nodes = self.level.threat_nodes[usize::from(again)];
        if let Solution::Win(_) = self.lines.solve(board, nodes) {
            return ProofEntry::won(Some(WonBy::Threats(nodes)));
        }
        if !again {
            return ProofEntry::leaf(SECOND_VISIT, 1);
        }
        let moves = self.attacking_moves(board);
        if moves.is_empty() {
            return ProofEntry::refuted();
        }
        ProofEntry::open(moves.into_iter().map(|point| (point, MOVE_PROOF)).collect())
    }

    /// The attacker's moves that meet the defender's threat, the best move of a short search first.
    fn attacking_moves(&mut self, board: &mut Board) -> Vec<Point> {
        let us = self.attacker;
        let mut allowed = Vec::new();
        if board.count(!us, PointClass::Five) > 0 {
            movegen::answers_to_five(board, !us, &mut allowed);
            movegen::retain_legal(board, &mut allowed, 0);
            return allowed;
        }
        if movegen::threatens_open_four(board, !us) {
            movegen::answers_to_open_four(board, !us, &mut allowed);
        }
        let request: SearchRequest = Limits::nodes(self.level.search_nodes).into();
        let best = self.searcher.search(board, request, &Control::unlimited(), &mut |_| {}).best;
        let mut moves: Vec<Point> = best.into_iter().collect();
        for point in self.searcher.ordered_moves(board, 4 * self.level.moves) {
            if !moves.contains(&point) && (allowed.is_empty() || allowed.contains(&point)) && board.is_legal(point) {
                moves.push(point);
            }
        }
        moves.truncate(self.level.moves);
        moves
    }

    /// The defender is to move: refuted, or open with only the pass until the attacker's threat is proved, or open with
    /// the replies to that threat.
    fn expand_defense(&mut self, board: &mut Board) -> Result<ProofEntry, Halt> {
        let them = !self.attacker;
        if board.count(them, PointClass::Five) > 0 || board.empty_count() <= self.lines.draw_at(board) + 1 {
            return Ok(ProofEntry::refuted());
        }
        if board.count(self.attacker, PointClass::Five) == 0 {
            let key = board.hash() ^ self.turn_key;
            if !self.is_won(key) {
                let nodes = self.level.threat_nodes[0];
                board.set_side_to_move(self.attacker);
                let solution = self.lines.solve(board, nodes);
                board.set_side_to_move(them);
                if !matches!(solution, Solution::Win(_)) {
                    return if self.shared.stop.is_due() { Err(Halt) } else { Ok(ProofEntry::open(vec![(PASS, 1)])) };
                }
                self.shared.table().set(key, ProofEntry::won(Some(WonBy::Threats(nodes))));
            }
        }
        let shared = self.shared;
        let Ok(replies) = self.lines.unanswered(board, &|key| shared.table().won_by(key)) else {
            return if shared.stop.is_due() { Err(Halt) } else { Ok(ProofEntry::refuted()) };
        };
        if replies.is_empty() {
            return Ok(ProofEntry::won(None));
        }
        Ok(ProofEntry::open(self.ordered_replies(board, replies)))
    }

    /// The defender's replies, the best static score first.
    fn ordered_replies(&self, board: &Board, replies: Vec<Point>) -> Vec<NumberedMove> {
        let mut evaluator = Evaluator::new(board.clone(), Arc::clone(&self.weights));
        let mut scored: Vec<(i32, Point)> = replies
            .into_iter()
            .map(|point| {
                evaluator.make(point);
                let score = evaluator.evaluate();
                evaluator.unmake();
                (score, point)
            })
            .collect();
        scored.sort_unstable();
        scored.into_iter().zip(0..).map(|((_, point), rank)| (point, 1 + rank / 4)).collect()
    }
}

/// A finite number times a weight, still finite.
fn weighted(number: u32, weight: u32) -> u32 {
    if number >= INFINITE { number } else { number.saturating_mul(weight).min(INFINITE - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};
    use tengen::base::{BoardSize, Rule};
    use tengen::board::parse_moves;

    /// The position after the pass may be proved on another path before the pass is searched.
    #[test]
    fn a_threat_that_was_proved_elsewhere_is_taken_from_the_table() {
        let size = BoardSize::square(9).unwrap();
        let mut board = Board::from_moves(size, Rule::Freestyle, &parse_moves(size, "e5a1f6a9d4").unwrap());
        let stop = Stop { deadline: Some(Instant::now() + Duration::from_secs(20)), ..Stop::default() };
        let shared = SharedProof { table: Mutex::new(ProofTable::new(1 << 20)), stop };
        let mut worker = ProofWorker::new(&shared, &board, Color::Black, SearchLevel::new(0));
        let passed = board.hash() ^ worker.turn_key;
        shared.table().set(board.hash(), ProofEntry::open(vec![(PASS, 1)]));
        shared.table().set(passed, ProofEntry::won(Some(WonBy::Threats(2_000))));
        assert!(worker.settle(&mut board).is_ok(), "the search made no step");
        assert!(worker.is_won(board.hash()));
    }
}
