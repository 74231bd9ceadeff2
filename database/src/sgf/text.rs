//! Bytes to text where only the moves matter.

use super::error::SgfError;
use super::reader::SgfReader;

/// Encodings in which a character may end in the byte of `]` or `\\`.
const TWO_BYTE_ENCODINGS: [&str; 12] = [
    "gb2312",
    "gb18030",
    "gbk",
    "cp936",
    "big5",
    "cp950",
    "shift_jis",
    "shift-jis",
    "sjis",
    "cp932",
    "euc-kr",
    "cp949",
];
/// Bytes in which `CA` is looked for.
const HEAD: usize = 1 << 16;

/// How files of other programs begin that are no text around a game, and what they are.
const BINARY_FILES: [(&[u8], &str); 3] = [
    (b"\xFFRenLib\xFF", "a RenLib library"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"Piskvorky", "a game of Piskvork (PSQ)"),
];
/// Starts of other programs' text files, and what they are.
const OTHER_FILES: [(&[u8], &str); 3] =
    [(b"<", "XML, such as RenjuNet's RIF"), (b"[", "a game with tags, such as PlayOK's"), (b"http", "a link")];
/// Byte order marks of UTF-16.
const LOW_FIRST: &[u8] = b"\xFF\xFE";
const HIGH_FIRST: &[u8] = b"\xFE\xFF";

/// Finds out whether the bytes hold the beginning of a game, or nothing at all.
///
/// # Errors
/// When this is another kind of file.
pub fn ensure_sgf(bytes: &[u8]) -> Result<(), SgfError> {
    if bytes.starts_with(LOW_FIRST) || bytes.starts_with(HIGH_FIRST) {
        return ensure_sgf(bytes_to_text(&bytes[..bytes.len().min(HEAD)]).as_bytes());
    }
    let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    if let Some((_, name)) = BINARY_FILES.iter().find(|(begin, _)| start.starts_with(begin)) {
        return Err(SgfError::NotSgf(name));
    }
    let head = &start[..start.len().min(HEAD)];
    // Some files begin with a letter around the game.
    if start.first().is_none_or(|&first| first == b'(') || head.windows(2).any(|pair| pair == b"(;") {
        return Ok(());
    }
    let known = OTHER_FILES.iter().find(|(begin, _)| start.starts_with(begin));
    Err(SgfError::NotSgf(known.map_or("another kind of file", |(_, name)| name)))
}

/// The value of the first `CA`: the name of the text's encoding.
pub fn declared_encoding(bytes: &[u8]) -> Option<&str> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let is_start = |&at: &usize| {
        head[at..].get(..3).is_some_and(|name| name.eq_ignore_ascii_case(b"CA["))
            && !(at > 0 && head[at - 1].is_ascii_alphabetic())
    };
    let from = (0..head.len()).find(is_start)? + 3;
    let length = head[from..].iter().position(|&byte| byte == b']')?;
    std::str::from_utf8(&head[from..from + length]).ok().map(str::trim)
}

/// The text with a replacement character for every one that is not ASCII, unless the bytes are UTF-8. Whether two bytes
/// make a character is named by `CA`, or by what gives a whole game. UTF-16 is known by its mark.
pub fn bytes_to_text(bytes: &[u8]) -> String {
    let is_low_first = bytes.starts_with(LOW_FIRST);
    if is_low_first || bytes.starts_with(HIGH_FIRST) {
        let unit = |&pair: &[u8; 2]| if is_low_first { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) };
        let units: Vec<u16> = bytes[LOW_FIRST.len()..].as_chunks().0.iter().map(unit).collect();
        return String::from_utf16_lossy(&units);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let declared = declared_encoding(bytes).map(str::to_ascii_lowercase);
    let two = || without_two_byte_characters(bytes);
    match declared {
        Some(name) if TWO_BYTE_ENCODINGS.contains(&name.as_str()) => two(),
        Some(_) => String::from_utf8_lossy(bytes).into_owned(),
        None => {
            let single = String::from_utf8_lossy(bytes).into_owned();
            let is_whole = SgfReader::new(&single).all(|part| part.is_ok());
            if is_whole { single } else { two() }
        }
    }
}

fn without_two_byte_characters(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes.iter();
    while let Some(&byte) = rest.next() {
        if byte < 0x80 {
            text.push(char::from(byte));
        } else {
            rest.next();
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::reader::{MainLine, main_line};

    #[test]
    fn characters_that_end_in_a_bracket_are_skipped_whole() {
        // In GBK, 0x8c 0x5d is one character; in windows-1251 the letter 0xe0 stands before the bracket.
        for (bytes, moves) in [
            (&b"(;CA[gbk]C[\x8c\x5d];B[hh])"[..], 1),
            (b"(;C[\x8c\x5d];B[hh];W[ii])", 2),
            (b"(;C[\xe0];B[hh];W[ii])", 2),
            (b"(;CA[windows-1251]C[\xe0];B[hh])", 1),
        ] {
            let MainLine { properties, fault, .. } = main_line(&bytes_to_text(bytes), 1).unwrap();
            let count = properties.iter().filter(|property| ["B", "W"].contains(&property.name.as_str())).count();
            assert_eq!((count, fault), (moves, None), "{bytes:?}");
        }
        for mark in [LOW_FIRST, HIGH_FIRST] {
            let unit = |unit: u16| if mark == LOW_FIRST { unit.to_le_bytes() } else { unit.to_be_bytes() };
            let bytes: Vec<u8> = mark.iter().copied().chain("(;C[黑];B[hh])".encode_utf16().flat_map(unit)).collect();
            assert_eq!((ensure_sgf(&bytes), bytes_to_text(&bytes).as_str()), (Ok(()), "(;C[黑];B[hh])"));
            assert!(ensure_sgf(&bytes[..4]).is_ok() && ensure_sgf(mark).is_ok());
        }
        let library = b"\xFFRenLib\xFF\x03\x00 a comment (;B[hh])";
        assert_eq!(ensure_sgf(library), Err(SgfError::NotSgf("a RenLib library")));
        assert_eq!(declared_encoding(b"(;GM[1]CA[ Big5 ]"), Some("Big5"));
        assert_eq!(declared_encoding(b"(;PCA[x]"), None);
    }
}
