//! Sets of puzzles as text: one puzzle per line, and comments after `#`.
//!
//! `rule size kind goal grade length side first black white`, for example `caro 15x15 win vcf 2 4 black h8 g7h9i7
//! f6g9`; points are written as in lists of moves.

use super::{GRADES, Puzzle, PuzzleKind};
use crate::solve::Goal;
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use tengen::base::Rule;
use tengen::board::{format_moves, format_point, parse_moves, parse_point};
use tengen_database::{Reason, why};
use tengen_game::ImpossibleGame;

/// The built-in puzzles. The first lines of the file say how they were made.
pub const BUILT_IN: &str = include_str!("puzzles.txt");

/// Puzzles of a text.
#[derive(Clone, Debug, Default)]
pub struct PuzzleSet {
    /// The puzzles, in the order of the text.
    pub puzzles: Vec<Puzzle>,
}

impl PuzzleSet {
    /// The built-in puzzles.
    ///
    /// # Errors
    /// Never: a test reads them all.
    pub fn built_in() -> Result<Self, Reason> {
        BUILT_IN.parse()
    }
}

impl FromStr for PuzzleSet {
    type Err = Reason;

    fn from_str(text: &str) -> Result<Self, Reason> {
        let mut puzzles = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                puzzles.push(line.parse().map_err(|fault: Reason| why::line(fault, index + 1))?);
            }
        }
        Ok(Self { puzzles })
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { rule, size, kind, goal, grade, length, side, first, stones } = self;
        let goal = match goal {
            Goal::Vcf => "vcf",
            Goal::Vct => "vct",
        };
        let side = side.name();
        let [first, black, white] =
            [format_point(*size, *first), format_moves(*size, &stones[0]), format_moves(*size, &stones[1])];
        write!(f, "{rule} {size} {} {goal} {grade} {length} {side} {first} {black} {white}", kind.name())
    }
}

impl FromStr for Puzzle {
    type Err = Reason;

    fn from_str(line: &str) -> Result<Self, Reason> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [rule, size, kind, goal, grade, length, side, first, black, white] = words[..] else {
            return Err(why::puzzle_words(words.len()));
        };
        let rule: Rule = rule.parse()?;
        let size = size.parse()?;
        let kind = PuzzleKind::ALL.into_iter().find(|known| known.name() == kind);
        let grade = grade.parse().ok().filter(|grade| (1..=GRADES).contains(grade));
        let stones = [parse_moves(size, black)?, parse_moves(size, white)?];
        let puzzle = Puzzle {
            rule,
            size,
            kind: kind.ok_or_else(why::puzzle_kind)?,
            goal: goal.parse()?,
            grade: grade.ok_or_else(|| why::puzzle_grade(GRADES))?,
            length: length.parse().map_err(|_| why::puzzle_length(length))?,
            side: side.parse()?,
            first: parse_point(size, first)?,
            stones,
        };
        let mut seen = HashSet::new();
        if let Some(&twice) = puzzle.stones.iter().flatten().chain([&puzzle.first]).find(|&point| !seen.insert(point)) {
            return Err(ImpossibleGame::TwoStones(format_point(size, twice)).into());
        }
        Ok(puzzle)
    }
}
