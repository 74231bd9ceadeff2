//! The database file and its meaning: lookups, confirmed writes, checks, books.

use super::games::FinishedGame;
use super::key::{Orientation, PositionKey};
use crate::knowledge::{Entry, EntryError};
use crate::storage::{DatabaseError, Store};
use std::path::Path;
use tengen::board::Board;

/// A database of positions in a file. Several programs may read it at the same time; the first write takes it for this
/// process alone.
pub struct Database {
    pub(super) store: Store,
}

impl Database {
    /// Creates a new, empty database.
    ///
    /// # Errors
    /// When there is a file of this name already, or it cannot be written.
    pub fn create(path: &Path) -> Result<Self, DatabaseError> {
        Ok(Self { store: Store::create(path)? })
    }

    /// Creates an empty database in memory; `name` is used as its path.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn in_memory(name: &str) -> Result<Self, DatabaseError> {
        Ok(Self { store: Store::in_memory(name)? })
    }

    /// Opens a database in memory, or a book for reading only, from the bytes of its file.
    ///
    /// # Errors
    /// When the bytes are not those of a database or a book, are damaged, or too many.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Self, DatabaseError> {
        Ok(Self { store: Store::from_bytes(name, bytes)? })
    }

    /// The bytes of a database in memory, as those of a file.
    ///
    /// # Errors
    /// When the database is in a file or is a book, or there is not enough memory for the copy.
    pub fn to_bytes(&self) -> Result<Vec<u8>, DatabaseError> {
        self.store.to_bytes()
    }

    /// Opens a database or a book. A file that a crash left unfinished is read as of its last confirmed write. The file
    /// is not changed before the first write, and then only if all of it is undamaged.
    ///
    /// # Errors
    /// When the file is missing, written by another program, damaged or not a database.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        Ok(Self { store: Store::open(path)? })
    }

    /// Opens a database for reading only.
    ///
    /// # Errors
    /// See [`Database::open`].
    pub fn open_read_only(path: &Path) -> Result<Self, DatabaseError> {
        Ok(Self { store: Store::open_read_only(path)? })
    }

    /// Opens a database and checks all of it first, before it is copied to other files.
    ///
    /// # Errors
    /// See [`Database::open`]; and when any part is damaged.
    pub fn open_whole(path: &Path) -> Result<Self, DatabaseError> {
        let database = Self::open(path)?;
        database.verify()?;
        Ok(database)
    }

    /// Opens a database, or creates one if the file does not exist.
    ///
    /// # Errors
    /// See [`Database::open`] and [`Database::create`].
    pub fn open_or_create(path: &Path) -> Result<Self, DatabaseError> {
        Ok(Self { store: Store::open_or_create(path)? })
    }

    /// Rewrites a database as compactly as possible. The new file replaces the old one when it is complete, so that a
    /// crash leaves one or the other.
    ///
    /// # Errors
    /// When the file cannot be opened for writing, or the folder cannot be written. The file is unchanged then.
    pub fn compact(path: &Path) -> Result<(), DatabaseError> {
        Store::compact(path)
    }

    /// Reads a whole file and checks all checksums, keys, entries and games; returns the number of positions. Works on
    /// a copy in memory, so that the file is not changed.
    ///
    /// # Errors
    /// When something is damaged.
    pub fn check(path: &Path) -> Result<u64, DatabaseError> {
        Self { store: Store::checked_copy(path)? }.verify()
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        self.store.path()
    }

    /// Whether positions can be written. A book and a file that can only be read are not writable.
    pub fn is_writable(&self) -> bool {
        self.store.is_writable()
    }

    /// Whether this process has taken the file of this path, by whatever name, for itself, so that it cannot be opened
    /// again.
    pub fn has_open(&self, path: &Path) -> bool {
        self.store.has_open(path)
    }

    /// Number of positions.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn len(&self) -> Result<u64, DatabaseError> {
        self.store.len()
    }

    /// Whether the database holds no position.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn is_empty(&self) -> Result<bool, DatabaseError> {
        self.store.is_empty()
    }

    /// The entry of a position, its moves as points of this board.
    ///
    /// # Errors
    /// When the file cannot be read or the entry is damaged.
    pub fn get(&self, board: &Board) -> Result<Option<Entry>, DatabaseError> {
        Ok(self.get_all(&[PositionKey::of(board)])?.pop().flatten())
    }

    /// Entries of several positions, in the order of the keys, their moves as points of the boards that the keys were
    /// made from.
    ///
    /// # Errors
    /// When the file cannot be read or an entry is damaged.
    pub fn get_all(&self, keys: &[(PositionKey, Orientation)]) -> Result<Vec<Option<Entry>>, DatabaseError> {
        let found = self.store.get_all(keys.iter().map(|(key, _)| key.as_bytes()))?;
        let entries = keys.iter().zip(found).map(|((key, orientation), bytes)| {
            let Some(bytes) = bytes else { return Ok(None) };
            let entry = self.entry(key, &bytes)?;
            Ok(Some(entry.turned(|point| orientation.to_board(point))))
        });
        entries.collect()
    }

    /// Whether a position is stored.
    pub(super) fn knows(&self, key: &PositionKey) -> Result<bool, DatabaseError> {
        Ok(self.store.get_all([key.as_bytes()])?.pop().flatten().is_some())
    }

    /// Whether a position with the key's rule, board, side to move and numbers of stones is stored.
    pub(super) fn has_group_of(&self, key: &PositionKey) -> Result<bool, DatabaseError> {
        self.store.has_prefix(key.group())
    }

    /// Writes entries in place of older ones, all of them or, if it fails, none. When it returns, they are on disk.
    ///
    /// # Errors
    /// When an entry is out of bounds or the file cannot be written.
    pub fn write<'a>(&self, entries: impl IntoIterator<Item = (&'a Board, &'a Entry)>) -> Result<(), DatabaseError> {
        self.write_keyed(entries.into_iter().map(|(board, entry)| {
            let (key, orientation) = PositionKey::of(board);
            (key, entry.turned(|point| orientation.to_key(point)))
        }))
    }

    /// Writes entries whose moves are points of their key's board.
    ///
    /// # Errors
    /// See [`Database::write`].
    pub fn write_keyed(&self, entries: impl IntoIterator<Item = (PositionKey, Entry)>) -> Result<(), DatabaseError> {
        let rows = to_rows(entries)?;
        self.store.change(|table| rows.iter().try_for_each(|(key, bytes)| table.insert(key, bytes)))
    }

    /// Visits every position with its entry in the order of the keys, in a snapshot of the file, until `visit` returns
    /// `false`. The moves of an entry are points of its key's board.
    ///
    /// # Errors
    /// When the file cannot be read, or at the first damaged key or entry.
    pub fn for_each(&self, visit: &mut dyn FnMut(PositionKey, Entry) -> bool) -> Result<(), DatabaseError> {
        self.store.for_each(&mut |key, bytes| {
            let key = PositionKey::from_bytes(key).map_err(|error| self.store.damaged(error.to_string()))?;
            let entry = self.entry(&key, bytes)?;
            Ok(visit(key, entry))
        })
    }

    /// Visits every counted game with the number of its counted positions, in no particular order, until `visit`
    /// returns `false`.
    ///
    /// # Errors
    /// When the file cannot be read, or at the first damaged game.
    pub fn for_each_game(&self, visit: &mut dyn FnMut(FinishedGame, usize) -> bool) -> Result<(), DatabaseError> {
        self.store.for_each_game(&mut |bytes, counted| match FinishedGame::from_bytes(bytes) {
            Some(game) => Ok(visit(game, counted.into())),
            None => Err(self.store.damaged("a game's bytes are not a game".into())),
        })
    }

    /// Checks every key, entry and game, and all checksums unless that was done when the file was opened; returns the
    /// number of positions.
    ///
    /// # Errors
    /// When something is damaged.
    pub fn verify(&self) -> Result<u64, DatabaseError> {
        self.store.check()?;
        self.for_each_game(&mut |_, _| true)?;
        let mut count = 0;
        self.for_each(&mut |_, _| {
            count += 1;
            true
        })?;
        if count == self.len()? { Ok(count) } else { Err(self.store.damaged("positions are missing".into())) }
    }

    pub(super) fn entry(&self, key: &PositionKey, bytes: &[u8]) -> Result<Entry, DatabaseError> {
        Entry::from_bytes(key, bytes).map_err(|error| self.store.damaged(error.to_string()))
    }
}

/// Writes a book of these positions and returns its size in bytes. The moves of an entry are points of its key's board.
/// An older file of that name is replaced when the book is complete.
///
/// # Errors
/// When an entry is out of bounds or the file cannot be written.
pub fn write_book(
    path: &Path,
    positions: impl IntoIterator<Item = (PositionKey, Entry)>,
) -> Result<usize, DatabaseError> {
    crate::storage::write_book(path, to_rows(positions)?)
}

/// A position as it is stored: key and entry.
type PositionRow = (Vec<u8>, Vec<u8>);

fn to_rows(entries: impl IntoIterator<Item = (PositionKey, Entry)>) -> Result<Vec<PositionRow>, DatabaseError> {
    let rows = entries.into_iter().map(|(key, entry)| {
        let bytes = entry.to_bytes(key.as_bytes()).map_err(refused)?;
        Ok((key.into_bytes(), bytes))
    });
    rows.collect()
}

pub(super) fn refused(error: EntryError) -> DatabaseError {
    DatabaseError::Row(error.to_string())
}
