//! The errors for well-known files that hold no game, with advice.

use super::error::ReadError;
use super::source::Source;
use tengen_database::{FileKind, ForeignFile, why};

/// The error for a file of no format, if its kind is known.
pub fn stranger(source: &Source) -> Option<ReadError> {
    let (problem, advice) = match FileKind::of(source.name, source.bytes) {
        Some(FileKind::Database | FileKind::Book) => (why::database(), Some(why::open_database())),
        Some(FileKind::Foreign(ForeignFile::Library)) => return None,
        Some(FileKind::Lines | FileKind::Foreign(_)) => (why::database(), Some(why::import_database())),
        Some(FileKind::SelfPlay) => (why::selfplay(), Some(why::import_selfplay())),
        Some(FileKind::Archive | FileKind::Gzip) => (why::archive(), Some(why::unpack())),
        Some(FileKind::Picture) => (why::picture(), None),
        Some(FileKind::Pdf) => (why::pdf(), None),
        None if is_page(source.bytes) => (why::web_page(), Some(why::copy_moves())),
        None => return None,
    };
    Some(ReadError { advice: advice.map(Box::new), ..ReadError::new(problem) })
}

/// Whether a text is a page of the web; one with a game in a known format is read.
fn is_page(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_start();
    let begins = |tag: &[u8]| text.get(..tag.len()).is_some_and(|own| own.eq_ignore_ascii_case(tag));
    begins(b"<!doctype html") || begins(b"<html")
}
