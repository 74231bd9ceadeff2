//! What a file of games held.

use super::format::Format;
use super::reading::error::ReadError;
use super::tree::GameTree;
use encoding_rs::Encoding;

/// What a file held.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Its format.
    pub format: &'static Format,
    /// Number of games.
    pub games: usize,
    /// Sentences on what was left out, repaired or guessed; each names its place.
    pub warnings: Vec<String>,
    /// The encoding that its texts were read in, where they might be read in another one.
    pub texts: Option<&'static Encoding>,
}

impl Report {
    /// Refuses a game of which nothing but its damage was found, so that it takes the place of no other.
    ///
    /// # Errors
    /// The damage.
    pub fn check(&self, tree: &GameTree) -> Result<(), ReadError> {
        match self.warnings.first() {
            Some(damage) if tree.main_line().stones().next().is_none() => {
                Err(ReadError { format: self.format.title, ..ReadError::new(damage.clone()) })
            }
            _ => Ok(()),
        }
    }
}
