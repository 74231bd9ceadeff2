//! Errors in a form for people: system errors without their numbers, and short quotes of a file.

/// Text that the standard library puts before the number of a system error.
const CODE: &str = " (os error ";

/// A text without numbers of system errors: `Address already in use (os error 98)` is clear without the parentheses.
pub fn without_codes(text: &str) -> String {
    let mut parts = text.split(CODE);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        match rest.strip_prefix(')') {
            Some(rest) if rest.len() + 1 < part.len() => kept += rest,
            _ => kept.extend([CODE, part]),
        }
    }
    kept
}

/// Most characters of a quote that is left whole, and the length of a longer one.
const LONGEST_QUOTE: usize = 60;
const SHORT_QUOTE: usize = 40;
/// Most characters of a text.
const LONGEST_TEXT: usize = 2000;

/// A sentence whose long quotes in `'…'` are cut: a file may have a line of megabytes.
pub fn shortened(text: String) -> String {
    if text.len() <= LONGEST_QUOTE {
        return text;
    }
    let mut short = String::new();
    let mut rest = text.as_str();
    while let Some(open) = rest.find('\'') {
        let (before, quote) = rest.split_at(open + 1);
        short += before;
        rest = quote;
        // An apostrophe in a word opens no quote.
        if before[..open].ends_with(char::is_alphanumeric) {
            continue;
        }
        let mut marks = quote.match_indices('\'').map(|(at, _)| at);
        let close = marks.find(|at| !quote[at + 1..].starts_with(char::is_alphanumeric)).unwrap_or(quote.len());
        match quote[..close].char_indices().nth(LONGEST_QUOTE) {
            Some(_) => {
                short.extend(quote.chars().take(SHORT_QUOTE));
                short.push('…');
            }
            None => short += &quote[..close],
        }
        short.extend(quote[close..].chars().take(1));
        rest = quote.get(close + 1..).unwrap_or_default();
    }
    short += rest;
    if let Some((end, _)) = short.char_indices().nth(LONGEST_TEXT) {
        short.truncate(end);
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_quote_is_cut_and_what_is_said_of_it_is_kept() {
        let long = "X".repeat(10_000_000);
        let cut = format!("'{}…'", "X".repeat(SHORT_QUOTE));
        assert_eq!(
            shortened(format!("line 2: '{long}' is no move: left out")),
            format!("line 2: {cut} is no move: left out")
        );
        assert_eq!(shortened(format!("not Black's '{long}', but '{long}'")), format!("not Black's {cut}, but {cut}"));
        assert!(shortened(format!("'{long}")).len() < 100 && shortened(long).len() < 2100);
        for kept in [
            "",
            "''",
            "Black's stones are the '*', which is said of every board where 'O' has no other sign beside it",
            "é'",
        ] {
            assert_eq!(shortened(kept.to_owned()), kept);
        }
    }

    #[test]
    fn the_number_of_an_error_of_the_system_is_left_out() {
        let refused = std::io::Error::from_raw_os_error(2).to_string();
        assert!(refused.contains("(os error 2)"), "{refused}");
        assert!(!without_codes(&format!("a: {refused}: b")).contains("os error"));
        assert_eq!(without_codes("in use (os error 98): port 1 (os error -5)"), "in use: port 1");
        for kept in ["", "plain", "(os error 98", "x (os error ) y", "x (os error a)"] {
            assert_eq!(without_codes(kept), kept);
        }
    }
}
