//! Tools for people and for work on the engine, used by the command `tengen`.

pub mod arena;
pub mod board;
pub mod database;
pub mod draw;
pub mod game;
pub mod learn;
pub mod lock;
pub mod pool;
pub mod shard;
pub mod study;
pub mod whole_file;
