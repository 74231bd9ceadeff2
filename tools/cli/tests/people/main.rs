//! `tengen play`, `analyze` and `diagram` through the real binary, as people and scripts call them.
#![allow(missing_docs)]

#[path = "../command/mod.rs"]
mod command;
#[path = "../../../../tests/common/mod.rs"]
mod common;

mod analyze;
mod diagram;
mod files;
mod gtp;
mod languages;
mod negotiation;
mod play;
mod service;
mod streams;
