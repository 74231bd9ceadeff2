//! Report on a file of games.

use super::reading::games::guess_text;
use super::{Format, GameTree, ReadError};
use encoding_rs::Encoding;
use tengen_database::Reason;

/// Content of a file, with warnings.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The format.
    pub format: &'static Format,
    /// Number of games.
    pub games: usize,
    /// What was left out, repaired or guessed; each warning names its place.
    pub warnings: Vec<Reason>,
    /// The encoding of the texts, if another one is possible.
    pub texts: Option<&'static Encoding>,
}

impl Report {
    /// Refuses an empty game if the file is damaged, so that it does not replace another one. The error is
    /// the first warning of anything but a guessed encoding.
    pub fn check(&self, tree: &GameTree) -> Result<(), ReadError> {
        let guess = self.texts.map(guess_text);
        let is_guess =
            |warning: &&Reason| guess.as_ref().is_some_and(|guess| warning.message.starts_with(&guess.message));
        match self.warnings.iter().find(|warning| !is_guess(warning)) {
            Some(damage) if tree.main_line().stones().next().is_none() => {
                Err(ReadError { format: self.format.title, ..ReadError::new(damage.clone()) })
            }
            _ => Ok(()),
        }
    }
}
