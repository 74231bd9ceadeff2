//! SGF, the Smart Game Format, in all its versions: the parts of a text one after the other, what they say of the game,
//! and the values that five in a row uses.
//!
//! A damaged text is read as far as it goes: [`SgfReader`] gives what comes before the fault, and then the fault.

mod survey;
mod text;
mod values;

use crate::base::{BoardSize, SizeError};
use crate::board::NotationError;
use thiserror::Error;

pub use survey::{GameKind, Survey};
pub use text::{bytes_to_text, declared_encoding};
pub use values::{parse_rule, parse_sgf_point, parse_sgf_points, parse_size};

/// SGF names columns and rows by one letter each, `a` to `z`, then `A` to `Z`: no side is longer.
pub const MAX_SIDE: usize = 52;

/// Why a text or a value is not SGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// A `[` without its `]`.
    #[error("line {0}: a value without its ']'")]
    OpenValue(usize),
    /// A property without a value.
    #[error("line {0}: '{1}' has no value in brackets")]
    NoValue(usize, String),
    /// A name without a capital letter.
    #[error("line {0}: '{1}' is not a property: expected capital letters, as in B[hh]")]
    Name(usize, String),
    /// A `)` too many.
    #[error("line {0}: ')' without '('")]
    NotOpened(usize),
    /// A character that cannot stand there.
    #[error("line {0}: '{1}' instead of '(', ')', ';' or a property")]
    Unexpected(usize, char),
    /// A `)` is missing.
    #[error("line {0}: expected ')' at the end of the game")]
    NotClosed(usize),
    /// The text is empty.
    #[error("expected a game, as in (;SZ[15];B[hh])")]
    Empty,
    /// The game is another one.
    #[error("{0}, not five in a row")]
    OtherGame(String),
    /// `SZ` is not `15` or `20:10`.
    #[error("SZ[{0}] is not a size: expected a number, or two as in SZ[20:10]")]
    Size(String),
    /// `SZ` is a size that no board has.
    #[error(transparent)]
    BoardSize(#[from] SizeError),
    /// A move without a point.
    #[error("a pass: not allowed in five-in-a-row")]
    Pass,
    /// A value that is not a point on the board.
    #[error("'{0}' is not a point on a {1} board")]
    Point(String, BoardSize),
    /// A value such as `h8` that is not a point on the board.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

/// A property of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Line of the text, from 1.
    pub line: usize,
    /// Its name in capitals, such as `B` or `AB`.
    pub name: String,
    /// Its values, at least one, escapes resolved.
    pub values: Vec<String>,
}

/// A part of an SGF text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfPart {
    /// `(`: a game, or inside one a variation.
    Open,
    /// `)`.
    Close,
    /// `;`.
    Node,
    /// A property of the node before it, or of the first one.
    Property(Property),
}

/// The parts of an SGF text in their order. After an error there are no more.
#[derive(Clone, Debug)]
pub struct SgfReader<'a> {
    rest: &'a str,
    line: usize,
    /// Number of `(` that are open.
    depth: usize,
    ended: bool,
}

impl<'a> SgfReader<'a> {
    /// The parts of a text.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text.trim_start_matches('\u{feff}'), line: 1, depth: 0, ended: false }
    }

    /// The line that is read next, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Number of `(` that are open.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Takes the next character.
    fn take(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.line += usize::from(c == '\n');
        Some(c)
    }

    /// The next character that is not white space, not yet taken.
    fn peek_content(&mut self) -> Option<char> {
        let content = self.rest.trim_start();
        let blank = &self.rest[..self.rest.len() - content.len()];
        self.line += blank.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = content;
        content.chars().next()
    }

    /// The value after its `[`, to the `]` that ends it.
    fn value(&mut self) -> Result<String, SgfError> {
        let from = self.line;
        let mut value = String::new();
        loop {
            match self.take() {
                None => return Err(SgfError::OpenValue(from)),
                Some(']') => return Ok(value),
                Some('\r') => {}
                Some('\\') => match self.take() {
                    Some('\r') if self.rest.starts_with('\n') => drop(self.take()),
                    // A line that was broken for its length only.
                    Some('\n') | None => {}
                    Some(c) => value.push(c),
                },
                Some(c) => value.push(c),
            }
        }
    }

    fn property(&mut self) -> Result<Property, SgfError> {
        let line = self.line;
        let length = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let written = &self.rest[..length];
        self.rest = &self.rest[length..];
        // Old files have lower-case letters in names, without a meaning: `Black` is `B`.
        let name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        if name.is_empty() {
            return Err(SgfError::Name(line, written.to_owned()));
        }
        let mut values = Vec::new();
        while self.peek_content() == Some('[') {
            self.take();
            values.push(self.value()?);
        }
        if values.is_empty() { Err(SgfError::NoValue(line, name)) } else { Ok(Property { line, name, values }) }
    }

    fn part(&mut self) -> Result<Option<SgfPart>, SgfError> {
        let part = match self.peek_content() {
            None if self.depth > 0 => return Err(SgfError::NotClosed(self.line)),
            None => return Ok(None),
            Some('(') => {
                self.depth += 1;
                SgfPart::Open
            }
            Some(')') => {
                self.depth = self.depth.checked_sub(1).ok_or(SgfError::NotOpened(self.line))?;
                SgfPart::Close
            }
            Some(';') => SgfPart::Node,
            Some(c) if c.is_ascii_alphabetic() => {
                return self.property().map(|property| Some(SgfPart::Property(property)));
            }
            Some(c) => return Err(SgfError::Unexpected(self.line, c)),
        };
        self.take();
        Ok(Some(part))
    }
}

