//! Positions as text, and their solution within a time.

use crate::base::{BoardSize, Rule};
use crate::board::Board;
use crate::solver::{Bounds, Solution, Vcf, Vct};
use crate::tools::formats::{self, Given, Outcome};
use anyhow::{Context, Result, bail};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// What kind of win is looked for.
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
            _ => Err(format!("'{text}' is neither vcf nor vct")),
        }
    }
}

/// Positions that the four-solver remembers, as a power of two (48 MiB).
const MEMORY_BITS: u32 = 22;

/// The shortest VCF is looked for in so many positions, about a second; after that any will do.
const SHORTEST_VCF_NODES: u64 = 1_000_000;

/// Bytes of stack for each ply of the longest line, that which fills the board; a ply takes some 500.
const STACK_PER_CELL: usize = 2048;
const LEAST_STACK: usize = 2 << 20;

/// Between two questions whether it is enough.
const TICK: Duration = Duration::from_millis(1);

/// Looks for a win of the side to move within `bounds`, until `is_enough` says so. Works in a thread of
/// its own, so that the end is kept whatever the solver is doing.
///
/// # Errors
/// When the solver's thread cannot be started or fails.
pub fn solve(board: &Board, goal: Goal, bounds: Bounds, is_enough: &dyn Fn() -> bool) -> Result<Solution> {
    let stop = Arc::new(AtomicBool::new(false));
    let worker_stop = Arc::clone(&stop);
    let mut board = board.clone();
    let (sender, receiver) = mpsc::channel();
    let stack = LEAST_STACK + STACK_PER_CELL * board.size().cells();
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
            Err(RecvTimeoutError::Timeout) if is_enough() => stop.store(true, Ordering::Relaxed),
            Err(RecvTimeoutError::Timeout) => {}
            result => return result.context("the solver failed"),
        }
    }
}

/// Reads a position in any format of [`formats`]. In a diagram Black is to move when there are as many
/// stones of both colours.
///
/// # Errors
/// When the text is none, does not fit the board, puts two stones on one point, or the game is over.
pub fn read_position(text: &str, size: BoardSize, rule: Rule) -> Result<Board> {
    let game = formats::read(text, Given { rule: Some(rule), size: Some(size) })?;
    match game.judge()? {
        Some(Outcome::Win(color)) => bail!("the game is over: {color:?} has won"),
        Some(Outcome::Draw) => bail!("the game is over: a draw"),
        None => game.board(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_diagrams_are_the_same_position() {
        let size = BoardSize::square(5).unwrap();
        let moves = read_position("a5 c4,e1", size, Rule::Caro).unwrap();
        for text in ["X . . . .\n..O..\n.....\n.....\n....x\n", "X..../..O../...../...../....X"] {
            let diagram = read_position(text, size, Rule::Caro).unwrap();
            assert_eq!(diagram.hash(), moves.hash(), "{text}");
        }
    }

    #[test]
    fn what_is_no_position_is_named() {
        let size = BoardSize::square(5).unwrap();
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
            assert!(read_position(text, size, Rule::Freestyle).is_err(), "{text}");
        }
    }
}
