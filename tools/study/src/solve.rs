//! Reading of positions, and solving them within limits.

use anyhow::{Result, anyhow, bail};
use std::str::FromStr;
use std::thread;
use tengen::board::Board;
use tengen::solver::{Solution, SolverLimits, Stop, Vcf, Vct};
use tengen_database::{Reason, why};
use tengen_game::Outcome;
use tengen_game::formats::{self, Given, Source};

/// Kind of win to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Win by continuous fours.
    Vcf,
    /// Win by continuous fours, open threes and quiet moves that threaten a VCF.
    Vct,
}

impl FromStr for Goal {
    type Err = Reason;

    fn from_str(text: &str) -> Result<Self, Reason> {
        match text.to_ascii_lowercase().as_str() {
            "vcf" => Ok(Goal::Vcf),
            "vct" => Ok(Goal::Vct),
            _ => Err(why::puzzle_goal(text)),
        }
    }
}

/// Table size of the VCF solver, as a power of two of positions (48 MiB).
const MEMORY_BITS: u32 = 22;

/// Node limit for the shortest VCF, about a second; after that any VCF is accepted.
const SHORTEST_VCF_NODES: u64 = 1_000_000;

/// Bytes of stack per cell of the board, which bounds the plies of a line; a ply needs about 500.
const STACK_PER_CELL: usize = 2048;
const MIN_STACK: usize = 2 << 20;

/// Searches for a win of the side to move within `bounds`, until `stop` is due. On systems with threads it runs on a
/// separate one, whose stack is large enough for the longest line.
///
/// # Errors
/// When the solver's thread cannot be started or fails.
pub fn solve(board: &Board, goal: Goal, bounds: SolverLimits, stop: Stop) -> Result<Solution> {
    let mut board = board.clone();
    let stack = MIN_STACK + STACK_PER_CELL * board.size().cells();
    let run = move || match goal {
        Goal::Vcf => {
            let mut vcf = Vcf::new(MEMORY_BITS);
            vcf.set_stop(stop);
            vcf.solve_soon(&mut board, bounds, SHORTEST_VCF_NODES)
        }
        Goal::Vct => {
            let mut vct = Vct::stopped_by(stop.flag);
            vct.set_deadline(stop.deadline);
            vct.solve(&mut board, bounds)
        }
    };
    if cfg!(target_family = "wasm") {
        return Ok(run());
    }
    thread::Builder::new().stack_size(stack).spawn(run)?.join().map_err(|_| anyhow!("the solver failed"))
}

/// Reads a position in any format of [`formats`]; returns it with notes about parts of the file that were left out. In
/// a diagram Black is to move if both colors have equally many stones.
///
/// # Errors
/// When the text is not a position, does not fit the board, puts two stones on one point, or the game is over.
pub fn read_position(source: &Source, given: &Given) -> Result<(Board, Vec<Reason>)> {
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
    use tengen::base::{BoardSize, Color, Rule};

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

    /// Two thousand consecutive fours on the largest board need more than a thread's usual stack.
    #[test]
    fn the_longest_line_of_fours_does_not_overflow_the_stack() {
        let size = BoardSize::square(120).unwrap();
        let mut board = Board::new(size, Rule::Standard);
        for (y, row) in (0..120).map(|y| (y, "OXXX..O".repeat(19)[(7 - 3 * y % 7) as usize..].to_owned())) {
            for (x, stone) in (0..120).zip(row.chars()).filter(|&(_, stone)| stone != '.') {
                let color = if stone == 'X' { Color::Black } else { Color::White };
                board.place(size.point(x, y).unwrap(), color.into()).unwrap();
            }
        }
        board.set_side_to_move(Color::Black);
        let bounds = SolverLimits { nodes: 10_000, ..SolverLimits::NONE };
        assert_eq!(solve(&board, Goal::Vct, bounds, Stop::default()).unwrap(), Solution::Unknown);
    }
}
