//! Forgetting positions, and the games that nothing is left of.
//!
//! The store's errors are large values, and rare.
#![allow(clippy::result_large_err)]

use super::games::FinishedGame;
use super::store::{Database, GAMES, POSITIONS};
use super::{DatabaseError, Entry, PositionKey};
use crate::board::Board;
use redb::{ReadableTable, WriteTransaction};
use std::collections::HashSet;

impl Database {
    /// Forgets positions; returns how many of them were known. A game none of whose counted positions is left may be
    /// counted again.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn remove<'a>(&self, boards: impl IntoIterator<Item = &'a Board>) -> Result<usize, DatabaseError> {
        let keys: Vec<PositionKey> = boards.into_iter().map(|board| PositionKey::of(board).0).collect();
        self.remove_keys(&keys)
    }

    /// Forgets the positions that come after a board, or after one of its images, where `is_meant` accepts them;
    /// returns how many. With `keeps_lines`, a position that is kept keeps those behind it, as far as a line of known
    /// positions leads from it to them.
    ///
    /// # Errors
    /// As [`Database::remove`].
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
            if is_meant && !(keeps_lines && key.before().any(|before| kept.contains(&before))) {
                removed.push(key);
            } else {
                kept.insert(key);
            }
        }
        self.remove_keys(&removed)
    }

    fn remove_keys(&self, keys: &[PositionKey]) -> Result<usize, DatabaseError> {
        self.check_writable()?;
        self.guarded(|| {
            let transaction = self.store.begin_write()?;
            let mut table = transaction.open_table(POSITIONS)?;
            let mut removed = 0;
            for key in keys {
                removed += usize::from(table.remove(key.as_bytes())?.is_some());
            }
            drop(table);
            if removed > 0 {
                forget_lost_games(&transaction)?;
            }
            transaction.commit()?;
            Ok(removed)
        })
    }
}

fn forget_lost_games(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    let mut games = transaction.open_table(GAMES)?;
    let positions = transaction.open_table(POSITIONS)?;
    let mut lost = Vec::new();
    for row in games.iter()? {
        let (bytes, counted) = row?;
        let Some(game) = FinishedGame::from_bytes(bytes.value()) else { continue };
        let mut is_lost = true;
        // Most games begin with a position that is known, so that one look is enough.
        for (key, _) in game.positions(0..usize::from(counted.value())) {
            if positions.get(key.as_bytes())?.is_some() {
                is_lost = false;
                break;
            }
        }
        if is_lost {
            lost.push(bytes.value().to_vec());
        }
    }
    for game in lost {
        games.remove(game.as_slice())?;
    }
    Ok(())
}
