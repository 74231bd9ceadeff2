//! Commands that examine positions and games: `analyze`, `puzzles`, `solve`.

pub mod analyze;
pub mod puzzles;
pub mod solve;
