//! A file in memory, for programs without a disk and for copies.

use redb::StorageBackend;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

/// Most bytes of a database that is only in memory: a browser's module has 512 MiB for everything. One that is built in
/// memory reaches 136 MiB, because redb doubles a full file.
pub const MAX_MEMORY: usize = 256 << 20;
/// Bytes of the pieces that hold a file, so that it grows without being copied.
const PIECE: usize = 1 << 20;

/// The bytes of a file, shared by all clones.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    content: Arc<RwLock<Content>>,
    /// Largest length in bytes.
    most: usize,
}

#[derive(Debug, Default)]
struct Content {
    /// All pieces but the last have full length.
    pieces: Vec<Vec<u8>>,
    length: usize,
}

impl Memory {
    /// An empty file that grows to at most `most` bytes.
    pub(crate) fn new(most: usize) -> Self {
        Self { content: Arc::default(), most }
    }

    /// A file of these bytes, even if they are more than `most`, to which it may grow otherwise.
    pub(crate) fn of(bytes: &[u8], most: usize) -> io::Result<Self> {
        let memory = Self::new(most.max(bytes.len()));
        memory.set_len(bytes.len() as u64)?;
        memory.write(0, bytes)?;
        Ok(Self { most, ..memory })
    }

    /// A file with the content of one on disk, read piece by piece, so that it is in memory once.
    pub(crate) fn of_file(mut file: &File) -> io::Result<Self> {
        let memory = Self::new(usize::MAX);
        memory.set_len(file.metadata()?.len())?;
        let mut content = memory.content.write().unwrap_or_else(PoisonError::into_inner);
        content.pieces.iter_mut().try_for_each(|piece| file.read_exact(piece))?;
        drop(content);
        Ok(memory)
    }

    fn read_lock(&self) -> RwLockReadGuard<'_, Content> {
        self.content.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of the bytes.
    pub(crate) fn copy(&self) -> io::Result<Vec<u8>> {
        let content = self.read_lock();
        let mut copied = Vec::new();
        copied.try_reserve_exact(content.length).map_err(|_| ErrorKind::OutOfMemory)?;
        content.pieces.iter().for_each(|piece| copied.extend_from_slice(piece));
        Ok(copied)
    }
}

impl Content {
    /// The parts of pieces that hold these bytes: number of the piece, offset in it, length.
    fn parts(&self, offset: u64, length: usize) -> io::Result<impl Iterator<Item = (usize, usize, usize)> + use<>> {
        let start = usize::try_from(offset).ok();
        let end = start.and_then(|start| start.checked_add(length)).filter(|&end| end <= self.length);
        let (mut at, end) = start.zip(end).ok_or(ErrorKind::UnexpectedEof)?;
        Ok(std::iter::from_fn(move || {
            let (piece, place) = (at / PIECE, at % PIECE);
            let length = (PIECE - place).min(end - at);
            at += length;
            (length > 0).then_some((piece, place, length))
        }))
    }
}

impl StorageBackend for Memory {
    fn len(&self) -> io::Result<u64> {
        Ok(self.read_lock().length as u64)
    }

