//! Making, opening and checking the file.
//!
//! The store's errors are large values, and rare.
#![allow(clippy::result_large_err)]

use super::guard::{Store, guarded};
use super::held::HeldFile;
use super::store::{Database, FORMAT, GAMES, POSITIONS};
use super::{DatabaseError, book, files};
use redb::{StorageBackend, TableDefinition, backends::InMemoryBackend};
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

const META: TableDefinition<&str, &str> = TableDefinition::new("meta");
/// What a redb file begins with.
pub(super) const REDB_MAGIC: &[u8] = b"redb";
/// Memory for pages of the file, in bytes.
const CACHE_BYTES: usize = 64 << 20;
/// What the header of a redb file is read from.
const HEADER_BYTES: usize = 32;
/// A redb file's page in bytes, the pages before each region, and the pages of a full region: always these, and at
/// [`LAYOUT_AT`] in the header.
const LAYOUT: [u32; 3] = [4_096, 130, 1 << 20];
const LAYOUT_AT: usize = 12;
/// Where the header says how the file was closed, in bits.
const STATE_AT: u64 = 9;
/// Which of the two last commits is the last one.
const LAST_COMMIT: u8 = 1;
const IS_OPEN: u8 = 2;
const LAST_COMMIT_IS_WHOLE: u8 = 4;
/// Windows' number of the error that a part of the file is locked.
const LOCK_VIOLATION: i32 = 33;

impl Database {
    /// Makes a new, empty database. It gets its name when it is complete: a crash leaves no half of one, which
    /// [`Database::open`] would refuse.
    ///
    /// # Errors
    /// When there is a file of this name already, or it cannot be written.
    pub fn create(path: &Path) -> Result<Self, DatabaseError> {
        let io = |error| DatabaseError::Io { path: path.to_owned(), error };
        if path.symlink_metadata().is_ok() {
            return Err(io(io::ErrorKind::AlreadyExists.into()));
        }
        let unfinished = files::unfinished_here(path, "creating").map_err(io)?;
        let made = guarded(path, || Ok(redb::Builder::new().set_cache_size(CACHE_BYTES).create(&unfinished)?))
            .and_then(|store| Self::of_store(path, store, true).write_format())
            .and_then(|()| files::name_new_file(&unfinished, path).map_err(io));
        if made.is_err() {
            let _ = std::fs::remove_file(&unfinished);
        }
        made?;
        let new = Self::open(path)?;
        new.check_writable()?;
        Ok(new)
    }

    /// A database in a store of the test's own, new when it is empty.
    #[cfg(test)]
    pub(super) fn with_backend(backend: impl redb::StorageBackend, name: &str) -> Result<Self, DatabaseError> {
        let path = Path::new(name);
        let store = guarded(path, || Ok(redb::Builder::new().create_with_backend(backend)?))?;
        let database = Self::of_store(path, store, true);
        if database.check_format().is_err() {
            database.write_format()?;
        }
        Ok(database)
    }

    fn of_store(path: &Path, store: redb::Database, is_writable: bool) -> Self {
        Self { path: path.to_owned(), store: Store::new(store), is_writable, held: Mutex::new(None) }
    }

    fn write_format(&self) -> Result<(), DatabaseError> {
        self.guarded(|| {
            let transaction = self.store.begin_write()?;
            transaction.open_table(META)?.insert("format", FORMAT)?;
            transaction.open_table(POSITIONS)?;
            transaction.open_table(GAMES)?;
            transaction.commit()?;
            Ok(())
        })
    }

