//! What a search promises: wins that are won, moves of known positions, the same nodes on every run.
#![allow(missing_docs)]

#[path = "../common/mod.rs"]
mod common;

mod hard_positions;
mod lines;
mod proofs;
mod search;
mod solver;
