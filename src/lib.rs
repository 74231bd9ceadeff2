//! Tengen, a Gomoku engine.
//!
//! The rooms, from the ground up; imports point toward the top of this list only:
//!
//! | room | holds |
//! | --- | --- |
//! | [`base`] | colors, points, rules, scores, random keys |
//! | [`pattern`] | what one line means, and what four lines mean together |
//! | [`board`] | the incremental pattern board, make and unmake, forbidden points |
//! | [`movegen`] | classes of moves: wins, answers, fours, candidates |
//! | [`database`] | positions and what is known of them, in a file |
//! | [`sgf`] | reading of SGF files |
//! | [`eval`] | position to score, incremental |
//! | [`solver`] | wins by threats alone, read to the end: VCF, VCT |
//! | [`search`] | iterative deepening, PVS, table, time, every tuned number |
//! | [`play`] | levels of strength, negotiated openings, moves that keep the balance |
//! | `server` | reader thread, search thread and settings: what the protocols share |
//! | [`protocol`] | the Gomocup/Piskvork protocol, text in and text out |
//! | [`gtp`] | the Go Text Protocol, for board programs of Go |
//!
//! The engine's library. Two more packages of the workspace stand on it: `textbook`, the courses' games and searches,
//! and `tools`, the command `tengen`.
//!
#![doc = include_str!("glossary.md")]

pub mod base;
pub mod bench;
pub mod board;
pub mod database;
pub mod eval;
pub mod gtp;
pub mod movegen;
pub mod pattern;
pub mod play;
pub mod protocol;
pub mod search;
mod server;
pub mod sgf;
pub mod solver;
