//! A searcher that players of several levels share, one at a time.

use crate::search::Searcher;

/// A searcher for players of all levels. A player below full strength may use the results of its own level's earlier
/// searches; results of any other search are cleared first, because they would make the player stronger.
pub struct LevelSearcher {
    searcher: Searcher,
    /// The level whose searches alone have filled the table and histories; `None` after other searches.
    level: Option<u8>,
}

impl From<Searcher> for LevelSearcher {
    fn from(searcher: Searcher) -> Self {
        Self { searcher, level: None }
    }
}

impl LevelSearcher {
    /// A searcher on one thread with a table of at most `table_bytes` bytes.
    pub fn new(table_bytes: usize) -> Self {
        Searcher::new(table_bytes).into()
    }

    /// The searcher for work at full strength.
    pub fn full_strength(&mut self) -> &mut Searcher {
        self.level = None;
        &mut self.searcher
    }

    /// The searcher for a player of this level, cleared of the results of other levels.
    pub(super) fn at_level(&mut self, number: u8) -> &mut Searcher {
        if self.level != Some(number) {
            self.searcher.clear();
            self.level = Some(number);
        }
        &mut self.searcher
    }

    /// [`Searcher::clear`].
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// [`Searcher::set_table_bytes`].
    pub fn set_table_bytes(&mut self, bytes: usize) {
        self.searcher.set_table_bytes(bytes);
    }

    /// [`Searcher::set_threads`].
    pub fn set_threads(&mut self, threads: usize) {
        self.searcher.set_threads(threads);
    }
}
