//! The words everything else is written in: colours, points, rules, scores, random numbers.

mod color;
mod point;
mod rng;
mod rule;
mod score;
mod zobrist;

pub use color::Color;
pub use point::{BoardSize, Point, SizeError};
pub use rng::SplitMix64;
pub use rule::{Rule, RuleError};
pub use score::{MAX_PLY, Score, WIN, WIN_BOUND, is_decided, loss_in, score_text, win_in};
pub use zobrist::Zobrist;
