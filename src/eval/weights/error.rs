//! What can be wrong with a weight file.

use crate::base::Rule;
use std::fmt;

/// Why weights cannot be used.
#[derive(Debug)]
pub enum WeightError {
    /// The file cannot be read.
    Unreadable(String, std::io::Error),
    /// The named file holds no weights that can be used.
    InFile(String, Box<WeightError>),
    /// The bytes do not begin as a weight file does.
    NotWeights,
    /// A weight file of another format: its first line and the one expected.
    OtherFormat(String, &'static str),
    /// A `section` line of the header that cannot be read.
    InvalidSection(String),
    /// The sections do not fill the file: bytes expected and found.
    WrongLength(usize, usize),
    /// The checksum differs.
    Damaged,
    /// A section that is needed and missing.
    MissingSection(&'static str),
    /// A section with a number of bytes that does not fit its contents.
    WrongSectionLength(&'static str, usize),
    /// A section that this version does not know.
    UnknownSection(String),
    /// A bucket that does not exist.
    InvalidBucket(i16),
    /// Weights for other rules, by name, than the rule in question.
    OtherRule(String, Rule),
}

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(name, _) => write!(f, "cannot read '{name}'"),
            Self::InFile(name, _) => write!(f, "'{name}'"),
            Self::NotWeights => f.write_str("not a weight file"),
            Self::OtherFormat(found, expected) => write!(
                f,
                "the weights have the format '{found}', this version reads '{expected}': make them again with 'tengen train'"
            ),
            Self::InvalidSection(line) => {
                write!(f, "invalid line '{line}' (expected 'section NAME both|black|white BYTES')")
            }
            Self::WrongLength(expected, found) => {
                write!(f, "the weights are cut off or too long: {found} bytes of sections instead of {expected}")
            }
            Self::Damaged => f.write_str("the weights are damaged: the checksum differs"),
            Self::MissingSection(name) => write!(f, "the weights have no section '{name}' for one of the colors"),
            Self::WrongSectionLength(name, bytes) => {
                write!(f, "the section '{name}' of the weights has the wrong length of {bytes} bytes")
            }
            Self::UnknownSection(name) => write!(f, "the weights have an unknown section '{name}'"),
            Self::InvalidBucket(bucket) => write!(f, "invalid bucket number {bucket}"),
            Self::OtherRule(rules, rule) => write!(f, "the weights are for {rules}, not for {rule}"),
        }
    }
}

impl std::error::Error for WeightError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable(_, error) => Some(error),
            Self::InFile(_, error) => Some(error),
            _ => None,
        }
    }
}
