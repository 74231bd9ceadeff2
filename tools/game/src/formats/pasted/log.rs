//! Lines of a log: their content behind arrows, labels and times, and the engine that each belongs to.

/// Arrows before the content of a line.
const ARROWS: [&str; 10] = ["-->", "<--", "->", "<-", ">>", "<<", "=>", "<=", "→", "←"];
/// Words that say who has written a line, before a colon or in brackets.
const LABELS: [&str; 16] = [
    "in", "out", "send", "sent", "recv", "received", "receive", "stdin", "stdout", "input", "output", "manager", "gui",
    "engine", "brain", "ai",
];

/// A line without the arrows, labels and times that logs prepend: `[12:00:01] [in] -> START 15`.
pub fn content(line: &str) -> &str {
    let is_edge = |c: char| c.is_whitespace() || c == '<' || c == '>';
    let mut line = line;
    while let Some(rest) = behind_arrow(line) {
        line = rest;
    }
    line = line.trim_matches(is_edge);
    while let Some(rest) = behind_prefix(line) {
        line = rest.trim_matches(is_edge);
    }
    line
}

/// Words that begin a text for people, in which an arrow may stand.
const SPEECH: [&str; 3] = ["MESSAGE", "DEBUG", "ERROR"];

/// The text behind the first arrow, unless a word of [`SPEECH`] stands before it.
fn behind_arrow(line: &str) -> Option<&str> {
    let arrow_at = |at: usize| ARROWS.iter().find(|arrow| line[at..].starts_with(**arrow));
    let (at, arrow) = line.char_indices().find_map(|(at, _)| Some((at, arrow_at(at)?)))?;
    let is_speech = |word: &str| SPEECH.iter().any(|speech| word.eq_ignore_ascii_case(speech));
    (!line[..at].split_whitespace().any(is_speech)).then(|| &line[at + arrow.len()..])
}

/// The text behind a label or a time; `None` if the line begins with neither.
fn behind_prefix(line: &str) -> Option<&str> {
    let is_label = |word: &str| LABELS.iter().any(|label| word.eq_ignore_ascii_case(label));
    if let Some((inside, rest)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
        let inside = inside.trim();
        return (is_label(inside) || inside.split_whitespace().all(is_time)).then(|| rest.trim_start_matches(':'));
    }
    let (word, rest) = line.split_once(char::is_whitespace)?;
    (word.strip_suffix(':').is_some_and(is_label) || is_time(word)).then_some(rest)
}

/// Whether a word is a date or a time, such as `2026-01-31`, `12:00:01.250` or `2026-01-31T12:00:01Z`.
fn is_time(word: &str) -> bool {
    let word = word.trim_end_matches(':');
    let parts: Vec<&str> = word.split(|c: char| !c.is_ascii_digit()).collect();
    let is_sign = |c: char| c.is_ascii_digit() || "-/:.,TZ+".contains(c);
    word.chars().all(is_sign)
        && word.starts_with(|c: char| c.is_ascii_digit())
        && (parts.len() > 2 && word.matches(['-', '/']).count() == 2 || word.matches(':').count() > 1)
}

/// The name before a line's arrow in a manager's log of two engines, `Wine -> START 15`.
fn engine_of(line: &str) -> Option<&str> {
    let at = ["->", "<-"].iter().filter_map(|arrow| line.find(arrow)).min()?;
    behind_arrow(line).map(|_| line[..at].trim())
}

/// The content of each line, and whether it belongs to another engine than the first, if a log starts several. The first
/// engine receives every move of a game but possibly the last. `names` holds the first engine's name and the other's.
pub struct LogLines<'a> {
    pub lines: Vec<(&'a str, bool)>,
    pub names: Option<[&'a str; 2]>,
}

impl<'a> LogLines<'a> {
    pub fn of(text: &'a str) -> Self {
        let is_start = |line: &&str| ["START", "RECTSTART"].contains(&command_of(content(line)).0.as_str());
        let mut started = text.lines().filter(is_start).filter_map(engine_of);
        let names = started.next().and_then(|first| Some([first, started.find(|other| *other != first)?]));
        let line = |line: &'a str| match (names, engine_of(line)) {
            // Lines that c-gomoku-cli itself writes into its log.
            _ if line.starts_with("deadline: ") => ("", false),
            (Some([first, _]), Some(engine)) => (content(line), engine != first),
            _ => (content(line), false),
        };
        Self { lines: text.lines().map(line).collect(), names }
    }
}

/// The first word of a line in capital letters, and the rest.
pub fn command_of(line: &str) -> (String, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_ascii_uppercase(), rest.trim())
}
