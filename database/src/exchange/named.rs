//! Files of other programs by name: what a conversation asks for, and the answer.

use super::{Added, ExchangeError, LibraryOf, add_library, add_text, is_text, library_of, write_text};
use crate::renlib::{self, OpenedLibrary};
use crate::storage::{is_special, write_whole};
use crate::{Database, PositionKey};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use tengen::base::Rule;
use tengen::board::Board;

/// An exchange between a database and a file of another program.
#[derive(Clone)]
pub enum FileExchange {
    /// Reads a library of RenLib under a rule.
    FromLibrary(Rule),
    /// Writes a library of the positions behind a board.
    ToLibrary(Box<Board>),
    /// Reads Rapfi's text.
    FromText,
    /// Writes Rapfi's text, of the rule and size of a board.
    ToText(Box<Board>),
    /// Writes Rapfi's text, of everything.
    AllToText,
}

impl FileExchange {
    /// Whether the database is changed.
    pub fn writes_database(&self) -> bool {
        matches!(self, Self::FromLibrary(_) | Self::FromText)
    }
}

/// Reads a file into the database, or writes one of it; says what was done.
///
/// # Errors
/// When the file or the database cannot be read or written, or the file is of another kind.
pub fn exchange_file(database: &Database, what: &FileExchange, path: &Path) -> Result<String, ExchangeError> {
    match what {
        FileExchange::FromLibrary(rule) => add_library_file(database, path, *rule),
        FileExchange::FromText => add_text_file(database, path),
        FileExchange::ToLibrary(board) => {
            library_of(database, board, None).and_then(|library| write_library(&library, path))
        }
        FileExchange::ToText(board) => {
            let is_meant = |key: &PositionKey| key.rule() == board.rule() && key.size() == board.size();
            write_text_file(database, path, &is_meant)
        }
        FileExchange::AllToText => write_text_file(database, path, &|_| true),
    }
}

fn add_library_file(database: &Database, path: &Path, rule: Rule) -> Result<String, ExchangeError> {
    let mut bytes = Vec::new();
    // One byte more tells that it is too large.
    File::open(path)?.take(renlib::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let opened = renlib::read(bytes).map_err(|error| ExchangeError::Unreadable(error.to_string()))?;
    let OpenedLibrary { tree, damage, .. } = opened;
    let added = add_library(database, &tree, rule, tree.encoding())?;
    Ok(describe(&Added { damage: damage.map(|damage| damage.to_string()), ..added }, "moves of the library"))
}

fn add_text_file(database: &Database, path: &Path) -> Result<String, ExchangeError> {
    let added = add_text(database, &mut BufReader::new(File::open(path)?))?;
    Ok(describe(&added, "lines of the text"))
}

fn describe(added: &Added, read: &str) -> String {
    let Added { new_positions, comments, labels, left_out, .. } = added;
    let left_out = if *left_out > 0 { format!(", {left_out} left out") } else { String::new() };
    let damage = added.damage.as_ref().map_or(String::new(), |damage| format!("; {damage}"));
    format!(
        "added {new_positions} positions from {} {read}, with {comments} comments and {labels} labels{left_out}{damage}",
        added.read
    )
}

fn write_library(library: &LibraryOf, path: &Path) -> Result<String, ExchangeError> {
    check_target(path, renlib::is_library)?;
    let bytes = renlib::write(&library.tree);
    write_whole(path, |file| file.write_all(&bytes))?;
    let unreached = match library.unreached {
        0 => String::new(),
        count => format!(", {count} left out that no known moves lead to"),
    };
    Ok(format!("wrote {} positions into a library, texts in {}{unreached}", library.written, library.encoding.name()))
}

fn write_text_file(
    database: &Database,
    path: &Path,
    is_meant: &dyn Fn(&PositionKey) -> bool,
) -> Result<String, ExchangeError> {
    check_target(path, is_text)?;
    let mut written = Ok(0);
    let kept = write_whole(path, |file: &mut dyn Write| {
        written = write_text(database, is_meant, file);
        // The error itself is kept.
        written.as_ref().map(|_| ()).map_err(|_| io::ErrorKind::Other.into())
    });
    let written = written?;
    kept?;
    Ok(format!("wrote {written} positions as text"))
}

/// A file of another kind is not written over: the name may be wrong.
fn check_target(path: &Path, is_same_kind: fn(&[u8]) -> bool) -> Result<(), ExchangeError> {
    if is_special(path) || path.metadata().is_ok_and(|file| file.len() == 0) {
        return Ok(());
    }
    let mut start = Vec::new();
    match File::open(path).and_then(|file| file.take(64).read_to_end(&mut start)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error.into()),
        Ok(_) if is_same_kind(&start) => Ok(()),
        Ok(_) => Err(ExchangeError::Unreadable("this is another kind of file: expected the name of a new one".into())),
    }
}
