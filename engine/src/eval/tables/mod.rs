//! The tables of pattern values: their sums, kept in step with the board, and the bucket network on the counts of
//! strong points, which corrects the sums.

mod accumulator;
mod hand_set;
pub mod layout;
mod mlp;
mod packed;
mod threats;

pub use accumulator::AccumulatorState;
pub(super) use accumulator::TableAccumulator;
pub use mlp::{BucketCounts, Mlp};
pub(super) use packed::{FeatureTables, feature_table};
pub use threats::{THREAT_MASKS, threat_mask};
