//! The file that a database of positions is kept in.
//!
//! It knows rows of bytes under keys and nothing of boards: what a row means is for the rest of this package.
//!
//! | file | holds |
//! | --- | --- |
//! | `store.rs` | an open file: look-ups, and writes that are there as a whole or not at all |
//! | `open.rs`, `file.rs`, `files.rs` | making and opening a file; as redb has it open; files that get their name when they are complete |
//! | `memory.rs` | a file in memory |
//! | `upkeep.rs`, `book.rs` | checking and compacting a file; small files to hand out |
//! | `bytes.rs` | numbers and texts as few bytes, for whoever writes rows |
//! | `error.rs`, `guard.rs` | what can go wrong; the failures of redb as errors |
//!
//! The file is a [redb](https://www.redb.org) store, a copy-on-write B-tree in pure Rust: what [`Store::change`] has
//! confirmed survives a crash or a power cut at any later moment.

mod book;
pub mod bytes;
mod error;
mod file;
mod files;
mod guard;
mod memory;
mod open;
#[cfg(test)]
mod power_cut;
mod store;
mod upkeep;

pub use error::DatabaseError;
pub use file::FORMAT;
pub use files::{follow_links, is_empty_or_special, is_special, write_new, write_whole};
pub use store::{Rows, Store};
pub use upkeep::write_book;
