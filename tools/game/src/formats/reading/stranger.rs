//! Well-known files that hold no game: their kind, and advice.

use super::error::ReadError;
use tengen_database::FileKind;

/// Beginnings of pictures, archives and pages.
const BEGINNINGS: [(&[u8], &str, &str); 5] = [
    (b"\x1F\x8B", ARCHIVE, UNPACK),
    (b"\x89PNG", PICTURE, ""),
    (b"GIF8", PICTURE, ""),
    (b"\xFF\xD8\xFF", PICTURE, ""),
    (b"%PDF", "a PDF document, not a game", ""),
];
const DATABASE: &str = "a database of positions, not a game";
const ASK_IT: &str = "it is opened with --database and by `tengen db`";
const SELFPLAY: &str = "a file of self-play, not one game";
const IMPORT: &str = "`tengen db import` reads it";
const ARCHIVE: &str = "an archive, not a game";
const UNPACK: &str = "unpack it first";
const PICTURE: &str = "a picture, not a game";

/// The error for a file of no format, if its kind is known.
pub fn stranger(bytes: &[u8]) -> Option<ReadError> {
    let found = |problem: &str, advice: &str| Some(ReadError::new(problem).advise(advice));
    match FileKind::of(bytes) {
        Some(FileKind::Database | FileKind::Book) => return found(DATABASE, ASK_IT),
        Some(FileKind::Lines | FileKind::Foreign(_)) => return found(DATABASE, IMPORT),
        Some(FileKind::SelfPlay) => return found(SELFPLAY, "`tengen db import` and `tengen selfplay` read it"),
        Some(FileKind::Archive) => return found(ARCHIVE, UNPACK),
        None => {}
    }
    let text = bytes.trim_ascii_start();
    if [b"<!doctype html".as_slice(), b"<html"]
        .iter()
        .any(|&tag| text.get(..tag.len()).is_some_and(|own| own.eq_ignore_ascii_case(tag)))
    {
        return found("a web page, not a game", "copy the moves out of it");
    }
    let (_, problem, advice) = BEGINNINGS.iter().find(|(begin, ..)| bytes.starts_with(begin))?;
    found(problem, advice)
}
