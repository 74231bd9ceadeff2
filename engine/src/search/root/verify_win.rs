//! Verification of decided scores: a win or loss is reported as proven only when a new search proves it.
//!
//! The winner's moves are VCFs, moves of the table, or VCTs. Every legal reply of the loser on the whole board is
//! refuted; replies that leave a VCF intact, by that VCF. Sound but incomplete: a long proof, or one with many quiet
//! moves, is not found.

use super::threat_watch::NODE_COST;
use super::vct::{STEP, SteppedVct, winning_move};
use crate::base::{Color, Point, Score, WIN, WIN_BOUND, is_decided, loss_in, win_in};
use crate::movegen;
use crate::pattern::PointClass;
use crate::search::node::{NonPv, PLY};
use crate::search::thread::Worker;
use crate::solver::{Solution, SolverLimits, refutes_vcf, vcf_refutation_candidates};
use std::collections::HashMap;
use std::time::Duration;

/// Node limit of each VCF search.
const VCF_NODES: u64 = 400;
/// Cost of a search for a VCT before its first node, in the solver's nodes: its tables are cleared, and a VCF is
/// searched.
const TURN_NODES: u64 = 16;
/// Most plies that a proven win may be longer than the score says.
const MORE_PLIES: usize = 30;
/// Factor of the nodes of each search from one round of a long proof to the next.
const ROUND_GROWTH: u64 = 8;
/// Nodes between two polls of the bounds of a long proof.
const LONG_VCT_STEP: u64 = 512;
/// Least depth of a search for the winner's move, in plies.
const MIN_SEARCH_DEPTH: i32 = 4;

/// Remaining budget of a verification.
pub struct ProofBudget {
    /// VCF searches.
    searches: u32,
    /// Quiet moves of the winner: moves that threaten no VCF, after which every reply is searched.
    quiet_moves: u32,
    /// Searches for a VCT without a win.
    vct_failures: u32,
    /// Nodes of each search for a VCT. Most positions are settled by twenty.
    vct_nodes: u64,
    /// Bounds of a long proof; `None` for the usual verification.
    long: Option<LongProof>,
}

/// Bounds of a long proof.
struct LongProof {
    /// Its end, as time from the start of the clock and as the search's node count.
    deadline: Duration,
    last_node: u64,
    /// Cost of a VCF search, in nodes.
    vcf_cost: u64,
    /// Nodes of each search for the winner's move.
    search_nodes: u64,
    /// Whether a search of this round ended at its limit, so that a further round may find more.
    was_limited: bool,
}

impl ProofBudget {
    /// The budget of the usual verification, which fits between two iterations. A search for a VCT gets a quarter of the
    /// solver's share of the nodes if that is more.
    const SHORT: Self = Self { searches: 1500, quiet_moves: 4, vct_failures: 4, vct_nodes: 300, long: None };

    /// The budget of a long proof: any number of moves and searches until `deadline`, from the start of the clock, or
    /// until the search has `last_node` nodes. The nodes of each search are those of the first round.
    pub const fn long(deadline: Duration, last_node: u64) -> Self {
        let long = LongProof { deadline, last_node, vcf_cost: 50, search_nodes: 4_000, was_limited: false };
        Self { searches: u32::MAX, quiet_moves: u32::MAX, vct_failures: u32::MAX, vct_nodes: 300, long: Some(long) }
    }

    /// Begins another round of a long proof, with more nodes for each search; `None` if it would find no more.
    fn next_round(&mut self) -> Option<()> {
        let long = self.long.as_mut().filter(|long| long.was_limited)?;
        long.was_limited = false;
        for nodes in [&mut self.vct_nodes, &mut long.search_nodes] {
            *nodes = nodes.saturating_mul(ROUND_GROWTH);
        }
        Some(())
    }

    /// Notes whether a search of a long proof ended at its limit.
    fn note_limit(&mut self, was_limited: bool) {
        if let Some(long) = &mut self.long {
            long.was_limited |= was_limited;
        }
    }
}

/// Results and remaining budget of a verification.
struct Verification {
    attacker: Color,
    /// By hash: positions that the attacker, to move, wins, with the plies to its five.
    proven: HashMap<u64, usize>,
    budget: ProofBudget,
    /// The first move of the principal variation, used at the root if the table has lost it and the winner is to move
    /// there.
    root_move: Option<Point>,
}

