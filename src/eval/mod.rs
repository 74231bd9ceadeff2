//! Position to score: the sum over all empty points of what a stone there would make, kept up to
//! date move by move.

mod position;
mod weights;

pub use position::Position;
pub use weights::Weights;
