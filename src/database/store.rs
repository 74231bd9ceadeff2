//! The database file: look-ups, confirmed writes, checks.
//!
//! The store's errors are large values, and rare.
#![allow(clippy::result_large_err)]

use super::games::FinishedGame;
use super::guard::{Store, guarded};
use super::{DatabaseError, Entry, Orientation, PositionKey, book, files};
use crate::board::Board;
use redb::{ReadableTable, ReadableTableMetadata, TableDefinition, backends::InMemoryBackend};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The format's name, stored in every database.
pub const FORMAT: &str = "tengen-db 2";

pub(super) const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");
/// The games that were counted, and of how many of their positions.
pub(super) const GAMES: TableDefinition<&[u8], u16> = TableDefinition::new("games");
const META: TableDefinition<&str, &str> = TableDefinition::new("meta");
/// What a redb file begins with.
pub(super) const REDB_MAGIC: &[u8] = b"redb";
/// Memory for pages of the file, in bytes.
const CACHE_BYTES: usize = 64 << 20;

/// A database of positions in a file that this process alone has open; a book, or a file that may only be read, is in
/// memory instead.
pub struct Database {
    pub(super) path: PathBuf,
    pub(super) store: Store,
    is_writable: bool,
}

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
        let unfinished = files::unfinished(path, "creating").map_err(io)?;
        let made = guarded(path, || Ok(redb::Builder::new().set_cache_size(CACHE_BYTES).create(&unfinished)?))
            .and_then(|store| {
                Self { path: path.to_owned(), store: Store::new(store), is_writable: true }.write_format()
            })
            .and_then(|()| files::name_new_file(&unfinished, path).map_err(io));
        if made.is_err() {
            let _ = std::fs::remove_file(&unfinished);
        }
        made?;
        Self::open(path)
    }

    /// A database in a store of the test's own, new when it is empty.
    #[cfg(test)]
    pub(super) fn with_backend(backend: impl redb::StorageBackend, name: &str) -> Result<Self, DatabaseError> {
        let path = PathBuf::from(name);
        let store = guarded(&path, || Ok(redb::Builder::new().create_with_backend(backend)?))?;
        let database = Self { path, store: Store::new(store), is_writable: true };
        if database.check_format().is_err() {
            database.write_format()?;
        }
        Ok(database)
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

    /// Opens a database. A file that a crash left unfinished is brought back to its last confirmed write. A book, or a
    /// file that may only be read, is opened as [`Database::open_read_only`] does.
    ///
    /// # Errors
    /// When the file is missing, in use, damaged or not a database.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let io = |error| DatabaseError::Io { path: path.to_owned(), error };
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
        file.by_ref().take(book::MAGIC.len() as u64).read_to_end(&mut start).map_err(io)?;
        drop(file);
        if start == book::MAGIC {
            return Self::open_read_only(path);
        }
        if !start.starts_with(REDB_MAGIC) {
            return Err(DatabaseError::NotADatabase(path.to_owned()));
        }
        let store = guarded(path, || Ok(redb::Builder::new().set_cache_size(CACHE_BYTES).open(path)?))?;
        let database = Self { path: path.to_owned(), store: Store::new(store), is_writable: true };
        database.check_format()?;
        Ok(database)
    }

    /// Reads a database or a book into memory. Others may have the file open, too; nothing can be written.
    ///
    /// # Errors
    /// When the file is missing, damaged or not a database.
    pub fn open_read_only(path: &Path) -> Result<Self, DatabaseError> {
        let bytes = std::fs::read(path).map_err(|error| DatabaseError::Io { path: path.to_owned(), error })?;
        let memory = InMemoryBackend::new();
        if bytes.starts_with(book::MAGIC) {
            let reason = || "the book's checksum does not fit".to_owned();
            let damaged = || DatabaseError::Damaged { path: path.to_owned(), reason: reason() };
            let rows = book::from_bytes(&bytes).ok_or_else(damaged)?;
            let store = guarded(path, || Ok(redb::Builder::new().create_with_backend(memory)?))?;
            let database = Self { path: path.to_owned(), store: Store::new(store), is_writable: false };
            database.write_format()?;
            database.write_rows(&rows)?;
            return Ok(database);
        }
        if !bytes.starts_with(REDB_MAGIC) {
            return Err(DatabaseError::NotADatabase(path.to_owned()));
        }
        let store = guarded(path, || {
            redb::StorageBackend::set_len(&memory, bytes.len() as u64)?;
            redb::StorageBackend::write(&memory, 0, &bytes)?;
            Ok(redb::Builder::new().create_with_backend(memory)?)
        })?;
        let database = Self { path: path.to_owned(), store: Store::new(store), is_writable: false };
        database.check_format()?;
        Ok(database)
    }

    /// Opens a database, or creates one when the file is missing.
    ///
    /// # Errors
    /// As [`Database::open`] and [`Database::create`].
    pub fn open_or_create(path: &Path) -> Result<Self, DatabaseError> {
        if path.exists() { Self::open(path) } else { Self::create(path) }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether positions can be written: not to a book, and not to a file that may only be read.
    pub fn is_writable(&self) -> bool {
        self.is_writable
    }

    pub(super) fn check_writable(&self) -> Result<(), DatabaseError> {
        if self.is_writable { Ok(()) } else { Err(DatabaseError::ReadOnly(self.path.clone())) }
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

    /// How many positions it holds.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn len(&self) -> Result<u64, DatabaseError> {
        self.guarded(|| Ok(self.store.begin_read()?.open_table(POSITIONS)?.len()?))
    }

    /// Whether it holds no position.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn is_empty(&self) -> Result<bool, DatabaseError> {
        Ok(self.len()? == 0)
    }

    /// What is known of a position, with the points of this board.
    ///
    /// # Errors
    /// When the file cannot be read or the entry is damaged.
    pub fn get(&self, board: &Board) -> Result<Option<Entry>, DatabaseError> {
        Ok(self.get_all(&[PositionKey::of(board)])?.pop().flatten())
    }

    /// What is known of several positions, in their order, with the points of the boards that the keys were made of.
    ///
    /// # Errors
    /// When the file cannot be read or an entry is damaged.
    pub fn get_all(&self, keys: &[(PositionKey, Orientation)]) -> Result<Vec<Option<Entry>>, DatabaseError> {
        let found = self.guarded(|| {
            let table = self.store.begin_read()?.open_table(POSITIONS)?;
            let mut found = Vec::with_capacity(keys.len());
            for (key, orientation) in keys {
                let bytes = table.get(key.as_bytes())?.map(|bytes| bytes.value().to_vec());
                found.push((key, orientation, bytes));
            }
            Ok(found)
        })?;
        let found = found.into_iter().map(|(key, orientation, bytes)| {
            let Some(bytes) = bytes else { return Ok(None) };
            let entry = self.entry(key.as_bytes(), &bytes)?;
            Ok(Some(entry.turned(|point| orientation.to_board(point))))
        });
        found.collect()
    }

    /// Writes entries in place of what was there, all of them or, when it fails, none. When it returns, they are on
    /// the disk.
    ///
    /// # Errors
    /// When an entry is out of its bounds or the file cannot be written.
    pub fn write<'a>(&self, entries: impl IntoIterator<Item = (&'a Board, &'a Entry)>) -> Result<(), DatabaseError> {
        self.write_keyed(entries.into_iter().map(|(board, entry)| {
            let (key, orientation) = PositionKey::of(board);
            (key, entry.turned(|point| orientation.to_key(point)))
        }))
    }

    /// The same for entries whose moves are points of their key's board.
    ///
    /// # Errors
    /// As [`Database::write`].
    pub fn write_keyed(&self, entries: impl IntoIterator<Item = (PositionKey, Entry)>) -> Result<(), DatabaseError> {
        let entries = entries.into_iter().map(|(key, entry)| {
            let bytes = entry.to_bytes(key.as_bytes())?;
            Ok((key.into_bytes(), bytes))
        });
        let rows: Vec<book::BookRow> = entries.collect::<Result<_, DatabaseError>>()?;
        self.check_writable()?;
        self.write_rows(&rows)
    }

    fn write_rows(&self, rows: &[book::BookRow]) -> Result<(), DatabaseError> {
        self.guarded(|| {
            let transaction = self.store.begin_write()?;
            let mut table = transaction.open_table(POSITIONS)?;
            for (key, entry) in rows {
                table.insert(key.as_slice(), entry.as_slice())?;
            }
            drop(table);
            transaction.commit()?;
            Ok(())
        })
    }

    /// Forgets positions; returns how many of them were known.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn remove<'a>(&self, boards: impl IntoIterator<Item = &'a Board>) -> Result<usize, DatabaseError> {
        self.check_writable()?;
        let keys: Vec<PositionKey> = boards.into_iter().map(|board| PositionKey::of(board).0).collect();
        self.remove_keys(&keys)
    }

    pub(super) fn remove_keys(&self, keys: &[PositionKey]) -> Result<usize, DatabaseError> {
        self.guarded(|| {
            let transaction = self.store.begin_write()?;
            let mut table = transaction.open_table(POSITIONS)?;
            let mut removed = 0;
            for key in keys {
                removed += usize::from(table.remove(key.as_bytes())?.is_some());
            }
            drop(table);
            transaction.commit()?;
            Ok(removed)
        })
    }

    /// Every position with its entry, in the order of the keys, from one moment of the file; ends early when `visit`
    /// returns `false`. The moves of an entry are points of its key's board.
    ///
    /// # Errors
    /// When the file cannot be read, or at the first damaged key or entry.
    pub fn for_each(&self, visit: &mut dyn FnMut(PositionKey, Entry) -> bool) -> Result<(), DatabaseError> {
        const CHUNK: usize = 4_096;
        let transaction = self.guarded(|| Ok(self.store.begin_read()?))?;
        let mut after: Option<Vec<u8>> = None;
        loop {
            let rows = self.guarded(|| {
                let table = transaction.open_table(POSITIONS)?;
                let from = after.as_deref().map_or(std::ops::Bound::Unbounded, std::ops::Bound::Excluded);
                let range = table.range::<&[u8]>((from, std::ops::Bound::Unbounded))?;
                let rows = range.take(CHUNK).map(|row| row.map(|(k, v)| (k.value().to_vec(), v.value().to_vec())));
                Ok(rows.collect::<Result<Vec<_>, _>>()?)
            })?;
            let Some((last, _)) = rows.last() else { return Ok(()) };
            after = Some(last.clone());
            for (key, bytes) in rows {
                let entry = self.entry(&key, &bytes)?;
                let key = PositionKey::from_bytes(&key).map_err(|error| self.damaged(error.to_string()))?;
                if !visit(key, entry) {
                    return Ok(());
                }
            }
        }
    }

    /// Every game that was counted, with the number of its positions that were, in no order that means anything; ends
    /// early when `visit` returns `false`.
    ///
    /// # Errors
    /// When the file cannot be read, or at the first damaged game.
    pub fn for_each_game(&self, visit: &mut dyn FnMut(FinishedGame, usize) -> bool) -> Result<(), DatabaseError> {
        let mut damaged = false;
        self.guarded(|| {
            for row in self.store.begin_read()?.open_table(GAMES)?.iter()? {
                let (bytes, counted) = row?;
                let game = FinishedGame::from_bytes(bytes.value());
                damaged = game.is_none();
                if !game.is_some_and(|game| visit(game, counted.value().into())) {
                    break;
                }
            }
            Ok(())
        })?;
        if damaged { Err(self.damaged("a game's bytes are not a game".into())) } else { Ok(()) }
    }

    fn entry(&self, key: &[u8], bytes: &[u8]) -> Result<Entry, DatabaseError> {
        Entry::from_bytes(key, bytes).map_err(|error| self.damaged(error.to_string()))
    }

    pub(super) fn damaged(&self, reason: String) -> DatabaseError {
        DatabaseError::Damaged { path: self.path.clone(), reason }
    }

    pub(super) fn guarded<T>(&self, work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, DatabaseError> {
        guarded(&self.path, work)
    }
}
