//! Decoding of SGF files.

use super::SgfReader;
use crate::encoding::{Decoded, decode};
use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS};

/// Encodings in which the last byte of a letter may be that of `]` or `\\`.
const TWO_BYTE_ENCODINGS: [&Encoding; 4] = [GBK, BIG5, SHIFT_JIS, EUC_KR];
/// Bytes in which `CA` is searched.
const HEAD: usize = 1 << 16;

/// The value of the first `CA`, which names the text's encoding.
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

/// Decodes a text in the encoding `given` by the caller, in its declared one, or in a guessed one. If the brackets do
/// not match in a guessed encoding, encodings in which a letter may end in the byte of a bracket are tried.
pub fn decode_sgf(bytes: &[u8], given: Option<&'static Encoding>) -> Decoded {
    let decoded = decode(bytes, given, declared_encoding(bytes));
    let is_whole = |decoded: &Decoded| SgfReader::new(&decoded.text).all(|part| part.is_ok());
    if !decoded.guessed || is_whole(&decoded) {
        return decoded;
    }
    let mut others = TWO_BYTE_ENCODINGS.iter().map(|encoding| Decoded::of(bytes, encoding, true));
    others.find(|other| !other.damaged && is_whole(other)).unwrap_or(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::SgfOverview;

    #[test]
    fn characters_that_end_in_a_bracket_are_skipped_whole() {
        // In GBK, 0x8c 0x5d is one character; in windows-1251 the letter 0xe0 comes before the bracket.
        for (bytes, moves) in [
            (&b"(;CA[gbk]C[\x8c\x5d];B[hh])"[..], 1),
            (b"(;C[\x8c\x5d];B[hh];W[ii])", 2),
            (b"(;C[\xe0];B[hh];W[ii])", 2),
            (b"(;CA[windows-1251]C[\xe0];B[hh])", 1),
        ] {
            let text = decode_sgf(bytes, None).text;
            let SgfOverview { main_line, fault, .. } = SgfReader::new(&text).overview().unwrap();
            let count = main_line.iter().filter(|property| ["B", "W"].contains(&property.name.as_str())).count();
            assert_eq!((count, fault), (moves, None), "{bytes:?}");
        }
        for (mark, unit) in [(b"\xFF\xFE", u16::to_le_bytes as fn(u16) -> [u8; 2]), (b"\xFE\xFF", u16::to_be_bytes)] {
            let bytes: Vec<u8> = mark.iter().copied().chain("(;C[黑];B[hh])".encode_utf16().flat_map(unit)).collect();
            assert_eq!(decode_sgf(&bytes, None).text, "(;C[黑];B[hh])");
        }
        assert_eq!(declared_encoding(b"(;GM[1]CA[ Big5 ]"), Some("Big5"));
        assert_eq!(declared_encoding(b"(;PCA[x]"), None);
    }
}
