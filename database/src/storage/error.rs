//! Errors of a database file.

use crate::{Reason, why};
use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Name of the format, stored in every database.
pub const FORMAT: &str = "tengen-db 3";

/// Why a database cannot be used.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// The file does not exist or cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// Another process has the file open.
    InUse(PathBuf),
    /// A book, or a file that can only be read.
    ReadOnly(PathBuf),
    /// Another kind of file.
    NotADatabase(PathBuf),
    /// A database of another version of the format.
    OtherFormat {
        /// The file.
        path: PathBuf,
        /// The format that it names.
        found: String,
    },
    /// The file is damaged.
    Damaged {
        /// Description of the damage.
        path: PathBuf,
        /// The reason why it does not fit.
        reason: String,
    },
    /// The store failed in another way.
    Store {
        /// The file.
        path: PathBuf,
        /// The store's message.
        reason: String,
    },
    /// A row that cannot be stored.
    Row(String),
}

impl From<&DatabaseError> for Reason {
    fn from(error: &DatabaseError) -> Self {
        // Whole: a path of thousands of letters may stand before the problem.
        let said = |path: &Path, problem: &dyn fmt::Display| Self {
            code: None,
            message: format!("{}: {problem}", path.display()),
            values: Vec::new(),
        };
        match error {
            DatabaseError::Io { path, error } => said(path, error),
            DatabaseError::InUse(path) => said(path, &"another program has this database open; close it there first"),
            DatabaseError::ReadOnly(path) => said(path, &"this database can only be read"),
            DatabaseError::NotADatabase(path) => why::not_database(path.display()),
            DatabaseError::OtherFormat { path, found } => why::database_format(
                path.display(),
                found,
                if found.starts_with("tengen-book") { "tengen-book 1" } else { FORMAT },
            )
            .with(why::export_import()),
            DatabaseError::Damaged { path, reason } => {
                why::database_damaged(path.display(), reason).with(why::restore_copy())
            }
            DatabaseError::Store { path, reason } => said(path, reason),
            DatabaseError::Row(why) => Self::text(why),
        }
    }
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reason::from(self).fmt(f)
    }
}
