//! Making and opening the file.
//!
//! The errors of redb are large values, and rare.
#![allow(clippy::result_large_err)]

use super::guard::guarded;
use super::store::{GAMES, OpenFile, POSITIONS, Store};
use super::{DatabaseError, book, files};
use redb::backends::InMemoryBackend;
use redb::{ReadTransaction, StorageBackend, TableDefinition, TableHandle};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The format's name, stored in every database.
pub const FORMAT: &str = "tengen-db 3";
/// The name of files that redb cannot read any more.
pub(crate) const FORMAT_BEFORE: &str = "tengen-db 2";

const META: TableDefinition<&str, &str> = TableDefinition::new("meta");
/// What a redb file begins with.
pub(crate) const REDB_MAGIC: &[u8] = b"redb";
/// Memory for pages of the file, in bytes.
const CACHE_BYTES: usize = 64 << 20;
/// Windows' number of the error that a part of the file is locked.
const LOCK_VIOLATION: i32 = 33;

impl Store {
    /// Makes a new, empty database. It gets its name when it is complete: a crash leaves no half of one, which
    /// [`Store::open`] would refuse.
    ///
    /// # Errors
    /// When there is a file of this name already, or it cannot be written.
    pub fn create(path: &Path) -> Result<Self, DatabaseError> {
        let io = |error| DatabaseError::Io { path: path.to_owned(), error };
        if path.symlink_metadata().is_ok() {
            return Err(io(io::ErrorKind::AlreadyExists.into()));
        }
        let unfinished = files::unfinished_here(path, "creating").map_err(io)?;
        let made = guarded(path, || {
            let store = builder().create(&unfinished)?;
            write_format(&store)
        });
        let named = made.and_then(|()| files::name_new_file(&unfinished, path).map_err(io));
        if named.is_err() {
            let _ = std::fs::remove_file(&unfinished);
        }
        named?;
        Ok(Self::new(path, open_to_write(path)?, true))
    }

    /// Opens a database for reading, beside others that read it; with the first write this process takes it for itself.
    /// A file that a crash left unfinished is seen as it was at its last confirmed write. A book, or a file that may
    /// only be read, is never written.
    ///
    /// # Errors
    /// When the file is missing, written by another program, damaged or not a database.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let io = |error| DatabaseError::Io { path: path.to_owned(), error };
        let (is_book, is_writable) = match File::options().read(true).write(true).open(regular(path)?) {
            Ok(file) => (is_book(path, file)?, true),
            Err(error)
                if matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) =>
            {
                (is_book(path, File::open(path).map_err(io)?)?, false)
            }
            Err(error) => return Err(io(error)),
        };
        let file = if is_book { read_book(path)? } else { open_to_read(path)? };
        let store = Self::new(path, file, is_writable && !is_book);
        store.check_format()?;
        Ok(store)
    }

    /// The same, and nothing can be written.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_read_only(path: &Path) -> Result<Self, DatabaseError> {
        Ok(Self { is_writable: false, ..Self::open(path)? })
    }

    /// Opens a database, or creates one when the file is missing.
    ///
    /// # Errors
    /// As [`Store::open`] and [`Store::create`].
    pub fn open_or_create(path: &Path) -> Result<Self, DatabaseError> {
        if path.exists() {
            return Self::open(path);
        }
        match Self::create(path) {
            // Another program was faster.
            Err(DatabaseError::Io { error, .. }) if error.kind() == io::ErrorKind::AlreadyExists => Self::open(path),
            created => created,
        }
    }

    /// Reads a file into memory, all checksums checked.
    pub(crate) fn read_checked(path: &Path) -> Result<Self, DatabaseError> {
        let file = File::open(regular(path)?).map_err(|error| DatabaseError::Io { path: path.to_owned(), error })?;
        let file = if is_book(path, file)? { read_book(path)? } else { read_into_memory(path)? };
        let store = Self::new(path, file, false);
        store.check_format()?;
        Ok(store)
    }

    fn check_format(&self) -> Result<(), DatabaseError> {
        let found = self.reading(|transaction: &ReadTransaction| {
            if !transaction.list_tables()?.any(|table| table.name() == META.name()) {
                return Ok(None);
            }
            Ok(transaction.open_table(META)?.get("format")?.map(|format| format.value().to_owned()))
        })?;
        match found {
            Some(found) if found == FORMAT => Ok(()),
            Some(found) => Err(DatabaseError::OtherFormat { path: self.path.clone(), found }),
            None => Err(DatabaseError::NotADatabase(self.path.clone())),
        }
    }
}

fn builder() -> redb::Builder {
    let mut builder = redb::Builder::new();
    // Where a file is opened to write, redb reads all of it and refuses a damaged one before it changes anything.
    builder.set_cache_size(CACHE_BYTES).set_check_integrity_on_open(true);
    builder
}

/// To open a pipe would wait for its other end.
fn regular(path: &Path) -> Result<&Path, DatabaseError> {
    if path.metadata().is_ok_and(|file| !file.is_file()) {
        return Err(DatabaseError::NotADatabase(path.to_owned()));
    }
    Ok(path)
}

/// Whether a file is a book; an error when it is no database either.
fn is_book(path: &Path, file: File) -> Result<bool, DatabaseError> {
    let mut start = Vec::new();
    file.take(book::MAGIC.len() as u64).read_to_end(&mut start).map_err(|error| unreadable(path, error))?;
    if start == book::MAGIC {
        return Ok(true);
    }
    if start.starts_with(REDB_MAGIC) { Ok(false) } else { Err(DatabaseError::NotADatabase(path.to_owned())) }
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

fn read_into_memory(path: &Path) -> Result<OpenFile, DatabaseError> {
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, error))?;
    guarded(path, || {
        let memory = InMemoryBackend::new();
        memory.set_len(bytes.len() as u64)?;
        memory.write(0, &bytes)?;
        drop(bytes);
        Ok(OpenFile::Memory(builder().create_with_backend(memory)?))
    })
}

fn read_book(path: &Path) -> Result<OpenFile, DatabaseError> {
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, error))?;
    let reason = || "the book's checksum does not fit".to_owned();
    let rows =
        book::from_bytes(&bytes).ok_or_else(|| DatabaseError::Damaged { path: path.to_owned(), reason: reason() })?;
    guarded(path, || {
        let store = redb::Builder::new().create_with_backend(InMemoryBackend::new())?;
        write_format(&store)?;
        let transaction = store.begin_write()?;
        let mut table = transaction.open_table(POSITIONS)?;
        for (key, entry) in &rows {
            table.insert(key.as_slice(), entry.as_slice())?;
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
fn unreadable(path: &Path, error: io::Error) -> DatabaseError {
    let path = path.to_owned();
    if cfg!(windows) && error.raw_os_error() == Some(LOCK_VIOLATION) {
        return DatabaseError::InUse(path);
    }
    DatabaseError::Io { path, error }
}
