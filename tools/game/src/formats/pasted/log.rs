//! Lines of a log: their content behind arrows and times, and the engine that each belongs to.

/// A line without the arrows and the time in brackets that logs prepend.
pub fn content(line: &str) -> &str {
    let line = ["->", "<-", ">>", "<<"].iter().fold(line, |line, arrow| line.rsplit(arrow).next().unwrap_or(line));
    line.trim_matches(|c: char| c.is_whitespace() || c == '<' || c == '>')
}

/// The name before a line's arrow in a manager's log of two engines, `Wine -> START 15`.
fn engine_of(line: &str) -> Option<&str> {
    let at = ["->", "<-"].iter().filter_map(|arrow| line.find(arrow)).min()?;
    Some(line[..at].trim())
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
