//! Errors of reading a file.

use std::fmt;
use tengen_database::{Reason, why};
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

impl Place {
    /// A reason at this place.
    pub fn of(self, rest: Reason) -> Reason {
        match self {
            Place::Line(line) => why::line(rest, line),
            Place::Byte(at) => why::byte(rest, at),
            Place::Node(at) => why::node(rest, at),
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
    pub problem: Reason,
    /// Advice; `None` if the problem makes the remedy clear.
    pub advice: Option<Box<Reason>>,
}

impl ReadError {
    /// An error without a place.
    pub fn new(problem: impl Into<Reason>) -> Self {
        Self { format: "", place: None, problem: problem.into(), advice: None }
    }

    /// An error at a place.
    pub fn at(place: Place, problem: impl Into<Reason>) -> Self {
        Self { place: Some(place), ..Self::new(problem) }
    }

    /// Adds what to do.
    #[must_use]
    pub fn advise(self, advice: impl Into<Reason>) -> Self {
        Self { advice: Some(Box::new(advice.into())), ..self }
    }
}

impl From<ReadError> for Reason {
    fn from(error: ReadError) -> Self {
        let ReadError { format, place, problem, advice } = error;
        let rest = if let Some(advice) = advice { problem.with(*advice) } else { problem };
        let rest = if let Some(place) = place { place.of(rest) } else { rest };
        if format.is_empty() { rest } else { why::format(rest, format) }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reason::from(self.clone()).fmt(f)
    }
}
