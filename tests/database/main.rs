//! Tests of databases in conversations with the program, and of the files that it reads and writes.
#![allow(missing_docs)]

#[path = "../common/mod.rs"]
mod common;

mod dialogue;
mod files;
mod foreign;