    /// Opens a database. A file that a crash left unfinished is seen as it was at its last confirmed write. The file is
    /// not changed before the first write, and then only when all of it was found undamaged. A book, or a file that may
    /// only be read, is opened as [`Database::open_read_only`] does.
    ///
    /// # Errors
    /// When the file is missing, in use, damaged or not a database.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let io = |error| DatabaseError::Io { path: path.to_owned(), error };
        // To open a pipe waits for its other end.
        if path.metadata().is_ok_and(|file| !file.is_file()) {
            return Err(DatabaseError::NotADatabase(path.to_owned()));
        }
        let mut file = match std::fs::File::options().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error)
                if matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) =>
            {
                return Self::open_read_only(path);
            }
            Err(error) => return Err(io(error)),
        };
        let mut start = Vec::new();
        let read = file.by_ref().take(HEADER_BYTES as u64).read_to_end(&mut start);
        read.map_err(|error| unreadable(path, error))?;
        if start.starts_with(book::MAGIC) {
            drop(file);
            return Self::open_read_only(path);
        }
        check_header(path, &start, file.metadata().map_err(io)?.len())?;
        let held = guarded(path, || Ok(HeldFile::new(file)?))?;
        let mut database = Self::of_store(path, store_in(path, held.clone())?, true);
        database.held = Mutex::new(Some(held));
        database.check_format()?;
        Ok(database)
    }

    /// Reads a database or a book into memory. Others may have the file open, too, but on Windows not to write to it;
    /// nothing can be written.
    ///
    /// # Errors
    /// When the file is missing, damaged or not a database, or on Windows in use.
    pub fn open_read_only(path: &Path) -> Result<Self, DatabaseError> {
        Self::read(path, false)
    }

    /// The same, with all checksums checked when it `is_strict`.
    pub(super) fn read(path: &Path, is_strict: bool) -> Result<Self, DatabaseError> {
        if path.metadata().is_ok_and(|file| !file.is_file()) {
            return Err(DatabaseError::NotADatabase(path.to_owned()));
        }
        let bytes = std::fs::read(path).map_err(|error| unreadable(path, error))?;
        let memory = InMemoryBackend::new();
        if bytes.starts_with(book::MAGIC) {
            let reason = || "the book's checksum does not fit".to_owned();
            let damaged = || DatabaseError::Damaged { path: path.to_owned(), reason: reason() };
            let rows = book::from_bytes(&bytes).ok_or_else(damaged)?;
            let store = guarded(path, || Ok(redb::Builder::new().create_with_backend(memory)?))?;
            let database = Self::of_store(path, store, false);
            database.write_format()?;
            database.write_rows(&rows)?;
            return Ok(database);
        }
        check_header(path, &bytes, bytes.len() as u64)?;
        let held = HeldFile::in_memory(&bytes).map_err(|error| DatabaseError::Io { path: path.to_owned(), error })?;
        drop(bytes);
        if is_strict {
            check_commits(path, &held)?;
        }
        let store = store_in(path, held)?;
        let database = Self::of_store(path, store, false);
        database.check_format()?;
        Ok(database)
    }

    /// Opens a database and checks all its checksums first: for what is taken over into other files.
    ///
    /// # Errors
    /// As [`Database::open`], and when any part is damaged.
    pub fn open_whole(path: &Path) -> Result<Self, DatabaseError> {
        let database = Self::open(path)?;
        let held = database.held.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match held {
            Some(file) => database.check_file(&file)?,
            None => {
                Self::check(path)?;
            }
        }
        Ok(database)
    }

    /// Opens a database, or creates one when the file is missing.
    ///
    /// # Errors
    /// As [`Database::open`] and [`Database::create`].
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

    /// Before something is written: whether it may be and, the first time, whether the file is undamaged.
    pub(super) fn check_writable(&self) -> Result<(), DatabaseError> {
        if !self.is_writable {
            return Err(DatabaseError::ReadOnly(self.path.clone()));
        }
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = held.take() {
            let io = |error| DatabaseError::Io { path: self.path.clone(), error };
            let written = self.check_file(&file).and_then(|()| file.release().map_err(io));
            if written.is_err() {
                *held = Some(file);
            }
            return written;
        }
        Ok(())
    }

    /// Checks the checksums of a file that may be written, without changing it.
    pub(super) fn check_whole(&self) -> Result<(), DatabaseError> {
        if !self.is_writable {
            return Err(DatabaseError::ReadOnly(self.path.clone()));
        }
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.as_ref().map_or(Ok(()), |file| self.check_file(file))
    }

    /// Checks the checksums of all that the file on the disk holds, without changing it.
    fn check_file(&self, file: &HeldFile) -> Result<(), DatabaseError> {
        let on_disk = file.as_on_disk().map_err(|error| DatabaseError::Io { path: self.path.clone(), error })?;
        check_commits(&self.path, &on_disk)?;
        Self::of_store(&self.path, store_in(&self.path, on_disk)?, false).check_checksums()
    }

    /// The same where it may be changed, on a copy.
    pub(super) fn check_checksums(&mut self) -> Result<(), DatabaseError> {
        let store = &mut self.store;
        if guarded(&self.path, || Ok(store.check_integrity()?))? {
            Ok(())
        } else {
            Err(self.damaged("the store's checksums do not fit".into()))
        }
    }

    fn check_format(&self) -> Result<(), DatabaseError> {
        let found = self.guarded(|| {
            let transaction = self.store.begin_read()?;
            let found = match transaction.open_table(META) {
                Ok(table) => table.get("format")?.map(|format| format.value().to_owned()),
                Err(redb::TableError::TableDoesNotExist(_)) => None,
                Err(error) => return Err(error.into()),
            };
            Ok(found)
        })?;
        match found {
            Some(found) if found == FORMAT => Ok(()),
            Some(found) => Err(DatabaseError::OtherFormat { path: self.path.clone(), found }),
            None => Err(DatabaseError::NotADatabase(self.path.clone())),
        }
    }
}

