//! What every format says of itself: a row of the table.

use super::reading::error::ReadError;
use super::reading::games::FoundGames;
use super::reading::source::{Given, Source};
use super::tree::GameTree;
use anyhow::Result;
use encoding_rs::{Encoding, UTF_8};
use std::fmt;

/// A format.
pub struct Format {
    /// Its name in commands, such as `sgf`.
    pub name: &'static str,
    /// Its name in sentences, such as `SGF`.
    pub title: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The extensions of its files, the usual one first, in lower case and without a dot.
    pub extensions: &'static [&'static str],
    /// Whether a file is meant to be of this format, damaged or not. The rows of `FORMATS` are asked in their order.
    pub recognize: fn(&Source) -> bool,
    /// Reads all games of a file. A damaged file gives what could be read, with a warning; an error is for a file that
    /// gives nothing.
    pub read: fn(&Source, &Given, &mut FoundGames) -> Result<(), ReadError>,
    /// Writes a tree, or its main line; nothing when the format is only read.
    pub write: Option<Write>,
    /// What it holds of a game.
    pub holds: Holds,
    /// Whether its files are text.
    pub is_text: bool,
}

/// Writes a tree in a format.
pub type Write = fn(&GameTree, &Writing) -> Result<Vec<u8>>;

/// What a format holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holds {
    /// Variations; otherwise the main line is written.
    pub variations: bool,
    /// Stones before the first move, and games that White begins.
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

/// A format that holds nothing but moves or stones has this for the rest.
pub const NOTHING: Holds = Holds {
    variations: false,
    setup: false,
    conditions: false,
    order: false,
    texts: false,
    players: false,
    passes: false,
};

/// How a file is written.
#[derive(Clone, Copy, Debug)]
pub struct Writing {
    /// Encoding of texts; without one the usual one of the format.
    pub encoding: Option<&'static Encoding>,
    /// The number of the game in SGF: 4 for five in a row, 1 for programs that open nothing but Go.
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
