//! Tables in Markdown: a row of cells between vertical bars, a row of hyphens, and more rows of cells.

use std::borrow::Cow;

/// Whether a line stands between the head of a table and its rows, as `|---|:-:|` and `|-|-|`.
fn is_separator(line: &str) -> bool {
    let inner = line.trim();
    let inner = inner.strip_prefix('|').unwrap_or(inner);
    let cell = |cell: &str| {
        let cell = cell.trim();
        let cell = cell.strip_prefix(':').unwrap_or(cell);
        let cell = cell.strip_suffix(':').unwrap_or(cell);
        !cell.is_empty() && cell.bytes().all(|byte| byte == b'-')
    };
    line.contains('|') && inner.strip_suffix('|').unwrap_or(inner).split('|').all(cell)
}

/// The text with an empty line for the second line of a table. On a board whose empty cells are hyphens, `|-|-|` is a row.
pub fn without_separator(text: &str) -> Cow<'_, str> {
    let lines = || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((at, separator)) = lines().nth(1).filter(|(_, line)| is_separator(line)) else { return text.into() };
    let is_plain = !separator.contains("--") && !separator.contains(':');
    if is_plain && lines().any(|(index, line)| index != at && line.split('|').any(|cell| cell.trim() == "-")) {
        return text.into();
    }
    text.lines()
        .enumerate()
        .map(|(index, line)| if index == at { "\n".to_owned() } else { format!("{line}\n") })
        .collect()
}

/// The cells of a table with commas between them; the text itself if it is no table.
pub fn with_commas(text: &str) -> Cow<'_, str> {
    let Cow::Owned(rows) = without_separator(text) else { return text.into() };
    let row = |line: &str| {
        let inner = line.trim();
        let inner = inner.strip_prefix('|').unwrap_or(inner);
        inner.strip_suffix('|').unwrap_or(inner).replace('|', ",") + "\n"
    };
    rows.lines().map(row).collect()
}
