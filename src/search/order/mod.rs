//! The order in which a node tries its moves, and what cutoffs teach it.

mod cutoffs;
mod history;
mod movepick;
mod policy;

pub use history::History;
pub use movepick::{MovePicker, MovePool, ScoredMove};
