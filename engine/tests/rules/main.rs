//! What the rules say of a position: wins, forbidden points, patterns, move lists, and what a board keeps.
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
