//! Sets of puzzles as text: one puzzle per line, and comments after `#`.
//!
//! `rule size kind goal grade length side first black white`, for example `caro 15x15 win vcf 2 4 black h8 g7h9i7
//! f6g9`; points are written as in lists of moves.

use super::{GRADES, Puzzle, PuzzleKind};
use crate::solve::Goal;
use anyhow::{Context, Result, anyhow, bail};
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use tengen::base::Rule;
use tengen::board::{format_moves, format_point, parse_moves, parse_point};

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
    pub fn built_in() -> Result<Self> {
        BUILT_IN.parse()
    }
}

impl FromStr for PuzzleSet {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut puzzles = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                puzzles.push(line.parse().with_context(|| format!("line {}", index + 1))?);
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
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [rule, size, kind, goal, grade, length, side, first, black, white] = words[..] else {
            bail!("expected 'rule size kind goal grade length side first black white', found {} words", words.len())
        };
        let rule: Rule = rule.parse()?;
        let size = size.parse()?;
        let kind = PuzzleKind::ALL.into_iter().find(|known| known.name() == kind);
        let grade = grade.parse().ok().filter(|grade| (1..=GRADES).contains(grade));
        let stones = [parse_moves(size, black)?, parse_moves(size, white)?];
        let puzzle = Puzzle {
            rule,
            size,
            kind: kind.context("the kind is neither win nor hold")?,
            goal: goal.parse().map_err(anyhow::Error::msg)?,
            grade: grade.with_context(|| format!("the grade is none of 1 to {GRADES}"))?,
            length: length.parse().map_err(|_| anyhow!("'{length}' is not a number of stones"))?,
            side: side.parse().map_err(anyhow::Error::msg)?,
            first: parse_point(size, first)?,
            stones,
        };
        let mut seen = HashSet::new();
        if let Some(&twice) = puzzle.stones.iter().flatten().chain([&puzzle.first]).find(|&point| !seen.insert(point)) {
            bail!("two stones on {}", format_point(size, twice));
        }
        Ok(puzzle)
    }
}
