//! Text encodings of game files.

use super::source::plain_lines;
use crate::formats::{FoundGames, Given, Place, ReadError, Source};
use encoding_rs::{Encoding, UTF_8};
use tengen_database::encoding::{Decoded, decode};
use tengen_database::{Reason, why};

impl FoundGames<'_> {
    /// Decodes a file's text, see [`decode`], with warnings about doubts.
    pub fn decode(&mut self, source: &Source, given: &Given, declared: Option<&str>) -> String {
        self.take_text(decode(source.bytes, given.encoding, declared))
    }

    /// Returns the text, with warnings about a guessed encoding and invalid bytes.
    pub fn take_text(&mut self, decoded: Decoded) -> String {
        let Decoded { text, encoding, guessed, damaged } = decoded;
        let text = plain_lines(text.into());
        // Blocks lost by a disk or a transfer are often zeros.
        if let Some(at) = text.find('\0') {
            let place = Place::Line(1 + text[..at].matches('\n').count());
            self.warn_of_file(place.of(why::damaged_here(why::zero_byte())), "");
        }
        // After a byte order mark no other encoding is possible.
        if (encoding != UTF_8 || damaged) && encoding.is_ascii_compatible() {
            self.read_as(encoding);
        }
        if damaged {
            self.warn_of_file(why::encoding(encoding.name()), "--encoding NAME reads them in another encoding");
        } else if guessed {
            self.warn_of_guess(encoding);
        }
        text.into_owned()
    }
}

/// The encoding with a name such as `gb18030` or `windows-1251`. Fails if there is no such encoding.
pub fn parse_encoding(name: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(name.trim().as_bytes()).ok_or_else(|| {
        format!(
            "'{name}' is not an encoding such as utf-8, gb18030, big5, shift_jis, euc-kr, windows-1251, windows-1252"
        )
    })
}

/// The encoding of this name for writing. Fails as [`parse_encoding`] does, and if texts can only be read in it.
pub fn parse_written_encoding(name: &str) -> Result<&'static Encoding, String> {
    let encoding = parse_encoding(name)?;
    if encoding.output_encoding() == encoding {
        return Ok(encoding);
    }
    Err(format!("{} is only read; expected another one, such as utf-8", encoding.name()))
}

/// Encodes a text for writing. Fails if the encoding lacks one of its characters.
pub fn encode(text: &str, encoding: &'static Encoding) -> Result<Vec<u8>, ReadError> {
    let (bytes, _, lossy) = encoding.encode(text);
    if !lossy {
        return Ok(bytes.into_owned());
    }
    let is_missing = |c: &char| encoding.encode(c.encode_utf8(&mut [0; 4])).2;
    let missing = text.chars().find(is_missing).unwrap_or_default();
    let problem = Reason::text(format!("{} has no '{missing}'", encoding.name()));
    Err(ReadError::new(problem).advise(Reason::text("write it in UTF-8")))
}
