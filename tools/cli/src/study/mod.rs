//! Commands that examine positions and games: `analyze`, `prove`, `puzzles`, `solve`.

pub mod analyze;
pub mod prove;
pub mod puzzles;
pub mod solve;
