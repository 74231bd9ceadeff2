//! Static evaluation: the sum over all empty points of what a stone there would make for each side, the threats on the
//! board, and a small network on both, kept in step with the board.
//!
//! [`Evaluator`] owns the board and its accumulators; [`Weights`] are the learned numbers of a rule.
//!
//! ```
//! use tengen::base::{BoardSize, Rule};
//! use tengen::board::{Board, parse_moves, parse_point};
//! use tengen::eval::{Evaluator, Weights, win_rate};
//!
//! let size = BoardSize::square(15)?;
//! let board = Board::from_moves(size, Rule::Freestyle, &parse_moves(size, "h8a1i8a3j8a5")?);
//! let mut evaluator = Evaluator::new(board, Weights::of(Rule::Freestyle));
//! // Black, to move, has an open three; White's stones stand alone.
//! assert!(win_rate(evaluator.evaluate()) > 0.9);
//! // The score follows each stone; it is the side to move's.
//! evaluator.make(parse_point(size, "k8")?);
//! assert!(win_rate(evaluator.evaluate()) < 0.5);
//! evaluator.unmake();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod evaluator;
mod kernel;
mod lazy;
pub mod nnue;
mod tables;
mod weights;
mod win_rate;

pub use evaluator::{Evaluator, MoveScore, StaticScore};
pub use kernel::{Kernel, LayerKernel, Work};
pub use tables::layout as mlp_layout;
pub use tables::{AccumulatorState, BucketCounts, Mlp, THREAT_MASKS, threat_mask};
pub use weights::{Header, SideWeights, WEIGHT_ONE, WeightError, Weights};
pub use win_rate::{LOGISTIC_SCALE, win_rate};
