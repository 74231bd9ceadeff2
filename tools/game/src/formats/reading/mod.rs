//! Shared parts of all readers: the file's bytes, their text, the games found, and errors.

pub mod diagnosis;
pub mod encoding;
pub mod error;
pub mod fence;
pub mod games;
pub mod markdown;
pub mod results;
pub mod source;
pub mod stranger;
