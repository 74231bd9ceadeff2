//! The database file: look-ups, confirmed writes, checks.
//!
//! The store's errors are large values, and rare.
#![allow(clippy::result_large_err)]

use super::{DatabaseError, Entry, GameCounts, Orientation, PositionKey};
use crate::board::Board;
use redb::{ReadableTable, ReadableTableMetadata, TableDefinition, backends::InMemoryBackend};
use std::collections::HashMap;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The format's name, stored in every database.
pub const FORMAT: &str = "tengen-db 1";

const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");
const META: TableDefinition<&str, &str> = TableDefinition::new("meta");
/// What a redb file begins with.
const REDB_MAGIC: &[u8] = b"redb";
/// Memory for pages of the file, in bytes.
const CACHE_BYTES: usize = 64 << 20;

/// A database of positions in a file that this process alone has open.
pub struct Database {
    path: PathBuf,
    store: redb::Database,
}

impl Database {
    /// Makes a new, empty database.
    ///
    /// # Errors
    /// When there is a file of this name already, or it cannot be written.
    pub fn create(path: &Path) -> Result<Self, DatabaseError> {
        let io = |error| DatabaseError::Io { path: path.to_owned(), error };
        // Nobody's file is overwritten.
        drop(std::fs::File::create_new(path).map_err(io)?);
        let store = guarded(path, || Ok(redb::Builder::new().set_cache_size(CACHE_BYTES).create(path)?))?;
        let database = Self { path: path.to_owned(), store };
        database.write_format()?;
        Ok(database)
    }

