//! Pairs in lines of text, one or more per line, with labels, brackets or a header of columns.

use super::super::super::reading::error::{Place, ReadError};
use super::super::super::reading::markdown::with_commas;
use super::super::moves::without_bullet;
use super::super::numbering::{MoveGap, NUMBERS, NumberAt, order_of};
use super::super::stones::color_of;
use super::super::words::is_command;
use super::csv::{Columns, NOBODY, names_of_table};
use super::grid::of_grid;
use super::list::{PairList, PairTurn, same_knowledge};
use tengen::base::Color;
use tengen_database::why;

/// Largest number of a column or row in rows of nothing but pairs.
pub const MOST: i32 = 26;
/// Least number of rows of a table.
const LEAST_ROWS: usize = 2;

/// The pairs of a text that has some in every line; `None` if it is anything else.
pub fn lists_of(text: &str) -> Option<Vec<PairList>> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, without_bullet(line.trim())));
    // The first column of a table in Markdown may have the name `#`.
    let is_remark = |line: &str| line.starts_with('#') && !line[1..].trim_start().starts_with(',');
    let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty() && !is_remark(line)).collect();
    let (_, first) = lines.first()?;
    if let Some(columns) = Columns::of_head(first) {
        return columns.lists_of(&lines[1..]);
    }
    if let Some(list) = names_of_table(&lines) {
        return Some(vec![list]);
    }
    if lines.iter().all(|(_, line)| line.contains(['(', '['])) {
        return bracketed(&lines).or_else(|| bracketed_grid(&lines)).map(|list| vec![list]);
    }
    if let Some(list) = digits(&lines) {
        return Some(vec![list]);
    }
    let mut rows = Vec::new();
    for &(number, line) in &lines {
        let (label, color, rest) = split_label(line);
        rows.push(NumberRow { line: number, label, color, numbers: numbers(rest)? });
    }
    let found = labelled(&rows).or_else(|| triples(&rows)).or_else(|| grid(&rows));
    // With a comma and no blank the pairs are those of the protocol, from 0, which other formats read.
    found
        .or_else(|| {
            lines.iter().all(|(_, line)| !line.contains(',') || line.contains(", ")).then(|| plain(&rows)).flatten()
        })
        .map(|list| vec![list])
}

/// Rows of nothing but a pair, such as `7 7`.
fn plain(rows: &[NumberRow]) -> Option<PairList> {
    let is_pair = |row: &NumberRow| {
        let are_near = row.numbers.iter().all(|number| (0..=MOST).contains(number));
        row.label == Label::None && row.numbers.len() == 2 && are_near
    };
    (rows.len() >= LEAST_ROWS && rows.iter().all(is_pair)).then(|| PairList {
        turns: rows.iter().map(|row| turn(row.line, &row.numbers, None)).collect(),
        ..PairList::default()
    })
}

/// The fault of a table that is almost one of pairs: a row without column and row, or a number of a move that is left out.
pub fn fault_of(text: &str) -> Option<ReadError> {
    let text = with_commas(text);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).peekable();
    if let Some(columns) = lines.peek().and_then(|(_, head)| Columns::of_head(head)) {
        let (number, line) = lines.skip(1).find(|(_, line)| columns.pair_of(line).is_none())?;
        return Some(ReadError::at(Place::Line(number), why::column_and_row(line)));
    }
    let mut last = None;
    let mut gap = None;
    for (number, line) in lines {
        let (Label::Number(count), _, rest) = split_label(line) else { return None };
        numbers(rest).filter(|pair| pair.len() == 2)?;
        if let Some(last) = last.filter(|last: &i32| last.checked_add(1) != Some(count)) {
            gap.get_or_insert_with(|| MoveGap::new((count, Some(number)), last).error());
        }
        last = Some(count);
    }
    gap
}

/// The rows of a square board of digits, such as `00120`.
fn digits(lines: &[(usize, &str)]) -> Option<PairList> {
    let is_row = |line: &str| line.len() == lines.len() && line.bytes().all(|byte| (b'0'..=b'3').contains(&byte));
    let rows = || lines.iter().map(|(_, line)| line.chars().map(String::from).collect());
    lines.iter().all(|(_, line)| is_row(line)).then(|| of_grid(&rows().collect::<Vec<_>>())).flatten()
}

