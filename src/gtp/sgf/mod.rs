//! Games as SGF: `loadsgf` and `printsgf`.

mod reading;
mod writing;

pub(super) use writing::result;

/// Cells of nobody: a property of our own, as SGF has none.
const BLOCKED: &str = "BLOCKED";
