//! Position to score: the sum over all empty points of what a stone there would make for each side,
//! the threats on the board, and a small network on both, kept in step with the board.
//!
//! [`Evaluator`] owns the board and its accumulators; [`Weights`] are what was learned for a rule.

mod evaluator;
mod kernel;
pub mod nnue;
mod tables;
mod weights;
mod win_rate;

pub use evaluator::{Evaluator, MoveScore, StaticScore};
pub use kernel::{Kernel, Work};
pub use tables::{
    AccumulatorState, BUCKET_LEVELS, BUCKETS, BucketCounts, L1, L2, MAX_TABLE_SCORE, MLP_PARAMETERS, Mlp, NO_BUCKET,
    QA, SKIP_ONE, TABLE_SCORE_SCALE, TABLE_SCORE_SHIFT, THREAT_MASKS, threat_mask,
};
pub use weights::{Header, SideWeights, WEIGHT_ONE, WeightError, Weights};
pub use win_rate::{LOGISTIC_SCALE, win_rate};
