//! Work on databases of positions: filling them from games and by search, and as text.
//!
//! | file | holds |
//! | --- | --- |
//! | `files.rs` | imports of files of all kinds |
//! | `import.rs`, `notes.rs` | results of games; comments and labels of trees |
//! | `foreign.rs` | files of other programs |
//! | `archive.rs` | the files of an archive |
//! | `tree.rs`, `build.rs` | which position to search next; searching them |
//! | `text.rs`, `batches.rs` | a database as lines of JSON; adding many of them with each write |
//! | `proofs.rs` | check of foreign proofs by a search |
//! | `view.rs` | what is known, for people and programs |

mod archive;
mod batches;
pub mod build;
mod files;
pub mod foreign;
pub mod import;
mod notes;
mod proofs;
pub mod text;
mod tree;
pub mod view;

pub use files::{ImportOptions, check_readable, import_files};

/// A sentence about an import, told while it runs.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// Progress: what a file has added.
    Line(&'a str),
    /// Warning: parts of a file that were left out or guessed.
    Warning(&'a str),
}

/// Receives the sentences about an import, which ends if it fails.
pub type Tell<'a> = dyn FnMut(Told<'_>) -> anyhow::Result<()> + 'a;
