//! The kind of a file of positions or of many games, by its first bytes.

use super::text::is_text;
use super::yixin::is_yixin;
use crate::renlib::is_library;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Bytes within which the fields of the first line of a database in JSON must lie.
const START: u64 = 1 << 16;

/// A file of positions, or of many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A database, perhaps of years of work: no other file may overwrite it.
    Database,
    /// A book, which is made from databases.
    Book,
    /// A database as lines of JSON, one per position or game.
    Lines,
    /// A foreign file of positions.
    Foreign(ForeignFile),
    /// Self-play games.
    SelfPlay,
    /// An archive, in which tournaments publish a year's games.
    Archive,
}

/// A foreign file: one of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignFile {
    /// RenLib's library.
    Library,
    /// Yixin's or Rapfi's database.
    Yixin,
    /// Rapfi's text export of a database.
    Text,
}

impl FileKind {
    /// The kind of a file with this beginning; `None` for any other file.
    pub fn of(start: &[u8]) -> Option<Self> {
        Some(match start {
            _ if start.starts_with(b"redb") => Self::Database,
            _ if start.starts_with(b"tengen-book ") => Self::Book,
            _ if start.starts_with(b"tengen-games ") => Self::SelfPlay,
            _ if start.starts_with(b"PK\x03\x04") => Self::Archive,
            _ if is_library(start) => Self::Foreign(ForeignFile::Library),
            _ if is_text(start) => Self::Foreign(ForeignFile::Text),
            _ if is_line(start) => Self::Lines,
            _ if is_yixin(start) => Self::Foreign(ForeignFile::Yixin),
            _ => return None,
        })
    }

    /// A file's kind by its first bytes or else by its name: libraries of version 2 are known by their names alone.
    pub fn or_named(known: Option<Self>, name: &Path) -> Option<Self> {
        let is_library = name.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("lib"));
        known.or_else(|| is_library.then_some(Self::Foreign(ForeignFile::Library)))
    }

    /// The kind of the file of this name; `None` also if it cannot be read.
    pub fn of_file(path: &Path) -> Option<Self> {
        // Only regular files, because reading from a pipe would consume its first bytes.
        path.metadata().ok().filter(std::fs::Metadata::is_file)?;
        let mut start = Vec::new();
        File::open(path).ok()?.take(START).read_to_end(&mut start).ok()?;
        Self::of(&start)
    }
}

/// Whether a text begins with a line of a position or a game. Its size is a string, `15x15`; games of other programs in
/// JSON have a number.
fn is_line(start: &[u8]) -> bool {
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let has = |field: &[u8]| line.windows(field.len()).any(|part| part == field);
    line.starts_with(b"{") && has(b"\"rule\":") && (has(b"\"size\":\"") || has(b"\"size\": \""))
}
