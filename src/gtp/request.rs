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
    /// Time at which the line arrived.
    pub at: Instant,
}

/// Largest id: ids have 31 bits.
const MAX_ID: u32 = u32::MAX >> 1;

impl Request {
    /// Reads a line: control characters are dropped, tabs become blanks, and `#` begins a comment. `None` when nothing
    /// is left.
    pub fn parse(line: &str, at: Instant) -> Option<Self> {
        let text: String = line
            .chars()
            .take_while(|&c| c != '#')
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let mut words = text.split_whitespace().peekable();
        words.peek()?;
        let id = words.peek().and_then(|word| word.parse().ok()).filter(|&id| id <= MAX_ID);
        if id.is_some() {
            words.next();
        }
        let name = words.next().unwrap_or_default().to_owned();
        Some(Self { id, name, arguments: words.map(str::to_owned).collect(), at })
    }

    /// The argument at an index, if there is one.
    pub fn argument(&self, index: usize) -> Option<&str> {
        self.arguments.get(index).map(String::as_str)
    }

    /// The first argument as a color; `expected` is the form of the command.
    pub fn color(&self, expected: &'static str) -> Result<Color, GtpError> {
        parse_color(self.argument(0).ok_or(GtpError::Syntax(expected))?)
    }

    /// The arguments as the name of a file: blanks belong to it, and GoGui puts one with blanks in quotes.
    pub fn file_name(&self) -> String {
        unquoted(&self.arguments.join(" ")).to_owned()
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

/// A name without the double quotes around it.
pub(super) fn unquoted(name: &str) -> &str {
    name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name)
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
        assert_eq!(parse("-5 name").unwrap().1, "-5");
    }
}
