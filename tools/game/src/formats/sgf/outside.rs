//! The text around the games of a file.

use crate::formats::{FoundGames, Place};
use tengen_database::why;

/// Texts that appear in the nodes of a game.
const PARTS: [&str; 5] = ["B[", "W[", "GM[", "FF[", "SZ["];

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

fn holds_nodes(text: &str) -> bool {
    let begins = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric());
    PARTS.iter().any(|part| text.match_indices(part).any(|(at, _)| begins(at)))
}
