//! Learning from the engine's own games: self-play, its files, training.

pub mod conditions;
pub mod dataset;
pub mod exam;
pub mod join;
pub mod leaves;
mod loss;
pub mod nnue;
pub mod notes;
mod optimizer;
pub mod policy;
pub mod positions;
pub mod records;
pub mod relabel;
pub mod selfplay;
mod split;
mod symmetric_key;
#[cfg(test)]
mod test_games;
pub mod train;
mod training;
