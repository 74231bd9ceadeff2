//! An open file: lookups and atomic writes.
#![allow(clippy::result_large_err, reason = "redb's errors are large, and rare")]

use super::DatabaseError;
use super::file::{GAMES, OpenFile, PLAYERS, POSITIONS, in_memory, open_to_read, open_to_write};
use super::guard::{failure, guarded};
use super::memory::Memory;
use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata, Table, TableError};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// A database of positions in a file. Several programs may read it at the same time; the first write locks it for this
/// program. It stores rows, each a key and its bytes: positions, and games that were counted.
pub struct Database {
    pub(crate) path: PathBuf,
    pub(crate) file: RwLock<OpenFile>,
    pub(crate) is_writable: bool,
    /// The bytes of a store that is only in memory.
    pub(crate) memory: Option<Memory>,
}

/// Takes a position's key and what is stored under it; whether to go on.
pub(crate) type VisitPosition<'a> = dyn FnMut(&[u8], &[u8]) -> Result<bool, DatabaseError> + 'a;

/// Takes a game, its number and its players, empty if unknown; whether to go on.
pub(crate) type VisitGame<'a> = dyn FnMut(&[u8], u16, &str) -> Result<bool, DatabaseError> + 'a;

/// The rows of a file during a change. Every method fails when the file cannot be read or written.
pub struct Rows<'a> {
    path: &'a Path,
    positions: Table<'a, &'static [u8], &'static [u8]>,
    games: Table<'a, &'static [u8], u16>,
    players: Table<'a, &'static [u8], &'static str>,
}

impl Database {
    pub(crate) fn new(path: &Path, file: OpenFile, is_writable: bool) -> Self {
        Self { path: path.to_owned(), file: RwLock::new(file), is_writable, memory: None }
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether positions can be written: not to a book, and not to a file that may only be read.
    pub fn is_writable(&self) -> bool {
        self.is_writable
    }

    /// Whether this process has taken the file of this path, by whatever name, for itself, so that it cannot be opened
    /// again.
    pub fn has_open(&self, path: &Path) -> bool {
        let [own, other] = [self.path(), path].map(Path::canonicalize);
        matches!(*self.file(), OpenFile::Own(_)) && own.ok().zip(other.ok()).is_some_and(|(own, other)| own == other)
    }

    fn file(&self) -> RwLockReadGuard<'_, OpenFile> {
        self.file.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file; one that was closed and could not be opened again is opened for reading now.
    fn file_to_read(&self) -> Result<RwLockReadGuard<'_, OpenFile>, DatabaseError> {
        let file = self.file();
        if self.memory.is_some() || !matches!(*file, OpenFile::Lost) {
            return Ok(file);
        }
        drop(file);
        let mut file = self.file.write().unwrap_or_else(PoisonError::into_inner);
        if matches!(*file, OpenFile::Lost) {
            *file = open_to_read(&self.path)?;
        }
        drop(file);
        Ok(self.file())
    }

    pub(crate) fn reading<T>(
        &self,
        work: impl FnOnce(&ReadTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, DatabaseError> {
        let file = self.file_to_read()?;
        guarded(&self.path, || work(&file.begin_read()?))
    }

    /// How many positions it holds.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn len(&self) -> Result<u64, DatabaseError> {
        self.reading(|transaction| Ok(transaction.open_table(POSITIONS)?.len()?))
    }

    /// Whether the database holds no position.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn is_empty(&self) -> Result<bool, DatabaseError> {
        Ok(self.len()? == 0)
    }

