//! Numbers in an argument, and quoting of text that comes from outside.

/// Reads `7,8`, `7 , 8` or `7 8` as numbers; `None` when a part is not a number.
pub(super) fn parse_numbers(text: &str) -> Option<Vec<i32>> {
    text.split(|c: char| c == ',' || c.is_whitespace())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok())
        .collect()
}

/// The first 40 characters of a text from outside, control characters replaced by blanks.
pub(super) fn shorten(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let cut: String = text.chars().take(MAX_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > MAX_CHARS { format!("{cut}…") } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;

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
