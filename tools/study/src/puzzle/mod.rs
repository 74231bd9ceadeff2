//! Puzzles: positions of games with one right move, proved by the solver.
//!
//! A [`PuzzleSet`] is a text with one puzzle per line; [`PuzzleFinder`] finds puzzles in games, and [`Prover`] answers
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

/// Largest grade; the smallest is 1.
pub const GRADES: u8 = 5;

/// Task of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PuzzleKind {
    /// Win by threats; only this first move does.
    Win,
    /// Hold against a win by fours; only this move does.
    Hold,
}

impl PuzzleKind {
    /// Both kinds.
    pub const ALL: [PuzzleKind; 2] = [PuzzleKind::Win, PuzzleKind::Hold];

    /// Name of the kind in a set.
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
    /// Task of the side to move.
    pub kind: PuzzleKind,
    /// Threats of the win: of the solution, or after the wrong moves; [`Goal::Vcf`] if fours alone are enough.
    pub goal: Goal,
    /// Difficulty from 1 (easy) to [`GRADES`].
    pub grade: u8,
    /// Stones of the winner to the five: of the side to move, or of the opponent after the wrong move that lasts
    /// longest.
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
                // The reader of a set refuses puzzles with two stones on one point.
                let _ = board.place(point, cell);
            }
        }
        board.set_side_to_move(self.side);
        board
    }

    /// Identifier, derived from the puzzle's line in a set.
    pub fn id(&self) -> String {
        let sum = self.to_string().bytes().fold(FNV1A_BASIS, |sum, byte| fnv1a_step(sum, byte.into()));
        format!("{:08x}", (sum >> 32) as u32 ^ sum as u32)
    }
}
