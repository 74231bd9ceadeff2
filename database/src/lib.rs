//! Databases of positions in files, their books, and the position files of other programs.
//!
//! | file | holds |
//! | --- | --- |
//! | `key.rs` | a position as bytes, the same for all its symmetric images |
//! | `entry_bytes.rs`, `games.rs` | what is known of a position, and a finished game, as bytes |
//! | `store.rs` | the meaning of a database's rows: look-ups, confirmed writes, checks, books |
//! | `merging.rs`, `removing.rs` | adding entries of others and the results of games; changing and forgetting positions |
//! | `encoding.rs` | a guess at the encoding of texts |
//! | `known.rs` | the moves of a board with their stored results |
//! | `knowledge/` | what can be known of a position and of the moves of a board |
//! | `renlib/` | RenLib's libraries: read, in memory, written |
//! | `exchange/` | positions in files of other programs |
//! | `sgf/` | reading of SGF files |
//! | `reasons.rs`, `why.rs` | why something cannot be read: a code with values; the English sentences |
//! | `storage/` | the file: rows of bytes by key, independent of boards |
//!
//! A position is stored once for all symmetric images of its board. Its key holds rule, size and all stones, so two
//! positions never share a key, and an entry always belongs to its position.
//!
//! ```
//! use tengen::base::{BoardSize, Rule};
//! use tengen::board::Board;
//! use tengen_database::{Database, Entry};
//!
//! let path = std::env::temp_dir().join(format!("tengen-doc-{}.db", std::process::id()));
//! let database = Database::create(&path)?;
//! let board = Board::new(BoardSize::square(15)?, Rule::Caro);
//! database.write([(&board, &Entry { comment: "the empty board".into(), ..Entry::default() })])?;
//! assert_eq!(database.get(&board)?.unwrap().comment, "the empty board");
//! # drop(database);
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod encoding;
mod entry_bytes;
pub mod exchange;
mod games;
mod key;
pub mod knowledge;
mod known;
mod merging;
mod reasons;
mod removing;
pub mod renlib;
pub mod sgf;
mod storage;
mod store;
pub mod why;

pub use exchange::{FileKind, ForeignFile, MAX_GAME_FILE};
pub use games::{FinishedGame, turns_of};
pub use key::{KeyError, Orientation, PositionKey};
pub use knowledge::{
    Entry, EntryError, GameCounts, KnownMove, MAX_MOVES, MAX_TEXT, Proof, StoredMove, WON, best_moves, playable_moves,
};
pub use known::known_moves;
pub use merging::Counted;
pub use reasons::Reason;
pub use storage::{
    Database, DatabaseError, FORMAT, follow_links, is_empty_or_special, is_special, write_new, write_whole,
};
pub use store::write_book;
