//! The tables of pattern values: the sums they make, kept in step with the board, and the bucket network on the counts of
//! strong points, which corrects the sums.

mod accumulator;
mod handcrafted;
mod mlp;
mod packed;
mod threats;

pub(super) use accumulator::Accumulator;
pub use accumulator::AccumulatorState;
pub use mlp::{
    BUCKET_LEVELS, BUCKETS, BucketCounts, L1, L2, MAX_TABLE_SCORE, MLP_PARAMETERS, Mlp, NO_BUCKET, QA, SKIP_ONE,
    TABLE_SCORE_SCALE, TABLE_SCORE_SHIFT,
};
pub(super) use packed::{FeatureTables, feature_table};
pub use threats::{THREAT_MASKS, threat_mask};
