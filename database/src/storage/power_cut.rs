//! A simulated disk that loses power: writes since the last sync may be complete, torn or lost.

use super::DatabaseError;
use super::database::Database;
use super::file::{OpenFile, with_format};
use redb::StorageBackend;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tengen::base::SplitMix64;

/// Bytes that the disk writes at once.
const SECTOR: usize = 512;

#[derive(Debug, Default)]
struct Disk {
    /// Content as the program sees it.
    seen: Vec<u8>,
    /// Content after a power cut, without the pending writes.
    synced: Vec<u8>,
    /// Writes since the last sync.
    pending: Vec<(usize, Vec<u8>)>,
    /// Number of writes and syncs before the power fails.
    left: usize,
}

#[derive(Clone, Debug, Default)]
struct PowerCut(Arc<Mutex<Disk>>);

impl PowerCut {
    fn disk(&self) -> std::sync::MutexGuard<'_, Disk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Content after the power is back: a random part of the pending sectors was written.
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

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let disk = self.disk();
        let from = offset as usize;
        let bytes = disk.seen.get(from..from + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(bytes);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut disk = self.disk();
        tick(&mut disk)?;
        disk.seen.resize(len as usize, 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
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

/// A store on a disk, new when it is empty.
fn store_on(disk: PowerCut) -> Database {
    let mut store = redb::Builder::new().create_with_backend(disk).unwrap();
    if store.begin_write().unwrap().list_tables().unwrap().count() == 0 {
        store = with_format(store).unwrap();
    }
    Database::new(Path::new("test"), OpenFile::Own(store), true)
}

fn key(number: usize) -> [u8; 8] {
    // Consecutive numbers have distant keys.
    number.reverse_bits().to_be_bytes()
}

fn row(number: usize) -> Vec<u8> {
    vec![number as u8; 20 + number % 700]
}

#[test]
fn a_power_cut_at_any_moment_loses_nothing_that_was_confirmed() {
    const BATCH: usize = 5;
    let mut rng = SplitMix64::new(77);
    let mut cut_short = 0;
    for trial in 0..90 {
        let disk = PowerCut::default();
        disk.disk().left = usize::MAX;
        let store = store_on(disk.clone());
        disk.disk().left = rng.below(160);
        let mut confirmed = 0;
        while confirmed < 60 {
            let written = store.change(|rows| {
                (confirmed..confirmed + BATCH).try_for_each(|number| rows.insert(&key(number), &row(number)))
            });
            if written.is_err() {
                cut_short += 1;
                break;
            }
            confirmed += BATCH;
        }
        disk.disk().left = 0;
        drop(store);
        let after = PowerCut::default();
        let image = disk.image(&mut rng);
        *after.disk() = Disk { seen: image.clone(), synced: image, pending: Vec::new(), left: usize::MAX };
        let store = store_on(after);
        let found = |number: usize| store.rows([&key(number)[..]]).unwrap().remove(0);
        for number in 0..confirmed {
            assert_eq!(found(number), Some(row(number)), "trial {trial}");
        }
        // An unconfirmed write must be complete or absent.
        let rest = (confirmed..confirmed + BATCH).filter(|&number| found(number).is_some());
        assert!([0, BATCH].contains(&rest.count()), "trial {trial}: half a write");
    }
    assert!(cut_short > 20, "{cut_short}");
}

#[test]
fn a_file_is_opened_anew_after_an_error_of_its_disk() {
    let path = std::env::temp_dir().join(format!("tengen-disk-{}.db", std::process::id()));
    drop(Database::create(&path).unwrap());
    let disk = PowerCut::default();
    disk.disk().left = usize::MAX;
    let store = Database { path: path.clone(), ..store_on(disk.clone()) };
    disk.disk().left = 0;
    let add = |number| store.change(|rows| rows.insert(&key(number), &row(number)));
    assert!(matches!(add(1), Err(DatabaseError::Io { .. } | DatabaseError::Store { .. })));
    add(2).unwrap();
    drop(store);
    // A file that is not open is opened by the first read.
    let store = Database::new(&path, OpenFile::Lost, true);
    assert_eq!((store.len().unwrap(), store.rows([&key(2)[..]]).unwrap()), (1, vec![Some(row(2))]));
    drop(store);
    std::fs::remove_file(path).unwrap();
}
