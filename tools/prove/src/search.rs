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
//!
//! The time for a proof varies much with the first moves that are tried. So an attacker's move counts the more the more positions
//! it has cost, and where a position is visited often, a longer search says which move comes first.

use crate::lines::{LineBuilder, WonBy};
use crate::moves::{MOVE_PROOF, MoveOrder};
use crate::numbers::{Bounds, RatedMove};
use crate::table::{INFINITE, NumberedMove, PASS, ProofEntry, ProofTable};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tengen::base::{Color, Point, Zobrist};
use tengen::board::Board;
use tengen::pattern::PointClass;
use tengen::solver::{Solution, Stop};

/// Limits of the searches of a position. The next level begins when nothing is left to try at a level.
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
    /// The limits of a level, from 0.
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
/// Number of visits of an attacker's position at which a longer search orders its moves again, and the factor to the next one.
const REORDER_VISITS: u32 = 8;
const REORDER_FACTOR: u32 = 4;

/// Most answers that a thread keeps.
const MOST_ANSWERS: usize = 200_000;

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
    /// Limits for each position.
    pub level: SearchLevel,
    lines: LineBuilder,
    order: MoveOrder,
    /// Changes the side to move in a position's key, by XOR.
    turn_key: u64,
    /// Keys of the positions from the root to the current one.
    path: Vec<u64>,
}

impl<'a> ProofWorker<'a> {
    /// A worker for wins of `attacker` in games that continue from `root`.
    pub fn new(shared: &'a SharedProof, root: &Board, attacker: Color) -> Self {
        Self {
            shared,
            attacker,
            level: SearchLevel::new(0),
            lines: LineBuilder::new(root, attacker, shared.stop.clone()).with_short_checks(),
            order: MoveOrder::new(root.rule(), attacker),
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
            self.search(board, Bounds::NONE)?;
            if self.shared.stop.is_due() {
                return Err(Halt);
            }
        }
        Ok(())
    }

    /// Searches until the position is settled or has reached one of the bounds.
    ///
    /// # Errors
    /// If the search was stopped.
    fn search(&mut self, board: &mut Board, bounds: Bounds) -> Result<(), Halt> {
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
            Some(moves) => match self.known_win(board) {
                Some(point) => {
                    self.shared.table().set(key, ProofEntry::won(Some(WonBy::Move(point))));
                    return Ok(());
                }
                None => moves,
            },
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
        let before = self.shared.table().enter(key);
        let result = self.search_moves(board, moves, bounds);
        self.shared.table().leave(key, before);
        self.path.pop();
        result
    }

