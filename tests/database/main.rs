//! Databases of positions: in memory, in files, in a dialogue, and as other programs write them.
#![allow(missing_docs)]

#[path = "../common/mod.rs"]
mod common;

mod dialogue;
mod exchange;
mod files;
mod moves;
mod renlib;
mod store;
mod yixin;
