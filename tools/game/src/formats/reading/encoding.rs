//! Texts of the many encodings in which games are kept.

use super::error::ReadError;
use super::games::FoundGames;
use super::source::Given;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use tengen_database::encoding::guess;

/// A decoded text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// Its encoding.
    pub encoding: &'static Encoding,
    /// Whether the encoding was guessed from the bytes.
    pub guessed: bool,
    /// Whether some bytes are not of that encoding.
    pub damaged: bool,
}

impl Decoded {
    /// Says what was guessed, and what is not of the encoding or of any text.
    pub fn warn(&self, games: &mut FoundGames) {
        // Blocks that a disk or a transfer lost are often zeros.
        if let Some(at) = self.text.find('\0') {
            let line = 1 + self.text[..at].matches('\n').count();
            games.warn_of_file(&format!("line {line}: the byte 00, which no text has: the file is damaged here"), "");
        }
        // A byte order mark leaves no choice.
        if (self.encoding != UTF_8 || self.damaged) && self.encoding.is_ascii_compatible() {
            games.read_as(self.encoding);
        }
        let name = self.encoding.name();
        if self.damaged {
            games.warn_of_file(&format!("some texts are not {name}"), "--encoding NAME reads them in another encoding");
        } else if self.guessed {
            games.warn_of_guess(self.encoding);
        }
    }
}

/// Decodes a whole file: by its byte order mark, by what the user says, by what the file `declares`, as UTF-8 when it is
/// that, or by a guess.
pub fn decode(bytes: &[u8], given: &Given, declared: Option<&str>) -> Decoded {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return decoded(&bytes[mark..], encoding, false);
    }
    let (encoding, guessed) = choose(bytes, given, declared);
    decoded(bytes, encoding, guessed)
}

/// The encoding of texts that stand apart from each other in a file; whether it was guessed.
pub fn choose(bytes: &[u8], given: &Given, declared: Option<&str>) -> (&'static Encoding, bool) {
    let declared = declared.and_then(|label| Encoding::for_label(label.trim().as_bytes()));
    if let Some(encoding) = given.encoding {
        return (encoding, false);
    }
    if std::str::from_utf8(bytes).is_ok() {
        return (UTF_8, false);
    }
    // SGF's default is declared by programs that write anything; UTF-8 that is not UTF-8 is not believed either.
    match declared.filter(|&encoding| encoding != WINDOWS_1252 && encoding != UTF_8) {
        Some(encoding) => (encoding, false),
        None => {
            let guessed = guess(bytes);
            (guessed, declared != Some(guessed))
        }
    }
}

/// Decodes one text of a file in its encoding; bytes that are not of it become replacement characters.
pub fn decoded(bytes: &[u8], encoding: &'static Encoding, guessed: bool) -> Decoded {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    Decoded { text: text.into_owned(), encoding, guessed, damaged }
}

/// The encoding of a name such as `gb18030` or `windows-1251`.
///
/// # Errors
/// When there is no such encoding.
pub fn parse_encoding(name: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(name.trim().as_bytes()).ok_or_else(|| {
        format!(
            "'{name}' is not an encoding such as utf-8, gb18030, big5, shift_jis, euc-kr, windows-1251, windows-1252"
        )
    })
}

/// Encodes a text that is to be written.
///
/// # Errors
/// When the encoding lacks one of its characters.
pub fn encode(text: &str, encoding: &'static Encoding) -> Result<Vec<u8>, ReadError> {
    let (bytes, _, lossy) = encoding.encode(text);
    if !lossy {
        return Ok(bytes.into_owned());
    }
    let is_missing = |c: &char| encoding.encode(c.encode_utf8(&mut [0; 4])).2;
    let missing = text.chars().find(is_missing).unwrap_or_default();
    Err(ReadError::new(format!("{} has no '{missing}'", encoding.name())).advise("write it in UTF-8"))
}
