//! Writing libraries, in the versions that RenLib writes.

use super::read::{BOARD_TEXT, COMMENT, HEAD, MAGIC, MORE_FLAGS, NEWEST_VERSION, NO_CHILD, SEPARATOR, SIBLING};
use super::tree::{NodeId, RenlibTree};

/// Version 3.4 has the empty board as its first node; version 3.0 begins with the first move, as its oldest readers
/// expect.
const VERSION: u8 = NEWEST_VERSION.0;
const WITH_ROOT: u8 = NEWEST_VERSION.1;
const WITHOUT_ROOT: u8 = 0;
/// The center of the board, the only first move of a library of version 3.0.
const CENTER: u8 = 0x78;

/// The bytes of a library: version 3.0 if the center is the only first move, there is no pass and the empty board has
/// no text or flag, else 3.4; RenLib chooses alike.
pub fn write(tree: &RenlibTree) -> Vec<u8> {
    let is_old = can_be_old(tree);
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, if is_old { WITHOUT_ROOT } else { WITH_ROOT }]);
    bytes.resize(HEAD, 0xFF);
    for node in tree.preorder().skip(usize::from(is_old)) {
        push_node(&mut bytes, tree, node);
    }
    bytes
}

fn can_be_old(tree: &RenlibTree) -> bool {
    let mut firsts = tree.children(NodeId::ROOT);
    let is_center_alone = firsts.next().is_some_and(|node| tree.square(node) == CENTER) && firsts.next().is_none();
    let root_says_nothing = !tree.has_notes(NodeId::ROOT) && tree.flags(NodeId::ROOT) == 0;
    is_center_alone && root_says_nothing && tree.preorder().skip(1).all(|node| tree.square(node) != 0)
}

fn push_node(bytes: &mut Vec<u8>, tree: &RenlibTree, node: NodeId) {
    let notes = tree.notes(node);
    let has_comment = !notes.title.is_empty() || !notes.comment.is_empty();
    let flags = [
        (SIBLING, tree.next_sibling(node).is_some()),
        (NO_CHILD, tree.first_child(node).is_none()),
        (COMMENT, has_comment),
        (MORE_FLAGS, !notes.label.is_empty()),
    ];
    let flags = flags.iter().filter(|(_, is_set)| *is_set).fold(tree.flags(node), |flags, (flag, _)| flags | flag);
    bytes.extend([tree.square(node), flags]);
    if !notes.label.is_empty() {
        bytes.extend([0, BOARD_TEXT]);
    }
    if has_comment {
        let separator: &[u8] = if notes.comment.is_empty() { &[] } else { &[SEPARATOR] };
        push_text(bytes, &[notes.title, separator, notes.comment]);
    }
    if !notes.label.is_empty() {
        push_text(bytes, &[notes.label]);
    }
}

/// Appends a text with its terminating zero, and another zero if the number of bytes would be odd.
fn push_text(bytes: &mut Vec<u8>, parts: &[&[u8]]) {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    parts.iter().for_each(|part| bytes.extend(*part));
    bytes.extend(std::iter::repeat_n(0, 2 - length % 2));
}
