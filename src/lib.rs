//! Tengen, a Gomoku engine.
//!
//! The rooms, from the ground up; imports point towards the top of this list only:
//!
//! | room | holds |
//! | --- | --- |
//! | [`base`] | colours, points, rules, scores, random keys |
//! | [`pattern`] | what one line means, and what four lines mean together |
//! | [`board`] | the incremental pattern board, make and unmake, forbidden points |
//! | [`movegen`] | classes of moves: wins, answers, fours, candidates |
//! | [`eval`] | position to score, incremental |
//! | [`solver`] | wins by threats alone, read to the end: VCF, VCT |
//! | [`search`] | iterative deepening, PVS, table, time |
//! | [`protocol`] | the Gomocup/Piskvork protocol, text in and text out |
//! | [`textbook`] | minimax and alpha-beta on small games; used by examples, tests and tools |
//! | [`tools`] | engine work: matches, openings, statistics |

pub mod base;
pub mod bench;
pub mod board;
pub mod eval;
pub mod movegen;
pub mod pattern;
pub mod protocol;
pub mod search;
pub mod solver;
pub mod textbook;
pub mod tools;