    /// Rows of several positions, in the order of the keys given.
    pub(crate) fn rows<'k>(
        &self,
        keys: impl IntoIterator<Item = &'k [u8]>,
    ) -> Result<Vec<Option<Vec<u8>>>, DatabaseError> {
        self.reading(|transaction| {
            let table = transaction.open_table(POSITIONS)?;
            let found = keys.into_iter().map(|key| Ok(table.get(key)?.map(|bytes| bytes.value().to_vec())));
            found.collect()
        })
    }

    /// Whether any position's key begins with these bytes.
    pub(crate) fn has_prefix(&self, prefix: &[u8]) -> Result<bool, DatabaseError> {
        self.reading(|transaction| {
            let table = transaction.open_table(POSITIONS)?;
            let first = table.range::<&[u8]>(prefix..)?.next().transpose()?;
            Ok(first.is_some_and(|(key, _)| key.value().starts_with(prefix)))
        })
    }

    /// Visits every position in the order of the keys, in a snapshot of the file, until `visit` returns `false`. Fails
    /// when the file cannot be read, and when `visit` does.
    pub(crate) fn for_each_row(&self, visit: &mut VisitPosition) -> Result<(), DatabaseError> {
        const CHUNK: usize = 4_096;
        let file = self.file_to_read()?;
        let transaction = guarded(&self.path, || file.begin_read())?;
        drop(file);
        let mut after: Option<Vec<u8>> = None;
        loop {
            let rows = guarded(&self.path, || {
                let table = transaction.open_table(POSITIONS)?;
                let from = after.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
                let range = table.range::<&[u8]>((from, Bound::Unbounded))?;
                let rows = range.take(CHUNK).map(|row| row.map(|(k, v)| (k.value().to_vec(), v.value().to_vec())));
                Ok(rows.collect::<Result<Vec<_>, _>>()?)
            })?;
            for (key, bytes) in &rows {
                if !visit(key, bytes)? {
                    return Ok(());
                }
            }
            let Some((last, _)) = rows.into_iter().next_back() else { return Ok(()) };
            after = Some(last);
        }
    }

    /// Visits every game with its number and players, until `visit` returns `false`. Fails
    /// when the file cannot be read, and when `visit` does.
    pub(crate) fn for_each_game_row(&self, visit: &mut VisitGame) -> Result<(), DatabaseError> {
        self.reading(|transaction| {
            let players = match transaction.open_table(PLAYERS) {
                Err(TableError::TableDoesNotExist(_)) => None,
                table => Some(table?),
            };
            Ok(visit_games(&self.path, &transaction.open_table(GAMES)?, players.as_ref(), visit))
        })?
    }

    /// Changes rows atomically: after an error of `work` nothing is changed. When it returns, the change is on disk.
    /// The first change takes the file for this process and checks all of it.
    /// Fails when the file cannot be written, is damaged or open elsewhere, and when `work` does.
    pub(crate) fn change<T>(
        &self,
        work: impl FnOnce(&mut Rows) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        self.take_to_write()?;
        let changed = guarded(&self.path, || {
            let file = self.file();
            let OpenFile::Own(store) = &*file else { return Ok(Err(DatabaseError::ReadOnly(self.path.clone()))) };
            let transaction = store.begin_write()?;
            let mut rows = Rows {
                path: &self.path,
                positions: transaction.open_table(POSITIONS)?,
                games: transaction.open_table(GAMES)?,
                players: transaction.open_table(PLAYERS)?,
            };
            let done = work(&mut rows);
            drop(rows);
            if done.is_ok() {
                transaction.commit()?;
            }
            Ok(done)
        });
        let changed = changed.and_then(|done| done);
        match changed {
            Err(_) if self.memory.is_some() => self.reopen_memory(),
            Err(DatabaseError::Io { .. } | DatabaseError::Store { .. }) => self.reopen_file(),
            _ => {}
        }
        changed
    }

    /// Opens a file on disk anew: after an error of the system, such as a full disk, redb refuses every further change.
    fn reopen_file(&self) {
        let mut file = self.file.write().unwrap_or_else(PoisonError::into_inner);
        if matches!(*file, OpenFile::Own(_)) {
            *file = OpenFile::Lost;
            if let Ok(own) = open_to_write(&self.path) {
                *file = own;
            }
        }
    }

    /// Opens a store in memory anew, which is necessary after a failed change such as one without room.
    pub(crate) fn reopen_memory(&self) {
        let Some(memory) = &self.memory else { return };
        let mut file = self.file.write().unwrap_or_else(PoisonError::into_inner);
        *file = OpenFile::Lost;
        if let Ok(store) = guarded(&self.path, || Ok(in_memory(memory.clone())?)) {
            *file = OpenFile::Own(store);
        }
    }

    fn take_to_write(&self) -> Result<(), DatabaseError> {
        if !self.is_writable {
            return Err(DatabaseError::ReadOnly(self.path.clone()));
        }
        if self.memory.is_some() {
            // There is no file on disk to take.
            return Ok(());
        }
        let mut file = self.file.write().unwrap_or_else(PoisonError::into_inner);
        match *file {
            OpenFile::Own(_) => return Ok(()),
            // The copy does not hold the file, and stays if another program does.
            OpenFile::Memory(_) => {
                *file = open_to_write(&self.path)?;
                return Ok(());
            }
            OpenFile::Shared(_) | OpenFile::Lost => {}
        }
        // The file must be closed before it is opened for writing.
        *file = OpenFile::Lost;
        match open_to_write(&self.path) {
            Ok(own) => {
                *file = own;
                Ok(())
            }
            Err(error) => {
                *file = open_to_read(&self.path).unwrap_or(OpenFile::Lost);
                Err(error)
            }
        }
    }

    /// Whether all checksums were checked when the file was opened.
    pub(crate) fn is_checked(&self) -> bool {
        matches!(*self.file(), OpenFile::Memory(_) | OpenFile::Own(_))
    }
}

