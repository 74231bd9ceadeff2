//! Commands that examine positions and games: `analyze`, `prove`, `puzzles`, `solve`.

pub mod analyze;
mod held;
pub mod prove;
pub mod puzzles;
pub mod solve;
