//! Arbitrary bytes for everything that reads: a target's `case` takes any bytes and panics when a promise is broken.
//!
//! The same targets are fed in two ways. `fuzz` searches for bytes that reach new code, for hours; the test of this
//! package changes the targets' seeds at random, always in the same way, for seconds.

mod bytes;
mod common;
pub mod databases;
pub mod dialogues;
pub mod exchange;
pub mod games;
pub mod libraries;
pub mod messages;
pub mod protocols;
pub mod records;
pub mod sgf;
mod targets;
pub mod walks;
pub mod weights;

pub use targets::{TARGETS, Target};
