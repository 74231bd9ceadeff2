//! Adding to what a database knows: entries of other databases, and the results of games.
//!
//! The store's errors are large values, and rare.
#![allow(clippy::result_large_err)]

use super::games::FinishedGame;
use super::store::{Database, GAMES, POSITIONS};
use super::{DatabaseError, Entry, EntryError, GameCounts, PositionKey};
use redb::{ReadableTable, Table, WriteTransaction};
use std::collections::HashMap;

/// What [`Database::count_games`] has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Games that were not counted before, or not so far.
    pub games: usize,
    /// Games of which nothing was left to count.
    pub known: usize,
    /// Positions that were counted, each once per game.
    pub positions: usize,
}

impl Database {
    /// Adds what others know to what is known here (see [`Entry::merge`]), all of it or none. The moves of an entry
    /// are points of its key's board. When it returns, everything is on the disk.
    ///
    /// # Errors
    /// When an entry here or there is damaged or out of its bounds, or the file cannot be written.
    pub fn merge(&self, entries: impl IntoIterator<Item = (PositionKey, Entry)>) -> Result<(), DatabaseError> {
        let mut entries: Vec<(PositionKey, Entry)> = entries.into_iter().collect();
        // Rising keys fill the tree's pages one after the other.
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        self.write_together(|transaction| {
            let mut table = transaction.open_table(POSITIONS)?;
            for (key, entry) in &entries {
                if let Err(error) = change(&mut table, key, |known| known.merge(entry))? {
                    return Ok(Err(error));
                }
            }
            Ok(Ok(()))
        })
    }

    /// Counts the results of games for their positions up to `plies` moves, all of them or none. A game that was
    /// counted before is not counted again, in this call or another; games are the same when rule, board, moves and
    /// result are. When it returns, everything is on the disk.
    ///
    /// # Errors
    /// As [`Database::merge`].
    pub fn count_games(&self, games: &[FinishedGame], plies: usize) -> Result<Counted, DatabaseError> {
        let mut counted = Counted::default();
        self.write_together(|transaction| {
            let mut known_games = transaction.open_table(GAMES)?;
            let mut counts: HashMap<PositionKey, GameCounts> = HashMap::new();
            for game in games {
                let key = game.to_bytes();
                let before = known_games.get(key.as_slice())?.map_or(0, |count| usize::from(count.value()));
                let now = game.countable(plies);
                if now <= before {
                    counted.known += 1;
                    continue;
                }
                known_games.insert(key.as_slice(), now as u16)?;
                for (key, result) in game.positions(before..now) {
                    let sum = counts.entry(key).or_default();
                    *sum = sum.plus(result);
                }
                counted.games += 1;
                counted.positions += now - before;
            }
            let mut counts: Vec<(PositionKey, GameCounts)> = counts.into_iter().collect();
            counts.sort_by(|a, b| a.0.cmp(&b.0));
            let mut table = transaction.open_table(POSITIONS)?;
            for (key, games) in &counts {
                if let Err(error) = change(&mut table, key, |known| known.games = known.games.plus(*games))? {
                    return Ok(Err(error));
                }
            }
            Ok(Ok(()))
        })?;
        Ok(counted)
    }

    /// One transaction: what `work` writes is there as a whole or, after an error, not at all.
    fn write_together(
        &self,
        work: impl FnOnce(&WriteTransaction) -> Result<Result<(), EntryError>, redb::Error>,
    ) -> Result<(), DatabaseError> {
        self.check_writable()?;
        let done = self.guarded(|| {
            let transaction = self.store.begin_write()?;
            match work(&transaction)? {
                Ok(()) => Ok(Ok(transaction.commit()?)),
                Err(error) => Ok(Err(error)),
            }
        })?;
        done.map_err(|error| self.damaged(error.to_string()))
    }
}

/// Changes what is known of a position, or an empty entry.
fn change(
    table: &mut Table<&'static [u8], &'static [u8]>,
    key: &PositionKey,
    edit: impl FnOnce(&mut Entry),
) -> Result<Result<(), EntryError>, redb::Error> {
    let old = table.get(key.as_bytes())?.map(|bytes| Entry::from_bytes(key, bytes.value()));
    let bytes = old.unwrap_or_else(|| Ok(Entry::default())).and_then(|mut entry| {
        edit(&mut entry);
        entry.to_bytes(key.as_bytes())
    });
    match bytes {
        Ok(bytes) => {
            table.insert(key.as_bytes(), bytes.as_slice())?;
            Ok(Ok(()))
        }
        Err(error) => Ok(Err(error)),
    }
}