fn visit_games(
    path: &Path,
    games: &impl ReadableTable<&'static [u8], u16>,
    players: Option<&impl ReadableTable<&'static [u8], &'static str>>,
    visit: &mut VisitGame,
) -> Result<(), DatabaseError> {
    let failed = |error: redb::StorageError| failure(path, error.into());
    for row in games.iter().map_err(failed)? {
        let (bytes, number) = row.map_err(failed)?;
        let names = players.map(|table| table.get(bytes.value())).transpose().map_err(failed)?.flatten();
        if !visit(bytes.value(), number.value(), names.as_ref().map_or("", |names| names.value()))? {
            break;
        }
    }
    Ok(())
}

impl Rows<'_> {
    /// The bytes of a position.
    pub fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, DatabaseError> {
        let found = self.done(self.positions.get(key))?;
        Ok(found.map(|bytes| bytes.value().to_vec()))
    }

    /// Stores a position, in place of an older row.
    pub fn insert(&mut self, key: &[u8], bytes: &[u8]) -> Result<(), DatabaseError> {
        let done = self.positions.insert(key, bytes).map(drop);
        self.done(done)
    }

    /// Removes a position; returns whether it was stored.
    pub fn remove(&mut self, key: &[u8]) -> Result<bool, DatabaseError> {
        let removed = self.positions.remove(key).map(|old| old.is_some());
        self.done(removed)
    }

    /// The number stored with a game; 0 if the game is not stored.
    pub fn game(&self, game: &[u8]) -> Result<u16, DatabaseError> {
        let found = self.done(self.games.get(game))?;
        Ok(found.map_or(0, |number| number.value()))
    }

    /// Stores a game with its number.
    pub fn insert_game(&mut self, game: &[u8], number: u16) -> Result<(), DatabaseError> {
        let done = self.games.insert(game, number).map(drop);
        self.done(done)
    }

    /// Stores a game's players, unless some are stored.
    pub fn name_players(&mut self, game: &[u8], players: &str) -> Result<(), DatabaseError> {
        if self.done(self.players.get(game))?.is_some() {
            return Ok(());
        }
        let done = self.players.insert(game, players).map(drop);
        self.done(done)
    }

    /// Removes a game and its players.
    pub fn remove_game(&mut self, game: &[u8]) -> Result<(), DatabaseError> {
        let done = self.games.remove(game).map(drop).and_then(|()| self.players.remove(game).map(drop));
        self.done(done)
    }

    /// Every game with its number, without its players.
    pub fn for_each_game(
        &self,
        mut visit: impl FnMut(&[u8], u16) -> Result<bool, DatabaseError>,
    ) -> Result<(), DatabaseError> {
        let no_players = None::<&Table<&[u8], &str>>;
        visit_games(self.path, &self.games, no_players, &mut |game, number, _| visit(game, number))
    }

    fn done<T>(&self, done: Result<T, redb::StorageError>) -> Result<T, DatabaseError> {
        done.map_err(|error| failure(self.path, error.into()))
    }
}
