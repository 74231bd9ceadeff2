//! The threat solvers that run between iterations: one for the side to move at the root, one for the opponent after the
//! best move, and one for positions in the verification of a decided score.

use crate::base::{Point, WIN_BOUND};
use crate::board::Board;
use crate::search::table::{Bound, TranspositionTable};
use crate::solver::{Guide, Solution, SolverLimits, Vct};
use std::time::Instant;

/// Nodes of one step of a solver, between two polls of the stop flag and the clock.
pub const STEP: u64 = 16;
/// Node limit of the VCF search in a new position.
const FIRST_VCF_NODES: u64 = 500;
/// Size of each solver's table in positions, about 130 bytes each.
const POSITIONS: usize = 20_000;

/// The three solvers of a search.
#[derive(Default)]
pub struct RootVct {
    /// Solver for the side to move, at the root.
    pub attack: SteppedVct,
    /// Solver for the opponent, after the best move.
    pub defense: SteppedVct,
    /// Solver for the winner of a decided score, in the position that is being verified.
    pub verification: SteppedVct,
    /// The best move after which `defense` searches.
    best: Option<Point>,
}

impl RootVct {
    /// Resets the solvers for a new search.
    pub fn reset(&mut self) {
        for solver in [&mut self.attack, &mut self.defense, &mut self.verification] {
            solver.spent = 0;
            solver.turn();
        }
        self.best = None;
    }

    /// Sets the best move of the defense, which starts anew unless it is the same as before.
    pub fn set_best(&mut self, best: Point) {
        if self.best != Some(best) {
            self.best = Some(best);
            self.defense.turn();
        }
    }
}

/// The winning move in the position with this key, if the table has one.
pub fn winning_move(tt: &TranspositionTable, key: u64) -> Option<Point> {
    let entry = tt.probe(key, 0)?;
    let wins = entry.score > WIN_BOUND && matches!(entry.bound, Bound::Lower | Bound::Exact);
    entry.point.filter(|_| wins)
}

/// A solver that is advanced in steps.
pub struct SteppedVct {
    vct: Vct,
    /// Nodes spent in this search, in all positions.
    pub spent: u64,
    begun: bool,
    /// Whether the solver has its answer, or cannot continue.
    pub settled: bool,
}

impl Default for SteppedVct {
    fn default() -> Self {
        Self { vct: Vct::new().with_memory(POSITIONS), spent: 0, begun: false, settled: false }
    }
}

impl SteppedVct {
    /// Starts anew with the position of the next step.
    pub fn turn(&mut self) {
        (self.begun, self.settled) = (false, false);
    }

    /// Forgets open and refuted positions, so that the next steps search them anew with a better guide.
    pub fn forget_open(&mut self) {
        self.vct.forget_open();
        self.settled = false;
    }

    /// Searches for a VCT of the side to move for [`STEP`] more nodes, at most until the `deadline`. `board` is the
    /// position of the last step, or a new one after [`SteppedVct::turn`]; the game is drawn when `draw_at` cells are
    /// empty; `guide`: as for [`Vct::go_on`]. Returns the nodes spent, and the line of a win.
    pub fn step(
        &mut self,
        board: &mut Board,
        draw_at: usize,
        deadline: Option<Instant>,
        guide: Guide,
    ) -> (u64, Option<Vec<Point>>) {
        self.vct.set_deadline(deadline);
        let limits = |nodes| SolverLimits { stones: u32::MAX, nodes, draw_at };
        let mut solution = Solution::Unknown;
        if !self.begun {
            solution = self.vct.begin(board, limits(FIRST_VCF_NODES));
            self.begun = true;
        }
        let before = self.vct.nodes();
        if solution == Solution::Unknown {
            solution = self.vct.go_on(board, limits(before + STEP), guide);
        }
        let spent = self.vct.nodes() - before;
        // No new node: its memory is full, its time is up, or only a search without limits could find more.
        self.settled = solution != Solution::Unknown || spent == 0;
        self.spent += spent;
        match solution {
            Solution::Win(line) => (spent, Some(line)),
            Solution::None | Solution::Unknown => (spent, None),
        }
    }
}
