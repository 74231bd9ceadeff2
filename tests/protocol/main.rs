//! What the protocols promise, told by dialogues, recorded or made up, and by the pages.
#![allow(missing_docs)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/dialogue.rs"]
mod dialogue;

mod commands;
mod conversation;
mod documents;
mod games;
mod gtp;
mod gtp_sgf;
mod negotiate;
mod openings;
mod recorded;
