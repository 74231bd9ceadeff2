//! Damage that leaves a text valid SGF.

use crate::formats::{FoundGames, Place};
use tengen_database::sgf::Property;

/// Texts that appear in the nodes of a game.
const PARTS: [&str; 5] = ["B[", "W[", "GM[", "FF[", "SZ["];
/// Properties with one value.
const SINGLE: [&str; 13] = ["B", "W", "C", "N", "FF", "GM", "SZ", "CA", "RU", "RE", "PB", "PW", "PL"];
/// Properties with free text, in which a bracket has no meaning.
const TEXTS: [&str; 16] =
    ["C", "GC", "N", "LB", "PB", "PW", "BT", "WT", "EV", "GN", "ON", "PC", "RO", "SO", "AN", "CP"];

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
            games
                .warn(Place::Line(line), "moves outside of a game are left out: a bracket is missing, or one too many");
        } else if games.count() == 0 {
            self.is_letter = true;
        } else if !self.is_letter {
            games.warn(Place::Line(line), "the text after the game is left out");
        }
    }
}

fn holds_nodes(text: &str) -> bool {
    let begins = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric());
    PARTS.iter().any(|part| text.match_indices(part).any(|(at, _)| begins(at)))
}

/// The fault of a property that is used only in part.
pub fn fault_of(property: &Property) -> Option<&'static str> {
    if has_swallowed(property) {
        Some("a value without its ']' has taken in what follows it")
    } else if property.values.len() > 1 && SINGLE.contains(&property.name.as_str()) {
        Some("several values where there can be one: the first is read")
    } else {
        None
    }
}

/// Whether a value lacks its closing bracket and contains the text up to the next one.
fn has_swallowed(property: &Property) -> bool {
    let is_text = TEXTS.contains(&property.name.as_str());
    property.values.iter().any(|value| {
        let Some((before, inside)) = value.rsplit_once('[').filter(|(_, inside)| !inside.contains(']')) else {
            return false;
        };
        let name = before.trim_end_matches(|c: char| c.is_ascii_uppercase());
        let is_name = (1..=2).contains(&(before.len() - name.len())) && inside.len() < 64;
        is_name && (!is_text || name.trim_end().ends_with(';'))
    })
}
