//! Sizes, scales and parameter order of the bucket network, shared by inference, the weight file and training.

use crate::base::Score;

/// Number of strength buckets of one color.
pub const BUCKETS: usize = 24;
/// The bucket of combinations that are not counted.
pub const NO_BUCKET: u8 = BUCKETS as u8;
/// Number of rows of a bucket, one for each count; counts are clamped to `BUCKET_LEVELS - 1`.
pub const BUCKET_LEVELS: usize = 8;
/// Neurons of the first layer.
pub const L1: usize = 32;
/// Neurons of the second layer.
pub const L2: usize = 16;
/// Quantized 1.0 of activations, which are clamped to 0..=QA.
pub const QA: i32 = 256;
/// Quantized 1.0 of the skip connection.
pub const SKIP_ONE: i32 = 1024;
/// The table score is clamped to plus and minus this before it enters the first layer, in points.
pub const MAX_TABLE_SCORE: Score = 2000;
/// Fixed-point scale of the table score entering the first layer; its product with a weight is shifted
/// right by [`TABLE_SCORE_SHIFT`].
pub const TABLE_SCORE_SCALE: Score = 16;
/// Right shift of a scaled table score times a weight, see [`TABLE_SCORE_SCALE`].
pub const TABLE_SCORE_SHIFT: u32 = 16;

// Offsets of the parts among the parameters. The rows of the first layer come first: those of the side to move, then
// the opponent's, by bucket and by count.

/// Biases of the first layer.
pub const L1_BIAS: usize = 2 * BUCKETS * BUCKET_LEVELS * L1;
/// Weights of the table score in the first layer.
pub const TABLE_SCORE_WEIGHTS: usize = L1_BIAS + L1;
/// Weights of the second layer, [`L1`] for each of its neurons.
pub const L2_WEIGHTS: usize = TABLE_SCORE_WEIGHTS + L1;
/// Biases of the second layer.
pub const L2_BIAS: usize = L2_WEIGHTS + L1 * L2;
/// Weights of the output.
pub const OUTPUT_WEIGHTS: usize = L2_BIAS + L2;
/// Bias of the output.
pub const OUTPUT_BIAS: usize = OUTPUT_WEIGHTS + L2;
/// Share of the table score in the score.
pub const SKIP_WEIGHT: usize = OUTPUT_BIAS + 1;
/// Number of parameters of an [`Mlp`](super::Mlp).
pub const PARAMETERS: usize = SKIP_WEIGHT + 1;
