//! What can be known of a position and of the moves of a board: the words that a database and those who ask it share.

mod entry;
mod moves;

pub use entry::{Entry, EntryError, GameCounts, MAX_MOVES, MAX_TEXT, MoveResult, Proof, StoredMove};
pub use moves::{KnownMove, best_moves, playable_moves, sort_moves};
