//! A database file that is not changed before it is known to be whole.
//!
//! The store writes as soon as it opens a file, and repairs what it takes for a crash. A damaged file would be changed
//! by that before anybody knows of the damage. So what the store writes stays in memory at first.

use redb::StorageBackend;
use redb::backends::{FileBackend, InMemoryBackend};
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// How much is kept together, in bytes: a page of the store.
const BLOCK: u64 = 4_096;

/// An open and locked file, seen as if everything written to it were there. Clones share both.
#[derive(Clone, Debug)]
pub(super) struct HeldFile {
    file: Arc<dyn StorageBackend>,
    state: Arc<RwLock<FileView>>,
}

#[derive(Debug)]
struct FileView {
    /// Length as it is seen.
    len: u64,
    /// What is kept back; `None` when all is written through.
    held: Option<Held>,
}

#[derive(Debug, Default)]
struct Held {
    /// Bytes of the file that are still seen; behind them are blocks and zeros.
    seen: u64,
    /// Changed blocks by their number.
    blocks: BTreeMap<u64, Vec<u8>>,
    /// Everything that was done, in order: a crash while it is done at last then leaves what it leaves otherwise.
    steps: Vec<FileChange>,
}

#[derive(Debug)]
enum FileChange {
    Write(u64, Vec<u8>),
    Resize(u64),
    Sync,
}

impl HeldFile {
    /// Locks the file.
    pub(super) fn new(file: File) -> Result<Self, redb::DatabaseError> {
        Ok(Self::over(Arc::new(FileBackend::new(file)?))?)
    }

    /// A copy in memory in place of a file.
    pub(super) fn in_memory(bytes: &[u8]) -> io::Result<Self> {
        let memory = InMemoryBackend::new();
        memory.set_len(bytes.len() as u64)?;
        memory.write(0, bytes)?;
        Self::over(Arc::new(memory))
    }

    /// The same file without what is kept back here.
    pub(super) fn as_on_disk(&self) -> io::Result<Self> {
        Self::over(self.file.clone())
    }

    fn over(file: Arc<dyn StorageBackend>) -> io::Result<Self> {
        let len = file.len()?;
        let state = FileView { len, held: Some(Held { seen: len, ..Held::default() }) };
        Ok(Self { file, state: Arc::new(RwLock::new(state)) })
    }

    /// Writes what was kept back, and from now on everything at once.
    pub(super) fn release(&self) -> io::Result<()> {
        let mut state = self.write_state();
        for step in state.held.iter().flat_map(|held| &held.steps) {
            match step {
                FileChange::Write(at, bytes) => self.file.write(*at, bytes)?,
                FileChange::Resize(len) => self.file.set_len(*len)?,
                FileChange::Sync => self.file.sync_data(false)?,
            }
        }
        state.held = None;
        Ok(())
    }

    fn state(&self) -> RwLockReadGuard<'_, FileView> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_state(&self) -> RwLockWriteGuard<'_, FileView> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StorageBackend for HeldFile {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state().len)
    }

    fn read(&self, offset: u64, len: usize) -> io::Result<Vec<u8>> {
        let state = self.state();
        // A damaged page number asks for terabytes.
        let end = offset.checked_add(len as u64).filter(|&end| end <= state.len);
        let end = end.ok_or(io::ErrorKind::UnexpectedEof)?;
        match &state.held {
            None => self.file.read(offset, len),
            Some(held) => held.read(&*self.file, offset, end),
        }
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut state = self.write_state();
        match &mut state.held {
            None => self.file.set_len(len)?,
            Some(held) => held.resize(len),
        }
        state.len = len;
        Ok(())
    }

    fn sync_data(&self, eventual: bool) -> io::Result<()> {
        match &mut self.write_state().held {
            None => return self.file.sync_data(eventual),
            Some(held) => held.steps.push(FileChange::Sync),
        }
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut state = self.write_state();
        match &mut state.held {
            None => self.file.write(offset, data)?,
            Some(held) => held.write(&*self.file, offset, data)?,
        }
        state.len = state.len.max(offset + data.len() as u64);
        Ok(())
    }
}

