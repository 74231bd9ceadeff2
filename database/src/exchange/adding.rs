//! Adding positions to a database: collected, and written many at a time.

use crate::{Database, DatabaseError, Entry, PositionKey, Reason};
use encoding_rs::Encoding;
use tengen::base::BoardSize;
use thiserror::Error;

/// Bytes of positions that are written at a time: more are faster.
const BATCH_BYTES: usize = if cfg!(target_family = "wasm") { 8 << 20 } else { 64 << 20 };
/// Estimated bytes of a position without its texts.
const POSITION: usize = 300;

/// Why a foreign file cannot be read, or a database cannot be written as one.
#[derive(Debug, Error)]
pub enum ExchangeError {
    /// The database cannot be read or written.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The file does not have the expected format; the text says why.
    #[error("{0}")]
    Unreadable(Reason),
    /// The board does not have the size of RenLib's libraries.
    #[error("a RenLib library has a board of 15x15 points, not of {0}")]
    Size(BoardSize),
    /// The stones did not come about by alternating moves from the empty board.
    #[error("a RenLib library begins with the empty board: expected a position that came about by moves")]
    NotByMoves,
    /// The file is not a library.
    #[error(transparent)]
    Library(#[from] crate::renlib::RenlibError),
    /// More positions than a library holds.
    #[error(transparent)]
    TooLarge(#[from] crate::renlib::TreeFull),
}

impl From<ExchangeError> for Reason {
    fn from(error: ExchangeError) -> Self {
        match error {
            ExchangeError::Database(error) => Self::from(&error),
            ExchangeError::Unreadable(reason) => reason,
            ExchangeError::Library(error) => error.into(),
            error => Self::text(error),
        }
    }
}

/// Counts of the positions that were added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Moves of a library, records of a database, or lines of a text.
    pub read: usize,
    /// Positions that the database did not have.
    pub new_positions: u64,
    /// Comments that were read.
    pub comments: usize,
    /// Labels that were read.
    pub labels: usize,
    /// Scores that were read.
    pub scores: usize,
    /// Labels left out because the position has another one.
    pub other_labels: usize,
    /// Marks, which a database cannot store.
    pub marks: usize,
    /// Labels of a library on stones before the last one, which a database cannot store.
    pub stone_labels: usize,
    /// Moves, records or lines that are not positions, for example with two stones on one point.
    pub left_out: usize,
    /// Texts that were cut or left out because they are longer than an entry may hold.
    pub cut_texts: usize,
    /// Damage of the file.
    pub damage: Option<Reason>,
    /// The encoding that was guessed, if some texts depend on it.
    pub guessed: Option<&'static Encoding>,
}

/// Collects positions and writes them to a database in batches.
pub struct Adder<'a> {
    database: &'a Database,
    waiting: Vec<(PositionKey, Entry)>,
    /// Estimated bytes of the waiting positions.
    bytes: usize,
    known_before: u64,
    /// Counts of what was added so far.
    pub added: Added,
}

impl<'a> Adder<'a> {
    /// An adder without positions.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn new(database: &'a Database) -> Result<Self, DatabaseError> {
        Ok(Self { database, waiting: Vec::new(), bytes: 0, known_before: database.len()?, added: Added::default() })
    }

    /// Adds an entry's texts and score.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn add(&mut self, key: PositionKey, mut entry: Entry) -> Result<(), DatabaseError> {
        entry.comment.truncate(entry.comment.trim_end().len());
        self.added.comments += usize::from(!entry.comment.is_empty());
        self.added.labels += usize::from(!entry.label.is_empty());
        self.added.scores += usize::from(entry.has_score());
        self.bytes += POSITION + entry.label.len() + entry.comment.len();
        self.waiting.push((key, entry));
        if self.bytes >= BATCH_BYTES { self.write() } else { Ok(()) }
    }

    /// Writes the waiting positions.
    ///
    /// # Errors
    /// See [`Adder::add`].
    pub fn write(&mut self) -> Result<(), DatabaseError> {
        self.bytes = 0;
        let (other_labels, cut_texts) = self.database.merge_with_texts(std::mem::take(&mut self.waiting))?;
        self.added.other_labels += other_labels;
        self.added.cut_texts += cut_texts;
        Ok(())
    }

    /// Writes the remaining positions, and returns the counts.
    ///
    /// # Errors
    /// See [`Adder::add`].
    pub fn finish(mut self) -> Result<Added, DatabaseError> {
        self.write()?;
        self.added.new_positions = self.database.len()?.saturating_sub(self.known_before);
        Ok(self.added)
    }
}