    fn search_moves(&mut self, board: &mut Board, mut moves: Arc<[NumberedMove]>, bounds: Bounds) -> Result<(), Halt> {
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
            if attacks && let Some(ordered) = self.reordered(board, &moves) {
                moves = ordered;
            }
            let Some((point, child)) = self.choose(board, &moves, attacks, bounds) else { return Ok(()) };
            if point == PASS {
                board.set_side_to_move(self.attacker);
                let result = self.search(board, child);
                board.set_side_to_move(!self.attacker);
                result?;
                continue;
            }
            board.push(point);
            let result = self.search(board, child);
            board.pop();
            result?;
        }
    }

    /// The attacker's moves with the best one of a longer search first, if one is due and finds another one. The search has as
    /// many nodes for each visit as the first one had.
    fn reordered(&mut self, board: &mut Board, moves: &[NumberedMove]) -> Option<Arc<[NumberedMove]>> {
        let visits = self.shared.table().get(board.hash())?.work;
        let mut due = std::iter::successors(Some(REORDER_VISITS), |visits| visits.checked_mul(REORDER_FACTOR));
        if moves.len() < 2 || !due.any(|due| due == visits) {
            return None;
        }
        let best = self.order.best(board, self.level.search_nodes * u64::from(visits))?;
        if moves[0].0 == best {
            return None;
        }
        let others = moves.iter().copied().filter(|&(point, _)| point != best);
        let moves: Arc<[NumberedMove]> = std::iter::once((best, MOVE_PROOF)).chain(others).collect();
        self.shared.table().set_moves(board.hash(), Arc::clone(&moves));
        Some(moves)
    }

    fn key_after(&self, board: &Board, point: Point) -> u64 {
        if point == PASS { board.hash() ^ self.turn_key } else { board.hash_after(point) }
    }

    /// Updates a position's numbers from its moves. Returns the move to search and its bounds; `None` if a position of the
    /// path is settled or the position has reached one of its bounds.
    fn choose(&self, board: &Board, moves: &[NumberedMove], attacks: bool, bounds: Bounds) -> Option<(Point, Bounds)> {
        let mut table = self.shared.table();
        let key = board.hash();
        if self.path.iter().any(|&key| table.get(key).is_some_and(ProofEntry::is_settled)) {
            return None;
        }
        let (mut best, mut second): (Option<RatedMove>, u32) = (None, INFINITE);
        let (mut smallest, mut winning) = (INFINITE, None);
        let (mut largest, mut open) = (0, 0u32);
        for (&numbered, rank) in moves.iter().zip(0..) {
            let rated = RatedMove::new(&table, self.key_after(board, numbered.0), numbered, attacks.then_some(rank));
            if rated.own < smallest {
                (smallest, winning) = (rated.own, Some(rated.point));
            }
            if rated.other > 0 {
                (largest, open) = (rated.other.max(largest), open + 1);
            }
            let least = best.map_or(INFINITE, |best| best.rating);
            if rated.rating < least {
                (best, second) = (Some(rated), least);
            } else {
                second = second.min(rated.rating);
            }
        }
        let other = if largest >= INFINITE { INFINITE } else { largest + open.max(1) - 1 };
        let mut entry = table.get(key).cloned().unwrap_or_else(|| ProofEntry::open(moves.to_vec()));
        if entry.is_settled() {
            return None;
        }
        (entry.proof, entry.disproof) = if attacks { (smallest, other) } else { (other, smallest) };
        entry.work = entry.work.saturating_add(1);
        if entry.proof == 0 && attacks {
            entry.won_by = winning.map(WonBy::Move);
        }
        let (proof, disproof) = (entry.proof, entry.disproof);
        let is_over = entry.is_settled() || proof >= bounds.proof || disproof >= bounds.disproof;
        table.set(key, entry);
        let best = best.filter(|_| !is_over && table.expanded < bounds.expanded)?;
        Some((best.point, best.bounds(second, other, table.expanded, attacks, bounds)))
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
        if let Some(point) = self.known_win(board) {
            return ProofEntry::won(Some(WonBy::Move(point)));
        }
        if !again {
            return ProofEntry::leaf(SECOND_VISIT, 1);
        }
        let moves = self.order.attacking(board, self.level.search_nodes, self.level.moves);
        if moves.is_empty() { ProofEntry::refuted() } else { ProofEntry::open(moves) }
    }

    /// A move of the attacker to a position that is proved already, on another path or in another proof, also if it is none of
    /// the engine's best moves.
    fn known_win(&self, board: &Board) -> Option<Point> {
        if board.side_to_move() != self.attacker {
            return None;
        }
        let table = self.shared.table();
        let is_won = |point: &Point| table.get(board.hash_after(*point)).is_some_and(|entry| entry.proof == 0);
        board.empties().find(|point| is_won(point) && board.is_legal(*point))
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
        Ok(ProofEntry::open(self.order.replies(board, replies)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};
    use tengen::base::{BoardSize, Rule};
    use tengen::board::parse_moves;

    /// A known win may begin with a move that the search would never try, and may become known after the search of the
    /// position has begun.
    #[test]
    fn a_move_that_is_known_to_win_needs_no_search() {
        let size = BoardSize::square(15).unwrap();
        let mut board = Board::from_moves(size, Rule::Freestyle, &parse_moves(size, "h8i9").unwrap());
        let [corner, other] = ["a1", "h9"].map(|name| tengen::board::parse_point(size, name).unwrap());
        for (begun, expanded) in [(None, 1), (Some(ProofEntry::open(vec![(other, 1)])), 0)] {
            let shared = SharedProof { table: Mutex::new(ProofTable::new(1 << 20)), stop: Stop::default() };
            begun.into_iter().for_each(|entry| shared.table().set(board.hash(), entry));
            shared.table().set(board.hash_after(corner), ProofEntry::won(None));
            assert!(ProofWorker::new(&shared, &board, Color::Black).settle(&mut board).is_ok());
            assert_eq!(shared.table().won_by(board.hash()), Some(WonBy::Move(corner)));
            assert_eq!(shared.table().expanded, expanded);
        }
    }

    /// The position after the pass may be proved on another path before the pass is searched.
    #[test]
    fn a_threat_that_was_proved_elsewhere_is_taken_from_the_table() {
        let size = BoardSize::square(9).unwrap();
        let mut board = Board::from_moves(size, Rule::Freestyle, &parse_moves(size, "e5a1f6a9d4").unwrap());
        let stop = Stop { deadline: Some(Instant::now() + Duration::from_secs(20)), ..Stop::default() };
        let shared = SharedProof { table: Mutex::new(ProofTable::new(1 << 20)), stop };
        let mut worker = ProofWorker::new(&shared, &board, Color::Black);
        let passed = board.hash() ^ worker.turn_key;
        shared.table().set(board.hash(), ProofEntry::open(vec![(PASS, 1)]));
        shared.table().set(passed, ProofEntry::won(Some(WonBy::Threats(2_000))));
        assert!(worker.settle(&mut board).is_ok(), "the search made no step");
        assert!(worker.is_won(board.hash()));
    }
}
