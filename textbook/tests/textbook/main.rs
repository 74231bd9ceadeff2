//! The textbook's games and engines, and its searches against each other and against the engine's.
#![allow(missing_docs)]

#[path = "../../../engine/tests/common/mod.rs"]
mod common;

mod caro;
mod games;
mod searches;
