//! Tables of texts, and columns of them.

use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

/// Texts by their names.
pub type Table = BTreeMap<String, String>;

/// Texts shared with the board's page, besides levels and rules' short names.
const SHARED: [&str; 10] = [
    "black",
    "engineMoved",
    "explorer.score",
    "kept.moves",
    "knownScore",
    "lostWin",
    "missedWins",
    "none",
    "turningPoints",
    "white",
];

/// The table in a file, with the texts shared with the board's page. An invalid file gives no texts, which a test would
/// find.
pub fn read(text: &str, page: &[&str]) -> Table {
    let mut table: Table = serde_json::from_str(text).unwrap_or_default();
    let is_shared = |name: &str| SHARED.contains(&name) || name.starts_with("level.") || name.ends_with(".short");
    table.extend(page.iter().flat_map(|script| of_page(script)).filter(|(name, _)| is_shared(name)));
    table
}

/// The texts of the page, whose file is JSON but for the first words and the last comma.
fn of_page(script: &str) -> Table {
    let body = script.split_once("export default ").map_or("", |(_, body)| body);
    let body = body.trim_end().trim_end_matches([';', '}']).trim_end().trim_end_matches(',');
    serde_json::from_str(&format!("{body}}}")).unwrap_or_default()
}

/// A text with blanks behind it to a width in columns, of which Chinese, Japanese and Korean characters take two.
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(text.width())))
}

/// A text with blanks before it to a width in columns.
pub fn aligned(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(text.width())))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_has_every_shared_text() {
        let english = crate::Language::default().table();
        assert_eq!(super::SHARED.into_iter().find(|&name| !english.contains_key(name)), None);
    }
}
