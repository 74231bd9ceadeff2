//! `tengen db` and databases of other programs, through the real binary.
#![allow(missing_docs)]

#[path = "../command/mod.rs"]
mod command;
#[path = "../../../../tests/common/mod.rs"]
mod common;

mod db;
mod files;
mod foreign;
mod passes;
