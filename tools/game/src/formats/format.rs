//! Description of a format: one row of the table of formats.

use super::{FoundGames, GameTree, Given, ReadError, Source};
use anyhow::Result;
use encoding_rs::{Encoding, UTF_8};
use std::fmt;

/// A format.
pub struct Format {
    /// Its name in commands, such as `sgf`.
    pub name: &'static str,
    /// Its name in sentences, such as `SGF`.
    pub title: &'static str,
    /// A short description.
    pub about: &'static str,
    /// File extensions in lower case without a dot, the usual one first.
    pub extensions: &'static [&'static str],
    /// Whether a file is of this format, possibly damaged. The rows of `FORMATS` are tried in order.
    pub recognize: fn(&Source) -> bool,
    /// Reads all games of a file. A damaged file yields its readable part with a warning; an error means that nothing
    /// could be read.
    pub read: fn(&Source, &Given, &mut FoundGames) -> Result<(), ReadError>,
    /// Writes a tree or its main line; `None` if the format is only read.
    pub write: Option<Write>,
    /// The parts of a game that the format holds.
    pub holds: Holds,
    /// Whether the files are text.
    pub is_text: bool,
}

/// Writes a tree in a format.
pub type Write = fn(&GameTree, &Writing) -> Result<Vec<u8>>;

/// Parts of a game that a format can hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holds {
    /// Variations; without them only the main line is written.
    pub variations: bool,
    /// Stones before the first move, and games in which White moves first.
    pub setup: bool,
    /// Rule and size.
    pub conditions: bool,
    /// The order of the moves.
    pub order: bool,
    /// Comments, labels and marks.
    pub texts: bool,
    /// The players' names.
    pub players: bool,
    /// Passes.
    pub passes: bool,
}

/// The value for formats that hold nothing but moves or stones.
pub const NOTHING: Holds = Holds {
    variations: false,
    setup: false,
    conditions: false,
    order: false,
    texts: false,
    players: false,
    passes: false,
};

/// Options for writing a file.
#[derive(Clone, Copy, Debug)]
pub struct Writing {
    /// Encoding of texts; `None`: the usual one of the format.
    pub encoding: Option<&'static Encoding>,
    /// SGF's game number: 4 for five in a row, or 1 (Go) for programs that open only that.
    pub sgf_game: u8,
}

impl Default for Writing {
    fn default() -> Self {
        Self { encoding: None, sgf_game: 4 }
    }
}

impl Writing {
    /// The encoding of a text file.
    pub fn text_encoding(&self) -> &'static Encoding {
        self.encoding.unwrap_or(UTF_8)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title)
    }
}
