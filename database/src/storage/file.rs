//! An open redb file: its tables, and the ways to open it.
#![allow(clippy::result_large_err, reason = "redb's errors are large, and rare")]

use super::book;
use super::error::{DatabaseError, FORMAT};
use super::guard::guarded;
use super::memory::Memory;
use redb::{ReadOnlyDatabase, ReadTransaction, ReadableDatabase, TableDefinition};
use std::fs::File;
use std::io;
use std::path::Path;

pub(crate) const META: TableDefinition<&str, &str> = TableDefinition::new("meta");
/// First bytes of a redb file.
pub(crate) const REDB_MAGIC: &[u8] = b"redb";
/// Cache for pages of a file on disk, in bytes.
const CACHE_BYTES: usize = 64 << 20;
/// Cache for pages of a file in memory, in bytes.
const MEMORY_CACHE_BYTES: usize = 8 << 20;
/// Windows' error number for a part of a file that is locked.
const LOCK_VIOLATION: i32 = 33;

pub(crate) const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");
/// Counted games, with the number of their positions that were counted.
pub(crate) const GAMES: TableDefinition<&[u8], u16> = TableDefinition::new("games");
/// Names of the players of counted games, where known. Older files lack this table, and older programs pass over it.
pub(crate) const PLAYERS: TableDefinition<&[u8], &str> = TableDefinition::new("players");

/// The way in which a file is open.
pub(crate) enum OpenFile {
    /// For reading; others may read it too.
    Shared(ReadOnlyDatabase),
    /// A copy in memory: a book, or a file that a crash left unfinished.
    Memory(redb::Database),
    /// For writing, by this process alone.
    Own(redb::Database),
    /// Not open: it was closed to be opened for writing, and could not be opened again. The next read or change tries it.
    Lost,
}

impl OpenFile {
    pub(crate) fn begin_read(&self) -> Result<ReadTransaction, redb::Error> {
        match self {
            OpenFile::Shared(store) => Ok(store.begin_read()?),
            OpenFile::Memory(store) | OpenFile::Own(store) => Ok(store.begin_read()?),
            OpenFile::Lost => Err(redb::Error::DatabaseAlreadyOpen),
        }
    }
}

pub(crate) fn builder() -> redb::Builder {
    let mut builder = redb::Builder::new();
    // When a file is opened for writing, redb reads all of it and refuses a damaged one before any change.
    builder.set_cache_size(CACHE_BYTES).set_check_integrity_on_open(true);
    builder
}

/// The store of a file in memory, with all checksums checked; an empty file becomes a new store.
pub(crate) fn in_memory(memory: Memory) -> Result<redb::Database, redb::DatabaseError> {
    builder().set_cache_size(MEMORY_CACHE_BYTES).create_with_backend(memory)
}

/// Opens a file for writing by this process alone, with all checksums checked.
pub(crate) fn open_to_write(path: &Path) -> Result<OpenFile, DatabaseError> {
    guarded(path, || Ok(OpenFile::Own(builder().open(path)?)))
}

/// Opens a file for reading; others may read it too. If a crash left the file unfinished, it is read into memory,
/// because repairing it would be a write.
pub(crate) fn open_to_read(path: &Path) -> Result<OpenFile, DatabaseError> {
    let shared = guarded(path, || match builder().open_read_only(path) {
        Ok(store) => Ok(Some(OpenFile::Shared(store))),
        Err(redb::DatabaseError::RepairAborted) => Ok(None),
        Err(error) => Err(error.into()),
    })?;
    shared.map_or_else(|| read_into_memory(path), Ok)
}

pub(crate) fn read_into_memory(path: &Path) -> Result<OpenFile, DatabaseError> {
    let memory = File::open(path).and_then(|file| Memory::of_file(&file)).map_err(|error| unreadable(path, error))?;
    guarded(path, || Ok(OpenFile::Memory(in_memory(memory)?)))
}

pub(crate) fn read_book(path: &Path) -> Result<OpenFile, DatabaseError> {
    load_book(path, &std::fs::read(path).map_err(|error| unreadable(path, error))?, usize::MAX)
}

/// Loads a book's rows into a store in memory of at most `most` bytes.
pub(crate) fn load_book(path: &Path, bytes: &[u8], most: usize) -> Result<OpenFile, DatabaseError> {
    let reason = || "the book's checksum does not fit".to_owned();
    let rows = book::rows(bytes).ok_or_else(|| DatabaseError::Damaged { path: path.to_owned(), reason: reason() })?;
    guarded(path, || {
        let store = with_format(in_memory(Memory::new(most))?)?;
        let transaction = store.begin_write()?;
        let mut table = transaction.open_table(POSITIONS)?;
        for (key, entry) in rows {
            table.insert(key, entry)?;
        }
        drop(table);
        transaction.commit()?;
        Ok(OpenFile::Memory(store))
    })
}

/// Creates the tables of a new store.
pub(crate) fn with_format(store: redb::Database) -> Result<redb::Database, redb::Error> {
    let transaction = store.begin_write()?;
    transaction.open_table(META)?.insert("format", FORMAT)?;
    transaction.open_table(POSITIONS)?;
    transaction.open_table(GAMES)?;
    transaction.commit()?;
    Ok(store)
}

/// The error of a file that cannot be read. On Windows a lock of another program prevents reading too.
pub(crate) fn unreadable(path: &Path, error: io::Error) -> DatabaseError {
    let path = path.to_owned();
    if cfg!(windows) && error.raw_os_error() == Some(LOCK_VIOLATION) {
        return DatabaseError::InUse(path);
    }
    DatabaseError::Io { path, error }
}
