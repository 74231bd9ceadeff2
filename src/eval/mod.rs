//! Position to score: the sum over all empty points of what a stone there would make for each side,
//! and the threats on the board, kept up to date move by move.

mod position;
mod threats;
mod weights;

pub use position::Position;
pub use threats::{THREAT_COUNT, threat_facts};
pub use weights::{Header, SideWeights, UNIT, Weights};
