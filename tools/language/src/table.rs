//! Tables of texts, and columns of them.

use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

/// Texts by their names.
pub type Table = BTreeMap<String, String>;

/// The table in a file; an empty one where the file is none, which a test would see.
pub fn read(text: &str) -> Table {
    serde_json::from_str(text).unwrap_or_default()
}

/// A text with blanks behind it to a width in columns, of which Chinese, Japanese and Korean characters take two.
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(text.width())))
}

/// The same with the blanks before it.
pub fn aligned(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(text.width())))
}
