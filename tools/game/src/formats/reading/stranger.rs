//! The errors for well-known files that hold no game, with advice.

use super::error::ReadError;
use super::source::Source;
use tengen_database::{FileKind, ForeignFile};

const DATABASE: &str = "a database of positions, not a game";

/// The error for a file of no format, if its kind is known.
pub fn stranger(source: &Source) -> Option<ReadError> {
    let (problem, advice) = match source.kind() {
        Some(FileKind::Database | FileKind::Book) => (DATABASE, "it is opened with --database and by `tengen db`"),
        Some(FileKind::Foreign(ForeignFile::Library)) => return None,
        Some(FileKind::Lines | FileKind::Foreign(_)) => (DATABASE, "`tengen db import` reads it"),
        Some(FileKind::SelfPlay) => {
            ("a file of self-play, not one game", "`tengen db import` and `tengen selfplay` read it")
        }
        Some(FileKind::Archive | FileKind::Gzip) => ("an archive, not a game", "unpack it first"),
        Some(FileKind::Picture) => ("a picture, not a game", ""),
        Some(FileKind::Pdf) => ("a PDF document, not a game", ""),
        None if is_page(source.bytes) => ("a web page, not a game", "copy the moves out of it"),
        None => return None,
    };
    Some(ReadError::new(problem).advise(advice))
}

/// Whether a text is a page of the web; one with a game in a known format is read.
fn is_page(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_start();
    let begins = |tag: &[u8]| text.get(..tag.len()).is_some_and(|own| own.eq_ignore_ascii_case(tag));
    begins(b"<!doctype html") || begins(b"<html")
}
