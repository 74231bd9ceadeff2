//! Texts between lines of three backquotes or tildes, as chats and Markdown fence them, and tables among other lines.

use super::source::Source;

/// The marks of a fence.
const MARKS: [&str; 2] = ["```", "~~~"];

/// Most fenced texts that are tried one by one.
const MOST: usize = 20;

/// The fenced parts of a text: all of them together, its rows between bars, then each fenced part alone. The other lines are empty, so that the numbers of
/// lines stay right.
pub fn fenced(source: &Source) -> Vec<String> {
    let Some(text) = source.whole_text() else { return Vec::new() };
    let in_table = |line: &str| line.trim_start().starts_with('|');
    let table: String = text.lines().flat_map(|line| [if in_table(line) { line } else { "" }, "\n"]).collect();
    if MARKS.iter().all(|mark| !text.contains(mark)) {
        return vec![table];
    }
    let mut open = None;
    let mut count = 0;
    let mut lines: Vec<(usize, &str)> = Vec::new();
    for line in text.lines() {
        let mark = MARKS.into_iter().find(|mark| line.trim_start().starts_with(mark));
        match (open, mark) {
            (None, Some(mark)) => (open, count) = (Some(mark), count + 1),
            (Some(own), Some(mark)) if own == mark => open = None,
            (Some(_), _) => {
                lines.push((count, line));
                continue;
            }
            (None, None) => {}
        }
        lines.push((0, ""));
    }
    let part = |is_kept: &dyn Fn(usize) -> bool| -> String {
        lines.iter().flat_map(|&(number, line)| [if is_kept(number) { line } else { "" }, "\n"]).collect()
    };
    let mut parts = vec![part(&|_| true), table];
    if count > 1 {
        parts.extend((1..=count.min(MOST)).map(|wanted| part(&|number| number == wanted)));
    }
    parts
}
