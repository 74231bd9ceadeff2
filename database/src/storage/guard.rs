//! Conversion of redb's failures, panics included, to errors of a database. The errors of redb are large values, but
//! rare, which is why the lint below is allowed.
#![allow(clippy::result_large_err)]

use super::DatabaseError;
use std::cell::Cell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;

/// Name of the format of files that redb can no longer read.
const FORMAT_BEFORE: &str = "tengen-db 2";

/// Length of redb's magic bytes.
const MAGIC_BYTES: u64 = 9;

/// Installs the hook by which a panic that becomes an error is not printed.
static HOOK: Once = Once::new();

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs work with redb. A damaged file can make redb panic while it is read, because all checksums are read only by a
/// check and when a file is opened for writing; a panic becomes an error.
pub(crate) fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, DatabaseError> {
    guarded_with(path, work, |error| failure(path, error))
}

/// [`guarded`] for a redb file in memory of `bytes` bytes.
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
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                usual(panic);
            }
        }));
    });
    let was_guarded = IS_GUARDED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(was_guarded);
    match done {
        Ok(done) => done.map_err(failure),
        Err(panic) => {
            // The text of the panic tells damage from a fault of the program.
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            let text = text.and_then(|text| text.lines().next()).unwrap_or("no reason is known");
            let reason = format!("the store cannot read its pages: {text}");
            Err(DatabaseError::Damaged { path: path.to_owned(), reason })
        }
    }
}

/// The database error for a failure of redb.
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
            // `UnexpectedEof` is the error of a file, `InvalidInput` that of a copy in memory.
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
