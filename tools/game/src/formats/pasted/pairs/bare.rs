//! Pairs without brackets: `x=7 y=7`, `row 7, column 8`, and `1. 7-7 2. 8-6` or `moves: 7_7 8_6`.

use super::super::stones::color_of;
use super::super::words::{is_command, number_alone};
use super::csv::{XS, YS};
use super::table::MOST;
use crate::formats::ReadError;
use tengen_database::why;

/// Least number of pairs with a hyphen that need neither numbers of moves nor colors nor a label, and may have a 0.
const MANY: usize = 6;
/// Most columns and rows between a pair with a hyphen and the nearest one before it: scores are farther apart.
const FARTHEST: i32 = 4;
/// Labels before pairs with a hyphen; behind others, such as `game:`, scores may stand.
const LABELS: [&str; 4] = ["moves", "kifu", "棋谱", "기보"];

/// The text with such pairs in brackets; `None` if it holds anything else but numbers of moves and colors.
pub fn in_brackets(text: &str) -> Option<String> {
    let label = text.split_once([':', '=']).filter(|(label, _)| is_command(label.trim(), &LABELS));
    let moves = label.map_or(text, |(_, rest)| rest);
    let lines = moves.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let whole =
        |line_of: fn(&str) -> Option<String>| lines.iter().map(|line| line_of(line)).collect::<Option<Vec<_>>>();
    let are_moves = || are_moves(&lines.join(" "), label.is_some());
    Some(whole(named).or_else(|| whole(hyphened).filter(|_| are_moves()))?.join("\n"))
}

/// The fault of a text with several pairs with a hyphen.
pub fn fault_of(text: &str) -> Option<ReadError> {
    (words(text).filter_map(pair_of).count() > 1).then(|| ReadError::new(why::like_scores()))
}

/// Whether pairs with a hyphen are moves: different points near each other, many or with a label, numbers of moves or colors.
fn are_moves(text: &str, has_label: bool) -> bool {
    let pairs: Vec<[i32; 2]> = words(text).filter_map(pair_of).collect();
    let are_many = pairs.len() >= MANY;
    let labels = words(text).filter(|word| is_label(word)).count();
    let are_near = |one: &[i32; 2], other: &[i32; 2]| (0..2).all(|axis| (one[axis] - other[axis]).abs() <= FARTHEST);
    (are_many || has_label || 2 * labels >= pairs.len())
        && (are_many || !pairs.iter().flatten().any(|&number| number == 0))
        && pairs.iter().enumerate().all(|(at, pair)| {
            !pairs[..at].contains(pair) && (at == 0 || pairs[..at].iter().any(|other| are_near(pair, other)))
        })
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
            if pair != [None; 2] || !is_label(word) {
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

/// Whether a word beside pairs is the number of a move or a color.
fn is_label(word: &str) -> bool {
    let is_color = |word: &str| word.len() > 2 && color_of(word).is_some();
    number_alone(word).is_some() || is_command(word, &["move"]) || is_color(word.trim_end_matches(':'))
}

/// Column and row of a word with a hyphen or an underscore between them.
fn pair_of(word: &str) -> Option<[i32; 2]> {
    let (x, y) = word.split_once(['-', '–', '_'])?;
    // A date may have a 0 before a digit.
    let is_short = |part: &str| part.len() == 1 || part.len() == 2 && !part.starts_with('0');
    let number = |part: &str| part.parse().ok().filter(|number| is_short(part) && (0..=MOST).contains(number));
    Some([number(x)?, number(y)?])
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || [',', ';'].contains(&c)).filter(|word| !word.is_empty())
}

/// A line of pairs with a hyphen, with numbers of moves and colors beside them.
fn hyphened(line: &str) -> Option<String> {
    let bracketed = |word| pair_of(word).map(|[x, y]| format!("({x},{y})"));
    let words = words(line).map(|word| bracketed(word).or_else(|| is_label(word).then(|| word.to_owned())));
    words.collect::<Option<Vec<_>>>().map(|words| words.join(" ")).filter(|text| text.contains('('))
}
