//! What a file is, by its name and its first bytes: the one place for the engine, the commands and the board. Files of
//! `FORMATS` of `tools/game` distinguishes games, whose content alone shows their format.

use super::text::is_text;
use super::yixin::{FRAME, is_yixin};
use crate::renlib::MAGIC;
use crate::storage::{ANY_VERSION, REDB_MAGIC};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// First bytes by which a file is recognized.
pub const START: usize = 1 << 16;
/// Largest file of games that is read, in bytes; one of self-play, a library and a database may be larger.
pub const MAX_GAME_FILE: usize = 64 << 20;

/// Kinds that all their files say in their first bytes.
const SIGNATURES: [(&[u8], FileKind); 11] = [
    (REDB_MAGIC, FileKind::Database),
    (ANY_VERSION, FileKind::Book),
    (b"tengen-games ", FileKind::SelfPlay),
    (MAGIC, FileKind::Foreign(ForeignFile::Library)),
    (FRAME, FileKind::Foreign(ForeignFile::Yixin)),
    (b"PK\x03\x04", FileKind::Archive),
    (b"\x1F\x8B", FileKind::Gzip),
    (b"\x89PNG", FileKind::Picture),
    (b"GIF8", FileKind::Picture),
    (b"\xFF\xD8\xFF", FileKind::Picture),
    (b"%PDF", FileKind::Pdf),
];

/// A file that is no single game: of positions, of many games, or of none.
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
    /// A file or an archive packed by gzip.
    Gzip,
    /// A picture of pixels.
    Picture,
    /// A document in PDF.
    Pdf,
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

impl ForeignFile {
    /// The kind of file that a name's ending stands for, with which it is written.
    pub fn named(name: &Path) -> Option<Self> {
        let ending = name.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "lib" => Some(Self::Library),
            "csv" => Some(Self::Text),
            "db" => Some(Self::Yixin),
            _ => None,
        }
    }
}

impl FileKind {
    /// What a file with this name and beginning is; `None` for any other file, as of one game. The bytes decide; only
    /// libraries of version 2 are known by their names alone. The name may be empty.
    pub fn of(name: impl AsRef<Path>, start: &[u8]) -> Option<Self> {
        let start = &start[..start.len().min(START)];
        let is_named_library = || ForeignFile::named(name.as_ref()) == Some(ForeignFile::Library);
        let signature = SIGNATURES.iter().find(|(begin, _)| start.starts_with(begin));
        Some(match signature {
            Some(&(_, kind)) => kind,
            None if is_text(start) => Self::Foreign(ForeignFile::Text),
            None if is_line(start) => Self::Lines,
            None if is_named_library() => Self::Foreign(ForeignFile::Library),
            None if is_yixin(start) => Self::Foreign(ForeignFile::Yixin),
            None => return None,
        })
    }

    /// What the file of this name is.
    pub fn of_file(path: &Path) -> Option<Self> {
        Self::of(path, &first_bytes(path))
    }
}

/// The first bytes of a file, [`START`] at most; none if it is a pipe, from which they would be gone, or cannot be read.
pub fn first_bytes(path: &Path) -> Vec<u8> {
    let mut start = Vec::new();
    let file = path.is_file().then(|| File::open(path).ok()).flatten();
    if file.is_some_and(|file| file.take(START as u64).read_to_end(&mut start).is_err()) {
        start.clear();
    }
    start
}

/// Whether a text begins with a line of a position or a counted game.
fn is_line(start: &[u8]) -> bool {
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    let line = start.trim_ascii_start().split(|&byte| byte == b'\n').next().unwrap_or_default();
    let has = |field: &str| line.windows(field.len()).any(|part| part == field.as_bytes());
    // Games of other programs in JSON have a rule and a size, too, the size mostly as a number.
    let has_size = has("\"size\":\"") || has("\"size\": \"");
    line.starts_with(b"{") && has_size && has("\"rule\":") && (has("\"side\":") || has("\"counted\":"))
}
