//! Reasons why something cannot be read, written or played, or what is doubtful of it: a code with values and the English
//! sentence, so that each language has a sentence and programs can distinguish them.

use std::fmt;
use tengen::base::{BoardSize, ColorError, Rule, RuleError, SizeError};
use tengen::board::NotationError;
use tengen::play::OpeningError;

/// Most characters of a quote that is left whole, and the length of a longer one: a file may have a line of megabytes.
const LONGEST_QUOTE: usize = 60;
const SHORT_QUOTE: usize = 40;
/// Most characters of another text.
const LONGEST_TEXT: usize = 2000;

/// A reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The code; `None` for a value, and for a sentence of the system or of commands only.
    pub code: Option<&'static str>,
    /// The sentence in English, or the value.
    pub message: String,
    /// The values of the sentence with their names. `rest` and `more` are reasons, the others are numbers and words.
    pub values: Vec<(&'static str, Reason)>,
}

impl Reason {
    /// A reason with a sentence that is already made, as by an error's `Display`.
    pub fn new(code: &'static str, message: impl fmt::Display, values: Vec<(&'static str, Reason)>) -> Self {
        Self { code: Some(code), message: message.to_string(), values }
    }

    /// A value, or a sentence that has no code.
    pub fn text(text: impl fmt::Display) -> Self {
        Self::cut(text.to_string(), LONGEST_TEXT, LONGEST_TEXT)
    }

    /// A value that stands in quotation marks.
    pub fn quote(text: impl fmt::Display) -> Self {
        Self::cut(text.to_string(), LONGEST_QUOTE, SHORT_QUOTE)
    }

    /// The reason of an error that quotes a text.
    fn of_quote<E: fmt::Display>(
        code: &'static str,
        name: &'static str,
        text: String,
        error: impl FnOnce(String) -> E,
    ) -> Self {
        let text = Self::quote(text);
        Self::new(code, error(text.message.clone()), vec![(name, text)])
    }

    fn cut(text: String, longest: usize, kept: usize) -> Self {
        let is_long = text.char_indices().nth(longest).is_some();
        let message = if is_long { text.chars().take(kept).chain(['…']).collect() } else { text };
        Self { code: None, message, values: Vec::new() }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Reason {}

impl From<NotationError> for Reason {
    fn from(NotationError { text, size }: NotationError) -> Self {
        let mut reason = Self::of_quote("pointExample", "text", text, |text| NotationError { text, size });
        reason.values.push(("size", Self::text(size)));
        reason
    }
}

impl From<SizeError> for Reason {
    fn from(error: SizeError) -> Self {
        let SizeError::NotASize(text) = error else {
            let [least, most] = [BoardSize::MIN, BoardSize::MAX].map(Self::text);
            return Self::new("side", error, vec![("least", least), ("most", most)]);
        };
        Self::of_quote("boardSize", "text", text, SizeError::NotASize)
    }
}

impl From<RuleError> for Reason {
    fn from(error: RuleError) -> Self {
        let RuleError::UnknownName(name) = error else { return Self::text(error) };
        let mut reason = Self::of_quote("rule", "rule", name, RuleError::UnknownName);
        reason.values.push(("rules", Self::text(Rule::names_and_numbers())));
        reason
    }
}

impl From<ColorError> for Reason {
    fn from(ColorError(text): ColorError) -> Self {
        Self::of_quote("color", "text", text, ColorError)
    }
}

impl From<OpeningError> for Reason {
    fn from(error: OpeningError) -> Self {
        let OpeningError::BoardTooSmall(size, opening) = error else { return Self::text(error) };
        Self::new("tooSmall", error, vec![("size", Self::text(size)), ("opening", Self::text(opening))])
    }
}
