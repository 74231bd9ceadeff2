//! Puzzles: positions of games with one right move, proved by the solver.
//!
//! A set is a text with a puzzle a line, see [`PuzzleSet`]; [`PuzzleFinder`] makes them of games, and [`Prover`] answers
//! every try.

mod finder;
mod proof;
mod set;
mod shape;

pub use finder::PuzzleFinder;
pub use proof::{MoveVerdict, Prover};
pub use set::{BUILT_IN, PuzzleSet};

use crate::solve::Goal;
use tengen::base::{BoardSize, Cell, Color, FNV1A_BASIS, Point, Rule, fnv1a_step};
use tengen::board::Board;

/// Grades go from 1 to this.
pub const GRADES: u8 = 5;

/// What is asked of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PuzzleKind {
    /// It wins by threats, and only by this first move.
    Win,
    /// The opponent would win by fours, and only this move holds.
    Hold,
}

impl PuzzleKind {
    /// Both.
    pub const ALL: [PuzzleKind; 2] = [PuzzleKind::Win, PuzzleKind::Hold];

    /// Its name in a set.
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleKind::Win => "win",
            PuzzleKind::Hold => "hold",
        }
    }
}

/// A position with one right move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Rule of play.
    pub rule: Rule,
    /// Board size.
    pub size: BoardSize,
    /// What is asked.
    pub kind: PuzzleKind,
    /// Whether fours alone are enough to win, here or after every wrong move.
    pub goal: Goal,
    /// From 1, easy, to [`GRADES`].
    pub grade: u8,
    /// Stones of the winner to the five: of the side to move, or of the opponent after the longest wrong move.
    pub length: u32,
    /// The side to move.
    pub side: Color,
    /// The right move.
    pub first: Point,
    /// Black's stones and White's.
    pub stones: [Vec<Point>; 2],
}

impl Puzzle {
    /// The position.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size, self.rule);
        for (stones, cell) in self.stones.iter().zip([Cell::Black, Cell::White]) {
            for &point in stones {
                // A set holds no point twice: its reader has seen to that.
                let _ = board.place(point, cell);
            }
        }
        board.set_side_to_move(self.side);
        board
    }

    /// Its name: the same for the same line of a set.
    pub fn id(&self) -> String {
        let sum = self.to_string().bytes().fold(FNV1A_BASIS, |sum, byte| fnv1a_step(sum, byte.into()));
        format!("{:08x}", (sum >> 32) as u32 ^ sum as u32)
    }
}
