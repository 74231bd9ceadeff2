//! Move order, and the statistics of cutoffs behind it.

mod cutoffs;
mod history;
mod movepick;
mod pool;

pub use history::History;
pub use movepick::MovePicker;
pub use pool::{MovePool, ScoredMove};
