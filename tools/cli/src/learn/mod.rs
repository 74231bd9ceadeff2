//! Commands that make and measure weights: `selfplay`, `train`.

mod exam;
pub mod selfplay;
pub mod train;
