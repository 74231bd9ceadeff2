//! The database file: look-ups and confirmed writes.
//!
//! The store's errors are large values, and rare.
#![allow(clippy::result_large_err)]

use super::games::FinishedGame;
use super::guard::{Store, guarded};
use super::held::HeldFile;
use super::{DatabaseError, Entry, Orientation, PositionKey, book};
use crate::board::Board;
use redb::{ReadableTable, ReadableTableMetadata, TableDefinition};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The format's name, stored in every database.
pub const FORMAT: &str = "tengen-db 2";

pub(super) const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");
/// The games that were counted, and of how many of their positions.
pub(super) const GAMES: TableDefinition<&[u8], u16> = TableDefinition::new("games");

/// A database of positions in a file that this process alone has open; a book, or a file that may only be read, is in
/// memory instead.
pub struct Database {
    pub(super) path: PathBuf,
    pub(super) store: Store,
    pub(super) is_writable: bool,
    /// The file as long as nothing is written to it: before the first write all of it is checked.
    pub(super) held: Mutex<Option<HeldFile>>,
}

impl Database {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether positions can be written: not to a book, and not to a file that may only be read.
    pub fn is_writable(&self) -> bool {
        self.is_writable
    }

    /// Whether this process has the file open, by whatever name: it cannot be opened again. What is in memory can.
    pub fn has_open(&self, path: &Path) -> bool {
        let [own, other] = [self.path(), path].map(Path::canonicalize);
        self.is_writable && own.ok().zip(other.ok()).is_some_and(|(own, other)| own == other)
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
            let entry = self.entry(key, &bytes)?;
            Ok(Some(entry.turned(|point| orientation.to_board(point))))
        });
        found.collect()
    }

    /// Whether there is a position of the key's rule, board, side to move and numbers of stones.
    pub(super) fn has_group_of(&self, key: &PositionKey) -> Result<bool, DatabaseError> {
        let group = key.group();
        self.guarded(|| {
            let table = self.store.begin_read()?.open_table(POSITIONS)?;
            let first = table.range::<&[u8]>(group..)?.next().transpose()?;
            Ok(first.is_some_and(|(key, _)| key.value().starts_with(group)))
        })
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

    pub(super) fn write_rows(&self, rows: &[book::BookRow]) -> Result<(), DatabaseError> {
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
                let key = PositionKey::from_bytes(&key).map_err(|error| self.damaged(error.to_string()))?;
                let entry = self.entry(&key, &bytes)?;
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

    fn entry(&self, key: &PositionKey, bytes: &[u8]) -> Result<Entry, DatabaseError> {
        Entry::from_bytes(key, bytes).map_err(|error| self.damaged(error.to_string()))
    }

    pub(super) fn damaged(&self, reason: String) -> DatabaseError {
        DatabaseError::Damaged { path: self.path.clone(), reason }
    }

    pub(super) fn guarded<T>(&self, work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, DatabaseError> {
        guarded(&self.path, work)
    }
}
