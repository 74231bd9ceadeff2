//! The parts of an SGF text in order, up to the first fault.

use super::error::SgfError;

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
    /// `(`, which begins a game or, inside one, a variation.
    Open,
    /// `)`, which ends it.
    Close,
    /// `;`, which begins a node.
    Node,
    /// A property of the node before it, or of the game's first node.
    Property(Property),
}

/// Iterator over the parts of an SGF text. It ends after an error.
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

    /// The current line, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Number of `(` that are open.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Skips the text before the next game, such as a letter around it. Returns its line and the text, if there is any.
    pub fn skip_text(&mut self) -> Option<(usize, &'a str)> {
        let is_text = self.depth == 0 && self.peek_content().is_some_and(|next| !matches!(next, '(' | ')'));
        if !is_text {
            return None;
        }
        let line = self.line;
        let (text, rest) = self.rest.split_at(self.rest.find("(;").unwrap_or(self.rest.len()));
        self.line += line_ends(text);
        self.rest = rest;
        // Old systems end a file with this character (Ctrl-Z).
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{1a}');
        (!text.is_empty()).then_some((line, text))
    }

    /// Takes the next character.
    fn take(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.line += usize::from(c == '\n' || c == '\r' && !self.rest.starts_with('\n'));
        Some(c)
    }

    /// The next character that is not white space, without taking it.
    fn peek_content(&mut self) -> Option<char> {
        let content = self.rest.trim_start();
        let blank = &self.rest[..self.rest.len() - content.len()];
        self.line += line_ends(blank);
        self.rest = content;
        content.chars().next()
    }

    /// A value after its `[`, up to the `]` that ends it.
    fn value(&mut self) -> Result<String, SgfError> {
        let from = self.line;
        let mut value = String::new();
        let mut before = ' ';
        loop {
            let Some(c) = self.take() else { return Err(SgfError::OpenValue(from)) };
            match c {
                ']' => return Ok(value),
                // A line may end in LF, CR, or both in either order.
                '\r' if before != '\n' && !self.rest.starts_with('\n') => value.push('\n'),
                '\r' => {}
                '\\' => match self.take() {
                    Some('\r') if self.rest.starts_with('\n') => drop(self.take()),
                    // An escaped line end only breaks a long line.
                    Some('\n' | '\r') | None => {}
                    Some(c) => value.push(c),
                },
                c => value.push(c),
            }
            before = c;
        }
    }

    fn property(&mut self) -> Result<Property, SgfError> {
        let line = self.line;
        let length = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let written = &self.rest[..length];
        self.rest = &self.rest[length..];
        // Old files have meaningless lower-case letters in names: `Black` is `B`. A name of lower-case letters only
        // counts in capitals.
        let mut name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        if name.is_empty() && written.len() <= 2 {
            name = written.to_ascii_uppercase();
        }
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

/// Number of line ends: LF, CR, or both.
fn line_ends(text: &str) -> usize {
    text.replace("\r\n", "\n").matches(['\n', '\r']).count()
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

/// The main line of one game of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainLine {
    /// The properties of the line, in order.
    pub properties: Vec<Property>,
    /// Number of games in the text.
    pub games: usize,
    /// Whether the game has variations.
    pub has_variations: bool,
    /// The fault at which the reading ended, if there is one.
    pub fault: Option<SgfError>,
}

/// The main line of game number `number` (from 1) of a text. Text before and between games is skipped.
///
/// # Errors
/// When the text has no such game before its fault.
pub fn main_line(text: &str, number: usize) -> Result<MainLine, SgfError> {
    let mut line = MainLine { properties: Vec::new(), games: 0, has_variations: false, fault: None };
    let mut parts = SgfReader::new(text);
    loop {
        parts.skip_text();
        // The first `)` ends the main line, which always takes the first variation.
        let (mut is_empty, mut is_main) = (true, true);
        while let Some(part) = parts.next() {
            if is_empty {
                line.games += usize::from(part.is_ok());
                is_empty = false;
            }
            match part {
                Ok(SgfPart::Close) => is_main = false,
                Ok(SgfPart::Open) => line.has_variations |= !is_main && line.games == number,
                Ok(SgfPart::Property(property)) if is_main && line.games == number => line.properties.push(property),
                Ok(_) => {}
                Err(error) => line.fault = Some(error),
            }
            if parts.depth() == 0 {
                break;
            }
        }
        if is_empty || line.fault.is_some() {
            break;
        }
    }
    match (line.properties.is_empty(), line.games) {
        (false, _) => Ok(line),
        (true, 0) => Err(line.fault.unwrap_or(SgfError::Empty)),
        (true, games) if games < number => Err(line.fault.unwrap_or(SgfError::NoGame { number, games })),
        (true, _) => Err(line.fault.unwrap_or(SgfError::Empty)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_read_and_variations_are_left_out() {
        let text = "(;GM[4]SZ[15]C[a \\] b]\n;B[hh](;W[ii];B[gg])(;W[aa]))";
        let MainLine { properties, games, has_variations, fault } = main_line(text, 1).unwrap();
        let names: Vec<&str> = properties.iter().map(|property| property.name.as_str()).collect();
        assert_eq!((names.as_slice(), games, fault), (["GM", "SZ", "C", "B", "W", "B"].as_slice(), 1, None));
        let others = main_line("(;B[hh])(;B[hh](;W[ii]))", 2).unwrap();
        assert_eq!((has_variations, others.has_variations), (true, false));
        assert_eq!(properties[2].values, ["a ] b"]);
    }

    #[test]
    fn a_line_of_a_text_ends_in_either_character_or_both() {
        let line = main_line("(;C[a\rb\r\nc\nd\n\re\r\rf\\\rg\\\r\nh];B[hh])", 1).unwrap();
        assert_eq!(line.properties[0].values, ["a\nb\nc\nd\ne\n\nfgh"]);
    }

    #[test]
    fn names_in_lower_case_letters_alone_are_names() {
        let line = main_line("(;ff[4]sz[15];b[hh];Black[ii])", 1).unwrap();
        let names: Vec<&str> = line.properties.iter().map(|property| property.name.as_str()).collect();
        assert_eq!((names, line.fault), (vec!["FF", "SZ", "B", "B"], None));
    }

    #[test]
    fn a_game_is_chosen_by_its_number() {
        let text = "Hello: (;SZ[15](;B[hh](;W[ii])(;W[gg]))(;B[aa]))\n\n(;SZ[19];B[jj])and(;)(;SZ[5];B[a";
        let names =
            |number| main_line(text, number).map(|line| line.properties.iter().map(|p| p.values[0].clone()).collect());
        assert_eq!(names(1), Ok(vec!["15".to_owned(), "hh".to_owned(), "ii".to_owned()]));
        assert_eq!(names(2), Ok(vec!["19".to_owned(), "jj".to_owned()]));
        assert_eq!(names(4), Ok(vec!["5".to_owned()]));
        let whole = &text[..text.len() - 11];
        let line = main_line(whole, 2).unwrap();
        assert_eq!((line.games, line.fault), (3, None));
        assert_eq!(main_line(whole, 3), Err(SgfError::Empty));
        assert_eq!(main_line(whole, 4), Err(SgfError::NoGame { number: 4, games: 3 }));
        assert_eq!(main_line(text, 5), Err(SgfError::OpenValue(3)), "the fault may have been in the way");
    }

    #[test]
    fn a_fault_comes_after_what_can_be_read_and_names_the_line() {
        for (text, count, error) in [
            ("(;B[hh]", 1, "line 1: expected ')' at the end of the game"),
            ("(;B[hh]\n;W[ii]\n;B", 2, "line 3: 'B' has no value in brackets"),
            ("(;B[hh]\n;W[ii", 1, "line 2: a value without its ']'"),
            ("(;SZ[15]\n;foul[hh])", 1, "line 2: 'foul' is not a property: expected capital letters, as in B[hh]"),
            ("(;B[hh];1)", 1, "line 1: '1' instead of '(', ')', ';' or a property"),
        ] {
            for line_end in ["\n", "\r", "\r\n"] {
                let MainLine { properties, fault, .. } = main_line(&text.replace('\n', line_end), 1).unwrap();
                assert_eq!((properties.len(), fault.unwrap().to_string().as_str()), (count, error), "{text}");
            }
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
}
