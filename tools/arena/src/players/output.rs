//! Parsing of lines that engines print: moves, scores and search statistics.

use tengen::base::{BoardSize, Color, MAX_PLY, Score, WIN, WIN_BOUND};
use tengen::play::{OpeningAct, OpeningRule};

/// Whether a line begins with a word, in any case.
pub fn begins_with(line: &str, word: &str) -> bool {
    line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

fn word_after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split_whitespace();
    words.find(|candidate| candidate.eq_ignore_ascii_case(word))?;
    words.next()
}

/// The number that follows a word, as in `depth 9-34`.
pub fn number_after(line: &str, word: &str) -> Option<u64> {
    let digits: String = word_after(line, word)?.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The number of nodes in an engine's line, `n 2641326` or `nodes 2641326`. Rounded numbers such as `n 2641K` are
/// ignored.
pub fn nodes_in(line: &str) -> Option<u64> {
    ["n", "nodes"].iter().find_map(|word| word_after(line, word))?.parse().ok()
}

/// The score in an engine's line about its search: `score -35`, `ev 20`, `Eval +M7`.
pub fn score_in(line: &str) -> Option<Score> {
    let text = ["score", "ev", "eval"].iter().find_map(|word| word_after(line, word))?;
    let (sign, number) = match text.strip_prefix('-') {
        Some(number) => (-1, number),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    // Unsigned, as a sign was already read.
    let bounded = |number: &str, most: Score| number.parse::<u32>().ok().map(|number| number.min(most as u32) as Score);
    let value = match number.strip_prefix('M') {
        Some(stones) => WIN - bounded(stones, MAX_PLY as Score)?,
        None => bounded(number, WIN_BOUND)?,
    };
    Some(sign * value)
}

/// The acts in an answer to `NEGOTIATE`: points, `BLACK`, `WHITE`, a number, and `MORE` or `OFFER`, whichever the rule has.
pub fn parse_acts(line: &str, size: BoardSize, rule: OpeningRule) -> Option<Vec<OpeningAct>> {
    let act = |word: &str| match word.to_ascii_lowercase().as_str() {
        "black" => Some(OpeningAct::Side(Color::Black)),
        "white" => Some(OpeningAct::Side(Color::White)),
        word if rule.instead_word() == Some(word) => Some(OpeningAct::Instead),
        word => match parse_move(word) {
            Some((x, y)) => size.point(x, y).map(OpeningAct::Point),
            None => word.parse().ok().map(OpeningAct::Number),
        },
    };
    let acts: Option<Vec<OpeningAct>> = line.split_whitespace().map(act).collect();
    acts.filter(|acts| !acts.is_empty())
}

/// An act as a line of a `NEGOTIATE` block.
pub fn act_line(act: OpeningAct, size: BoardSize, rule: OpeningRule) -> String {
    let coordinates = |point| {
        let (x, y) = size.xy(point);
        format!("{x},{y}")
    };
    act.word(rule, coordinates).to_ascii_uppercase()
}

/// Reads a line of exactly two numbers separated by a comma.
pub fn parse_move(line: &str) -> Option<(i32, i32)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_opening_rule_has_its_own_word_for_another_step() {
        let size = BoardSize::square(15).unwrap();
        assert_eq!(parse_acts("OFFER", size, OpeningRule::Pro), None);
        for (rule, word, other) in [(OpeningRule::Swap2, "MORE", "OFFER"), (OpeningRule::Taraguchi(2), "OFFER", "MORE")]
        {
            assert_eq!(parse_acts(word, size, rule), Some(vec![OpeningAct::Instead]));
            assert_eq!(parse_acts(other, size, rule), None);
        }
    }

    #[test]
    fn scores_are_read_as_engines_tell_them() {
        let ours = "MESSAGE depth 9-17 ev -35 n 8 n/ms 712 tm 1 pv h8";
        assert_eq!((score_in(ours), nodes_in(ours), number_after(ours, "depth")), (Some(-35), Some(8), Some(9)));
        assert_eq!(score_in("MESSAGE depth 9-17 score -35 nodes 8 speed 712 k time 1 ms line h8"), Some(-35));
        assert_eq!([nodes_in("MESSAGE nodes 8"), nodes_in("MESSAGE n 2K"), nodes_in("OK")], [Some(8), None, None]);
        assert_eq!(score_in("MESSAGE depth 5 ev 20 n 1000"), Some(20));
        assert_eq!(score_in("MESSAGE Depth 12-22 | Eval +M7 | Time 433ms | h8"), Some(WIN - 7));
        assert_eq!(score_in("INFO EVAL -M4"), Some(4 - WIN));
        assert_eq!(score_in("MESSAGE score 99999999"), Some(WIN_BOUND));
        assert_eq!(score_in("MESSAGE score -M99999999"), Some(MAX_PLY as Score - WIN));
        for line in
            ["MESSAGE", "MESSAGE score", "MESSAGE score M", "MESSAGE evil 7", "MESSAGE score x7", "DEBUG score --7"]
        {
            assert_eq!(score_in(line), None, "{line}");
        }
    }
}
