//! Words of typed moves: points joined or apart, passes, numbers and labels.

/// Text of a written pass.
pub const PASS: &str = "--";

/// The words between blanks, commas, semicolons and underscores, and points between hyphens; two hyphens are a pass.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '_'));
    parts
        .flat_map(|part| {
            // A hyphen before a number is the sign of an offset; two before a point are a pass.
            let points = without_number(part).trim_start_matches(PASS);
            let has_points = points.starts_with(|c: char| c.is_ascii_alphabetic());
            // A point may end a sentence or have a sign such as `!?` behind it.
            if has_points { words_between_hyphens(part.trim_end_matches(['.', '!', '?'])) } else { vec![part] }
        })
        .filter(|word| !word.is_empty())
}

fn words_between_hyphens(part: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = part;
    while !rest.is_empty() {
        let (word, behind) = rest.split_at(rest.find('-').unwrap_or(rest.len()));
        words.push(word);
        let next = behind.trim_start_matches('-');
        words.extend(std::iter::repeat_n(PASS, (behind.len() - next.len()) / PASS.len()));
        rest = next;
    }
    words
}

/// A word without the move number before its points, as in `1.h8`.
pub fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() { rest.strip_prefix('.').unwrap_or(word) } else { word }
}

/// Words that may precede a line of moves, followed by a colon or an equals sign.
const LABELS: [&str; 8] = ["moves", "game", "record", "kifu", "line", "pv", "棋谱", "기보"];

/// Whether a word belongs to moves: points such as `h8i9`, a pass, or either after a move number.
pub fn is_moves(word: &str) -> bool {
    let points = without_number(word);
    is_pass(points) || tokens(points).is_some()
}

pub fn is_pass(word: &str) -> bool {
    [PASS, "p0", "pass"].iter().any(|pass| word.eq_ignore_ascii_case(pass))
}

/// The points of a word, in order; `None` if it is anything else.
pub fn tokens(word: &str) -> Option<Vec<&str>> {
    let (mut tokens, mut points) = (Vec::new(), word);
    while !points.is_empty() {
        let row = points.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let rest = row.trim_start_matches(|c: char| c.is_ascii_digit());
        if !(1..=2).contains(&(points.len() - row.len())) || rest.len() == row.len() {
            return None;
        }
        tokens.push(&points[..points.len() - rest.len()]);
        points = rest;
    }
    Some(tokens)
}

pub fn is_command(word: &str, names: &[&str]) -> bool {
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}

/// A line without the label before its moves.
pub fn without_label(line: &str) -> &str {
    let label = line.split_once([':', '=']).filter(|(label, _)| is_command(label.trim(), &LABELS));
    label.map_or(line, |(_, rest)| rest)
}

/// The number of a move that stands alone, as `1`, `1.` or `1:`.
pub fn number_alone(word: &str) -> Option<u16> {
    word.trim_end_matches(['.', ':', '、']).parse().ok()
}