impl Iterator for SgfReader<'_> {
    type Item = Result<SgfPart, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let part = self.part().transpose();
        self.ended = !matches!(part, Some(Ok(_)));
        part
    }
}

/// The properties of the first game's main line in their order, and the fault that ends them early.
///
/// # Errors
/// When the text has no game before its fault.
pub fn main_line(text: &str) -> Result<(Vec<Property>, Option<SgfError>), SgfError> {
    let mut properties = Vec::new();
    let mut fault = None;
    // The first `)` ends the variation that comes first everywhere.
    for part in SgfReader::new(text).take_while(|part| *part != Ok(SgfPart::Close)) {
        match part {
            Ok(SgfPart::Property(property)) => properties.push(property),
            Ok(_) => {}
            Err(error) => fault = Some(error),
        }
    }
    if properties.is_empty() { Err(fault.unwrap_or(SgfError::Empty)) } else { Ok((properties, fault)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_read_and_variations_are_left_out() {
        let text = "(;GM[4]SZ[15]C[a \\] b]\n;B[hh](;W[ii];B[gg])(;W[aa]))";
        let (properties, fault) = main_line(text).unwrap();
        let names: Vec<&str> = properties.iter().map(|property| property.name.as_str()).collect();
        assert_eq!((names.as_slice(), fault), (["GM", "SZ", "C", "B", "W", "B"].as_slice(), None));
        assert_eq!(properties[2].values, ["a ] b"]);
    }

    #[test]
    fn a_fault_comes_after_what_can_be_read_and_names_the_line() {
        for (text, count, error) in [
            ("(;B[hh]", 1, "line 1: expected ')' at the end of the game"),
            ("(;B[hh]\n;W[ii]\n;B", 2, "line 3: 'B' has no value in brackets"),
            ("(;B[hh]\n;W[ii", 1, "line 2: a value without its ']'"),
            ("(;SZ[15]\n;b[hh])", 1, "line 2: 'b' is not a property: expected capital letters, as in B[hh]"),
            ("(;B[hh];1)", 1, "line 1: '1' instead of '(', ')', ';' or a property"),
        ] {
            let (properties, fault) = main_line(text).unwrap();
            assert_eq!((properties.len(), fault.unwrap().to_string().as_str()), (count, error), "{text}");
        }
        for (text, error) in [
            ("", "expected a game, as in (;SZ[15];B[hh])"),
            (")", "line 1: ')' without '('"),
            ("(;B", "line 1: 'B' has no value in brackets"),
        ] {
            let first = SgfReader::new(text).find_map(Result::err);
            assert_eq!(first.unwrap_or(SgfError::Empty).to_string(), error, "{text}");
        }
    }

    #[test]
    fn values_are_read() {
        let size = BoardSize::square(15).unwrap();
        assert_eq!(parse_sgf_point("", size), Err(SgfError::Pass));
        assert!(parse_sgf_point("zz", size).is_err() && parse_sgf_point("é", size).is_err());
        let rectangle = parse_sgf_points("aa:cb", size).unwrap();
        assert_eq!(rectangle.len(), 6);
        for corners in ["cb:aa", "ab:ca", "ca:ab"] {
            assert_eq!(parse_sgf_points(corners, size).unwrap(), rectangle, "{corners}");
        }
        assert!(parse_size("x").is_err() && parse_size("4").is_err() && parse_size("20:10").is_ok());
        assert_eq!(parse_rule("Taraguchi-10"), Some(crate::base::Rule::Renju));
    }
}