/// The rows of a board in brackets, such as `[[0 1 0]`, as printed by NumPy.
fn bracketed_grid(lines: &[(usize, &str)]) -> Option<PairList> {
    let words = |line: &str| {
        let words = line.split(|c: char| c.is_whitespace() || "[](),".contains(c)).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    of_grid(&lines.iter().map(|(_, line)| words(line)).collect::<Vec<_>>())
}

/// The rows of a board of numbers.
fn grid(rows: &[NumberRow]) -> Option<PairList> {
    let words = |row: &NumberRow| row.numbers.iter().map(ToString::to_string).collect();
    let rows = rows.iter().map(|row| (row.label == Label::None).then(|| words(row))).collect::<Option<Vec<_>>>()?;
    of_grid(&rows)
}

/// Integers separated by commas, blanks and tabs.
fn numbers(text: &str) -> Option<Vec<i32>> {
    let words = text.split(|c: char| c.is_whitespace() || [',', ';'].contains(&c)).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect()
}

/// A line of numbers.
struct NumberRow {
    line: usize,
    /// Move number before the numbers, or whether there is another label.
    label: Label,
    color: Option<Color>,
    numbers: Vec<i32>,
}

#[derive(Clone, Copy, PartialEq)]
enum Label {
    None,
    Number(i32),
    Word,
}

/// A label before numbers, such as `1:`, `2)`, `3.`, `Black:` or `Move 4:`, its color, and the text after it.
fn split_label(line: &str) -> (Label, Option<Color>, &str) {
    let none = (Label::None, None, line);
    let Some((label, rest)) = line.split_once([':', ')', '=']).or_else(|| line.split_once(". ")) else { return none };
    if rest.trim().is_empty() || label.contains(',') {
        return none;
    }
    let words: Vec<&str> =
        label.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty()).collect();
    let color = words.iter().filter(|word| word.parse::<i32>().is_err()).find_map(|word| color_of(word));
    let number = words.iter().find_map(|word| word.parse().ok());
    // A sentence is not a label.
    if words.is_empty() || words.len() > 4 {
        return none;
    }
    (number.map_or(Label::Word, Label::Number), color, rest)
}

/// Rows of a label and a pair.
fn labelled(rows: &[NumberRow]) -> Option<PairList> {
    let is_row =
        |row: &NumberRow| row.label != Label::None && row.numbers.len() == 2 && row.numbers.iter().all(|n| *n >= 0);
    let count = |row: &NumberRow| match row.label {
        Label::Number(number) => Some(number),
        Label::Word | Label::None => None,
    };
    let begin = rows.first().and_then(count);
    // Move numbers count up.
    let counts = rows.iter().enumerate().all(|(at, row)| match (begin, count(row)) {
        (Some(begin), Some(number)) => begin >= 0 && number.checked_sub(begin) == i32::try_from(at).ok(),
        (None, None) => row.color.is_some(),
        _ => false,
    });
    (rows.iter().all(is_row) && counts).then(|| PairList {
        has_color_words: true,
        turns: rows.iter().map(|row| turn(row.line, &row.numbers, row.color)).collect(),
        ..PairList::default()
    })
}

fn turn(line: usize, xy: &[i32], color: Option<Color>) -> PairTurn {
    let xy = [xy[0], xy[1]];
    PairTurn { line, xy: Some(xy).filter(|xy| *xy != [-1, -1]), color }
}

/// Rows of three numbers: number, column, row; column, row, owner; or column, row, time.
fn triples(rows: &[NumberRow]) -> Option<PairList> {
    let are_triples = rows.iter().all(|row| row.label == Label::None && row.numbers.len() == 3);
    if !are_triples || rows.len() < LEAST_ROWS {
        return None;
    }
    let first = rows[0].numbers[0];
    let is_counted = [0, 1].contains(&first)
        && rows
            .iter()
            .zip(first..)
            .all(|(row, number)| row.numbers[0] == number && row.numbers[1].min(row.numbers[2]) >= 0);
    let is_owner = |row: &NumberRow| {
        let [x, y, who] = row.numbers[..] else { return false };
        [1, 2, NOBODY].contains(&who) && (x.min(y) >= 0 || [x, y] == [-1, -1])
    };
    let (blocked, owned): (Vec<&NumberRow>, Vec<&NumberRow>) =
        rows.iter().partition(|row| row.numbers.last() == Some(&NOBODY));
    let are_owned = rows.iter().all(is_owner) && !owned.is_empty() && (blocked.is_empty() || !is_counted);
    let list = |turns: Vec<PairTurn>| PairList { turns, ..PairList::default() };
    if are_owned {
        let turns = owned.iter().map(|row| turn(row.line, &row.numbers, color_of(&row.numbers[2].to_string())));
        let blocked = blocked.iter().map(|row| [row.numbers[0], row.numbers[1]]).collect();
        // The protocol lists stones like this.
        return Some(PairList { origin: Some(0), is_usual_origin: true, blocked, ..list(turns.collect()) });
    }
    if is_counted {
        return Some(list(rows.iter().map(|row| turn(row.line, &row.numbers[1..], None)).collect()));
    }
    let is_point = |row: &NumberRow| row.numbers.iter().all(|number| *number >= 0);
    rows.iter().all(is_point).then(|| PairList {
        is_timed: true,
        ..list(rows.iter().map(|row| turn(row.line, &row.numbers, None)).collect())
    })
}

