//! A line of input as a command.

use super::error::GtpError;
use super::vertex::parse_color;
use std::time::{Duration, Instant};
use tengen::base::Color;

/// A command with its id and arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// Id, repeated in the response.
    pub id: Option<u32>,
    /// Name of the command; empty when the line has only an id.
    pub name: String,
    /// The words after the name.
    pub arguments: Vec<String>,
    /// The text after the name, with its blanks as they are.
    pub text: String,
    /// Time at which the line arrived.
    pub at: Instant,
}

/// Largest id: ids have 31 bits.
const MAX_ID: u32 = u32::MAX >> 1;

impl Request {
    /// Reads a line: control characters are dropped, tabs become blanks, and `#` begins a comment. `None` when nothing
    /// is left.
    pub fn parse(line: &str, at: Instant) -> Option<Self> {
        let tabs_as_blanks = without_comment(line).chars().map(|c| if c == '\t' { ' ' } else { c });
        let line: String = tabs_as_blanks.filter(|c| !c.is_control()).collect();
        let (mut name, mut text) = first_word(&line);
        if name.is_empty() {
            return None;
        }
        let id = name.parse().ok().filter(|&id| id <= MAX_ID && !name.starts_with('+'));
        if id.is_some() {
            (name, text) = first_word(text);
        }
        let arguments = text.split_whitespace().map(str::to_owned).collect();
        Some(Self { id, name: name.to_owned(), arguments, text: text.to_owned(), at })
    }

    /// The argument at an index, if there is one.
    pub fn argument(&self, index: usize) -> Option<&str> {
        self.arguments.get(index).map(String::as_str)
    }

    /// The first argument as a color; `expected` is the form of the command.
    pub fn color(&self, expected: &'static str) -> Result<Color, GtpError> {
        parse_color(self.argument(0).ok_or(GtpError::Syntax(expected))?)
    }

    /// The text after the name as the name of a file, empty if there is none.
    pub fn file_name(&self) -> Result<&str, GtpError> {
        file_name(&self.text)
    }

    /// The argument at an index as a time in seconds, which may be a decimal number.
    pub fn seconds(&self, index: usize) -> Option<Duration> {
        self.number(index).and_then(duration)
    }

    /// The argument at an index as a number.
    pub fn number<T: std::str::FromStr>(&self, index: usize) -> Option<T> {
        self.argument(index)?.parse().ok()
    }
}

/// A number of seconds as a time. `None` for one that is negative or larger than 32 bits.
pub(super) fn duration(seconds: f64) -> Option<Duration> {
    (0.0..=f64::from(u32::MAX)).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// The text as a file name. It may contain blanks, and may be in double quotes, which GoGui adds to names with blanks.
pub(super) fn file_name(text: &str) -> Result<&str, GtpError> {
    // The name's original bytes are lost, so that it would be another file's.
    if text.contains(char::REPLACEMENT_CHARACTER) {
        return Err(GtpError::FileNameEncoding);
    }
    match text.strip_prefix('"') {
        Some(quoted) => quoted.strip_suffix('"').ok_or(GtpError::FileNameNotClosed),
        None => Ok(text),
    }
}

/// The part of a line before its comment. A `#` in quotes, which open at the beginning of a word, is no comment.
fn without_comment(line: &str) -> &str {
    let (mut is_quoted, mut before) = (false, ' ');
    let end = line.find(|c: char| {
        let is_mark = c == '"' && (is_quoted || before.is_whitespace());
        is_quoted ^= is_mark;
        before = c;
        c == '#' && !is_quoted
    });
    &line[..end.unwrap_or(line.len())]
}

/// The first word of a text, and the text after it without blanks at its ends.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Option<(Option<u32>, String, Vec<String>)> {
        Request::parse(line, Instant::now()).map(|request| (request.id, request.name, request.arguments))
    }

    #[test]
    fn comments_tabs_and_control_characters_are_preprocessed() {
        let play = |id| Some((id, "play".to_owned(), vec!["b".to_owned(), "H8".to_owned()]));
        for line in ["play b H8", "  play\tb \t H8 # a comment", "pl\u{1}ay b\u{7f} H8", "play b H8\u{b}"] {
            assert_eq!(parse(line), play(None), "{line:?}");
        }
        assert_eq!(parse("17 play b H8"), play(Some(17)));
        for line in ["", "   ", "# only a comment", "\t", "\u{1}"] {
            assert_eq!(parse(line), None, "{line:?}");
        }
    }

    #[test]
    fn an_id_is_a_number_of_31_bits_at_the_beginning() {
        assert_eq!(parse("2147483647 name").unwrap().0, Some(MAX_ID));
        assert_eq!(parse("2147483648 name").unwrap().1, "2147483648");
        assert_eq!(parse("5").unwrap(), (Some(5), String::new(), Vec::new()));
        assert_eq!(["-5 name", "+5 name"].map(|line| parse(line).unwrap().1), ["-5", "+5"]);
    }

    #[test]
    fn the_name_of_a_file_is_taken_as_it_is_written() {
        let unclosed = Err(GtpError::FileNameNotClosed);
        for (text, expected) in [
            ("a  b.sgf", Ok("a  b.sgf")),
            (" \"a  b.sgf\" # a comment", Ok("a  b.sgf")),
            ("\"game #1.sgf\"", Ok("game #1.sgf")),
            ("a\"b.sgf # \"c\"", Ok("a\"b.sgf")),
            ("対局\u{3000}一.sgf", Ok("対局\u{3000}一.sgf")),
            ("# nothing", Ok("")),
            ("\"game #1.sgf", unclosed.clone()),
            ("\"", unclosed),
            ("caf\u{fffd}.sgf", Err(GtpError::FileNameEncoding)),
        ] {
            let request = Request::parse(&format!("7 printsgf {text}"), Instant::now()).unwrap();
            assert_eq!((request.id, request.file_name()), (Some(7), expected), "{text}");
        }
    }
}
