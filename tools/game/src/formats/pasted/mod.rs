//! Moves that people type or paste from logs, scripts and chats.

pub mod columns;
pub mod dialogue;
pub mod gtp;
pub mod link;
mod log;
pub mod moves;
pub mod offsets;
pub mod pairs;
mod saved;
mod sites;
pub mod sized;
pub mod stones;
mod talk;
mod traced;
