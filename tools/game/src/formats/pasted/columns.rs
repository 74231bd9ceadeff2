//! Column letters: Go programs, and programs that use GTP, leave out the letter I.

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
