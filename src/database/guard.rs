//! The store's errors and panics as errors of a database.
//!
//! The store's errors are large values, and rare.
#![allow(clippy::result_large_err)]

use super::DatabaseError;
use std::cell::Cell;
use std::io;
use std::ops::{Deref, DerefMut};
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

/// The store of an open database. Closing a damaged file can make it panic, which ends nothing here.
pub(super) struct Store(Option<redb::Database>);

impl Store {
    pub(super) fn new(store: redb::Database) -> Self {
        Self(Some(store))
    }
}

impl Deref for Store {
    type Target = redb::Database;

    fn deref(&self) -> &redb::Database {
        self.0.as_ref().unwrap_or_else(|| unreachable!("the store is there until it is dropped"))
    }
}

impl DerefMut for Store {
    fn deref_mut(&mut self) -> &mut redb::Database {
        self.0.as_mut().unwrap_or_else(|| unreachable!("the store is there until it is dropped"))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        let store = self.0.take();
        // What was confirmed is on the disk already.
        let _ = catch_quietly(|| drop(store));
    }
}

/// Does work whose panic is not reported. `Err` when it panicked.
fn catch_quietly<T>(work: impl FnOnce() -> T) -> std::thread::Result<T> {
    keep_store_panics_quiet();
    let before = IN_STORE.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IN_STORE.set(before);
    done
}

/// Does work with the store. A damaged file can make it panic; that is an error here like any other.
pub(super) fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, DatabaseError> {
    let path = path.to_owned();
    match catch_quietly(work) {
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
