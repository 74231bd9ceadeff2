//! Tengen, a Gomoku engine.
//!
//! A game against itself, a thousand nodes a move:
//!
//! ```
//! use tengen::base::{BoardSize, Rule};
//! use tengen::board::Board;
//! use tengen::search::{Control, Limits, Searcher};
//!
//! let mut board = Board::new(BoardSize::square(9)?, Rule::Freestyle);
//! let mut searcher = Searcher::new(1 << 20);
//! while board.outcome().is_none() {
//!     let found = searcher.search(&board, Limits::nodes(1_000), &Control::unlimited(), &mut |_| {});
//!     board.push(found.best.ok_or("the board is full")?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! More examples are in [`board`] (stones, patterns, the end of a game), [`eval`] (a score that follows each stone) and
//! [`search`] (the best move, several lines).
//!
//! The modules, from the bottom up; each imports only modules above it in this list:
//!
//! | module | holds |
//! | --- | --- |
//! | [`base`] | colors, points, rules, scores, random keys |
//! | [`pattern`] | the pattern of one line, and the class of the four lines of a point |
//! | [`board`] | the incremental pattern board, make and unmake, forbidden points |
//! | [`movegen`] | classes of moves: wins, answers, fours, candidates |
//! | [`eval`] | static evaluation, updated incrementally |
//! | [`solver`] | wins by threats alone, fully proved: VCF, VCT |
//! | [`search`] | iterative deepening, PVS, table, time, every tuned number |
//! | [`play`] | levels of strength, negotiated openings, moves that keep the balance |
//!
//! Packages that use this crate: `tengen-database` (scores and comments of positions, in files), `pbrain-tengen` (the
//! program that speaks the protocols), `textbook` (the courses' games and searches), and those in `tools` (the command
//! `tengen` and its parts).
//!
#![doc = include_str!("glossary.md")]

pub mod base;
pub mod board;
pub mod eval;
pub mod movegen;
pub mod pattern;
pub mod play;
pub mod search;
pub mod solver;
