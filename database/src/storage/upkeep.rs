//! Maintenance of files: checking and compacting them, and writing books.
#![allow(clippy::result_large_err, reason = "redb's errors are large, and rare")]

use super::database::Database;
use super::file::{GAMES, OpenFile, PLAYERS, POSITIONS, in_memory};
use super::files::{follow_links, sync_folder, unfinished, write_whole};
use super::guard::guarded;
use super::open::make;
use super::{DatabaseError, book};
use redb::{ReadTransaction, ReadableTable, Table, TableError};
use std::path::Path;
use std::sync::PoisonError;

impl Database {
    /// Writes a database anew as small as it can be. The new file takes the place of the old one when it is complete,
    /// so that a crash leaves one or the other.
    ///
    /// # Errors
    /// When the file cannot be opened for writing, or the folder cannot be written. The file is unchanged then.
    pub fn compact(path: &Path) -> Result<(), DatabaseError> {
        let path = &follow_links(path);
        let io = |error| DatabaseError::Io { path: path.clone(), error };
        let old = Self::open(path)?;
        // From here on the file belongs to this process alone.
        old.change(|_| Ok(()))?;
        let unfinished = unfinished(path, "compacting").map_err(io)?;
        // The file has this one name from the beginning, so that the next call removes what a kill leaves.
        let copied = make(&unfinished, &unfinished).and_then(|mut new| {
            old.reading(|transaction| copy(transaction, &mut new))?;
            let new = Self::new(&unfinished, OpenFile::Own(new), true);
            if new.len()? == old.len()? { Ok(()) } else { Err(old.damaged("positions are missing".into())) }
        });
        if let Err(error) = copied {
            let _ = std::fs::remove_file(&unfinished);
            return Err(error);
        }
        // Keeps the old file open until it is replaced, so that nobody opens it, on systems that can replace an open
        // file.
        let old = (!cfg!(windows)).then_some(old);
        let replaced = path.metadata().and_then(|old| std::fs::set_permissions(&unfinished, old.permissions()));
        if let Err(error) = replaced.and_then(|()| std::fs::rename(&unfinished, path)) {
            let _ = std::fs::remove_file(&unfinished);
            return Err(io(error));
        }
        drop(old);
        sync_folder(path).map_err(io)
    }

    /// The bytes of the file of a database that is in memory, as those of a closed one. What is free in it is given back first: a copy
    /// that is written anew would need more memory, and be little smaller.
    ///
    /// # Errors
    /// When it is a file of its own or a book, or there is no memory for the copy.
    pub fn to_bytes(&self) -> Result<Vec<u8>, DatabaseError> {
        let memory = self.memory.as_ref().ok_or_else(|| DatabaseError::ReadOnly(self.path.clone()))?;
        let copied = guarded(&self.path, || {
            let mut file = self.file.write().unwrap_or_else(PoisonError::into_inner);
            if let OpenFile::Own(store) = &mut *file {
                // Without room for compacting the copy is larger.
                while store.compact().unwrap_or(false) {}
            }
            // Closes the store, so that the bytes are those of a file that needs no repair.
            *file = OpenFile::Lost;
            let bytes = memory.copy();
            *file = OpenFile::Own(in_memory(memory.clone())?);
            Ok(bytes?)
        });
        if copied.is_err() {
            self.reopen_memory();
        }
        copied
    }

    /// Checks all checksums, unless that was done when the file was opened. The file stays as it is.
    pub(crate) fn check_sums(&self) -> Result<(), DatabaseError> {
        if self.is_checked() { Ok(()) } else { Self::read_checked(&self.path).map(drop) }
    }

    /// The error that something in the file does not fit.
    pub(crate) fn damaged(&self, reason: String) -> DatabaseError {
        DatabaseError::Damaged { path: self.path.clone(), reason }
    }
}

/// Writes a book of these rows (key and bytes) and returns its size in bytes. An older file of that name is replaced
/// when the book is complete.
pub(crate) fn write_book(path: &Path, mut rows: Vec<(Vec<u8>, Vec<u8>)>) -> Result<usize, DatabaseError> {
    rows.sort();
    let bytes = book::to_bytes(&rows);
    let written = write_whole(path, |file| file.write_all(&bytes));
    written.map_err(|error| DatabaseError::Io { path: path.to_owned(), error })?;
    Ok(bytes.len())
}

fn copy(from: &ReadTransaction, to: &mut redb::Database) -> Result<(), redb::Error> {
    let write = to.begin_write()?;
    fill(&from.open_table(POSITIONS)?, &mut write.open_table(POSITIONS)?)?;
    fill(&from.open_table(GAMES)?, &mut write.open_table(GAMES)?)?;
    match from.open_table(PLAYERS) {
        Err(TableError::TableDoesNotExist(_)) => {}
        players => fill(&players?, &mut write.open_table(PLAYERS)?)?,
    }
    write.commit()?;
    // Compacting may free more space when it is repeated.
    while to.compact()? {}
    Ok(())
}

/// Copies rows so that they fill their pages. If keys were inserted in rising order, every page would stay half full,
/// because a full one is split in the middle and only its second half grows. So about every second row is inserted
/// first, and the others fill the pages.
fn fill<V: redb::Value + 'static>(
    from: &impl ReadableTable<&'static [u8], V>,
    to: &mut Table<&'static [u8], V>,
) -> Result<(), redb::Error> {
    // In hundredths; slightly more than half, so that few pages are split again.
    const FIRST: usize = 53;
    let is_first = |number: usize| (number + 1) * FIRST / 100 > number * FIRST / 100;
    for first in [true, false] {
        for (number, row) in from.iter()?.enumerate() {
            let (key, value) = row?;
            if is_first(number) == first {
                to.insert(key.value(), value.value())?;
            }
        }
    }
    Ok(())
}
