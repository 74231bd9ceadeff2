//! The store's errors and panics as errors of a database.
//!
//! The store's errors are large values, and rare.
#![allow(clippy::result_large_err)]

use super::DatabaseError;
use std::cell::Cell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;

thread_local! {
    static IN_STORE: Cell<bool> = const { Cell::new(false) };
}

/// A panic that becomes an error is not reported as one beside: standard error is not the engine's.
fn keep_store_panics_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = take_hook();
        set_hook(Box::new(move |panic| {
            if !IN_STORE.get() {
                report(panic);
            }
        }));
    });
}

/// Does work with the store. A damaged file can make it panic; that is an error here like any other.
pub(super) fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, DatabaseError> {
    let path = path.to_owned();
    keep_store_panics_quiet();
    let before = IN_STORE.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IN_STORE.set(before);
    match done {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(redb::Error::DatabaseAlreadyOpen)) => Err(DatabaseError::InUse(path)),
        Ok(Err(redb::Error::Io(error))) => match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                Err(DatabaseError::Damaged { path, reason: error.to_string() })
            }
            _ => Err(DatabaseError::Io { path, error }),
        },
        Ok(Err(redb::Error::Corrupted(reason))) => Err(DatabaseError::Damaged { path, reason }),
        Ok(Err(error)) => Err(DatabaseError::Store { path, reason: error.to_string() }),
        Err(_) => Err(DatabaseError::Damaged { path, reason: "the store cannot read its pages".into() }),
    }
}
