//! A disk that loses power: what was not synced may be written, torn, or lost.

use super::{Database, Entry};
use crate::base::{BoardSize, Rule, SplitMix64};
use crate::board::Board;
use redb::StorageBackend;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// What the device does as one piece.
const SECTOR: usize = 512;

#[derive(Debug, Default)]
struct Disk {
    /// As the program sees it.
    seen: Vec<u8>,
    /// As it is after a power cut, without what is pending.
    synced: Vec<u8>,
    /// Writes and changes of length since the last sync.
    pending: Vec<(usize, Vec<u8>)>,
    /// Writes and syncs that are left before the power goes.
    left: usize,
}

#[derive(Clone, Debug, Default)]
struct PowerCut(Arc<Mutex<Disk>>);

impl PowerCut {
    fn disk(&self) -> std::sync::MutexGuard<'_, Disk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the disk holds when the power is back: any part of the pending sectors.
    fn image(&self, rng: &mut SplitMix64) -> Vec<u8> {
        let disk = self.disk();
        let mut image = disk.synced.clone();
        let survives = rng.below(4);
        for (at, bytes) in &disk.pending {
            for (i, sector) in bytes.chunks(SECTOR).enumerate() {
                if rng.below(3) < survives {
                    let at = at + i * SECTOR;
                    image.resize(image.len().max(at + sector.len()), 0);
                    image[at..at + sector.len()].copy_from_slice(sector);
                }
            }
        }
        image.resize(image.len().max(disk.seen.len()), 0);
        image
    }
}

fn tick(disk: &mut Disk) -> io::Result<()> {
    disk.left = disk.left.checked_sub(1).ok_or_else(|| io::Error::other("the power is off"))?;
    Ok(())
}

impl StorageBackend for PowerCut {
    fn len(&self) -> io::Result<u64> {
        Ok(self.disk().seen.len() as u64)
    }

    fn read(&self, offset: u64, len: usize) -> io::Result<Vec<u8>> {
        let disk = self.disk();
        let from = offset as usize;
        disk.seen.get(from..from + len).map(<[u8]>::to_vec).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut disk = self.disk();
        tick(&mut disk)?;
        disk.seen.resize(len as usize, 0);
        Ok(())
    }

    fn sync_data(&self, _eventual: bool) -> io::Result<()> {
        let mut disk = self.disk();
        tick(&mut disk)?;
        disk.synced = disk.seen.clone();
        disk.pending.clear();
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut disk = self.disk();
        tick(&mut disk)?;
        let at = offset as usize;
        disk.seen[at..at + data.len()].copy_from_slice(data);
        disk.pending.push((at, data.to_vec()));
        Ok(())
    }
}

/// Position number `number` of the test: one black stone after the other, row by row.
fn board(number: usize) -> Board {
    let size = BoardSize::square(20).unwrap();
    let mut board = Board::new(size, Rule::Freestyle);
    for bit in 0..16 {
        if number >> bit & 1 != 0 {
            board.place(crate::base::Point(bit), crate::base::Cell::Black).unwrap();
        }
    }
    board.place(size.center(), crate::base::Cell::White).unwrap();
    board
}

fn entry(number: usize) -> Entry {
    Entry { depth: 1, nodes: number as u64, comment: "x".repeat(number % 700), ..Entry::default() }
}

#[test]
fn a_power_cut_at_any_moment_loses_nothing_that_was_confirmed() {
    const BATCH: usize = 5;
    let mut rng = SplitMix64::new(77);
    let mut cut_short = 0;
    for trial in 0..90 {
        let disk = PowerCut::default();
        disk.disk().left = usize::MAX;
        let database = Database::with_backend(disk.clone(), "test").unwrap();
        disk.disk().left = rng.below(160);
        let mut confirmed = 0;
        while confirmed < 60 {
            let boards: Vec<Board> = (confirmed..confirmed + BATCH).map(board).collect();
            let entries: Vec<Entry> = (confirmed..confirmed + BATCH).map(entry).collect();
            if database.write(boards.iter().zip(&entries)).is_err() {
                cut_short += 1;
                break;
            }
            confirmed += BATCH;
        }
        disk.disk().left = 0;
        drop(database);
        let after = PowerCut::default();
        let image = disk.image(&mut rng);
        *after.disk() = Disk { seen: image.clone(), synced: image, pending: Vec::new(), left: usize::MAX };
        let database = Database::with_backend(after, "test").unwrap();
        for number in 0..confirmed {
            assert_eq!(database.get(&board(number)).unwrap(), Some(entry(number)), "trial {trial}");
        }
        // A write that was not confirmed is there as a whole or not at all.
        let rest = (confirmed..confirmed + BATCH).filter(|&number| database.get(&board(number)).unwrap().is_some());
        assert!([0, BATCH].contains(&rest.count()), "trial {trial}: half a write");
    }
    assert!(cut_short > 20, "{cut_short}");
}
