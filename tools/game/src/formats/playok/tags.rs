//! Tags before the moves, `[White "a"]`.

/// Tags and their SGF names.
pub const TAGS: [(&str, &str); 6] =
    [("Event", "EV"), ("Site", "PC"), ("Date", "DT"), ("Round", "RO"), ("TimeControl", "TM"), ("Opening", "ON")];

/// Name and value of a tag such as `[White "a"]`.
pub fn tag_of(line: &str) -> Option<(&str, &str)> {
    let tag = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = tag.trim_end().strip_suffix('"')?.split_once('"')?;
    // Pente.org has tags such as `[Player 1 Name "a"]`.
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c.is_whitespace());
    (is_name && name.ends_with(char::is_whitespace)).then_some((name.trim(), value.trim()))
}

/// The value of a tag without the backslashes before quotation marks and backslashes.
pub fn unescaped(value: &str) -> String {
    let mut text = String::new();
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next_if(|next| "\"\\".contains(*next)) } else { None };
        text.push(escaped.unwrap_or(c));
    }
    text
}
