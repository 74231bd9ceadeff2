//! The file of a database of positions.
//!
//! It stores rows of bytes by key and is independent of boards; the rest of this package gives the rows their meaning.
//!
//! | file | holds |
//! | --- | --- |
//! | `database.rs` | an open file: look-ups, and writes that are there as a whole or not at all |
//! | `open.rs`, `file.rs`, `files.rs` | making and opening a file; as redb has it open; files that get their name when they are complete |
//! | `memory.rs` | a file in memory |
//! | `upkeep.rs`, `book.rs` | checking and compacting a file; small files for distribution |
//! | `bytes.rs` | compact encoding of numbers and texts |
//! | `error.rs`, `guard.rs` | errors of a database; conversion of redb's failures |
//!
//! The file is a [redb](https://www.redb.org) store, a copy-on-write B-tree in pure Rust: what [`Database::change`] has
//! confirmed survives a crash or a power cut at any later moment.

mod book;
pub mod bytes;
mod database;
mod error;
mod file;
mod files;
mod guard;
mod memory;
mod open;
#[cfg(test)]
mod power_cut;
mod upkeep;

pub use database::{Database, Rows};
pub use error::{DatabaseError, FORMAT};
pub use files::{follow_links, is_empty_or_special, is_special, write_new, write_whole};
pub(crate) use upkeep::write_book;
pub(crate) use {book::ANY_VERSION, file::REDB_MAGIC};
