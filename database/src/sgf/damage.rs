//! Damage that leaves a text valid SGF.

use super::Property;
use crate::{Reason, why};

/// Properties with one value.
const SINGLE: [&str; 13] = ["B", "W", "C", "N", "FF", "GM", "SZ", "CA", "RU", "RE", "PB", "PW", "PL"];
/// Properties with free text, in which a bracket has no meaning.
const TEXTS: [&str; 16] =
    ["C", "GC", "N", "LB", "PB", "PW", "BT", "WT", "EV", "GN", "ON", "PC", "RO", "SO", "AN", "CP"];

/// Texts that appear in the nodes of a game.
const PARTS: [&str; 5] = ["B[", "W[", "GM[", "FF[", "SZ["];

/// Whether a text outside of games holds a part of one.
pub fn holds_nodes(text: &str) -> bool {
    let begins = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric());
    PARTS.iter().any(|part| text.match_indices(part).any(|(at, _)| begins(at)))
}

/// Why a property is used only in part.
pub fn damage_of(property: &Property) -> Option<Reason> {
    if has_swallowed(property) {
        Some(why::swallowed())
    } else if property.values.len() > 1 && SINGLE.contains(&property.name.as_str()) {
        Some(why::several())
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
