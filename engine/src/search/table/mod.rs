//! The transposition table, its entries, and its growth.

#[cfg(test)]
mod contention;
mod entry;
mod growth;
mod tt;

pub use entry::{Bound, Entry};
pub use growth::{NODES_PER_MILLISECOND, TableGrowth};
pub use tt::TranspositionTable;
