//! Decoding of texts in the encodings that game files use, with a guess for files that do not name theirs.

use chardetng::EncodingDetector;
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_8859_2, SHIFT_JIS, UTF_8, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1254, WINDOWS_1257, WINDOWS_1258,
};
use std::borrow::Cow;

/// Most bytes that are examined to guess an encoding.
const SAMPLE: usize = 1 << 20;
/// The encodings of players' files. For short texts a detector often names others.
const EASTERN: [&Encoding; 8] = [GBK, GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR, WINDOWS_1251, WINDOWS_1258];
const WESTERN: [&Encoding; 5] = [WINDOWS_1250, WINDOWS_1252, WINDOWS_1254, WINDOWS_1257, ISO_8859_2];
/// Length of a run of accented letters, in bytes, that words of Western languages hardly have.
const ACCENTS: usize = 4;
/// Bytes beyond ASCII from which a text counts as long.
const LONG: usize = 16;
/// The first byte of windows-1251's small letters.
const SMALL_LETTERS: u8 = 0xE0;

/// A decoded text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The decoded text, without a byte order mark.
    pub text: String,
    /// Its encoding.
    pub encoding: &'static Encoding,
    /// Whether the encoding was guessed from the bytes.
    pub guessed: bool,
    /// Whether some bytes are invalid in that encoding.
    pub damaged: bool,
}

impl Decoded {
    /// The text in an encoding; invalid bytes become replacement characters.
    pub(crate) fn of(bytes: &[u8], encoding: &'static Encoding, guessed: bool) -> Self {
        let (text, damaged) = encoding.decode_without_bom_handling(bytes);
        Self { text: text.into_owned(), encoding, guessed, damaged }
    }
}

/// Decodes a whole file: by its byte order mark; else in the encoding `given` by the caller; else as UTF-8 if it is
/// valid; else in the encoding that the file declares; else by a guess.
pub fn decode(bytes: &[u8], given: Option<&'static Encoding>, declared: Option<&str>) -> Decoded {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return Decoded::of(&bytes[mark..], encoding, false);
    }
    let is_utf_8 = std::str::from_utf8(bytes).is_ok();
    if let Some(encoding) = given.or(is_utf_8.then_some(UTF_8)) {
        return Decoded::of(bytes, encoding, false);
    }
    let declared = declared.and_then(|label| Encoding::for_label(label.trim().as_bytes()));
    // Windows-1252 (SGF's default) is declared by programs that write any encoding, and a declared UTF-8 is wrong here.
    if let Some(encoding) = declared.filter(|&encoding| encoding != WINDOWS_1252 && encoding != UTF_8) {
        return Decoded::of(bytes, encoding, false);
    }
    let guessed = guess(bytes);
    Decoded::of(bytes, guessed, declared != Some(guessed))
}

/// The encoding of several texts: UTF-8 if all of them are valid UTF-8, else a guess.
pub fn encoding_of<'a, T: Iterator<Item = Cow<'a, [u8]>>>(texts: impl Fn() -> T) -> &'static Encoding {
    if texts().all(|text| std::str::from_utf8(&text).is_ok()) {
        return UTF_8;
    }
    let mut sample = Vec::new();
    for text in texts() {
        sample.push(b'\n');
        sample.extend_from_slice(&text);
        if sample.len() >= SAMPLE {
            break;
        }
    }
    guess(&sample)
}

/// The most likely encoding of a text that is not UTF-8. The text may end inside a character.
pub fn guess(text: &[u8]) -> &'static Encoding {
    let count = |from: u8| text.iter().filter(|byte| **byte >= from).count();
    let mut detector = EncodingDetector::new();
    // A long text may be cut inside a character, which does not count against its encoding.
    detector.feed(text, count(0x80) < LONG);
    let found = detector.guess(None, false);
    let has_words_of_accents = || {
        let mut words = text.split(u8::is_ascii);
        words.any(|word| word.len() >= ACCENTS)
    };
    let is_western = WESTERN.contains(&found);
    if EASTERN.contains(&found) || is_western && !has_words_of_accents() {
        return found;
    }
    // For a long text the detector is reliable, unless it takes Russian words for Western ones.
    if count(0x80) >= LONG && !is_western {
        return found;
    }
    // Chinese text has as many large bytes as small ones; Russian words consist of small letters, which are large
    // bytes.
    if 2 * count(SMALL_LETTERS) >= count(0x80) {
        WINDOWS_1251
    } else if !GBK.decode_without_bom_handling(text).1 {
        GBK
    } else {
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::WINDOWS_1253;

    #[test]
    fn a_word_is_in_an_encoding_of_players_files() {
        for (text, encoding) in [
            ("Ход", WINDOWS_1251),
            ("ничья", WINDOWS_1251),
            ("Начало партии", WINDOWS_1251),
            ("黑", GBK),
            ("黑棋先行，白棋可以交换", GBK),
            ("よい手です", SHIFT_JIS),
            ("흑이 이긴다", EUC_KR),
            ("très bien", WINDOWS_1252),
            ("Schön", WINDOWS_1252),
            ("Ο μαύρος κερδίζει με τέσσερα", WINDOWS_1253),
        ] {
            let bytes = encoding.encode(text).0;
            assert_eq!(guess(&bytes), encoding, "{text}");
            assert_eq!(encoding_of(|| [Cow::Borrowed(&b"plain"[..]), bytes.clone()].into_iter()), encoding, "{text}");
        }
        // Vietnamese in windows-1258: tone marks are separate characters, often several in a row in a word.
        let vietnamese = b"\xD0en \xF0\xFD\xF5\xF2c \xF0i tr\xFD\xF5\xECc, Tr\xE3\xECng th\xE3\xECng";
        assert_eq!(guess(vietnamese), WINDOWS_1258);
        assert_eq!(encoding_of(|| [Cow::Borrowed("黑".as_bytes())].into_iter()), UTF_8);
    }
}
