//! Matches between engines: players, games, statistics, openings, limits; and what long runs of games share.

pub mod balance;
pub mod book;
mod clock;
mod engine_output;
mod engine_player;
pub mod game;
mod level_player;
pub mod limits;
pub mod lock;
pub mod match_log;
pub mod match_report;
pub mod opening;
pub mod pairing;
pub mod player;
pub mod pool;
mod process;
pub mod shard;
pub mod spec;
pub mod spsa;
pub mod statistics;
pub mod tournament;
pub mod tuning;
pub mod whole_file;
