//! Learning from the engine's own games: self-play, its files, training.

pub mod dataset;
pub mod join;
mod loss;
pub mod nnue;
mod optimizer;
pub mod policy;
pub mod positions;
pub mod records;
pub mod relabel;
pub mod selfplay;
mod split;
#[cfg(test)]
mod test_games;
pub mod train;
