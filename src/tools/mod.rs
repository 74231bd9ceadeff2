//! Tools for engine work, used by the `tengen` binary and by nothing below.

pub mod analysis;
pub mod balance;
pub mod diagram;
pub mod formats;
pub mod game;
pub mod level_player;
pub mod limits;
pub mod openings;
pub mod player;
pub mod process;
pub mod records;
pub mod referee;
pub mod report;
pub mod selfplay;
pub mod solve;
pub mod statistics;
pub mod tournament;
pub mod train;
