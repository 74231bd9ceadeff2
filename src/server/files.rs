//! Games from files that a protocol names. The engine reads SGF; a program that knows more formats brings its reader.

use tengen::base::{BoardSize, Color, Point, Rule};

/// A file that holds a game.
#[derive(Clone, Copy, Debug)]
pub struct FileRequest<'a> {
    /// The file's name.
    pub name: &'a str,
    /// Its content.
    pub bytes: &'a [u8],
    /// Number of the game in a file of several, from 1.
    pub game: usize,
    /// The rule of a file that names none.
    pub rule: Rule,
}

/// A game of a file: the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileGame {
    /// The rule.
    pub rule: Rule,
    /// Board size.
    pub size: BoardSize,
    /// Stones before the first move.
    pub setup: Vec<(Point, Color)>,
    /// Cells of nobody.
    pub blocked: Vec<Point>,
    /// Who makes the first move.
    pub first: Color,
    /// The moves, of each color in turn; `None` is a pass.
    pub moves: Vec<Option<Point>>,
    /// Number of games in the file.
    pub games: usize,
    /// What was left out, repaired or guessed, in sentences.
    pub notes: Vec<String>,
}

/// Reads a game of any format but SGF, which gives `None`: that is read by the engine, or refused as no SGF. An error says
/// what is wrong with the file.
pub type GameReader = fn(&FileRequest) -> Result<Option<FileGame>, String>;
