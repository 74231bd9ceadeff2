//! Matches between engines, and what long runs of games share.
//!
//! | room | holds |
//! | --- | --- |
//! | [`spec`], [`limits`], [`engine_text`] | what a match says of its engines, and how people write it |
//! | [`players`] | an engine's process, a level, the textbook's engines |
//! | [`game`] | one game with its clocks |
//! | [`balance`], [`book`] | openings near even, those of a match |
//! | [`statistics`] | Elo, error bars, the sequential test |
//! | [`tournament`] | many games: pairs, log, report |
//! | [`changes`] | many changes tested at once |
//! | [`tuning`] | better parameters by SPSA |
//! | [`pool`], [`lock`], [`shard`] | threads, locked files, parts of a run |

pub mod balance;
pub mod book;
pub mod changes;
pub mod engine_text;
pub mod game;
pub mod limits;
pub mod lock;
pub mod players;
pub mod pool;
pub mod shard;
pub mod spec;
pub mod statistics;
pub mod tournament;
pub mod tuning;
