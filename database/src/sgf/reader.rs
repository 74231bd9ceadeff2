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
