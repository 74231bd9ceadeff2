//! A database of positions: results of searches and games, kept in one file.
//!
//! | file | holds |
//! | --- | --- |
//! | `key.rs` | a position as bytes, the same for all its symmetric images |
//! | `entry_bytes.rs`, `games.rs` | what is known of a position, and a finished game, as bytes |
//! | `store.rs` | look-ups, confirmed writes, checks, books |
//! | `merging.rs`, `removing.rs` | adding entries of others and the results of games; forgetting positions |
//! | `encoding.rs` | a guess at the encoding of texts |
//! | `known.rs` | the moves of a board with their stored results |
//! | `renlib/` | RenLib's libraries: read, in memory, written |
//! | `exchange/` | positions in files of other programs |
//!
//! A position is stored once for all symmetric images of its board, rule and size included, with its stones written
//! out: two positions never share a key, so an entry always belongs to its position. The file itself is the package
//! `tengen-database`, a feature of the engine: without it, [`open`] is all that is here, and says so.
#![cfg_attr(
    feature = "database",
    doc = r#"
```
use tengen::base::{BoardSize, Rule};
use tengen::board::Board;
use tengen::database::{Database, Entry};

let path = std::env::temp_dir().join(format!("tengen-doc-{}.db", std::process::id()));
let database = Database::create(&path)?;
let board = Board::new(BoardSize::square(15)?, Rule::Caro);
database.write([(&board, &Entry { comment: "the empty board".into(), ..Entry::default() })])?;
assert_eq!(database.get(&board)?.unwrap().comment, "the empty board");
# drop(database);
# std::fs::remove_file(path)?;
# Ok::<(), Box<dyn std::error::Error>>(())
```
"#
)]

#[cfg(feature = "database")]
pub mod encoding;
#[cfg(feature = "database")]
mod entry_bytes;
#[cfg(feature = "database")]
pub mod exchange;
#[cfg(feature = "database")]
mod games;
#[cfg(feature = "database")]
mod key;
#[cfg(feature = "database")]
mod known;
#[cfg(feature = "database")]
mod merging;
#[cfg(feature = "database")]
mod removing;
#[cfg(feature = "database")]
pub mod renlib;
#[cfg(feature = "database")]
mod store;

pub use crate::knowledge::{
    Entry, EntryError, GameCounts, KnownMove, MAX_MOVES, MAX_TEXT, Proof, StoredMove, best_moves, playable_moves,
};
#[cfg(feature = "database")]
pub use {
    games::FinishedGame,
    key::{KeyError, Orientation, PositionKey},
    known::known_moves,
    merging::Counted,
    store::{Database, write_book},
    tengen_database::{DatabaseError, FORMAT, FileKind, file_kind, is_special, write_whole},
};

use crate::knowledge::{Knowledge, KnowledgeError};
use std::path::Path;

/// Opens a database, or makes one when the file is missing and `may_create`.
///
/// # Errors
/// When the file is missing, in use, damaged or not a database.
#[cfg(feature = "database")]
pub fn open(path: &Path, may_create: bool) -> Result<Box<dyn Knowledge>, KnowledgeError> {
    let database = if may_create { Database::open_or_create(path) } else { Database::open(path) };
    Ok(Box::new(database?))
}

/// Opens a database: this build cannot.
///
/// # Errors
/// Always.
#[cfg(not(feature = "database"))]
pub fn open(path: &Path, _: bool) -> Result<Box<dyn Knowledge>, KnowledgeError> {
    let path = path.display();
    Err(KnowledgeError(format!("{path}: this build has no databases; build it with the feature 'database'")))
}
