//! Removing positions, and games without any stored position.

use super::{DatabaseError, Entry, FinishedGame, PositionKey};
use crate::storage::{Database, Rows};
use std::collections::HashSet;
use tengen::board::Board;

impl Database {
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
        let mut kept = HashSet::new();
        let mut removed = Vec::new();
        for (is_meant, key) in found {
            if is_meant && !(keeps_lines && key.before().any(|(before, _)| kept.contains(&before))) {
                removed.push(key);
            } else {
                kept.insert(key);
            }
        }
        self.remove_keys(&removed)
    }

    fn remove_keys(&self, keys: &[PositionKey]) -> Result<usize, DatabaseError> {
        self.change(|rows| {
            let mut removed = 0;
            for key in keys {
                removed += usize::from(rows.remove(key.as_bytes())?);
            }
            if removed > 0 {
                forget_lost_games(rows)?;
            }
            Ok(removed)
        })
    }
}

fn forget_lost_games(rows: &mut Rows) -> Result<(), DatabaseError> {
    let mut lost = Vec::new();
    rows.for_each_game(&mut |bytes, counted, players| {
        let Some(game) = FinishedGame::from_stored(bytes, players) else { return Ok(true) };
        // Most games begin with a stored position, so that one lookup is enough.
        for (key, _) in game.positions(0..counted.into()) {
            if rows.get(key.as_bytes())?.is_some() {
                return Ok(true);
            }
        }
        lost.push(bytes.to_vec());
        Ok(true)
    })?;
    lost.iter().try_for_each(|game| rows.remove_game(game))
}
