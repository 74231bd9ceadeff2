//! Errors of a database file.

use std::path::PathBuf;
use thiserror::Error;

/// Why a database cannot be used.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// The file does not exist or cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// Another process has the file open.
    #[error("{}: another program has this database open; close it there first", .0.display())]
    InUse(PathBuf),
    /// A book, or a file that can only be read.
    #[error("{}: this database can only be read", .0.display())]
    ReadOnly(PathBuf),
    /// Another kind of file.
    #[error("{}: not a Tengen database", .0.display())]
    NotADatabase(PathBuf),
    /// A database of another version of the format.
    #[error(
        "{}: a database of format '{found}', this program reads '{}'; `tengen db export` of the program that wrote it \
         and `tengen db import` of this one take it over",
        path.display(),
        if found.starts_with("tengen-book") { "tengen-book 1" } else { super::FORMAT }
    )]
    OtherFormat {
        /// The file.
        path: PathBuf,
        /// The format that it names.
        found: String,
    },
    /// The file is damaged.
    #[error("{}: damaged ({reason}); restore it from a copy, or make it anew", path.display())]
    Damaged {
        /// Description of the damage.
        path: PathBuf,
        /// The reason why it does not fit.
        reason: String,
    },
    /// The store failed in another way.
    #[error("{}: {reason}", path.display())]
    Store {
        /// The file.
        path: PathBuf,
        /// The store's message.
        reason: String,
    },
    /// A row that cannot be stored.
    #[error("{0}")]
    Row(String),
}
