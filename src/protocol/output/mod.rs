//! Output to the manager: answers, reports of the search, lines.

mod answers;
mod report;
mod writer;

pub(super) use writer::Writer;
