//! Games in every format, and the referee.
#![allow(missing_docs)]

#[path = "../../../../engine/tests/common/mod.rs"]
mod common;

mod choices;
mod contests;
mod damage;
mod evident;
mod field;
mod formats;
mod losses;
mod passes;
mod pasted;
mod programs;
mod referee;
mod sessions;
mod sites;
mod strangers;
