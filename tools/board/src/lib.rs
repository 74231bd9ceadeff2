//! The board in the browser: a server on the loopback address, and the page it serves.
//!
//! The page holds the game. The server knows the rules, the formats, the engine and the database, and keeps no state
//! between requests. `protocol.md` describes the dialogue.

mod assistant;
mod gif;
mod guard;
mod library;
mod message;
mod opening;
mod pages;
mod pool;
mod position;
mod question;
mod search;
mod server;
mod state;
mod tab;
mod throttle;

pub use library::Library;
pub use pages::PAGES;
pub use server::{Options, Server};
