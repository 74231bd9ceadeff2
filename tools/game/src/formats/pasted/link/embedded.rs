//! Values of a link that are texts of other formats: pairs of numbers, `?moves=7,7;8,8`, and SGF.

use crate::formats::{Format, PAIRS, SGF, Source, coordinates};

/// The format of a value and its text; `None` if it is of neither format.
pub fn text_in(value: &str) -> Option<(&'static Format, String)> {
    let value = value.trim();
    if value.starts_with("(;") {
        return Some((&SGF, value.to_owned()));
    }
    let text = if value.starts_with(['[', '{', '(']) { value.to_owned() } else { bracketed(value)? };
    (PAIRS.recognize)(&Source::text(&text)).then_some((&PAIRS, text))
}

/// Pairs such as `7,7;8,8` or `7,7_8,8` in brackets.
fn bracketed(value: &str) -> Option<String> {
    let pairs = coordinates(&value.replace(['_', '|', '+', '/'], ";"))?;
    Some(pairs.iter().map(|(x, y)| format!("({x},{y})")).collect::<Vec<_>>().join(", "))
}

/// The place of an address without `https://`, such as `x.org/?moves=h8i9`, in a text.
pub fn address_in(text: &str) -> Option<usize> {
    let is_address = |word: &str| {
        let (host, rest) = word.split_at(word.find(['/', '?', '#']).unwrap_or(word.len()));
        let labels: Vec<&str> = host.split('.').collect();
        let is_label =
            |label: &&str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let is_last = |label: &&str| label.len() > 1 && label.bytes().all(|byte| byte.is_ascii_alphabetic());
        let has_field = rest.contains(['?', '#']) && rest.contains('=');
        has_field && labels.len() > 1 && labels.iter().all(is_label) && labels.last().is_some_and(is_last)
    };
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let inner = word.trim_end().trim_start_matches(['(', '<']);
        if is_address(inner) {
            return Some(at + word.trim_end().len() - inner.len());
        }
        at += word.len();
    }
    None
}
