//! Tests of the rules: wins, forbidden points, patterns, move lists, and the board's incremental data.
#![allow(missing_docs)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/walk.rs"]
mod walk;

mod audit;
mod movegen;
mod patterns;
mod symmetry;
mod walks;
mod wins;
