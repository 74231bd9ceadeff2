//! SGF, the Smart Game Format (FF 4): the nodes of a game with its variations, its main line, and the
//! values that five-in-a-row uses.

use crate::base::{BoardSize, Point, Rule, SizeError};
use crate::board::{NotationError, parse_point};
use std::iter::Peekable;
use std::str::Chars;
use thiserror::Error;

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
    /// Text after the game.
    #[error("line {0}: expected one game, found more")]
    SecondGame(usize),
    /// A `)` too many.
    #[error("line {0}: ')' without '('")]
    NotOpened(usize),
    /// A character that cannot stand there.
    #[error("line {0}: '{1}' instead of '(', ')', ';' or a property")]
    Unexpected(usize, char),
    /// A `)` is missing.
    #[error("expected ')' at the end of the game")]
    NotClosed,
    /// The text is empty.
    #[error("expected a game, as in (;SZ[15];B[hh])")]
    Empty,
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

/// A node of the game tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfNode {
    /// Number of the node before it; 0 for the first.
    pub parent: usize,
    /// Its properties, in their order.
    pub properties: Vec<Property>,
}

/// The characters, and the number of their line.
struct SgfText<'a> {
    chars: Peekable<Chars<'a>>,
    line: usize,
}

impl SgfText<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.chars.next();
        self.line += usize::from(c == Some('\n'));
        c
    }

    /// The next character that is not white space, not yet taken.
    fn peek_content(&mut self) -> Option<char> {
        while self.chars.peek().is_some_and(|c| c.is_whitespace()) {
            self.next();
        }
        self.chars.peek().copied()
    }

    /// The value after its `[`, to the `]` that ends it.
    fn value(&mut self) -> Result<String, SgfError> {
        let from = self.line;
        let mut value = String::new();
        loop {
            match self.next() {
                None => return Err(SgfError::OpenValue(from)),
                Some(']') => return Ok(value),
                Some('\r') => {}
                Some('\\') => match self.next() {
                    Some('\r') if self.chars.peek() == Some(&'\n') => drop(self.next()),
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
        let mut written = String::new();
        while let Some(c) = self.chars.next_if(char::is_ascii_alphabetic) {
            written.push(c);
        }
        // Old files have lower-case letters in names, without a meaning: `Black` is `B`.
        let name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        if name.is_empty() {
            return Err(SgfError::Name(line, written));
        }
        let mut values = Vec::new();
        while self.peek_content() == Some('[') {
            self.next();
            values.push(self.value()?);
        }
        if values.is_empty() { Err(SgfError::NoValue(line, name)) } else { Ok(Property { line, name, values }) }
    }
}

/// All nodes, parents first; properties before the first `;` belong to the first node.
///
/// # Errors
/// When the text is not one game in SGF; the message names the line.
pub fn nodes(text: &str) -> Result<Vec<SgfNode>, SgfError> {
    let mut input = SgfText { chars: text.trim_start_matches('\u{feff}').chars().peekable(), line: 1 };
    let mut nodes = vec![SgfNode::default()];
    // The node that the next one follows, and those that each open `(` leads back to.
    let (mut last, mut branches) = (0, Vec::new());
    let (mut is_first, mut ended) = (true, false);
    while let Some(c) = input.peek_content() {
        if branches.is_empty() && ended {
            return Err(SgfError::SecondGame(input.line));
        }
        match c {
            '(' => branches.push(last),
            ')' => {
                last = branches.pop().ok_or(SgfError::NotOpened(input.line))?;
                ended = true;
            }
            ';' if is_first => is_first = false,
            ';' => {
                nodes.push(SgfNode { parent: last, properties: Vec::new() });
                last = nodes.len() - 1;
            }
            c if c.is_ascii_alphabetic() => {
                let property = input.property()?;
                nodes[last].properties.push(property);
                continue;
            }
            c => return Err(SgfError::Unexpected(input.line, c)),
        }
        input.next();
    }
    match (branches.is_empty(), ended) {
        (true, true) => Ok(nodes),
        (true, false) => Err(SgfError::Empty),
        _ => Err(SgfError::NotClosed),
    }
}

/// The first node and the first one after each, in their order; each follows the one before.
pub fn main_line_of(nodes: Vec<SgfNode>) -> Vec<SgfNode> {
    let (mut line, mut last) = (Vec::new(), 0);
    for (index, node) in nodes.into_iter().enumerate() {
        if index == 0 || node.parent == last {
            let parent = line.len().saturating_sub(1);
            line.push(SgfNode { parent, ..node });
            last = index;
        }
    }
    line
}

/// The properties of the main line, in their order.
///
/// # Errors
/// As [`nodes`].
pub fn main_line(text: &str) -> Result<Vec<Property>, SgfError> {
    Ok(main_line_of(nodes(text)?).into_iter().flat_map(|node| node.properties).collect())
}

/// Reads the value of `SZ`: `15` or `20:10`.
///
/// # Errors
/// When it is not a size from 5 to 120.
pub fn parse_size(value: &str) -> Result<BoardSize, SgfError> {
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    let number = |part: &str| part.trim().parse().map_err(|_| SgfError::Size(value.to_owned()));
    Ok(BoardSize::new(number(width)?, number(height)?)?)
}

/// Reads the value of `RU`, by one of the names in use; `None` for others.
pub fn parse_rule(value: &str) -> Option<Rule> {
    let name = value.trim().to_ascii_lowercase();
    match name.as_str() {
        "gomoku" | "free" | "free-style" | "freestyle gomoku" => Some(Rule::Freestyle),
        "exact" | "exactly five" | "standard gomoku" => Some(Rule::Standard),
        name if name.starts_with("renju") => Some(Rule::Renju),
        name => name.parse().ok(),
    }
}

/// Reads a point: `hh`, the column from the left and the row from the top, or `h8` as people write it.
///
/// # Errors
/// When it is a pass or not a point on the board.
pub fn parse_sgf_point(value: &str, size: BoardSize) -> Result<Point, SgfError> {
    let value = value.trim();
    if value.is_empty() {
        return Err(SgfError::Pass);
    }
    if value.contains(|c: char| c.is_ascii_digit()) {
        return Ok(parse_point(size, value)?);
    }
    let number = |c: char| match c {
        'a'..='z' => Some(c as i32 - 'a' as i32),
        'A'..='Z' => Some(c as i32 - 'A' as i32 + 26),
        _ => None,
    };
    let mut chars = value.chars();
    let point = match (chars.next(), chars.next(), chars.next()) {
        (Some(x), Some(y), None) => number(x).zip(number(y)).and_then(|(x, y)| size.point(x, y)),
        _ => None,
    };
    point.ok_or_else(|| SgfError::Point(value.to_owned(), size))
}

/// Reads one point, or all points of a rectangle `aa:cc`, whichever of its corners come first.
///
/// # Errors
/// As [`parse_sgf_point`].
pub fn parse_sgf_points(value: &str, size: BoardSize) -> Result<Vec<Point>, SgfError> {
    let Some((from, to)) = value.split_once(':') else { return Ok(vec![parse_sgf_point(value, size)?]) };
    let ((x0, y0), (x1, y1)) = (size.xy(parse_sgf_point(from, size)?), size.xy(parse_sgf_point(to, size)?));
    let columns = x0.min(x1)..=x0.max(x1);
    Ok((y0.min(y1)..=y0.max(y1)).flat_map(|y| columns.clone().filter_map(move |x| size.point(x, y))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_read_and_variations_are_left_out() {
        let text = "(;GM[4]SZ[15]C[a \\] b]\n;B[hh](;W[ii];B[gg])(;W[aa]))";
        let names: Vec<String> = main_line(text).unwrap().into_iter().map(|property| property.name).collect();
        assert_eq!(names, ["GM", "SZ", "C", "B", "W", "B"]);
        assert_eq!(main_line(text).unwrap()[2].values, ["a ] b"]);
        let parents: Vec<usize> = nodes(text).unwrap().into_iter().map(|node| node.parent).collect();
        assert_eq!(parents, [0, 0, 1, 2, 1]);
    }

    #[test]
    fn faults_are_errors_that_name_the_line() {
        for (text, error) in [
            ("(;B[hh]", "expected ')' at the end of the game"),
            ("(;B[hh])(;B[hh])", "line 1: expected one game, found more"),
            ("(;\nB)", "line 2: 'B' has no value in brackets"),
            ("(;B[hh", "line 1: a value without its ']'"),
            (")", "line 1: ')' without '('"),
            ("(;SZ[15]\n;b[hh])", "line 2: 'b' is not a property: expected capital letters, as in B[hh]"),
            ("(;1)", "line 1: '1' instead of '(', ')', ';' or a property"),
            ("", "expected a game, as in (;SZ[15];B[hh])"),
        ] {
            assert_eq!(main_line(text).unwrap_err().to_string(), error, "{text}");
        }
        let size = BoardSize::square(15).unwrap();
        assert_eq!(parse_sgf_point("", size), Err(SgfError::Pass));
        assert!(parse_sgf_point("zz", size).is_err() && parse_sgf_point("é", size).is_err());
        let rectangle = parse_sgf_points("aa:cb", size).unwrap();
        assert_eq!(rectangle.len(), 6);
        for corners in ["cb:aa", "ab:ca", "ca:ab"] {
            assert_eq!(parse_sgf_points(corners, size).unwrap(), rectangle, "{corners}");
        }
        assert!(parse_size("x").is_err() && parse_size("4").is_err() && parse_size("20:10").is_ok());
    }
}
