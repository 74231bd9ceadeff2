//! Moves that people type or paste from logs, scripts and chats.

pub mod columns;
pub mod dialogue;
pub mod gtp;
pub mod link;
mod log;
pub mod moves;
mod numbered;
mod numbering;
pub mod offsets;
pub mod pairs;
mod saved;
pub mod sized;
pub mod stones;
mod talk;
mod traced;
pub mod words;
