//! The text around the games of a file.

use crate::formats::{FoundGames, Place};
use tengen_database::sgf::holds_nodes;
use tengen_database::why;

/// Checks of the text outside a file's games.
#[derive(Default)]
pub struct Outside {
    /// Whether the games are inside a letter.
    is_letter: bool,
}

impl Outside {
    /// Checks a text before a game or after the last one.
    pub fn look_at(&mut self, (line, text): (usize, &str), games: &mut FoundGames) {
        if holds_nodes(text) {
            games.warn(Place::Line(line), why::moves_outside());
        } else if games.count() == 0 {
            self.is_letter = true;
        } else if !self.is_letter {
            games.warn(Place::Line(line), why::text_after());
        }
    }
}
