//! Databases of positions: in memory, in files, and as other programs write them.
#![allow(missing_docs)]

#[path = "../../../engine/tests/common/mod.rs"]
mod common;

mod exchange;
mod moves;
mod renlib;
mod store;
mod yixin;
