//! The meaning of a database's rows: look-ups, confirmed writes, checks, books.

use super::{Database, DatabaseError, Entry, EntryError, FinishedGame, Orientation, PositionKey};
use std::path::Path;
use tengen::board::Board;

impl Database {
    /// Opens a database and checks all of it: for copying its content into other files.
    ///
    /// # Errors
    /// See [`Database::open`]; and when any part is damaged.
    pub fn open_whole(path: &Path) -> Result<Self, DatabaseError> {
        let database = Self::open(path)?;
        database.verify()?;
        Ok(database)
    }

    /// Reads a whole file and checks all checksums, every key, every entry and every game; returns how many positions
    /// there are. Works on a copy in memory: the file stays as it is.
    ///
    /// # Errors
    /// When something is damaged, or another program has the file open for writing.
    pub fn check(path: &Path) -> Result<u64, DatabaseError> {
        Self::read_checked(path)?.verify()
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
        let found = self.rows(keys.iter().map(|(key, _)| key.as_bytes()))?;
        let entries = keys.iter().zip(found).map(|((key, orientation), bytes)| {
            let Some(bytes) = bytes else { return Ok(None) };
            let entry = self.entry(key, &bytes)?;
            Ok(Some(entry.turned(|point| orientation.to_board(point))))
        });
        entries.collect()
    }

    /// Whether a position is stored.
    pub(super) fn knows(&self, key: &PositionKey) -> Result<bool, DatabaseError> {
        Ok(self.rows([key.as_bytes()])?.pop().flatten().is_some())
    }

    /// Whether a position with the key's rule, board, side to move and numbers of stones is stored.
    pub(super) fn has_group_of(&self, key: &PositionKey) -> Result<bool, DatabaseError> {
        self.has_prefix(key.group())
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
        self.change(|table| rows.iter().try_for_each(|(key, bytes)| table.insert(key, bytes)))
    }

    /// Visits every position with its entry in the order of the keys, in a snapshot of the file, until `visit` returns
    /// `false`. The moves of an entry are points of its key's board.
    ///
    /// # Errors
    /// When the file cannot be read, or at the first damaged key or entry.
    pub fn for_each(&self, visit: &mut dyn FnMut(PositionKey, Entry) -> bool) -> Result<(), DatabaseError> {
        self.for_each_row(&mut |key, bytes| {
            let key = PositionKey::from_bytes(key).map_err(|error| self.damaged(error.to_string()))?;
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
        self.for_each_game_row(&mut |bytes, counted, players| match FinishedGame::from_stored(bytes, players) {
            Some(game) => Ok(visit(game, counted.into())),
            None => Err(self.damaged("a game's bytes are not a game".into())),
        })
    }

    /// Checks every key, entry and game, and all checksums unless that was done when the file was opened; returns the
    /// number of positions.
    ///
    /// # Errors
    /// When something is damaged.
    pub fn verify(&self) -> Result<u64, DatabaseError> {
        self.check_sums()?;
        self.for_each_game(&mut |_, _| true)?;
        let mut count = 0;
        self.for_each(&mut |_, _| {
            count += 1;
            true
        })?;
        if count == self.len()? { Ok(count) } else { Err(self.damaged("positions are missing".into())) }
    }

    pub(super) fn entry(&self, key: &PositionKey, bytes: &[u8]) -> Result<Entry, DatabaseError> {
        Entry::from_bytes(key, bytes).map_err(|error| self.damaged(error.to_string()))
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
