//! The threat solvers between the iterations: a VCT of the side to move at the root is a win, and one of the opponent
//! after the best move is a reason to play another. They find long wins by threats that the search sees late, for a
//! small share of its nodes. While the search sees a win that is not verified, the share is larger, and the table's
//! winning moves guide the solver.
//!
//! Soundness: as [`Vct`](crate::solver::Vct), whose wins hold against every reply.

use super::vct::{STEP, SteppedVct, winning_move};
use crate::base::{Point, Score, is_decided};
use crate::search::thread::Worker;
use std::time::Duration;

/// Cost of a node of the solver, in nodes of the search.
pub const NODE_COST: u64 = 3;
/// Least time left for a step. A step takes 0.1 ms; the longest of 200,000 in positions full of threats took 13 ms. On
/// a slow machine the solver stops at the hard limit itself: it polls the clock at each of its nodes and within long
/// VCF searches, but not while it writes down the line of a win.
const STEP_TIME: Duration = Duration::from_millis(30);
/// Cells of the largest board: on larger ones a single position may take longer than [`STEP_TIME`].
const MAX_CELLS: usize = 22 * 22;

/// The solvers' result.
pub enum RootThreat {
    /// The side to move wins by this line.
    Win(Vec<Point>),
    /// The opponent wins after the best move, with its five this many plies from the root.
    Refuted(usize),
}

impl Worker<'_> {
    /// Resets the solvers, after another search.
    pub fn reset_root_vct(&mut self) {
        if let Some(solvers) = self.solvers.root.as_deref_mut() {
            solvers.reset();
        }
    }

    /// Runs the solvers for their share of the nodes after an iteration with this best move and score; a decided score
    /// is one that could not be verified. Does nothing for losses, when moves are excluded or positions blocked, and in
    /// a search limited in depth, which must not see further.
    pub fn probe_vct(&mut self, best: Point, score: Score) -> Option<RootThreat> {
        let sees_win = score > 0 && is_decided(score);
        // The small share is divided equally between the two solvers.
        let percent = if sees_win { 2 * self.params.root_vct_seen_share() } else { self.params.root_vct_share() };
        let share = self.counters.nodes * percent as u64 / (200 * NODE_COST);
        let applies = self.may_search_vct() && !self.root.is_restricted() && (sees_win || !is_decided(score));
        if !applies || share < STEP {
            return None;
        }
        let mut solvers = self.solvers.root.take().unwrap_or_default();
        if sees_win && solvers.attack.spent + STEP <= share {
            solvers.attack.forget_open();
        }
        let mut found = self.advance_vct(&mut solvers.attack, None, share).map(RootThreat::Win);
        // A position in which more moves lose is probably lost, and the search needs its time.
        if found.is_none() && !sees_win && self.root.refuted.len() < self.params.root_vct_max_refuted() as usize {
            solvers.set_best(best);
            let line = self.advance_vct(&mut solvers.defense, Some(best), share);
            found = line.map(|line| RootThreat::Refuted(1 + line.len()));
        }
        self.solvers.root = Some(solvers);
        found
    }

    /// Whether the solvers may run: not in a search limited in depth, nor on a board too large for a step.
    pub fn may_search_vct(&self) -> bool {
        let cells = self.evaluator.board().size().cells();
        !self.limits.is_shallow(cells) && cells <= MAX_CELLS
    }

    /// Advances a solver, after the move `first` if there is one, until it has spent `share` nodes in this search.
    /// Returns the line of a win.
    pub fn advance_vct(&mut self, solver: &mut SteppedVct, first: Option<Point>, share: u64) -> Option<Vec<Point>> {
        let draw_at = self.draw_at;
        while !solver.settled && solver.spent + STEP <= share && self.control.has_left(STEP_TIME) {
            if self.counters.nodes + STEP * NODE_COST >= self.limits.nodes {
                return None;
            }
            let deadline = self.control.deadline();
            let tt = &self.shared.tt;
            let guide = |key| winning_move(tt, key);
            let (spent, line) = self.evaluator.probe(|board| {
                first.inspect(|&point| board.push(point));
                let found = solver.step(board, draw_at, deadline, &guide);
                first.inspect(|_| board.pop());
                found
            });
            self.counters.nodes += spent * NODE_COST;
            if line.is_some() {
                return line;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Rule, loss_in, win_in};
    use crate::board::Board;
    use crate::search::{Limits, Searcher};
    use std::time::Instant;

    /// The side to move has a VCT, but no VCF; without the last stone, the other side is to move.
    const MOVES: [u16; 13] = [6, 26, 13, 30, 42, 29, 62, 40, 75, 84, 54, 37, 71];

    fn position(stones: usize) -> Board {
        let mut board = Board::new(BoardSize::square(11).unwrap(), Rule::Renju);
        MOVES[..stones].iter().for_each(|&number| board.push(Point(number)));
        board
    }

    fn with_worker<T>(stones: usize, work: impl FnOnce(&mut Worker) -> T) -> T {
        Searcher::at(&position(stones), work)
    }

    #[test]
    fn a_step_ends_at_its_deadline() {
        let mut board = position(13);
        let mut step = |deadline| SteppedVct::default().step(&mut board, 0, deadline, &|_| None);
        assert_eq!(step(Some(Instant::now())), (0, None));
        assert!(step(None).0 > 0);
    }

    #[test]
    fn a_win_at_the_root_is_found_for_a_share_of_the_nodes() {
        with_worker(13, |worker| {
            assert!(worker.probe_vct(Point(0), 0).is_none(), "nothing was searched, so nothing may be spent");
            worker.counters.nodes = 600_000;
            let Some(RootThreat::Win(line)) = worker.probe_vct(Point(0), 0) else { panic!() };
            assert!(line.len() % 2 == 1 && line.iter().all(|&point| worker.evaluator.board().is_empty(point)));
            assert!(worker.counters.nodes <= 600_000 * 110 / 100, "{}", worker.counters.nodes);
            worker.reset_root_vct();
            assert!(worker.probe_vct(Point(0), loss_in(9)).is_none(), "decided already");
            let Some(RootThreat::Win(proved)) = worker.probe_vct(Point(0), win_in(9)) else { panic!() };
            assert_eq!(proved[0], line[0], "a win that is seen is proved");
            worker.limits = Limits::depth(4);
            assert!(worker.probe_vct(Point(0), 0).is_none(), "a search of four plies sees no further");
        });
    }

    #[test]
    fn a_best_move_that_loses_to_a_vct_is_not_played() {
        let loses = Point(MOVES[12]);
        with_worker(12, |worker| {
            worker.counters.nodes = 600_000;
            let Some(RootThreat::Refuted(plies)) = worker.probe_vct(loses, 0) else { panic!() };
            assert!(plies % 2 == 0);
            worker.root.refuted.push((loses, plies));
            assert_eq!(worker.root.refuted_score(loses), Some(loss_in(plies)));
            worker.limits = Limits::nodes(worker.counters.nodes + 3_000);
            let found = worker.iterate(&mut |_| {});
            assert!(found.best.is_some_and(|best| best != loses), "{found:?}");
        });
    }
}
