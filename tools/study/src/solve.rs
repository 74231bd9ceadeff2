//! Positions as text, and their solution within a time.
#![cfg_attr(target_family = "wasm", allow(dead_code, unused_imports, reason = "there are no threads"))]

use anyhow::{Context, Result, bail};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use tengen::board::Board;
use tengen::solver::{Solution, SolverLimits, Vcf, Vct};
use tengen_game::Outcome;
use tengen_game::formats::{self, Given, Source};

/// The kind of win to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Continuous fours.
    Vcf,
    /// Continuous fours, open threes and quiet moves that threaten a VCF.
    Vct,
}

impl FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "vcf" => Ok(Goal::Vcf),
            "vct" => Ok(Goal::Vct),
            _ => Err(format!("'{text}': expected vcf or vct")),
        }
    }
}

/// Table size of the VCF solver, as a power of two of positions (48 MiB).
const MEMORY_BITS: u32 = 22;

/// Positions spent on the shortest VCF, about a second; after that any VCF is accepted.
const SHORTEST_VCF_NODES: u64 = 1_000_000;

/// Bytes of stack per ply of the longest line, which fills the board; a ply needs about 500.
const STACK_PER_CELL: usize = 2048;
const MIN_STACK: usize = 2 << 20;

/// Interval between polls of `should_stop`.
const TICK: Duration = Duration::from_millis(1);

/// Searches for a win of the side to move within `bounds`, until `should_stop` returns true. Runs the
/// solver in a thread of its own, so that the deadline holds whatever the solver is doing.
///
/// # Errors
/// When the solver's thread cannot be started or fails.
#[cfg(not(target_family = "wasm"))]
pub fn solve(board: &Board, goal: Goal, bounds: SolverLimits, should_stop: &dyn Fn() -> bool) -> Result<Solution> {
    let stop = Arc::new(AtomicBool::new(false));
    let worker_stop = Arc::clone(&stop);
    let mut board = board.clone();
    let (sender, receiver) = mpsc::channel();
    let stack = MIN_STACK + STACK_PER_CELL * board.size().cells();
    thread::Builder::new().stack_size(stack).spawn(move || {
        let solution = match goal {
            Goal::Vcf => Vcf::stopped_by(MEMORY_BITS, worker_stop).solve_soon(&mut board, bounds, SHORTEST_VCF_NODES),
            Goal::Vct => Vct::stopped_by(worker_stop).solve(&mut board, bounds),
        };
        // The receiver waits for as long as this thread runs.
        let _ = sender.send(solution);
    })?;
    loop {
        match receiver.recv_timeout(TICK) {
            Err(RecvTimeoutError::Timeout) if should_stop() => stop.store(true, Ordering::Relaxed),
            Err(RecvTimeoutError::Timeout) => {}
            result => return result.context("the solver failed"),
        }
    }
}

/// Searches for a win of the side to move within `bounds`, until `should_stop` returns true. Without threads it can only be
/// asked between searches, each with twice the nodes of the one before.
///
/// # Errors
/// None here.
#[cfg(target_family = "wasm")]
pub fn solve(board: &Board, goal: Goal, bounds: SolverLimits, should_stop: &dyn Fn() -> bool) -> Result<Solution> {
    let mut nodes = 1 << 14;
    loop {
        let (limits, mut board) = (SolverLimits { nodes: bounds.nodes.min(nodes), ..bounds }, board.clone());
        let solution = match goal {
            Goal::Vcf => Vcf::new(MEMORY_BITS).solve_soon(&mut board, limits, SHORTEST_VCF_NODES),
            Goal::Vct => Vct::new().solve(&mut board, limits),
        };
        if solution != Solution::Unknown || should_stop() || nodes >= bounds.nodes {
            return Ok(solution);
        }
        nodes *= 2;
    }
}

/// Reads a position in any format of [`formats`], and says what was left out of the file. In a diagram Black is to move when there are as many
/// stones of both colors.
///
/// # Errors
/// When the text is not a position, does not fit the board, puts two stones on one point, or the game is over.
pub fn read_position(source: &Source, given: &Given) -> Result<(Board, Vec<String>)> {
    let (tree, report) = formats::read_tree(source, given)?;
    let game = tree.main_line();
    match game.judge()? {
        Some(Outcome::Win(color)) => bail!("the game is over: {color:?} has won"),
        Some(Outcome::Draw) => bail!("the game is over: a draw"),
        None => Ok((game.board()?, report.warnings)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::{BoardSize, Rule};

    fn given(rule: Rule) -> Given {
        Given { rule: Some(rule), size: Some(BoardSize::square(5).unwrap()), ..Given::default() }
    }

    #[test]
    fn moves_and_diagrams_are_the_same_position() {
        let read = |text: &str| read_position(&Source::text(text), &given(Rule::Caro)).unwrap().0;
        let moves = read("a5 c4,e1");
        for text in ["X . . . .\n..O..\n.....\n.....\n....x\n", "X..../..O../...../...../....X"] {
            let diagram = read(text);
            assert_eq!(diagram.hash(), moves.hash(), "{text}");
        }
    }

    #[test]
    fn what_is_no_position_is_named() {
        for text in [
            "a1a1",
            "a9",
            "a1a2b1b2c1c2d1d2e1",
            "XXXXX/OOOO./...../...../.....",
            "X....",
            "....././././.",
            "X.../...../...../...../.....",
            "Y..../...../...../...../.....",
        ] {
            assert!(read_position(&Source::text(text), &given(Rule::Freestyle)).is_err(), "{text}");
        }
    }
}
