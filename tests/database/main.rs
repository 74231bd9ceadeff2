//! Databases of positions in a dialogue, and the files that a conversation reads and writes.
#![allow(missing_docs)]

#[path = "../common/mod.rs"]
mod common;

mod dialogue;
mod files;
mod foreign;
