//! Tests of the protocols, by dialogues (recorded or written for the test) and against the documentation.
#![allow(missing_docs)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/dialogue.rs"]
mod dialogue;

mod commands;
mod conversation;
mod distance;
mod documents;
mod false_wins;
mod games;
mod gtp;
mod gtp_sgf;
mod live_line;
mod negotiate;
mod openings;
mod recorded;
mod signature;
mod strangers;
