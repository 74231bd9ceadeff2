//! The order in which a node tries its moves, and what cutoffs teach it.

mod cutoffs;
mod history;
mod movepick;
mod policy;
mod pool;

pub use history::History;
pub use movepick::MovePicker;
pub use pool::{MovePool, ScoredMove};
