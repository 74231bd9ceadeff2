//! Commands that examine positions and games: `analyze`, `prove`, `puzzles`, `solve`.

pub mod analyze;
mod held;
mod known;
pub mod prove;
pub mod puzzles;
pub mod solve;
