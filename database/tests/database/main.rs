//! Databases of positions: in memory, in files, and in the formats of other programs.
#![allow(missing_docs)]

#[path = "../../../engine/tests/common/mod.rs"]
mod common;

mod exchange;
mod moves;
mod renlib;
mod store;
mod yixin;
