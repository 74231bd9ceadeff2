//! Basic types of all other modules: colors, cells, points, rules, scores, random numbers.

mod cell;
mod color;
mod fnv;
mod freed_memory;
mod huge_pages;
mod point;
mod prefetch;
mod rng;
mod rule;
mod score;
mod zobrist;

pub use cell::Cell;
pub use color::{Color, ColorError};
pub use fnv::{FNV1A_BASIS, fnv1a_step};
pub use freed_memory::return_freed_memory;
pub use huge_pages::prefer_huge_pages;
pub use point::{BoardSize, Point, SizeError};
pub use prefetch::prefetch;
pub use rng::SplitMix64;
pub use rule::{Rule, RuleError};
pub use score::{MAX_PLY, Score, WIN, WIN_BOUND, is_decided, loss_in, score_text, win_in};
pub use zobrist::Zobrist;
