//! Parsing of numbers and quoted text, and foreign text shortened for messages.

/// Reads `7,8`, `7 , 8` or `7 8` as numbers; `None` when a part is not a number.
pub(in crate::protocol) fn parse_numbers(text: &str) -> Option<Vec<i32>> {
    text.split(|c: char| c == ',' || c.is_whitespace())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok())
        .collect()
}

/// The first 40 characters of foreign text, with control characters replaced by blanks.
pub(in crate::protocol) fn shorten(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let cut: String = text.chars().take(MAX_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > MAX_CHARS { format!("{cut}…") } else { cut }
}

/// Puts a text in quotation marks; quotation marks and backslashes in it are escaped by a backslash.
pub(in crate::protocol) fn quote(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{text}\"")
}

/// Inverse of [`quote`]; a text without quotation marks is returned as it is.
pub(in crate::protocol) fn unquote(text: &str) -> String {
    let text = text.trim();
    let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else { return text.to_owned() };
    let mut chars = inner.chars();
    let mut plain = String::new();
    while let Some(c) = chars.next() {
        plain.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    plain
}

/// Splits a text that begins with a quotation mark after the closing mark; `None` if it has none.
pub(in crate::protocol) fn split_quoted(text: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    let (mark, _) = text.char_indices().skip(1).find(|&(_, c)| {
        let closes = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        closes
    })?;
    Some(text.split_at(mark + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_survives_its_quotation_marks() {
        for text in ["", "plain", "he said \"hi\"", "back\\slash", "\"", "ends with \\", "two\nlines é"] {
            let quoted = quote(text);
            assert_eq!(unquote(&quoted), text);
            assert_eq!(split_quoted(&format!("{quoted}7,7 \"")), Some((quoted.as_str(), "7,7 \"")));
            assert_eq!(split_quoted(quoted.trim_end_matches('"')), None, "{quoted}");
        }
        assert_eq!(unquote(" without marks "), "without marks");
    }

    #[test]
    fn numbers_may_be_separated_by_commas_and_blanks() {
        for text in ["7,8", "7 8", " 7 , 8 ", "7,,8"] {
            assert_eq!(parse_numbers(text), Some(vec![7, 8]), "{text}");
        }
        assert_eq!(parse_numbers("7,x"), None);
        assert_eq!(parse_numbers(""), Some(vec![]));
    }

    #[test]
    fn quoted_text_is_short_and_has_no_control_characters() {
        assert_eq!(shorten("a\u{7}b"), "a b");
        assert_eq!(shorten(&"x".repeat(100)).chars().count(), 41);
    }
}
