//! Boards printed by programs, converted to the signs of diagrams.

/// Converts the signs of printed boards to those of diagrams.
pub fn plain(text: &str) -> String {
    let sign = |c: char| match c {
        '●' | '⚫' => 'X',
        '○' | '⚪' | '◯' | '〇' => 'O',
        // Lines between the points, and the variation selector of an emoji.
        '─' | '━' | '═' | '│' | '┃' | '║' | '\u{FE0F}' => ' ',
        '\u{2500}'..='\u{257F}' | '·' | '・' | '．' | '＋' | '十' | '➕' | '🟨' | '🟫' | '🟧' | '🟩' => {
            '.'
        }
        other => other,
    };
    let text: String = without_stars(&without_source(text)).chars().map(sign).collect();
    // Boards of the 1980s have `@` for Black.
    let text = if text.contains(['X', 'x']) { text } else { text.replace('@', "X") };
    let text: String = text.lines().map(|line| without_strokes(line) + "\n").collect();
    let lines = || text.lines().filter(|line| !is_remark(line) && !is_letters(line));
    let others = || lines().flat_map(str::chars).filter(|c| !c.is_whitespace() && !c.is_ascii_digit());
    if others().all(|c| "BbWw.+-_".contains(c)) && others().any(|c| ".+-_".contains(c)) {
        // Lines of column letters are not changed.
        let line = |line: &str| {
            if is_letters(line) { line.to_owned() } else { line.replace(['B', 'b'], "X").replace(['W', 'w'], "O") }
        };
        return text.lines().map(|text| line(text) + "\n").collect();
    }
    text
}

/// Replaces star points, `*` and `,` not next to a stone, by points.
fn without_stars(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let at = |index: Option<usize>| index.and_then(|index| chars.get(index)).copied().unwrap_or('\n');
    let cell = |(index, &c): (usize, &char)| {
        let beside = [at(index.checked_sub(1)), at(Some(index + 1))];
        let is_star = match c {
            '*' => beside.iter().all(|c| c.is_whitespace() || ".+-_".contains(*c)),
            ',' => beside.iter().all(|c| c.is_whitespace()),
            _ => false,
        };
        if is_star { '.' } else { c }
    };
    chars.iter().enumerate().map(cell).collect()
}

/// The rows of a board in a program's source, `/* 7 */ " _ _ X _\n" /* 7 */`, without comments and quotes.
fn without_source(text: &str) -> String {
    if !text.contains("/*") {
        return text.to_owned();
    }
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = behind.split_once("*/").map_or("", |(_, behind)| behind);
    }
    plain.push_str(rest);
    plain.replace("\\n", "").replace('"', "")
}

/// A row of cells between vertical bars, `|X| |O|`, with points for empty cells.
fn without_strokes(line: &str) -> String {
    let inner = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|'));
    let cells: Vec<&str> = inner.unwrap_or_default().split('|').map(str::trim).collect();
    if cells.len() < 5 || cells.iter().any(|cell| cell.chars().count() > 1) {
        return line.to_owned();
    }
    cells.iter().map(|cell| if cell.is_empty() { ". ".to_owned() } else { format!("{cell} ") }).collect()
}

/// Whether a line is no row: a comment after `#`, unlike a row that begins with a blocked cell, or a line that
/// AlphaZero_Gomoku and its copies print with their boards.
pub fn is_remark(line: &str) -> bool {
    let is_comment = line.starts_with('#') && !line.chars().all(|c| c.is_whitespace() || "#.xXoO+-_/".contains(c));
    is_comment
        || is_player(line)
        || ["Your move:", "Game end.", "invalid move"].iter().any(|begin| line.starts_with(begin))
}

/// Whether a line such as `Player 1 with X` begins a board.
pub fn is_player(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    matches!(words[..], ["Player", number, "with", "X" | "O"] if number.parse::<u32>().is_ok())
}

/// Whether a line holds the column letters, `a b c`.
pub fn is_letters(line: &str) -> bool {
    let letters: String = line.chars().filter(|c| !c.is_whitespace()).take(3).collect();
    letters.eq_ignore_ascii_case("abc")
}
