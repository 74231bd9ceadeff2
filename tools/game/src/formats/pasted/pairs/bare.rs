//! Pairs without brackets: `x=7 y=7`, `row 7, column 8`, and `7-7 8-6` or `7_7 8_6`.

use super::super::stones::color_of;
use super::super::words::number_alone;
use super::csv::{XS, YS};
use super::table::MOST;

/// The text with such pairs in brackets; `None` if a line has none.
pub fn in_brackets(text: &str) -> Option<String> {
    let lines = || text.lines().map(str::trim);
    let is_silent = |line: &str| line.is_empty() || line.starts_with('#');
    let each = |pairs_of: fn(&str) -> Option<String>| -> Option<String> {
        let line = |line| if is_silent(line) { Some(String::new()) } else { pairs_of(line) };
        Some(lines().map(line).collect::<Option<Vec<_>>>()?.join("\n"))
    };
    each(named).or_else(|| each(hyphened).filter(|text| is_list(text)))
}

/// A line with the names of column and row before the numbers, in either order.
fn named(line: &str) -> Option<String> {
    let is_sign = |c: char| !c.is_alphanumeric() && c != '_' && c != '-';
    let mut words = line.split(is_sign).filter(|word| !word.is_empty());
    let mut text = String::new();
    let mut pair: [Option<u16>; 2] = [None; 2];
    while let Some(word) = words.next() {
        let name = word.to_ascii_lowercase();
        let Some(axis) = [&XS[..], &YS].iter().position(|names| names.contains(&name.as_str())) else {
            if pair != [None; 2] {
                return None;
            }
            text += &format!("{word} ");
            continue;
        };
        if pair[axis].replace(words.next()?.parse().ok()?).is_some() {
            return None;
        }
        if let [Some(x), Some(y)] = pair {
            (text, pair) = (text + &format!("({x},{y}) "), [None; 2]);
        }
    }
    (pair == [None; 2] && text.contains('(')).then_some(text)
}

/// A line of pairs with a hyphen or an underscore, with numbers of moves and colors beside them.
fn hyphened(line: &str) -> Option<String> {
    let pair = |word: &str| {
        let (x, y) = word.split_once(['-', '–', '_'])?;
        // A date may have a 0 before a digit.
        let is_short = |part: &str| part.len() == 1 || part.len() == 2 && !part.starts_with('0');
        let number = |part: &str| part.parse().ok().filter(|number| is_short(part) && (0..=MOST).contains(number));
        Some(format!("({},{})", number(x)?, number(y)?))
    };
    let is_label = |word: &str| {
        number_alone(word).is_some() || color_of(word.trim_end_matches(':')).is_some_and(|_| word.len() > 2)
    };
    let words = line.split(|c: char| c.is_whitespace() || c == ',' || c == ';').filter(|word| !word.is_empty());
    let words = words.map(|word| pair(word).or_else(|| is_label(word).then(|| word.to_owned())));
    words.collect::<Option<Vec<_>>>().map(|words| words.join(" ")).filter(|text| text.contains('('))
}

/// Whether the pairs are no results, such as `1-0`.
fn is_list(text: &str) -> bool {
    text.matches('(').count() > 1 && !text.contains("(1,0)") && !text.contains("(0,1)")
}
