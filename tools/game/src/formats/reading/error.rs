//! Errors of reading a file.

use super::quote::shortened;
use std::fmt;
use thiserror::Error;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of text, from 1.
    Line(usize),
    /// A byte, from 0.
    Byte(usize),
    /// A node of a tree, from 1.
    Node(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
            Place::Node(node) => write!(f, "node {node}"),
        }
    }
}

/// Error: the file holds nothing usable. The message names the recognized format, the place and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ReadError {
    /// Title of the format, set by [`crate::formats::read_games`].
    pub format: &'static str,
    /// Place of the problem.
    pub place: Option<Place>,
    /// Description of the problem.
    pub problem: String,
    /// Advice; empty if the problem makes the remedy clear.
    pub advice: String,
}

impl ReadError {
    /// An error without a place.
    pub fn new(problem: impl Into<String>) -> Self {
        Self { format: "", place: None, problem: shortened(problem.into()), advice: String::new() }
    }

    /// An error at a place.
    pub fn at(place: Place, problem: impl Into<String>) -> Self {
        Self { place: Some(place), ..Self::new(problem) }
    }

    /// Adds what to do.
    #[must_use]
    pub fn advise(self, advice: impl Into<String>) -> Self {
        Self { advice: advice.into(), ..self }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.format.is_empty() {
            write!(f, "{}: ", self.format)?;
        }
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.problem)?;
        if self.advice.is_empty() { Ok(()) } else { write!(f, "; {}", self.advice) }
    }
}
