//! What a search promises: wins that are won, moves of known positions, the same nodes on every run.
#![allow(missing_docs)]

#[path = "../common/mod.rs"]
mod common;

mod distance;
mod false_wins;
mod hard_positions;
mod lines;
mod live_line;
mod proofs;
mod search;
mod signature;
mod solver;
