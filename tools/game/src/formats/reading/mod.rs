//! What every reader works with: the file's bytes, their text, the games that are found, and what went wrong.

pub mod encoding;
pub mod error;
pub mod games;
pub mod source;
pub mod stranger;
