//! Column letters: Go programs, and programs that use GTP, leave out the letter I.

use tengen::base::{BoardSize, Point};
use tengen::board::format_point;

/// The set of column letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Letters {
    #[default]
    All,
    /// Without I, as in GTP: J is the ninth column.
    WithoutI,
    Unknown,
}

impl Letters {
    /// The letters used by points that a program may write in either way.
    pub fn of(names: &str) -> Self {
        let letters = || names.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase());
        if letters().all(|c| c < 'i') || letters().any(|c| c == 'i') { Letters::All } else { Letters::Unknown }
    }
}

/// Converts points in columns without the letter I to columns with it.
pub fn without_i(names: &str) -> String {
    let letter = |c: char| match c {
        'j'..='z' | 'J'..='Z' => char::from(c as u8 - 1),
        other => other,
    };
    names.chars().map(letter).collect()
}

/// The first of these points whose column depends on the set of letters, such as `J9 = i9`.
pub fn example<'a>(mut names: impl Iterator<Item = (&'a str, &'a Point)>, size: BoardSize) -> Option<String> {
    let (name, &point) = names.find(|(name, _)| name.starts_with(|c: char| c.to_ascii_lowercase() > 'i'))?;
    Some(format!("{name} = {}", format_point(size, point)))
}
