//! Games and positions on their way into a database, many with each write.

use super::proofs;
use anyhow::Result;
use std::collections::BTreeMap;
use tengen::search::Searcher;
use tengen_database::{Database, Entry, FinishedGame, PositionKey, Proof};

/// Memory of the search that checks proofs, in bytes.
const TABLE_BYTES: usize = 32 << 20;
/// Most checks of proofs between two writes: each may take seconds, and a proof that is written is not checked again.
const CHECKS_PER_WRITE: usize = 64;

/// Counts of reading text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Positions that were read, those that were known among them.
    pub positions: usize,
    /// Games that are counted now, those that were before among them.
    pub games: usize,
    /// Proofs that a search did not find again; those positions are stored without.
    pub unconfirmed: usize,
    /// Labels and comments left out, of positions that have others.
    pub other_texts: usize,
}

/// Games to be counted, by the number of plies up to which they are.
pub struct GameBatches {
    games: BTreeMap<usize, Vec<FinishedGame>>,
    /// Number of games that are not counted yet.
    pub count: usize,
    together: usize,
}

impl GameBatches {
    pub fn new(together: usize) -> Self {
        Self { games: BTreeMap::new(), count: 0, together }
    }

    pub fn add(&mut self, database: &Database, game: FinishedGame, plies: usize) -> Result<()> {
        self.games.entry(plies).or_default().push(game);
        self.count += 1;
        if self.count >= self.together { self.write(database) } else { Ok(()) }
    }

    pub fn write(&mut self, database: &Database) -> Result<()> {
        self.count = 0;
        for (plies, games) in std::mem::take(&mut self.games) {
            database.count_games(&games, plies)?;
        }
        Ok(())
    }
}

/// Positions to be added, without the proofs that a search does not find again.
pub struct PositionBatch<'a> {
    pub database: &'a Database,
    searcher: Searcher,
    /// Positions that are not added yet.
    pub waiting: Vec<(PositionKey, Entry)>,
    /// Proofs that were checked since the last write.
    checked: usize,
    together: usize,
}

impl<'a> PositionBatch<'a> {
    pub fn new(database: &'a Database, together: usize) -> Self {
        Self { database, searcher: Searcher::new(TABLE_BYTES), waiting: Vec::new(), checked: 0, together }
    }

    pub fn add(&mut self, key: PositionKey, mut entry: Entry, done: &mut Read) -> Result<()> {
        done.positions += 1;
        if entry.proof != Proof::Open {
            // The key's board has the key's own coordinates, as the entry.
            let board = key.board();
            let known = self.database.get(&board)?.map_or(Proof::Open, |known| known.proof);
            if std::mem::discriminant(&known) == std::mem::discriminant(&entry.proof) {
                entry.proof = known;
            } else {
                self.checked += 1;
                done.unconfirmed += usize::from(!proofs::check(&board, &mut entry, &mut self.searcher));
            }
        }
        self.waiting.push((key, entry));
        if self.waiting.len() >= self.together || self.checked >= CHECKS_PER_WRITE { self.write(done) } else { Ok(()) }
    }

    pub fn write(&mut self, done: &mut Read) -> Result<()> {
        self.checked = 0;
        done.other_texts += self.database.merge(std::mem::take(&mut self.waiting))?;
        Ok(())
    }
}
