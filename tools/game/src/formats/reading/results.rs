//! Texts of results and numbers of rules that several formats share.

use crate::Outcome;
use tengen::base::{Color, Rule};

/// An outcome as `1-0`, Black's points first; formats write a draw in different ways.
pub const fn format_result(outcome: Outcome, draw: &'static str) -> &'static str {
    match outcome {
        Outcome::Win(Color::Black) => "1-0",
        Outcome::Win(Color::White) => "0-1",
        Outcome::Draw => draw,
    }
}

/// The outcome of a text such as `1-0`, or of one of the texts for a draw.
pub fn parse_result(text: &str, draws: &[&str]) -> Option<Outcome> {
    match text {
        "1-0" => Some(Outcome::Win(Color::Black)),
        "0-1" => Some(Outcome::Win(Color::White)),
        text => draws.contains(&text).then_some(Outcome::Draw),
    }
}

/// The rule of Yixin's and Rapfi's number.
pub const fn yixin_rule(number: usize) -> Option<Rule> {
    match number {
        0 => Some(Rule::Freestyle),
        1 => Some(Rule::Standard),
        2 => Some(Rule::Renju),
        _ => None,
    }
}

/// Whether a text says that there is no result so far.
pub fn is_open(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let is_unknown = matches!(&*text, "" | "*" | "?" | "none" | "null" | "nobody" | "no" | "unknown" | "void");
    let is_unfinished =
        matches!(&*text, "ongoing" | "playing" | "in_progress" | "inprogress" | "active" | "unfinished");
    is_unknown || is_unfinished || text == "未结束"
}
