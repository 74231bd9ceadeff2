//! A file in memory, for programs without a disk and for copies.

use redb::StorageBackend;
use std::io::{self, ErrorKind};
use std::sync::{Arc, PoisonError, RwLock};

/// The most bytes of a database that is in memory alone.
pub const MAX_MEMORY: usize = 128 << 20;

/// The bytes of a file, shared by whoever has a clone.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    bytes: Arc<RwLock<Vec<u8>>>,
    most: usize,
}

impl Memory {
    /// A file of these bytes that grows to at most `most`.
    pub(crate) fn new(bytes: Vec<u8>, most: usize) -> Self {
        Self { bytes: Arc::new(RwLock::new(bytes)), most }
    }

    /// The bytes once more.
    pub(crate) fn copy(&self) -> io::Result<Vec<u8>> {
        let bytes = self.bytes.read().unwrap_or_else(PoisonError::into_inner);
        let mut copied = Vec::new();
        copied.try_reserve_exact(bytes.len()).map_err(|_| ErrorKind::OutOfMemory)?;
        copied.extend_from_slice(&bytes);
        Ok(copied)
    }
}

impl StorageBackend for Memory {
    fn len(&self) -> io::Result<u64> {
        Ok(self.bytes.read().unwrap_or_else(PoisonError::into_inner).len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let bytes = self.bytes.read().unwrap_or_else(PoisonError::into_inner);
        let found = range(offset, out.len()).and_then(|range| bytes.get(range)).ok_or(ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(found);
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let length = usize::try_from(length).ok().filter(|&length| length <= self.most);
        let length = length.ok_or(ErrorKind::OutOfMemory)?;
        let mut bytes = self.bytes.write().unwrap_or_else(PoisonError::into_inner);
        let more = length.saturating_sub(bytes.len());
        bytes.try_reserve_exact(more).map_err(|_| ErrorKind::OutOfMemory)?;
        bytes.resize(length, 0);
        // What a compaction gives back is of use to others.
        bytes.shrink_to(2 * length);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut bytes = self.bytes.write().unwrap_or_else(PoisonError::into_inner);
        let place = range(offset, data.len()).and_then(|range| bytes.get_mut(range)).ok_or(ErrorKind::UnexpectedEof)?;
        place.copy_from_slice(data);
        Ok(())
    }
}

fn range(offset: u64, length: usize) -> Option<std::ops::Range<usize>> {
    let start = usize::try_from(offset).ok()?;
    Some(start..start.checked_add(length)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DatabaseError, Rows, Store};

    fn fill(store: &Store, numbers: std::ops::Range<u32>, length: usize) -> Result<(), DatabaseError> {
        store.change(|rows: &mut Rows| {
            numbers.clone().try_for_each(|number| rows.insert(&number.to_be_bytes(), &vec![number as u8; length]))
        })
    }

    fn rows(store: &Store) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut found = Vec::new();
        let visited = store.for_each(&mut |key, bytes| {
            found.push((key.to_vec(), bytes.to_vec()));
            Ok(true)
        });
        visited.unwrap();
        found
    }

    #[test]
    fn a_store_in_memory_goes_on_from_its_bytes() {
        let store = Store::in_memory("a.db").unwrap();
        fill(&store, 0..500, 90).unwrap();
        store.change(|rows: &mut Rows| rows.insert_game(b"game", 7)).unwrap();
        let bytes = store.to_bytes().unwrap();
        let copy = Store::from_bytes("b.db", bytes.clone()).unwrap();
        assert_eq!((rows(&copy), copy.is_writable(), copy.path().to_str()), (rows(&store), true, Some("b.db")));
        copy.for_each_game(&mut |game, number| Ok((game, number) == (b"game", 7) || panic!("{game:?}"))).unwrap();
        // The copy is a file of its own, and what it was made of stays open.
        fill(&copy, 500..600, 90).unwrap();
        assert_eq!((store.len().unwrap(), copy.len().unwrap()), (500, 600));
        // The same bytes are a file on a disk.
        let path = std::env::temp_dir().join(format!("tengen-memory-{}.db", std::process::id()));
        std::fs::write(&path, &bytes).unwrap();
        let file = Store::open(&path).unwrap();
        assert_eq!((rows(&file), file.is_writable()), (rows(&store), true));
        // And those of a file that is open are read: a crash would leave no others.
        fill(&file, 500..501, 9).unwrap();
        assert_eq!(Store::from_bytes("c.db", std::fs::read(&path).unwrap()).unwrap().len().unwrap(), 501);
        drop(file);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_is_no_database_or_a_damaged_one_is_refused_with_a_reason() {
        let store = Store::in_memory("a.db").unwrap();
        fill(&store, 0..300, 50).unwrap();
        let bytes = store.to_bytes().unwrap();
        let error = |bytes: &[u8]| Store::from_bytes("a.db", bytes.to_vec()).map(|_| ()).unwrap_err().to_string();
        assert_eq!(error(b"(;GM[4])"), "a.db: not a Tengen database");
        assert!(error(&bytes[..5]).contains("cut off after 5 bytes"), "{}", error(&bytes[..5]));
        let half = bytes.len() / 2;
        assert!(error(&bytes[..half]).contains(&format!("cut off after {half} bytes")), "{}", error(&bytes[..half]));
        // A byte of a row, which no structure of the file depends on.
        let at = bytes.windows(50).position(|window| window == [77; 50]).unwrap();
        let mut damaged = bytes.clone();
        damaged[at + 20] ^= 1;
        assert!(error(&damaged).contains("damaged"), "{}", error(&damaged));
    }

    #[test]
    fn a_store_without_its_tables_is_refused() {
        let memory = Memory::new(Vec::new(), MAX_MEMORY);
        let store = crate::file::in_memory(memory.clone()).unwrap();
        let transaction = store.begin_write().unwrap();
        transaction.open_table(crate::file::META).unwrap().insert("format", crate::FORMAT).unwrap();
        transaction.commit().unwrap();
        drop(store);
        let error = Store::from_bytes("a.db", memory.copy().unwrap()).map(|_| ()).unwrap_err().to_string();
        assert!(error.starts_with("a.db: ") && error.contains("positions"), "{error}");
    }

    #[test]
    fn a_book_with_more_than_there_is_room_for_is_refused() {
        let rows: Vec<_> = (0..40_000u32).map(|number| (number.to_be_bytes().to_vec(), vec![1; 100])).collect();
        let bytes = crate::book::to_bytes(&rows);
        let load = |most| crate::file::load_book(std::path::Path::new("a.book"), &bytes, most);
        assert!(load(MAX_MEMORY).is_ok());
        assert!(
            matches!(load(1 << 20), Err(DatabaseError::Io { error, .. }) if error.kind() == ErrorKind::OutOfMemory)
        );
    }

    #[test]
    fn a_store_that_is_full_says_so_and_keeps_what_it_has() {
        let path = std::path::Path::new("small");
        let memory = Memory::new(Vec::new(), 4 << 20);
        let full = crate::guard::guarded(path, || {
            let store = crate::file::in_memory(memory.clone())?;
            crate::file::write_format(&store)?;
            Ok(store)
        });
        let file = crate::file::OpenFile::Own(full.unwrap());
        let store = Store { memory: Some(memory), ..Store::new(path, file, true) };
        fill(&store, 0..100, 100).unwrap();
        let error = fill(&store, 100..101, 8 << 20).unwrap_err();
        let kind = |error: &DatabaseError| matches!(error, DatabaseError::Io { error, .. } if error.kind() == ErrorKind::OutOfMemory);
        assert!(kind(&error), "{error:?}");
        assert_eq!(rows(&store).len(), 100);
        assert_eq!(Store::from_bytes("a", store.to_bytes().unwrap()).unwrap().len().unwrap(), 100);
    }
}
