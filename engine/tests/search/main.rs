//! Tests of the search: sound wins, moves of known positions, reproducible node counts.
#![allow(missing_docs)]

#[path = "../common/mod.rs"]
mod common;

mod hard_positions;
mod lines;
mod proofs;
mod search;
mod solver;
