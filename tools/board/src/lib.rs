//! The board in the browser, without its server: the page's files, and the answers to its messages.
//!
//! The page holds the game. The answers use the rules, the formats, the engine and the database; between requests this
//! package keeps only opened libraries and the page's database. `protocol.md` describes the messages.

mod answer;
mod database;
mod databases;
mod forbidden;
mod learn;
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
pub use database::BoardDatabase;
pub use databases::Databases;
pub use pages::{PAGES, PageFile};
pub use shelf::Shelf;
