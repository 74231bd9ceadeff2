//! Short quotes of a file in errors and warnings.

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
}
