//! Positions as text, and their solution within a time.

use crate::base::{BoardSize, Color, Point, Rule};
use crate::board::{Board, Cell, parse_moves};
use crate::solver::{Bounds, Solution, Vcf, Vct};
use crate::tools::referee::Referee;
use anyhow::{Context, Result, bail, ensure};
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

/// Looks for a win of the side to move, of at most `stones` stones, for at most `limit`. As in a
/// puzzle, the game goes on to the last cell.
///
/// # Errors
/// When the solver's thread cannot be started or fails.
pub fn solve(board: &Board, goal: Goal, stones: u32, limit: Option<Duration>) -> Result<Solution> {
    let stop = Arc::new(AtomicBool::new(false));
    let worker_stop = Arc::clone(&stop);
    let mut board = board.clone();
    let bounds = Bounds { stones, ..Bounds::NONE };
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        let solution = match goal {
            Goal::Vcf => Vcf::stopped_by(MEMORY_BITS, worker_stop).solve(&mut board, bounds),
            Goal::Vct => Vct::stopped_by(worker_stop).solve(&mut board, bounds),
        };
        // The receiver waits for as long as this thread runs.
        let _ = sender.send(solution);
    })?;
    match receiver.recv_timeout(limit.unwrap_or(Duration::MAX)) {
        Err(RecvTimeoutError::Timeout) => {
            stop.store(true, Ordering::Relaxed);
            receiver.recv().context("the solver failed")
        }
        result => result.context("the solver failed"),
    }
}

/// Reads a position: moves (`h8i9`, Black's first), or a diagram of `.`, `X` and `O` with its rows
/// from the top, one a line or parted by `/`, blanks between the cells allowed. In a diagram Black
/// is to move when there are as many stones of both colours.
///
/// # Errors
/// When the text is neither, does not fit the board, puts two stones on one point, or somebody has won.
pub fn read_position(text: &str, size: BoardSize, rule: Rule) -> Result<Board> {
    let mut board = Board::new(size, rule);
    let is_diagram = text.contains(['.', '/']) && !text.contains(|c: char| c.is_ascii_digit());
    if !is_diagram {
        for point in parse_moves(size, text)? {
            ensure!(board.is_empty(point), "{} is played twice", crate::board::format_point(size, point));
            board.make(point, &mut ());
        }
        return not_over(board);
    }
    let rows: Vec<&str> = text.split(['\n', '/']).map(str::trim).filter(|row| !row.is_empty()).collect();
    ensure!(rows.len() == size.height(), "{} rows on a {size} board", rows.len());
    let mut stones = [0, 0];
    for (y, row) in rows.into_iter().enumerate() {
        let cells: Vec<char> = row.chars().filter(|c| !c.is_whitespace()).collect();
        ensure!(cells.len() == size.width(), "row {} has {} cells on a {size} board", y + 1, cells.len());
        for (x, cell) in cells.into_iter().enumerate() {
            let color = match cell {
                'X' | 'x' => Color::Black,
                'O' | 'o' => Color::White,
                '.' => continue,
                other => bail!("row {}: '{other}' is none of '.', 'X', 'O'", y + 1),
            };
            stones[color.index()] += 1;
            let point: Point = size.point(x as i32, y as i32).context("off the board")?;
            board.place(point, Cell::from(color))?;
        }
    }
    board.set_side_to_move(if stones[0] > stones[1] { Color::White } else { Color::Black });
    not_over(board)
}

/// Refuses a position in which somebody has won already.
fn not_over(board: Board) -> Result<Board> {
    let stones = board.placed().filter_map(|(point, cell)| Some((point, cell.color()?)));
    match Referee::of_stones(board.size(), board.rule(), stones).winner() {
        Some(color) => bail!("the game is over: {color:?} has won"),
        None => Ok(board),
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