/// Pairs in brackets, separated by words and commas.
fn bracketed(lines: &[(usize, &str)]) -> Option<PairList> {
    let mut turns = Vec::new();
    let mut fault = None;
    let mut counted: Vec<NumberAt> = Vec::new();
    for &(number, line) in lines {
        let mut rest = line;
        while let Some(open) = rest.find(['(', '[']) {
            let before = &rest[..open];
            fault = fault.or_else(|| nothing_in(before, number));
            turns.extend(passes_in(before, number));
            let inside = &rest[open + 1..];
            let close = inside.find([')', ']'])?;
            let content = &inside[..close];
            rest = &inside[close + 1..];
            // The outer brackets of the list.
            if let Some(inner) = content.rfind(['(', '[']) {
                if !is_label(before) {
                    return None;
                }
                rest = &inside[inner..];
                continue;
            }
            let pair = numbers(content)?;
            if pair.len() != 2 || pair.iter().any(|number| *number < 0) || !is_label(before) {
                return None;
            }
            // A single letter may mean anything.
            let words = before.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1);
            counted.extend(number_before(before).map(|count| (count, Some(number))));
            turns.push(turn(number, &pair, words.rev().find_map(color_of)));
        }
        if !is_label(rest) {
            return None;
        }
        fault = fault.or_else(|| nothing_in(rest, number));
        turns.extend(passes_in(rest, number));
    }
    if turns.iter().all(|turn| turn.xy.is_none()) {
        return None;
    }
    let are_named = turns.iter().any(|turn| turn.color.is_some());
    same_knowledge(&mut turns);
    // Numbers that come again are those of players.
    let are_counted = counted.iter().any(|at| at.0 > 2) || counted.is_sorted_by(|one, next| one.0 > next.0);
    if counted.len() == turns.len() && are_counted {
        match order_of(&counted, are_named) {
            Ok(order) => turns = order.into_iter().map(|at| turns[at]).collect(),
            Err(gap) => fault = fault.or_else(|| Some(gap.error())),
        }
    }
    Some(PairList { turns, fault, has_color_words: true, ..PairList::default() })
}

/// The number of a move before a pair, alone or beside its color: `2.`, `Move 2:`, `White 2`.
fn number_before(text: &str) -> Option<i32> {
    let mut words = words_between(text).filter(|word| color_of(word).is_none() || word.parse::<i32>().is_ok());
    let first = words.find(|word| !is_command(word, &NUMBERS))?;
    first.parse().ok()
}

/// The words of a text between pairs.
fn words_between(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The passes among the words between pairs.
fn passes_in(text: &str, line: usize) -> impl Iterator<Item = PairTurn> {
    let is_pass = |word: &&str| word.eq_ignore_ascii_case("pass");
    words_between(text).filter(is_pass).map(move |_| PairTurn { line, xy: None, color: None })
}

/// The fault of a text between pairs with a word that stands for no pair.
fn nothing_in(text: &str, line: usize) -> Option<ReadError> {
    let word = words_between(text).find(|word| ["None", "null", "nil", "undefined", "NaN", "nan"].contains(word))?;
    Some(ReadError::at(Place::Line(line), why::column_and_row(word)))
}

/// Whether a text next to brackets is a few words, a number or punctuation.
fn is_label(text: &str) -> bool {
    text.split_whitespace().count() <= 6 && !text.contains(['/', '{', '}', ';'])
}
