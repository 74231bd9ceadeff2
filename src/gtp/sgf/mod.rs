//! Games as SGF: `loadsgf` and `printsgf`.

mod reading;
mod writing;

pub(super) use writing::result;

/// Neutral cells: our own property, as SGF has none.
const BLOCKED: &str = "BLOCKED";
