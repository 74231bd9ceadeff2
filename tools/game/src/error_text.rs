//! Numbers and system errors in a form for people.

/// A number with its noun: `1 game`, `2 games`.
pub fn count(number: u64, name: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {name}{plural}")
}

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

#[cfg(test)]
mod tests {
    use super::*;

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
