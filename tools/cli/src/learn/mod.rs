//! Commands that make and measure weights: `selfplay`, `train`.

pub mod selfplay;
pub mod train;