    /// A database in a store of the test's own, new when it is empty.
    #[cfg(test)]
    pub(super) fn with_backend(backend: impl redb::StorageBackend, name: &str) -> Result<Self, DatabaseError> {
        let path = PathBuf::from(name);
        let store = guarded(&path, || Ok(redb::Builder::new().create_with_backend(backend)?))?;
        let database = Self { path, store };
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
            transaction.commit()?;
            Ok(())
        })
    }

    /// Opens a database. A file that a crash left unfinished is brought back to its last confirmed write.
    ///
    /// # Errors
    /// When the file is missing, in use, damaged or not a database.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let io = |error| DatabaseError::Io { path: path.to_owned(), error };
        let mut file = std::fs::File::options().read(true).write(true).open(path).map_err(io)?;
        let mut magic = [0; REDB_MAGIC.len()];
        match file.read_exact(&mut magic) {
            Ok(()) if magic == REDB_MAGIC => {}
            Ok(()) => return Err(DatabaseError::NotADatabase(path.to_owned())),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(DatabaseError::NotADatabase(path.to_owned()));
            }
            Err(error) => return Err(io(error)),
        }
        drop(file);
        let store = guarded(path, || Ok(redb::Builder::new().set_cache_size(CACHE_BYTES).open(path)?))?;
        let database = Self { path: path.to_owned(), store };
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
            Ok((key, bytes))
        });
        let entries: Vec<(PositionKey, Vec<u8>)> = entries.collect::<Result<_, DatabaseError>>()?;
        self.guarded(|| {
            let transaction = self.store.begin_write()?;
            let mut table = transaction.open_table(POSITIONS)?;
            for (key, bytes) in &entries {
                table.insert(key.as_bytes(), bytes.as_slice())?;
            }
            drop(table);
            transaction.commit()?;
            Ok(())
        })
    }

    /// Adds what others know to what is known here (see [`Entry::merge`]), all of it or none. The moves of an entry
    /// are points of its key's board. When it returns, everything is on the disk.
    ///
    /// # Errors
    /// When an entry here or there is damaged or out of its bounds, or the file cannot be written.
    pub fn merge(&self, entries: impl IntoIterator<Item = (PositionKey, Entry)>) -> Result<(), DatabaseError> {
        let mut entries: Vec<(PositionKey, Entry)> = entries.into_iter().collect();
        // Rising keys fill the tree's pages one after the other.
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        let merged = self.guarded(|| {
            let transaction = self.store.begin_write()?;
            let mut table = transaction.open_table(POSITIONS)?;
            for (key, entry) in &entries {
                let old = table.get(key.as_bytes())?.map(|bytes| bytes.value().to_vec());
                let merged = match old.map(|bytes| Entry::from_bytes(key.as_bytes(), &bytes)) {
                    None => entry.to_bytes(key.as_bytes()),
                    Some(Ok(mut known)) => {
                        known.merge(entry);
                        known.to_bytes(key.as_bytes())
                    }
                    Some(Err(error)) => Err(error),
                };
                match merged {
                    Ok(bytes) => table.insert(key.as_bytes(), bytes.as_slice())?,
                    Err(error) => return Ok(Err(error)),
                };
            }
            drop(table);
            transaction.commit()?;
            Ok(Ok(()))
        })?;
        merged.map_err(|error| self.damaged(error.to_string()))
    }

    /// Adds the results of games to their positions. When it returns, everything is on the disk.
    ///
    /// # Errors
    /// As [`Database::merge`].
    pub fn add_games(&self, games: HashMap<PositionKey, GameCounts>) -> Result<(), DatabaseError> {
        self.merge(games.into_iter().map(|(key, games)| (key, Entry { games, ..Entry::default() })))
    }

    /// Forgets positions; returns how many of them were known.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn remove<'a>(&self, boards: impl IntoIterator<Item = &'a Board>) -> Result<usize, DatabaseError> {
        let keys: Vec<PositionKey> = boards.into_iter().map(|board| PositionKey::of(board).0).collect();
        self.guarded(|| {
            let transaction = self.store.begin_write()?;
            let mut table = transaction.open_table(POSITIONS)?;
            let mut removed = 0;
            for key in &keys {
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

    /// Gives room in the file back that deleted and rewritten entries took.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn compact(&mut self) -> Result<(), DatabaseError> {
        let (path, store) = (&self.path, &mut self.store);
        guarded(path, || {
            // One pass moves what it can; another one may find more.
            while store.compact()? {}
            Ok(())
        })
    }

    /// Reads a whole file and checks the tree's checksums, every key and every entry; returns how many positions
    /// there are. Works on a copy in memory: the file stays as it is.
    ///
    /// # Errors
    /// When something is damaged.
    pub fn check(path: &Path) -> Result<u64, DatabaseError> {
        let io = |error| DatabaseError::Io { path: path.to_owned(), error };
        let bytes = std::fs::read(path).map_err(io)?;
        if !bytes.starts_with(REDB_MAGIC) {
            return Err(DatabaseError::NotADatabase(path.to_owned()));
        }
        let store = guarded(path, || {
            let backend = InMemoryBackend::new();
            redb::StorageBackend::set_len(&backend, bytes.len() as u64)?;
            redb::StorageBackend::write(&backend, 0, &bytes)?;
            let mut store = redb::Builder::new().create_with_backend(backend)?;
            if store.check_integrity()? { Ok(Some(store)) } else { Ok(None) }
        })?;
        let damaged = |reason: &str| DatabaseError::Damaged { path: path.to_owned(), reason: reason.into() };
        let Some(store) = store else { return Err(damaged("the store's checksums do not fit")) };
        let database = Self { path: path.to_owned(), store };
        database.check_format()?;
        let mut count = 0;
        database.for_each(&mut |_, _| {
            count += 1;
            true
        })?;
        if count == database.len()? { Ok(count) } else { Err(damaged("positions are missing")) }
    }

    fn entry(&self, key: &[u8], bytes: &[u8]) -> Result<Entry, DatabaseError> {
        Entry::from_bytes(key, bytes).map_err(|error| self.damaged(error.to_string()))
    }

    fn damaged(&self, reason: String) -> DatabaseError {
        DatabaseError::Damaged { path: self.path.clone(), reason }
    }

    fn guarded<T>(&self, work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, DatabaseError> {
        guarded(&self.path, work)
    }
}

/// Does work with the store. A damaged file can make it panic; that is an error here like any other.
fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, DatabaseError> {
    let path = path.to_owned();
    match catch_unwind(AssertUnwindSafe(work)) {
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
