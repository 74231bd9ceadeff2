//! The board's answers as a WebAssembly module for `wasm32-wasip1`.
//!
//! The page's worker (`page/worker.js`) writes a message of the board's protocol (`../board/src/protocol.md`) into the
//! module's memory and asks; every answer goes back through one imported function. A worker has one module, answers one
//! message after the other, and keeps the table of its searches between them.

mod page_engine;

pub use page_engine::{EngineSettings, PageEngine};
