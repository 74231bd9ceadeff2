//! A database of positions: results of searches and games, kept in one file.
//!
//! | file | holds |
//! | --- | --- |
//! | `key.rs` | a position as bytes, the same for all its symmetric images |
//! | `entry.rs` | what is known of a position |
//! | `games.rs` | a finished game as bytes |
//! | `bytes.rs` | numbers and texts as few bytes |
//! | `store.rs` | look-ups and confirmed writes |
//! | `opening.rs`, `files.rs` | making, opening and checking the file; its name |
//! | `held.rs`, `guard.rs` | leaving a file as it is until it is known to be whole; the store's failures as errors |
//! | `merging.rs`, `removing.rs` | adding entries of others and the results of games; forgetting positions |
//! | `upkeep.rs`, `book.rs` | checking and compacting a file; small files to hand out |
//! | `knowledge.rs` | the moves of a board with their stored results |
//!
//! A position is stored once for all symmetric images of its board, rule and size included, with its stones written
//! out: two positions never share a key, so an entry always belongs to its position. The file is a
//! [redb](https://www.redb.org) store, a copy-on-write B-tree in pure Rust: what [`Database::write`] has confirmed
//! survives a crash or a power cut at any later moment.
//!
//! ```
//! use tengen::base::{BoardSize, Rule};
//! use tengen::board::Board;
//! use tengen::database::{Database, Entry};
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

mod book;
mod bytes;
mod entry;
mod error;
mod files;
mod games;
mod guard;
mod held;
mod key;
mod knowledge;
mod merging;
mod opening;
#[cfg(test)]
mod power_cut;
mod removing;
mod store;
mod upkeep;

pub use entry::{Entry, EntryError, GameCounts, MAX_MOVES, MAX_TEXT, Proof, StoredMove};
pub use error::DatabaseError;
pub use files::{is_special, write_whole};
pub use games::FinishedGame;
pub use key::{KeyError, Orientation, PositionKey};
pub use knowledge::{KnownMove, best_moves, known_moves, playable_moves};
pub use merging::Counted;
pub use store::{Database, FORMAT};
pub use upkeep::{FileKind, file_kind, write_book};