impl Worker<'_> {
    /// Re-proves a decided root score that was found with this principal variation. Returns the proven score, with the
    /// proof's distance if that is longer; `None` without a proof. The proof is for the variation's first move with
    /// `own_move` or where moves are excluded, for the position otherwise.
    pub fn verify_win(&mut self, score: Score, pv: &[Point], own_move: bool) -> Option<Score> {
        self.prove(score, pv, own_move, ProofBudget::SHORT)
    }

    /// Proves a decided score anew within the bounds of `budget`.
    pub fn prove(&mut self, score: Score, pv: &[Point], own_move: bool, budget: ProofBudget) -> Option<Score> {
        // Proofs do not take blocked positions into account.
        if !is_decided(score) || !self.root.blocked.is_empty() {
            return None;
        }
        let us = self.evaluator.board().side_to_move();
        let attacker = if score > 0 { us } else { !us };
        let mut check = Verification { attacker, proven: HashMap::new(), budget, root_move: pv.first().copied() };
        let named = (WIN - score.abs()) as usize;
        let plies = named + MORE_PLIES;
        let of_own_move = own_move || !self.root.excluded.is_empty();
        loop {
            let length = if of_own_move {
                self.length_after(&mut check, *pv.first()?, 0, plies)
            } else if score > 0 {
                self.win_length(&mut check, 0, plies)
            } else {
                self.loss_length(&mut check, 0, plies)
            };
            if let Some(length) = length.map(|length| length.max(named)) {
                return Some(if score > 0 { win_in(length) } else { loss_in(length) });
            }
            if self.is_over(&check) {
                return None;
            }
            // Proofs of earlier rounds stand in the next round.
            check.budget.next_round()?;
        }
    }

    /// Whether the budget is used up or the search must stop.
    fn is_over(&self, check: &Verification) -> bool {
        let is_past =
            |long: &LongProof| self.counters.nodes >= long.last_node || self.control.elapsed() >= long.deadline;
        check.budget.searches == 0 || self.control.should_stop() || check.budget.long.as_ref().is_some_and(is_past)
    }

    /// Plies until the attacker's five after this move of either side.
    fn length_after(&mut self, check: &mut Verification, point: Point, ply: usize, plies: usize) -> Option<usize> {
        let attacks = self.evaluator.board().side_to_move() == check.attacker;
        self.evaluator.make(point);
        let length = if attacks {
            self.loss_length(check, ply + 1, plies - 1)
        } else {
            self.win_length(check, ply + 1, plies - 1)
        };
        self.evaluator.unmake();
        length.map(|length| length + 1)
    }

    /// Plies until the five of the attacker, who is to move; `None` if not proved within `plies`.
    fn win_length(&mut self, check: &mut Verification, ply: usize, plies: usize) -> Option<usize> {
        if plies == 0 {
            return None;
        }
        let key = self.evaluator.board().hash();
        if let Some(&length) = check.proven.get(&key) {
            return Some(length).filter(|&length| length <= plies);
        }
        let length = self
            .vcf_line(check, plies)
            .map(|line| line.len())
            .or_else(|| self.length_by_move(check, ply, plies))
            .or_else(|| self.vct_length(check, ply).filter(|&length| length <= plies))
            .or_else(|| self.length_by_search(check, ply, plies))?;
        check.proven.insert(key, length);
        Some(length)
    }

    /// Plies of a win by a double-three, by the table's move or, at the root, by the principal variation's first move.
    fn length_by_move(&mut self, check: &mut Verification, ply: usize, plies: usize) -> Option<usize> {
        let board = self.evaluator.board();
        // The search stops at a double-three and stores no move.
        let wins_at_once = plies >= 5 && movegen::double_three_wins(board, check.attacker);
        let double_three = board.points_of(check.attacker, PointClass::DoubleThree).next().filter(|_| wins_at_once);
        let of_table = winning_move(&self.shared.tt, board.hash()).or_else(|| check.root_move.filter(|_| ply == 0));
        let point = double_three.or(of_table).filter(|&point| board.is_legal(point))?;
        self.length_after(check, point, ply, plies)
    }

    /// Plies of a win found by a short search for a VCT, where the search pruned a reply or the table has lost the
    /// answer to it. Not at the root, where [`Worker::probe_vct`] searches.
    fn vct_length(&mut self, check: &mut Verification, ply: usize) -> Option<usize> {
        if ply == 0 || check.budget.vct_failures == 0 || !self.may_search_vct() {
            return None;
        }
        let mut solvers = self.solvers.root.take().unwrap_or_default();
        let solver = &mut solvers.verification;
        solver.turn();
        self.counters.nodes += TURN_NODES * NODE_COST;
        let line = if check.budget.long.is_some() {
            self.long_vct(check, solver)
        } else {
            solver.spent += TURN_NODES;
            let share = self.counters.nodes * self.params.root_vct_seen_share() as u64 / (100 * NODE_COST);
            let left = share.saturating_sub(solver.spent);
            let most = solver.spent + left.min(check.budget.vct_nodes.max(left / 4));
            self.advance_vct(solver, None, most)
        };
        self.solvers.root = Some(solvers);
        check.budget.vct_failures -= u32::from(line.is_none());
        line.map(|line| line.len())
    }

    /// A VCT of the side to move, within the nodes of this round of a long proof.
    fn long_vct(&mut self, check: &mut Verification, solver: &mut SteppedVct) -> Option<Vec<Point>> {
        let before = solver.spent;
        let most = before.saturating_add(check.budget.vct_nodes);
        let mut line = None;
        while line.is_none() && !solver.settled && solver.spent < most && !self.is_over(check) {
            let spent = solver.spent;
            line = self.advance_vct(solver, None, most.min(spent + LONG_VCT_STEP));
            if solver.spent == spent {
                break;
            }
        }
        // Not where the end of the time or of the nodes of the whole search is near: more rounds would spend nothing.
        check.budget.note_limit(line.is_none() && !solver.settled && solver.spent + STEP > most);
        // Nodes of a long proof do not count in the share of the usual verification.
        solver.spent = before;
        line
    }

    /// Finds the winner's move by a search where the table has none (the reply was pruned, or the entry is lost), and
    /// proves it. Returns the plies of the win.
    fn length_by_search(&mut self, check: &mut Verification, ply: usize, plies: usize) -> Option<usize> {
        let search_nodes = check.budget.long.as_ref()?.search_nodes;
        if ply == 0 || self.is_over(check) || winning_move(&self.shared.tt, self.evaluator.board().hash()).is_some() {
            return None;
        }
        let nodes = self.limits.nodes;
        let most = self.counters.nodes.saturating_add(search_nodes);
        self.limits.nodes = nodes.min(most);
        let depth = (self.root.depth - ply as i32).max(MIN_SEARCH_DEPTH) * PLY;
        let found = self.pvs::<NonPv>(WIN_BOUND, WIN_BOUND + 1, depth, ply, true);
        self.limits.nodes = nodes;
        check.budget.note_limit(found.is_err() && most < nodes);
        let wins = found.is_ok_and(|score| score > WIN_BOUND);
        let point = winning_move(&self.shared.tt, self.evaluator.board().hash()).filter(|_| wins)?;
        if self.evaluator.board().is_legal(point) { self.length_after(check, point, ply, plies) } else { None }
    }

    /// Plies until the attacker's five after the best reply of the defender, who is to move; `None` if not proved
    /// within `plies`.
    fn loss_length(&mut self, check: &mut Verification, ply: usize, plies: usize) -> Option<usize> {
        let board = self.evaluator.board();
        let has_five = board.count(!check.attacker, PointClass::Five) > 0;
        if plies < 2 || has_five || board.empty_count() <= self.draw_at + 1 {
            return None;
        }
        let (mut longest, replies) = self.replies_to_refute(check, plies)?;
        for point in replies {
            longest = longest.max(self.length_after(check, point, ply, plies)?);
        }
        Some(longest)
    }

    /// The defender's replies that do not lose to the attacker's threat at once, and the most plies until the
    /// attacker's five after any other reply.
    fn replies_to_refute(&mut self, check: &mut Verification, plies: usize) -> Option<(usize, Vec<Point>)> {
        let mut replies = Vec::new();
        let board = self.evaluator.board();
        if board.count(check.attacker, PointClass::Five) > 0 {
            movegen::answers_to_five(board, check.attacker, &mut replies);
            movegen::retain_legal(board, &mut replies, 0);
            return Some((2, replies));
        }
        if let Some(line) = self.vcf_line(check, plies - 1) {
            return Some((1 + line.len(), self.refutations(&line)?));
        }
        // A quiet move, with no VCF as its threat: every reply must be refuted. The table's best reply comes first, as
        // it is the most likely to hold.
        if self.is_over(check) || check.budget.quiet_moves == 0 || !self.may_search_vct() {
            return None;
        }
        check.budget.quiet_moves -= 1;
        let board = self.evaluator.board();
        let best = self.shared.tt.probe(board.hash(), 0).and_then(|entry| entry.point);
        replies.extend(board.empties());
        movegen::retain_legal(board, &mut replies, 0);
        replies.sort_by_key(|&point| Some(point) != best);
        // Without a legal move the defender passes.
        (!replies.is_empty()).then_some((2, replies))
    }

    /// The defender's replies that refute a VCF; `None` if the search must stop.
    fn refutations(&mut self, line: &[Point]) -> Option<Vec<Point>> {
        let (draw_at, control) = (self.draw_at, self.control);
        self.evaluator.probe(|board| {
            let mut candidates = vcf_refutation_candidates(board, line, draw_at);
            movegen::retain_legal(board, &mut candidates, 0);
            let mut is_stopped = false;
            candidates.retain(|&point| {
                is_stopped |= control.should_stop();
                !is_stopped && refutes_vcf(board, point, line, draw_at)
            });
            (!is_stopped).then_some(candidates)
        })
    }

    /// The attacker's VCF within `plies` plies; with the defender to move, the VCF that the attacker would have after a
    /// pass.
    fn vcf_line(&mut self, check: &mut Verification, plies: usize) -> Option<Vec<Point>> {
        if self.is_over(check) {
            return None;
        }
        check.budget.searches -= 1;
        self.counters.nodes += check.budget.long.as_ref().map_or(0, |long| long.vcf_cost);
        let stones = plies.div_ceil(2) as u32;
        let limits = SolverLimits { stones, nodes: VCF_NODES, draw_at: self.draw_at };
        match self.evaluator.as_side(check.attacker, |board| self.solvers.vcf.solve(board, limits)) {
            Solution::Win(line) => Some(line),
            Solution::None | Solution::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rule;
    use crate::board::Board;
    use crate::search::Searcher;
    use crate::solver::{Vcf, Vct};

    #[test]
    fn what_the_table_does_not_know_is_proved_by_threats_with_their_distance() {
        // A VCT that is too long for a verification by VCFs alone.
        let mut board = Board::after(Rule::Standard, "h8h7j9g8i10i9g9k10h11g12");
        let Solution::Win(line) = Vct::new().solve(&mut board, SolverLimits::NONE) else { panic!("no win") };
        Searcher::at(&board, |worker| {
            let verify = |worker: &mut Worker, plies| worker.verify_win(win_in(plies), &line[..1], false);
            assert_eq!(verify(worker, 5), None, "the solver gets a share of the nodes, and there are none yet");
            worker.counters.nodes = 600_000;
            let found = verify(worker, 5).expect("proved");
            let length = (WIN - found) as usize;
            assert!((15..=line.len() + MORE_PLIES).contains(&length), "{length} for {line:?}");
            let named = line.len() + MORE_PLIES;
            assert_eq!(verify(worker, named), Some(win_in(named)), "a longer distance stands");
            let other = worker.verify_win(win_in(5), &[board.at("a15")], true);
            assert_eq!(other, None, "another move wins nothing");
        });
    }

    #[test]
    fn a_quiet_move_is_proved_against_every_reply() {
        let board = Board::after(Rule::Standard, "h8i9j8g10i7h6k8g8");
        let first = board.at("j7");
        let mut after = board.clone();
        after.push(first);
        let threat = after.as_side(Color::Black, |board| Vcf::new(8).solve(board, SolverLimits::NONE));
        assert_eq!(threat, Solution::None, "the move threatens no VCF");
        Searcher::at(&board, |worker| {
            worker.counters.nodes = 600_000;
            assert!(worker.verify_win(win_in(5), &[first], false).is_some());
            // The solver alone must win against each reply.
            for reply in movegen::playable(&after) {
                after.push(reply);
                assert!(matches!(Vct::new().solve(&mut after, SolverLimits::NONE), Solution::Win(_)), "{reply:?}");
                after.pop();
            }
        });
    }
}