impl Held {
    fn read(&self, file: &dyn StorageBackend, offset: u64, end: u64) -> io::Result<Vec<u8>> {
        let from_file = end.min(self.seen).saturating_sub(offset);
        let mut bytes = if from_file > 0 { file.read(offset, from_file as usize)? } else { Vec::new() };
        bytes.resize((end - offset) as usize, 0);
        for (number, block) in self.blocks.range(offset / BLOCK..end.div_ceil(BLOCK)) {
            let start = number * BLOCK;
            let (from, to) = (offset.max(start), end.min(start + BLOCK));
            bytes[(from - offset) as usize..(to - offset) as usize]
                .copy_from_slice(&block[(from - start) as usize..(to - start) as usize]);
        }
        Ok(bytes)
    }

    fn write(&mut self, file: &dyn StorageBackend, offset: u64, data: &[u8]) -> io::Result<()> {
        let end = offset + data.len() as u64;
        for number in offset / BLOCK..end.div_ceil(BLOCK) {
            let start = number * BLOCK;
            let mut block = self.read(file, start, start + BLOCK)?;
            let (from, to) = (offset.max(start), end.min(start + BLOCK));
            block[(from - start) as usize..(to - start) as usize]
                .copy_from_slice(&data[(from - offset) as usize..(to - offset) as usize]);
            self.blocks.insert(number, block);
        }
        self.steps.push(FileChange::Write(offset, data.to_vec()));
        Ok(())
    }

    fn resize(&mut self, len: u64) {
        self.seen = self.seen.min(len);
        self.blocks.retain(|number, _| number * BLOCK < len);
        if let Some(block) = self.blocks.get_mut(&(len / BLOCK)) {
            block[(len % BLOCK) as usize..].fill(0);
        }
        self.steps.push(FileChange::Resize(len));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;

    #[test]
    fn what_is_held_is_seen_at_once_and_written_at_the_end() {
        let path = std::env::temp_dir().join(format!("tengen-held-{}", std::process::id()));
        let mut rng = SplitMix64::new(8);
        for round in 0..20 {
            let mut plain: Vec<u8> = (0..rng.below(20_000)).map(|_| rng.below(256) as u8).collect();
            let before = plain.clone();
            std::fs::write(&path, &plain).unwrap();
            let file = HeldFile::new(File::options().read(true).write(true).open(&path).unwrap()).unwrap();
            for step in 0..40 {
                let at = rng.below(plain.len() + 1);
                match rng.below(4) {
                    0 => {
                        plain.resize(rng.below(24_000), 0);
                        file.set_len(plain.len() as u64).unwrap();
                    }
                    1 => {
                        let data = vec![step as u8 + 1; rng.below(9_000)];
                        plain.resize(plain.len().max(at + data.len()), 0);
                        plain[at..at + data.len()].copy_from_slice(&data);
                        file.write(at as u64, &data).unwrap();
                    }
                    2 => file.sync_data(false).unwrap(),
                    _ => {
                        let len = rng.below(plain.len() - at + 1);
                        assert_eq!(file.read(at as u64, len).unwrap(), plain[at..at + len], "round {round}");
                    }
                }
                assert_eq!(file.len().unwrap(), plain.len() as u64);
            }
            assert!(file.read(1, plain.len()).is_err() && file.read(u64::MAX, 2).is_err());
            assert_eq!(std::fs::read(&path).unwrap(), before, "nothing is written yet");
            assert_eq!(file.as_on_disk().unwrap().read(0, before.len()).unwrap(), before);
            file.release().unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), plain);
            plain.extend([7; 10]);
            file.write(plain.len() as u64 - 10, &[7; 10]).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), plain);
            assert_eq!(file.read(0, plain.len()).unwrap(), plain);
        }
        std::fs::remove_file(&path).unwrap();
    }
}
