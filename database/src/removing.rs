//! Changing and removing positions, and removing games without any stored position.

use super::store::refused;
use super::{DatabaseError, Entry, FinishedGame, PositionKey};
use crate::storage::{Database, Rows};
use std::collections::HashSet;
use tengen::board::Board;

impl Database {
    /// Changes what is known of a position: `edit` gets its entry, and returns the new one, or `None` to remove it. The
    /// entry is read where it is written, so that no change of another program or thread is lost. When it returns, the
    /// change is on disk.
    ///
    /// # Errors
    /// When the entry, stored or new, is damaged or out of bounds, or the file cannot be written.
    pub fn update(
        &self,
        board: &Board,
        edit: impl FnOnce(Option<Entry>) -> Option<Entry>,
    ) -> Result<(), DatabaseError> {
        let (key, orientation) = PositionKey::of(board);
        self.change(|rows| {
            let known = rows.get(key.as_bytes())?.map(|bytes| self.entry(&key, &bytes)).transpose()?;
            match edit(known.map(|entry| entry.turned(|point| orientation.to_board(point)))) {
                Some(entry) => {
                    let entry = entry.turned(|point| orientation.to_key(point));
                    rows.insert(key.as_bytes(), &entry.to_bytes(key.as_bytes()).map_err(refused)?)
                }
                None => remove_rows(rows, std::slice::from_ref(&key)).map(drop),
            }
        })
    }

    /// Removes positions; returns how many of them were stored. A game with none of its counted positions left may be
    /// counted again.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn remove<'a>(&self, boards: impl IntoIterator<Item = &'a Board>) -> Result<usize, DatabaseError> {
        let keys: Vec<PositionKey> = boards.into_iter().map(|board| PositionKey::of(board).0).collect();
        self.remove_keys(&keys)
    }

    /// Removes the positions after a board's, or after one of its images, that `is_meant` accepts; returns how many.
    /// With `keeps_lines`, a position that is kept also keeps the positions that a line of known positions reaches from
    /// it.
    ///
    /// # Errors
    /// See [`Database::remove`].
    pub fn remove_after(
        &self,
        board: &Board,
        is_meant: &dyn Fn(&Entry) -> bool,
        keeps_lines: bool,
    ) -> Result<usize, DatabaseError> {
        let images = PositionKey::images(board);
        let mut found = Vec::new();
        self.for_each(&mut |key, entry| {
            if key.is_after(board, &images) {
                found.push((is_meant(&entry), key));
            }
            true
        })?;
        found.sort_by_key(|(_, key)| key.stones());
        let mut kept: HashSet<&PositionKey> = HashSet::new();
        for group in found.chunk_by(|(_, one), (_, other)| one.stones() == other.stones()) {
            let is_behind = |kept: &HashSet<&PositionKey>, key: &PositionKey| {
                keeps_lines && key.before().any(|(before, _)| kept.contains(&before))
            };
            for (is_meant, key) in group {
                if !is_meant || is_behind(&kept, key) {
                    kept.insert(key);
                }
            }
            // The position after a pass has the same stones as the one before, and needs more passes.
            for (_, key) in group.iter().filter(|_| keeps_lines) {
                let other = key.passed();
                if kept.contains(&other) && key.passes() > other.passes() {
                    kept.insert(key);
                }
            }
        }
        let removed: Vec<PositionKey> =
            found.iter().map(|(_, key)| key).filter(|key| !kept.contains(key)).cloned().collect();
        self.remove_keys(&removed)
    }

    fn remove_keys(&self, keys: &[PositionKey]) -> Result<usize, DatabaseError> {
        self.change(|rows| remove_rows(rows, keys))
    }
}

/// Removes positions, and the games of which none is left; returns how many positions were stored.
fn remove_rows(rows: &mut Rows, keys: &[PositionKey]) -> Result<usize, DatabaseError> {
    let mut removed = 0;
    for key in keys {
        removed += usize::from(rows.remove(key.as_bytes())?);
    }
    if removed > 0 {
        forget_lost_games(rows)?;
    }
    Ok(removed)
}

fn forget_lost_games(rows: &mut Rows) -> Result<(), DatabaseError> {
    let mut lost = Vec::new();
    // Most games begin with a stored position: the few empty boards are looked up once.
    let mut stored_starts = HashSet::new();
    rows.for_each_game(|bytes, counted| {
        let start = FinishedGame::start_of(bytes);
        if stored_starts.contains(&start) {
            return Ok(true);
        }
        let Some(game) = FinishedGame::from_stored(bytes, "") else { return Ok(true) };
        for (index, (key, _)) in game.positions(0..counted.into()).enumerate() {
            if rows.get(key.as_bytes())?.is_some() {
                if index == 0 {
                    stored_starts.insert(start);
                }
                return Ok(true);
            }
        }
        lost.push(bytes.to_vec());
        Ok(true)
    })?;
    lost.iter().try_for_each(|game| rows.remove_game(game))
}
