//! A file as redb has it open: its tables, and the ways to open it.
#![allow(clippy::result_large_err, reason = "redb's errors are large, and rare")]

use super::guard::guarded;
use super::memory::Memory;
use super::{DatabaseError, book};
use redb::{ReadOnlyDatabase, ReadTransaction, ReadableDatabase, TableDefinition};
use std::io;
use std::path::Path;

/// The format's name, stored in every database.
pub const FORMAT: &str = "tengen-db 3";

pub(crate) const META: TableDefinition<&str, &str> = TableDefinition::new("meta");
/// Start of a redb file.
pub(crate) const REDB_MAGIC: &[u8] = b"redb";
/// Memory for pages of the file, in bytes.
const CACHE_BYTES: usize = 64 << 20;
/// Memory for pages of a file that is in memory itself, in bytes.
const MEMORY_CACHE_BYTES: usize = 8 << 20;
/// Windows' number of the error that a part of the file is locked.
const LOCK_VIOLATION: i32 = 33;

pub(crate) const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");
/// The games that were counted, and of how many of their positions.
pub(crate) const GAMES: TableDefinition<&[u8], u16> = TableDefinition::new("games");

/// How a file is open.
pub(crate) enum OpenFile {
    /// Beside others that read it.
    Shared(ReadOnlyDatabase),
    /// A copy in memory: a book, or a file that a crash left unfinished.
    Memory(redb::Database),
    /// For this process alone.
    Own(redb::Database),
    /// It was given up to be opened to write, and could not be opened again.
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
    // Where a file is opened to write, redb reads all of it and refuses a damaged one before it changes anything.
    builder.set_cache_size(CACHE_BYTES).set_check_integrity_on_open(true);
    builder
}

/// The store of a file in memory, all checksums checked; an empty file becomes one.
pub(crate) fn in_memory(memory: Memory) -> Result<redb::Database, redb::DatabaseError> {
    builder().set_cache_size(MEMORY_CACHE_BYTES).create_with_backend(memory)
}

/// For this process alone, all checksums checked.
pub(crate) fn open_to_write(path: &Path) -> Result<OpenFile, DatabaseError> {
    guarded(path, || Ok(OpenFile::Own(builder().open(path)?)))
}

/// Beside others that read. A crash may have left the file unfinished: it is then read in memory, because to mend it
/// would be to write.
pub(crate) fn open_to_read(path: &Path) -> Result<OpenFile, DatabaseError> {
    let shared = guarded(path, || match builder().open_read_only(path) {
        Ok(store) => Ok(Some(OpenFile::Shared(store))),
        Err(redb::DatabaseError::RepairAborted) => Ok(None),
        Err(error) => Err(error.into()),
    })?;
    shared.map_or_else(|| read_into_memory(path), Ok)
}

pub(crate) fn read_into_memory(path: &Path) -> Result<OpenFile, DatabaseError> {
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, error))?;
    guarded(path, || Ok(OpenFile::Memory(in_memory(Memory::of(&bytes, usize::MAX)?)?)))
}

pub(crate) fn read_book(path: &Path) -> Result<OpenFile, DatabaseError> {
    load_book(path, &std::fs::read(path).map_err(|error| unreadable(path, error))?, usize::MAX)
}

/// A book's rows in memory, of which they may take this many bytes.
pub(crate) fn load_book(path: &Path, bytes: &[u8], most: usize) -> Result<OpenFile, DatabaseError> {
    let reason = || "the book's checksum does not fit".to_owned();
    let rows = book::rows(bytes).ok_or_else(|| DatabaseError::Damaged { path: path.to_owned(), reason: reason() })?;
    guarded(path, || {
        let store = in_memory(Memory::new(most))?;
        write_format(&store)?;
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

/// Makes the tables.
pub(crate) fn write_format(store: &redb::Database) -> Result<(), redb::Error> {
    let transaction = store.begin_write()?;
    transaction.open_table(META)?.insert("format", FORMAT)?;
    transaction.open_table(POSITIONS)?;
    transaction.open_table(GAMES)?;
    transaction.commit()?;
    Ok(())
}

/// Why a file cannot be read. On Windows a lock of another program keeps everybody else from reading, too.
pub(crate) fn unreadable(path: &Path, error: io::Error) -> DatabaseError {
    let path = path.to_owned();
    if cfg!(windows) && error.raw_os_error() == Some(LOCK_VIOLATION) {
        return DatabaseError::InUse(path);
    }
    DatabaseError::Io { path, error }
}
