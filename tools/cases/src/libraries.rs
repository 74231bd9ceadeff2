//! Libraries of RenLib.

use std::collections::BTreeSet;
use tengen::base::Rule;
use tengen_database::Reason;
use tengen_database::exchange::visit_positions;
use tengen_database::renlib::{RenlibTree, read, write};

/// Positions of a library; more are not looked at.
const MAX_POSITIONS: usize = 20_000;

/// A library, damaged or not: what is read of it is written and read again without a change.
/// Panics when the reader panics, or a library is another one after it was written.
pub fn case(bytes: &[u8]) {
    let Ok(opened) = read(bytes.to_vec()) else { return };
    if let Some(damage) = opened.damage {
        assert!(!Reason::from(damage).message.is_empty());
    }
    let again = read(write(&opened.tree)).expect("what is written can be read");
    assert_eq!(again.damage, None);
    assert_eq!(positions(&again.tree), positions(&opened.tree));
}

fn positions(tree: &RenlibTree) -> BTreeSet<Vec<u8>> {
    let mut found = BTreeSet::new();
    visit_positions(tree, Rule::Renju, &mut |node, key, _| {
        let notes = tree.notes(node);
        found.insert([key.as_bytes(), notes.label, notes.comment].concat());
        found.len() < MAX_POSITIONS
    });
    found
}
