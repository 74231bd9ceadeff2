//! Commands of `tengen` through the real binary: output, refusals, and documents.
#![allow(missing_docs)]

#[path = "../command/mod.rs"]
mod command;
#[path = "../../../../tests/common/mod.rs"]
mod common;

mod board;
mod databases;
mod documents;
mod learning;
mod match_command;
mod openings;
mod prove;
mod puzzles;
mod solve;
