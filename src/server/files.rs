//! Games from files. The engine reads SGF; a program that knows more formats provides a reader.

use tengen::base::Rule;
use tengen::board::Board;

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
#[derive(Clone)]
pub struct FileGame {
    /// The last position, with the moves and passes that led to it, of alternating colors.
    pub board: Board,
    /// Number of the board's stones and neutral cells that were there before the first move.
    pub setup: usize,
    /// Number of games in the file.
    pub games: usize,
    /// Notes about parts left out, repaired or guessed, in sentences.
    pub notes: Vec<String>,
}

/// Reads a game of any format except SGF. `None`: the engine reads the file as SGF, or refuses it. An error says what
/// is wrong with the file.
pub type GameReader = fn(&FileRequest) -> anyhow::Result<Option<FileGame>>;
