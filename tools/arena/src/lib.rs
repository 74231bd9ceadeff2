//! Matches between engines: players, games, statistics, openings, limits.

pub mod balance;
pub mod book;
mod clock;
mod engine_output;
mod engine_player;
pub mod game;
mod level_player;
pub mod limits;
pub mod match_log;
pub mod match_report;
pub mod opening;
pub mod pairing;
pub mod player;
mod process;
pub mod spec;
pub mod spsa;
pub mod statistics;
pub mod tournament;
pub mod tuning;