    fn read(&self, offset: u64, mut out: &mut [u8]) -> io::Result<()> {
        let content = self.read_lock();
        for (piece, place, length) in content.parts(offset, out.len())? {
            let (part, rest) = out.split_at_mut(length);
            part.copy_from_slice(&content.pieces[piece][place..place + length]);
            out = rest;
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let length = usize::try_from(length).ok().filter(|&length| length <= self.most);
        let length = length.ok_or(ErrorKind::OutOfMemory)?;
        let mut content = self.content.write().unwrap_or_else(PoisonError::into_inner);
        content.pieces.truncate(length.div_ceil(PIECE));
        let mut at = 0;
        while at < length {
            let (index, size) = (at / PIECE, PIECE.min(length - at));
            if index == content.pieces.len() {
                content.pieces.push(Vec::new());
            }
            let piece = &mut content.pieces[index];
            piece.try_reserve_exact(size.saturating_sub(piece.len())).map_err(|_| ErrorKind::OutOfMemory)?;
            piece.resize(size, 0);
            at += size;
        }
        content.length = length;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, mut data: &[u8]) -> io::Result<()> {
        let mut content = self.content.write().unwrap_or_else(PoisonError::into_inner);
        for (piece, place, length) in content.parts(offset, data.len())? {
            let (part, rest) = data.split_at(length);
            content.pieces[piece][place..place + length].copy_from_slice(part);
            data = rest;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::{Database, DatabaseError, Rows};

    fn fill(store: &Database, numbers: std::ops::Range<u32>, length: usize) -> Result<(), DatabaseError> {
        store.change(|rows: &mut Rows| {
            numbers.clone().try_for_each(|number| rows.insert(&number.to_be_bytes(), &vec![number as u8; length]))
        })
    }

    fn rows(store: &Database) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut found = Vec::new();
        let visited = store.for_each_row(&mut |key, bytes| {
            found.push((key.to_vec(), bytes.to_vec()));
            Ok(true)
        });
        visited.unwrap();
        found
    }

    /// Compared with one contiguous piece.
    #[test]
    fn pieces_hold_what_was_written_wherever_it_begins_and_ends() {
        let (memory, mut plain) = (Memory::new(5 * PIECE), Vec::new());
        let mut rng = tengen::base::SplitMix64::new(1);
        let mut below = |n: usize| rng.below(n);
        for round in 0..400 {
            if round % 8 == 0 {
                let length = [below(4 * PIECE), PIECE * below(5)][round / 8 % 2];
                memory.set_len(length as u64).unwrap();
                plain.resize(length, 0);
            }
            let at = below(plain.len() + 1);
            let data = vec![(round % 250) as u8 + 1; below(3 * PIECE).min(plain.len() - at)];
            memory.write(at as u64, &data).unwrap();
            plain[at..at + data.len()].copy_from_slice(&data);
            let from = below(plain.len() + 1);
            let mut read = vec![0; below(2 * PIECE).min(plain.len() - from)];
            memory.read(from as u64, &mut read).unwrap();
            assert!(read == plain[from..from + read.len()] && memory.len().unwrap() == plain.len() as u64, "{round}");
        }
        assert!(memory.copy().unwrap() == plain);
        let end = plain.len() as u64;
        assert!(memory.read(end, &mut [0]).is_err() && memory.write(end, &[0]).is_err());
        assert!(memory.read(u64::MAX, &mut [0]).is_err() && memory.set_len(5 * PIECE as u64 + 1).is_err());
    }

    #[test]
    fn a_store_in_memory_goes_on_from_its_bytes() {
        let store = Database::in_memory("a.db").unwrap();
        fill(&store, 0..500, 90).unwrap();
        store.change(|rows: &mut Rows| rows.insert_game(b"game", 7)).unwrap();
        let bytes = store.to_bytes().unwrap();
        let copy = Database::from_bytes("b.db", bytes.clone()).unwrap();
        assert_eq!((rows(&copy), copy.is_writable(), copy.path().to_str()), (rows(&store), true, Some("b.db")));
        copy.for_each_game_row(&mut |game, number, _| Ok((game, number) == (b"game", 7) || panic!("{game:?}")))
            .unwrap();
        // The copy is a file of its own, and what it was made of stays open.
        fill(&copy, 500..600, 90).unwrap();
        assert_eq!((store.len().unwrap(), copy.len().unwrap()), (500, 600));
        // A file on disk may have the same bytes.
        let path = std::env::temp_dir().join(format!("tengen-memory-{}.db", std::process::id()));
        std::fs::write(&path, &bytes).unwrap();
        let file = Database::open(&path).unwrap();
        assert_eq!((rows(&file), file.is_writable()), (rows(&store), true));
        // The bytes of an open file can be read, as after a crash.
        fill(&file, 500..501, 9).unwrap();
        assert_eq!(Database::from_bytes("c.db", std::fs::read(&path).unwrap()).unwrap().len().unwrap(), 501);
        drop(file);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_is_no_database_or_a_damaged_one_is_refused_with_a_reason() {
        let store = Database::in_memory("a.db").unwrap();
        fill(&store, 0..300, 50).unwrap();
        let bytes = store.to_bytes().unwrap();
        let error = |bytes: &[u8]| Database::from_bytes("a.db", bytes.to_vec()).map(|_| ()).unwrap_err().to_string();
        assert_eq!(error(b"(;GM[4])"), "a.db: not a Tengen database");
        assert!(error(&bytes[..5]).contains("cut off after 5 bytes"), "{}", error(&bytes[..5]));
        let half = bytes.len() / 2;
        assert!(error(&bytes[..half]).contains(&format!("cut off after {half} bytes")), "{}", error(&bytes[..half]));
        // A byte of a row's content, on which no structure of the file depends.
        let at = bytes.windows(50).position(|window| window == [77; 50]).unwrap();
        let mut damaged = bytes.clone();
        damaged[at + 20] ^= 1;
        assert!(error(&damaged).contains("damaged"), "{}", error(&damaged));
    }

    #[test]
    fn a_store_without_its_tables_is_refused() {
        let memory = Memory::new(MAX_MEMORY);
        let store = crate::storage::file::in_memory(memory.clone()).unwrap();
        let transaction = store.begin_write().unwrap();
        transaction.open_table(crate::storage::file::META).unwrap().insert("format", crate::storage::FORMAT).unwrap();
        transaction.commit().unwrap();
        drop(store);
        let error = Database::from_bytes("a.db", memory.copy().unwrap()).map(|_| ()).unwrap_err().to_string();
        assert!(error.starts_with("a.db: ") && error.contains("positions"), "{error}");
    }

    #[test]
    fn a_book_with_more_than_there_is_room_for_is_refused() {
        let rows: Vec<_> = (0..40_000u32).map(|number| (number.to_be_bytes().to_vec(), vec![1; 100])).collect();
        let bytes = crate::storage::book::to_bytes(&rows);
        let load = |most| crate::storage::file::load_book(std::path::Path::new("a.book"), &bytes, most);
        assert!(load(MAX_MEMORY).is_ok());
        assert!(
            matches!(load(1 << 20), Err(DatabaseError::Io { error, .. }) if error.kind() == ErrorKind::OutOfMemory)
        );
    }

    #[test]
    fn a_store_that_is_full_says_so_and_keeps_what_it_has() {
        let path = std::path::Path::new("small");
        let memory = Memory::new(4 << 20);
        let store = crate::storage::file::in_memory(memory.clone()).unwrap();
        let file = crate::storage::file::OpenFile::Own(crate::storage::file::with_format(store).unwrap());
        let store = Database { memory: Some(memory), ..Database::new(path, file, true) };
        fill(&store, 0..100, 100).unwrap();
        let error = fill(&store, 100..101, 8 << 20).unwrap_err();
        let kind = |error: &DatabaseError| matches!(error, DatabaseError::Io { error, .. } if error.kind() == ErrorKind::OutOfMemory);
        assert!(kind(&error), "{error:?}");
        assert_eq!(rows(&store).len(), 100);
        // Even without room for compacting there is a copy.
        let mut count = 100;
        while fill(&store, count..count + 20, 3_000).is_ok() {
            count += 20;
        }
        assert_eq!(Database::from_bytes("a", store.to_bytes().unwrap()).unwrap().len().unwrap(), u64::from(count));
        assert_eq!(rows(&store).len(), count as usize);
    }
}
