//! Position to score: the sum over all empty points of what a stone there would make for each side,
//! the threats on the board, and a small network on both, kept up to date move by move.

mod network;
mod position;
mod threats;
mod weights;
mod worth;

pub use network::{
    COUNTS, FIRST, GROUPS, GroupCounts, NETWORK_NUMBERS, Network, ONE, SECOND, SHARE_ONE, STATIC_BOUND, STATIC_SHIFT,
    STATIC_UNIT, UNCOUNTED,
};
pub use position::{Counted, Position};
pub use threats::{THREAT_COUNT, threat_facts};
pub use weights::{Header, SideWeights, UNIT, Weights, win_rate};
