//! Adding to a database: entries of other databases, and results of games.

use super::store::refused;
use super::{DatabaseError, Entry, FinishedGame, GameCounts, PositionKey};
use crate::storage::{Database, Rows};
use std::collections::HashMap;

/// Result of [`Database::count_games`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Games of which positions were counted now.
    pub games: usize,
    /// Games of which all positions had been counted before.
    pub known: usize,
    /// Positions that were counted, each once per game.
    pub positions: usize,
}

impl Database {
    /// Merges entries into those of the database (see [`Entry::merge`]), all of them or none. The moves of an entry are
    /// points of its key's board. When it returns, everything is on disk. Returns the number of labels and comments left out
    /// because the position has others.
    ///
    /// # Errors
    /// When an entry, stored or new, is damaged or out of bounds, or the file cannot be written.
    pub fn merge(&self, entries: impl IntoIterator<Item = (PositionKey, Entry)>) -> Result<usize, DatabaseError> {
        let mut other_texts = 0;
        self.merge_by(entries, |known, entry| {
            let others = [known.has_other_label(&entry.label), known.has_other_comment(&entry.comment)];
            other_texts += others.into_iter().filter(|&is_other| is_other).count();
            known.merge(entry);
        })?;
        Ok(other_texts)
    }

    /// Merges entries as [`Database::merge`] does, but adds their labels and comments to the stored ones (see
    /// [`Entry::add_texts`]). Returns the number of labels left out because the position has another one, and that of
    /// entries whose texts did not fit.
    ///
    /// # Errors
    /// See [`Database::merge`].
    pub fn merge_with_texts(
        &self,
        entries: impl IntoIterator<Item = (PositionKey, Entry)>,
    ) -> Result<(usize, usize), DatabaseError> {
        let (mut other_labels, mut cut_texts) = (0, 0);
        self.merge_by(entries, |known, entry| {
            other_labels += usize::from(known.has_other_label(&entry.label));
            cut_texts += usize::from(!known.add_texts(&entry.label, &entry.comment));
            known.merge(entry);
        })?;
        Ok((other_labels, cut_texts))
    }

    fn merge_by(
        &self,
        entries: impl IntoIterator<Item = (PositionKey, Entry)>,
        mut merge: impl FnMut(&mut Entry, &Entry),
    ) -> Result<(), DatabaseError> {
        let mut entries: Vec<(PositionKey, Entry)> = entries.into_iter().collect();
        // In the order of the keys, the pages of the tree are filled one after another.
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        self.change(|rows| {
            entries.iter().try_for_each(|(key, entry)| self.change_entry(rows, key, |known| merge(known, entry)))
        })
    }

    /// Counts the results of games in their positions after up to `plies` turns, all of them or none. A game is counted
    /// once, in this call and in all others; games are equal if rule, board, turns and result are. The first names of its
    /// players stay, also those given for a game that was counted without any. When it returns, everything is on disk.
    ///
    /// # Errors
    /// See [`Database::merge`].
    pub fn count_games(&self, games: &[FinishedGame], plies: usize) -> Result<Counted, DatabaseError> {
        self.change(|rows| {
            let mut counted = Counted::default();
            let mut counts: HashMap<PositionKey, GameCounts> = HashMap::new();
            for game in games {
                let key = game.to_bytes();
                let before = usize::from(rows.game(&key)?);
                let (now, players) = (game.countable(plies), game.players());
                if !players.is_empty() && now.max(before) > 0 {
                    rows.name_players(&key, &players)?;
                }
                if now <= before {
                    counted.known += 1;
                    continue;
                }
                rows.insert_game(&key, now as u16)?;
                for (key, result) in game.positions(before..now) {
                    let sum = counts.entry(key).or_default();
                    *sum = sum.plus(result);
                    counted.positions += 1;
                }
                counted.games += 1;
            }
            let mut counts: Vec<(PositionKey, GameCounts)> = counts.into_iter().collect();
            counts.sort_by(|a, b| a.0.cmp(&b.0));
            for (key, games) in &counts {
                self.change_entry(rows, key, |known| known.games = known.games.plus(*games))?;
            }
            Ok(counted)
        })
    }

    /// Edits the entry of a position; a new empty one if there is none.
    fn change_entry(
        &self,
        rows: &mut Rows,
        key: &PositionKey,
        edit: impl FnOnce(&mut Entry),
    ) -> Result<(), DatabaseError> {
        let mut entry = match rows.get(key.as_bytes())? {
            Some(bytes) => self.entry(key, &bytes)?,
            None => Entry::default(),
        };
        edit(&mut entry);
        let bytes = entry.to_bytes(key.as_bytes()).map_err(refused)?;
        rows.insert(key.as_bytes(), &bytes)
    }
}
