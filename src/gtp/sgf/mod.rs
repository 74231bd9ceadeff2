//! Games as SGF: `loadsgf` and `printsgf`.

mod choice;
mod reading;
mod writing;

pub(super) use writing::result;
