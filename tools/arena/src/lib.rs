//! Matches between engines, and tools for other long runs of games.
//!
//! | module | holds |
//! | --- | --- |
//! | [`spec`], [`limits`], [`engine_text`] | settings of a match's engines, and their text form |
//! | [`players`] | an engine's process, a level, the textbook's engines |
//! | [`game`] | one game with its clocks |
//! | [`balance`], [`book`] | openings near even, openings of a match |
//! | [`statistics`] | Elo, error bars, the sequential test |
//! | [`tournament`] | many games: pairs, log, report |
//! | [`changes`] | many changes tested at once |
//! | [`tuning`] | tuning of parameters by SPSA |
//! | [`pool`], [`run_file`], [`shard`] | threads, files that a later call continues, parts of a run |

pub mod balance;
pub mod book;
pub mod changes;
pub mod engine_text;
pub mod game;
pub mod limits;
pub mod players;
pub mod pool;
pub mod run_file;
pub mod shard;
pub mod spec;
pub mod statistics;
pub mod tournament;
pub mod tuning;
