//! Sets of puzzles as text: one puzzle per line, and comments after `#`.
//!
//! `rule size kind goal grade length side first black white`, for example `caro 15x15 win vcf 2 4 black h8 g7h9i7
//! f6g9`; points are written as in lists of moves.

use super::{GRADES, Puzzle, PuzzleFinder, PuzzleKind};
use crate::solve::Goal;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::str::FromStr;
use tengen::base::{Point, Rule};
use tengen::board::{Board, format_moves, format_point, parse_moves, parse_point};
use tengen_database::{Reason, why};
use tengen_game::{ImpossibleGame, count};

/// The built-in puzzles. The first lines of the file say how they were made.
pub const BUILT_IN: &str = include_str!("puzzles.txt");

/// Header line with the columns of a set.
const COLUMNS: &str = "# Puzzles of Tengen: rule, size, kind, goal, grade, stones of the winner, side to move, its right move, Black, White.";

/// Puzzles of a text, with its comments.
#[derive(Clone, Debug, Default)]
pub struct PuzzleSet {
    /// The puzzles, in the order of the text.
    pub puzzles: Vec<Puzzle>,
    /// The comment on the line of each of the first puzzles, with its `#`; empty for none.
    notes: Vec<String>,
    /// Lines with a comment alone, except for [`COLUMNS`].
    comments: Vec<String>,
}

impl PuzzleSet {
    /// The built-in puzzles.
    ///
    /// # Errors
    /// Never: a test reads them all.
    pub fn built_in() -> Result<Self, Reason> {
        BUILT_IN.parse()
    }

    /// Proves the puzzles again, for each with the length and grade that is found now. Those that are not proved any more or
    /// occur twice become comments; returns their number.
    pub fn renew(&mut self, finder: &mut PuzzleFinder) -> usize {
        let before = std::mem::take(self);
        let count = before.puzzles.len();
        self.comments = before.comments;
        for (puzzle, note) in before.puzzles.into_iter().zip(before.notes) {
            match finder.renew(&puzzle) {
                Some(renewed) => {
                    self.puzzles.push(renewed);
                    self.notes.push(note);
                }
                None => self.comments.push(format!("# not proved now, or twice: {puzzle}{note}")),
            }
        }
        count - self.puzzles.len()
    }

    /// Adds the puzzles of a game, see [`PuzzleFinder::of_game`], up to `each` puzzles of one rule, kind and grade.
    pub fn add_game(&mut self, finder: &mut PuzzleFinder, start: &Board, moves: &[Point], each: usize) {
        let group = |puzzle: &Puzzle| (puzzle.rule, puzzle.kind, puzzle.grade);
        let known = |puzzle: &Puzzle| self.puzzles.iter().filter(|known| group(known) == group(puzzle)).count();
        let found = finder.of_game(start, moves, &|puzzle| Some(known(puzzle)).filter(|&known| known < each));
        self.puzzles.extend(found);
    }

    /// The set as text: its comments, the line `origin`, and the puzzles by rule, kind and grade.
    pub fn to_text(&self, origin: &str) -> String {
        let notes = self.notes.iter().map(String::as_str).chain(std::iter::repeat(""));
        let mut lines: Vec<_> = self.puzzles.iter().map(|puzzle| (puzzle, puzzle.to_string())).zip(notes).collect();
        lines.sort_by_key(|((puzzle, line), _)| (puzzle.rule.name(), puzzle.kind, puzzle.grade, line.clone()));
        let comments = [COLUMNS].into_iter().chain(self.comments.iter().map(String::as_str)).chain([origin]);
        let comments: String = comments.map(|line| format!("{line}\n")).collect();
        comments + &lines.iter().map(|((_, line), note)| format!("{line}{note}\n")).collect::<String>()
    }

    /// A line of text per rule and kind, with the number of puzzles of each grade, and one with the number of all.
    pub fn summary(&self) -> String {
        let mut kinds: BTreeMap<(&str, PuzzleKind), BTreeMap<u8, usize>> = BTreeMap::new();
        for Puzzle { rule, kind, grade, .. } in &self.puzzles {
            *kinds.entry((rule.name(), *kind)).or_default().entry(*grade).or_default() += 1;
        }
        let line = |((rule, kind), grades): (&(&str, PuzzleKind), &BTreeMap<u8, usize>)| {
            let grades: Vec<String> = grades.iter().map(|(grade, number)| format!("grade {grade}: {number}")).collect();
            format!("{rule:<10} {:<5} {}\n", kind.name(), grades.join(", "))
        };
        kinds.iter().map(line).collect::<String>() + &count(self.puzzles.len() as u64, "puzzle") + "\n"
    }
}

impl FromStr for PuzzleSet {
    type Err = Reason;

    fn from_str(text: &str) -> Result<Self, Reason> {
        let mut set = Self::default();
        for (index, line) in text.lines().enumerate() {
            let (puzzle, note) = line.split_once('#').map_or((line, None), |(puzzle, note)| (puzzle, Some(note)));
            match puzzle.trim() {
                "" => set.comments.extend(note.filter(|_| line != COLUMNS).map(|_| line.to_owned())),
                puzzle => {
                    set.puzzles.push(puzzle.parse().map_err(|fault: Reason| why::line(fault, index + 1))?);
                    set.notes.push(note.map(|note| format!("  #{note}")).unwrap_or_default());
                }
            }
        }
        Ok(set)
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
