//! Errors of weight files.

use crate::base::Rule;
use thiserror::Error;

/// Why weights cannot be used.
#[derive(Debug, Error)]
pub enum WeightError {
    /// The named file cannot be read.
    #[error("cannot read '{0}'")]
    Unreadable(String, #[source] std::io::Error),
    /// The named file does not hold usable weights.
    #[error("'{0}'")]
    InFile(String, #[source] Box<WeightError>),
    /// The bytes do not begin with a weight file's first line.
    #[error("not a weight file")]
    NotWeights,
    /// A weight file of another format: its first line and the one expected.
    #[error("the weights have the format '{0}', this version reads '{1}': make them again with 'tengen train'")]
    OtherFormat(String, &'static str),
    /// A malformed `section` line of the header.
    #[error("invalid line '{0}' (expected 'section NAME both|black|white BYTES')")]
    InvalidSection(String),
    /// The sections do not fill the file: bytes expected and found.
    #[error("the weights are cut off or too long: {1} bytes of sections instead of {0}")]
    WrongLength(usize, usize),
    /// The checksum differs.
    #[error("the weights are damaged: the checksum differs")]
    Damaged,
    /// A required section is missing.
    #[error("the weights have no section '{0}' for one of the colors")]
    MissingSection(&'static str),
    /// A section of the wrong length.
    #[error("the section '{0}' of the weights has the wrong length of {1} bytes")]
    WrongSectionLength(&'static str, usize),
    /// A network's section of the wrong length, or with a number that is infinite or none.
    #[error("the section '{0}' of the weights has the wrong length, or a number that is not finite")]
    InvalidNetwork(&'static str),
    /// A section that this version does not know.
    #[error("the weights have an unknown section '{0}'")]
    UnknownSection(String),
    /// A bucket that does not exist.
    #[error("invalid bucket number {0}")]
    InvalidBucket(i16),
    /// Weights for other rules (their names) than the requested one.
    #[error("the weights are for {0}, not for {1}")]
    OtherRule(String, Rule),
}