/// Checks the checksum of the last commit in the header. The store does so after a crash only, and goes back to the
/// commit before when it does not fit. So it gets a copy that looks like a crash, and may not go back.
fn check_commits(path: &Path, file: &HeldFile) -> Result<(), DatabaseError> {
    let went_back = guarded(path, || {
        let copy = file.as_on_disk()?;
        let state = || copy.read(STATE_AT, 1).map(|bytes| bytes[0]);
        let before = state()?;
        if before & IS_OPEN != 0 {
            // A crash may have cut the last commit short.
            return Ok(false);
        }
        copy.write(STATE_AT, &[(before | IS_OPEN) & !LAST_COMMIT_IS_WHOLE])?;
        let mut builder = redb::Builder::new();
        // The header is all that is asked for.
        builder.set_repair_callback(|repair| repair.abort());
        match builder.create_with_backend(copy.clone()) {
            Ok(_) | Err(redb::DatabaseError::RepairAborted) => Ok((before ^ state()?) & LAST_COMMIT != 0),
            Err(error) => Err(error.into()),
        }
    })?;
    let reason = "the checksum of the last commit does not fit".to_owned();
    if went_back { Err(DatabaseError::Damaged { path: path.to_owned(), reason }) } else { Ok(()) }
}

/// Why a file cannot be read. On Windows a lock of another program keeps everybody else from reading, too.
fn unreadable(path: &Path, error: io::Error) -> DatabaseError {
    let path = path.to_owned();
    if cfg!(windows) && error.raw_os_error() == Some(LOCK_VIOLATION) {
        return DatabaseError::InUse(path);
    }
    DatabaseError::Io { path, error }
}

fn store_in(path: &Path, file: HeldFile) -> Result<redb::Database, DatabaseError> {
    guarded(path, || Ok(redb::Builder::new().set_cache_size(CACHE_BYTES).create_with_backend(file)?))
}

/// Checks what the store believes unseen: sizes that do not fit the file would make it ask for more memory than there
/// is. `start` is the file's first [`HEADER_BYTES`] or more.
fn check_header(path: &Path, start: &[u8], len: u64) -> Result<(), DatabaseError> {
    if !start.starts_with(REDB_MAGIC) {
        return Err(DatabaseError::NotADatabase(path.to_owned()));
    }
    let damaged = |reason: &str| DatabaseError::Damaged { path: path.to_owned(), reason: reason.into() };
    let number = |index: usize| start.get(LAYOUT_AT + 4 * index..)?.first_chunk().copied().map(u32::from_le_bytes);
    let [page, before, region] = LAYOUT.map(u64::from);
    let layout = [0, 1, 2].map(|index| number(index).unwrap_or(0));
    let regions = number(3).zip(number(4)).ok_or_else(|| damaged("the header is cut off"))?;
    let (full, rest) = (u64::from(regions.0), u64::from(regions.1));
    if layout != LAYOUT || rest > region {
        return Err(damaged("the header's sizes are not those of a database"));
    }
    let pages = 1 + full * (before + region) + if rest > 0 { before + rest } else { 0 };
    if pages * page > len { Err(damaged("the file is cut off")) } else { Ok(()) }
}
