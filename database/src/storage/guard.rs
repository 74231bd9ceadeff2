//! The failures of redb as errors of a database.
//!
//! Its errors are large values, and rare.
#![allow(clippy::result_large_err)]

use super::DatabaseError;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The name of files that redb cannot read any more.
const FORMAT_BEFORE: &str = "tengen-db 2";

/// Bytes by which redb knows its files.
const MAGIC_BYTES: u64 = 9;

/// Does work with redb. Reading a damaged file can make it panic, because only a check and an opening for writing read
/// all checksums; that is an error here like any other.
pub(crate) fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, DatabaseError> {
    guarded_with(path, work, |error| failure(path, error))
}

/// Does work with a redb file in memory of `bytes` bytes, as [`guarded`].
pub(crate) fn guarded_in<T>(
    path: &Path,
    bytes: u64,
    work: impl FnOnce() -> Result<T, redb::Error>,
) -> Result<T, DatabaseError> {
    guarded_with(path, work, |error| failure_in(path, bytes, error))
}

fn guarded_with<T>(
    path: &Path,
    work: impl FnOnce() -> Result<T, redb::Error>,
    failure: impl FnOnce(redb::Error) -> DatabaseError,
) -> Result<T, DatabaseError> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(failure),
        Err(_) => {
            Err(DatabaseError::Damaged { path: path.to_owned(), reason: "the store cannot read its pages".into() })
        }
    }
}

/// The meaning of a failure of redb.
pub(crate) fn failure(path: &Path, error: redb::Error) -> DatabaseError {
    failure_in(path, path.metadata().map_or(0, |file| file.len()), error)
}

fn failure_in(path: &Path, bytes: u64, error: redb::Error) -> DatabaseError {
    let cut_off =
        || DatabaseError::Damaged { path: path.to_owned(), reason: format!("the file is cut off after {bytes} bytes") };
    let path = path.to_owned();
    match error {
        redb::Error::DatabaseAlreadyOpen => DatabaseError::InUse(path),
        redb::Error::UpgradeRequired(_) => DatabaseError::OtherFormat { path, found: FORMAT_BEFORE.to_owned() },
        redb::Error::Io(error) => match error.kind() {
            // Of a copy in memory the latter.
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => cut_off(),
            io::ErrorKind::InvalidData if bytes < MAGIC_BYTES => cut_off(),
            io::ErrorKind::InvalidData => DatabaseError::Damaged { path, reason: error.to_string() },
            _ => DatabaseError::Io { path, error },
        },
        redb::Error::Corrupted(reason) if reason.starts_with("File truncated") => cut_off(),
        redb::Error::Corrupted(reason) => DatabaseError::Damaged { path, reason },
        error => DatabaseError::Store { path, reason: error.to_string() },
    }
}
