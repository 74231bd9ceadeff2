//! Boards printed by programs, converted to the signs of diagrams.

use super::super::pasted::stones::letter_of;
use super::super::reading::markdown::without_separator;
use tengen::base::Color;

/// Begin of the line below a board that tells its blocked cells from forbidden points and from stones.
pub const BLOCKED_LINE: &str = "blocked:";

/// Converts the signs of printed boards to those of diagrams.
pub fn plain(text: &str) -> String {
    let has_stones = text.contains(|c: char| "●⚫○⚪◯〇".contains(c) || letter_of(c).is_some());
    let sign = |c: char| match c {
        _ if letter_of(c).is_some() => letter_of(c).unwrap_or(c),
        // Squares beside round stones or crosses.
        '□' | '▢' | '◻' | '◽' | '▫' | '⬜' if has_stones => '.',
        '●' | '⚫' => 'X',
        '○' | '⚪' | '◯' | '〇' => 'O',
        // Lines between the points, and the variation selector of an emoji.
        '─' | '━' | '═' | '│' | '┃' | '║' | '\u{FE0F}' => ' ',
        '\u{2500}'..='\u{257F}' | '·' | '・' | '．' | '＋' | '十' | '➕' | '🟨' | '🟫' | '🟧' | '🟩' => {
            '.'
        }
        other => other,
    };
    let text = without_frame(&without_source(&without_separator(text)));
    let text = if are_stars_black(&text) { text.replace('*', "X") } else { without_stars(&text) };
    let text: String = text.chars().map(sign).collect();
    // Boards of the 1980s have `@` for Black.
    let text = if text.contains(['X', 'x']) { text } else { text.replace('@', "X") };
    let text: String = text.lines().map(|line| without_strokes(line) + "\n").collect();
    let lines = || text.lines().filter(|line| !is_remark(line) && !is_letters(line));
    let others = || lines().flat_map(str::chars).filter(|c| !c.is_whitespace() && !c.is_ascii_digit());
    if others().all(|c| "BbWw.+-_".contains(c)) && others().any(|c| ".+-_".contains(c)) {
        // Lines of column letters and remarks are not changed.
        let line = |line: &str| {
            let is_kept = is_letters(line) || is_remark(line);
            if is_kept { line.to_owned() } else { line.replace(['B', 'b'], "X").replace(['W', 'w'], "O") }
        };
        return text.lines().map(|text| line(text) + "\n").collect();
    }
    text
}

/// Whether `*` is Black's stone, as in BSD's gomoku: beside `O` there is no other sign for Black, and the numbers of both
/// are those of a game.
pub fn are_stars_black(text: &str) -> bool {
    let rows = || text.lines().filter(|line| !is_remark(line) && !is_letters(line));
    let count = |signs: &str| rows().flat_map(str::chars).filter(|&c| signs.contains(c)).count();
    let others =
        rows().flat_map(str::chars).any(|c| !c.is_whitespace() && !c.is_ascii_digit() && !"*O.+-?".contains(c));
    let white = count("O");
    white > 0 && !others && [white, white + 1].contains(&count("*"))
}

/// The rows of a board within a frame, ` 5 | . X O). . |`, without the frame.
fn without_frame(text: &str) -> String {
    let inner = |line: &str| {
        let row = line.trim_matches(|c: char| c.is_whitespace() || c.is_ascii_digit());
        let row = row.strip_prefix('|')?.strip_suffix('|')?;
        (!row.contains('|') && row.chars().filter(|c| !c.is_whitespace()).count() >= 5).then_some(())
    };
    if !text.lines().any(|line| inner(line).is_some()) {
        return text.to_owned();
    }
    let is_edge = |line: &str| line.contains("---") && line.chars().all(|c| c.is_whitespace() || "+-".contains(c));
    let row = |line: &str| if inner(line).is_some() { line.replace('|', " ") } else { line.to_owned() };
    text.lines().map(|line| if is_edge(line) { "\n".to_owned() } else { row(line) + "\n" }).collect()
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

/// Whether a line is no row: a comment after `#`, unlike a row that begins with a blocked cell, the first letters of
/// columns such as `aa`, or a line that AlphaZero_Gomoku, gym-gomoku and their copies print with their boards.
pub fn is_remark(line: &str) -> bool {
    let is_comment = line.starts_with('#') && !line.chars().all(|c| c.is_whitespace() || "#.xXoO+-_/".contains(c));
    let mut letters = line.chars().filter(|&c| c != ' ');
    let are_first_letters = letters.next() == Some('a')
        && matches!(letters.next(), None | Some('a'))
        && letters.all(|c| matches!(c, 'a'..='d'));
    is_comment
        || are_first_letters
        || is_player(line)
        || side_of(line).is_some()
        || line.trim_start().starts_with(BLOCKED_LINE)
        || line.strip_prefix("Move: ").is_some_and(|number| number.trim().parse::<u32>().is_ok())
        || ["Your move:", "Game end.", "invalid move"].iter().any(|begin| line.starts_with(begin))
}

/// The side to move in a line `White to move`, or `To play: white`, as gym-gomoku prints it.
pub fn side_of(line: &str) -> Option<Color> {
    let line = line.trim();
    line.strip_prefix("To play: ").or_else(|| line.strip_suffix(" to move"))?.trim().to_ascii_lowercase().parse().ok()
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
