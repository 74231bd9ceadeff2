//! Games as SGF: `loadsgf` and `printsgf`.

mod reading;
mod writing;

pub(super) use writing::result;
