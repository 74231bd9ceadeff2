//! Data types of a database: entries of positions, and known moves of a board.

mod entry;
mod moves;

pub use entry::{Entry, EntryError, GameCounts, MAX_MOVES, MAX_TEXT, MoveResult, Proof, StoredMove, WON};
pub use moves::{KnownMove, best_moves, playable_moves, sort_moves};
