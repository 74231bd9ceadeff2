//! Lines after the moves of PSQ: names, end code, and the last line of Tengen's files.

use super::super::reading::results::parse_result;
use super::line::move_of;
use crate::{Fault, Outcome};
use tengen::base::Rule;
use tengen_database::{Reason, why};

/// Beginning of the last line of Tengen's files, which states rule and result.
pub const TRAILER: &str = "tengen ";
/// Placeholder for an unknown name.
pub const NAMELESS: &str = "?";

/// Content of the lines after the moves.
pub struct Tail<'a> {
    pub code: i64,
    pub names: [&'a str; 2],
    /// The fault in these lines, if any, with its line.
    pub damage: Option<(Option<usize>, Reason)>,
}

/// Reads the end code and the names, if present. Without names, a number at the end of a text without a final line
/// break may be the beginning of a move.
pub fn tail_of<'a>(lines: &[(usize, &'a str)], is_ended: bool) -> Tail<'a> {
    let (names, code) = match lines {
        [] => (["", ""], None),
        [code] => (["", ""], Some(code)),
        [(_, first), (_, second)] => ([*first, *second], None),
        [(_, first), (_, second), code, ..] => ([*first, *second], Some(code)),
    };
    let expected = |number: usize, line: &str| (Some(number), why::end_code(line));
    let lost_move = lines.iter().take(lines.len().saturating_sub(1)).find(|(_, line)| move_of(line).is_some());
    let number = code.map(|(_, line)| end_number(line));
    let damage = match (code, number) {
        _ if lost_move.is_some() => lost_move.map(|(number, text)| (Some(*number), why::after_moves(text))),
        _ if lines.len() > 3 => Some((Some(lines[3].0), why::after_end(lines[3].1))),
        (None, _) => Some((None, why::code_missing())),
        // Without names before it, this is a move that was cut in two.
        (Some((number, line)), _) if lines.len() == 1 && line.contains(',') && !line.starts_with(['0', '-']) => {
            Some(expected(*number, line))
        }
        (Some((number, line)), Some(None)) => Some(expected(*number, line)),
        (Some((number, line)), Some(Some(1..))) if lines.len() == 1 && !is_ended => {
            Some((Some(*number), why::cut_move(line)))
        }
        _ => None,
    };
    let code = number.flatten().filter(|_| damage.is_none()).unwrap_or(0);
    Tail { code, names, damage }
}

/// The number of an end code. In Gomocup's files a second number follows.
fn end_number(line: &str) -> Option<i64> {
    let parts = line.split([',', ' ']).filter(|part| !part.is_empty());
    let numbers: Option<Vec<i64>> = parts.map(|part| part.parse().ok()).collect();
    numbers?.first().copied().filter(|_| !line.ends_with(','))
}

/// Reads Tengen's last line, such as `rule caro` or `rule caro result 1-0`.
pub fn trailer_of(text: &str) -> Result<(Rule, Option<Outcome>), Reason> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let outcome = match words.as_slice() {
        ["rule", _] => None,
        ["rule", _, "result", result] => {
            let outcome = parse_result(result, &["draw"]);
            Some(outcome.ok_or_else(|| why::result(result))?)
        }
        _ => return Err(why::rule_name()),
    };
    Ok((words[1].parse()?, outcome))
}

/// The fault of Piskvork's number. Faults without a number of their own are read as a crash.
pub fn fault_of(code: i64) -> Option<Fault> {
    match code {
        1 => Some(Fault::Foul),
        2 => Some(Fault::Time),
        3 => Some(Fault::Illegal),
        4 => Some(Fault::Crash),
        _ => None,
    }
}
