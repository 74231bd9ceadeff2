//! The board in the browser, without its server: the page, and the answers to its messages.
//!
//! The page holds the game. What answers it knows the rules, the formats, the engine and the database, and keeps no state
//! between requests but the libraries, and a page's database, that were opened. `protocol.md` describes the dialogue.

mod answer;
mod databases;
mod forbidden;
mod learn;
mod library;
pub mod message;
mod negotiation;
mod pages;
pub mod pool;
mod position;
mod proof;
pub mod question;
pub mod search;
mod shelf;
mod threats;
mod upload;

pub use answer::{answer, read_request, refuse};
pub use databases::Databases;
pub use library::Library;
pub use pages::{PAGES, PageFile};
pub use shelf::Shelf;
