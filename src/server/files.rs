//! Games from files. The engine reads SGF; a program that knows more formats provides a reader.

use tengen::base::{BoardSize, Color, Point, Rule};

/// A file with games, and the game to read.
#[derive(Clone, Copy, Debug)]
pub struct FileRequest<'a> {
    /// Name of the file.
    pub name: &'a str,
    /// Content of the file.
    pub bytes: &'a [u8],
    /// Number of the game in a file of several, from 1.
    pub game: usize,
    /// The rule to use if the file names none.
    pub rule: Rule,
}

/// A game read from a file: its main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileGame {
    /// The rule.
    pub rule: Rule,
    /// Board size.
    pub size: BoardSize,
    /// Stones before the first move.
    pub setup: Vec<(Point, Color)>,
    /// Neutral cells.
    pub blocked: Vec<Point>,
    /// The color of the first move.
    pub first: Color,
    /// The moves, with alternating colors; `None` is a pass.
    pub moves: Vec<Option<Point>>,
    /// Number of games in the file.
    pub games: usize,
    /// Notes about parts left out, repaired or guessed, in sentences.
    pub notes: Vec<String>,
}

/// Reads a game of any format except SGF. `None`: the engine reads the file as SGF, or refuses it. An error says what
/// is wrong with the file.
pub type GameReader = fn(&FileRequest) -> anyhow::Result<Option<FileGame>>;
