//! Adding the positions of a RenLib library.

use super::adding::{Added, Adder};
use crate::renlib::{NodeId, RenlibTree, SIDE};
use crate::{Database, DatabaseError, Entry, Orientation, PositionKey};
use encoding_rs::Encoding;
use tengen::base::{Cell, Color, Point, Rule};

/// Adds the positions of a library with its comments and labels: the title and the text of a node become the comment of
/// the position after its move, the text on the board becomes its label, as does a text on the stone of its move. A
/// position that occurs in several places gets the comments of all of them. Marks and texts on other stones are left out,
/// because a database has none.
///
/// # Errors
/// When the database cannot be written.
pub fn add_library(
    database: &Database,
    tree: &RenlibTree,
    rule: Rule,
    encoding: &'static Encoding,
) -> Result<Added, DatabaseError> {
    let mut adder = Adder::new(database)?;
    let entry_of = |node| {
        let texts = if tree.has_notes(node) { tree.texts(node, encoding) } else { Default::default() };
        Entry { label: texts.label.trim().to_owned(), comment: texts.whole_comment(), ..Entry::default() }
    };
    let is_text = |node| node != NodeId::ROOT && !tree.is_move(node);
    let (mut failed, mut own_texts, mut stone_labels) = (Ok(()), 0, 0);
    let left_out = visit_positions(tree, rule, &mut |node, key, _| {
        let entry = entry_of(node);
        let is_here = |point| tree.point(node) == Some(point);
        let is_own = |&child: &NodeId| tree.point(child).is_some_and(is_here);
        let (own, others): (Vec<NodeId>, Vec<NodeId>) =
            tree.children(node).filter(|&child| is_text(child)).partition(is_own);
        // A label that is visited after the position before it is on no stone.
        stone_labels += others.into_iter().filter(|&child| !entry_of(child).label.is_empty()).count();
        stone_labels -= usize::from(is_text(node) && !entry.label.is_empty());
        if node == NodeId::ROOT && entry.label.is_empty() && entry.comment.is_empty() {
            return true;
        }
        adder.added.marks += usize::from(tree.is_marked(node));
        own_texts += own.len();
        failed = std::iter::once(entry)
            .chain(own.into_iter().map(entry_of))
            .try_for_each(|entry| adder.add(key.clone(), entry));
        failed.is_ok()
    });
    failed?;
    let texts = tree.preorder().filter(|&node| is_text(node)).count();
    adder.added.read = tree.len() - 1 - texts;
    adder.added.stone_labels = stone_labels;
    adder.added.left_out = left_out - own_texts - stone_labels;
    adder.finish()
}

/// Visits the nodes of a library in preorder, until `visit` returns `false`. `visit` gets the node, the key of the
/// position after it and the key's orientation on the library's board. A node whose point is occupied is left out with
/// its subtree; returns how many nodes were left out (0 after `visit` returned `false`). A text on the board without a
/// stone is visited as the position after a move there.
pub fn visit_positions(
    tree: &RenlibTree,
    rule: Rule,
    visit: &mut dyn FnMut(NodeId, PositionKey, Orientation) -> bool,
) -> usize {
    let mut walk = Walk { tree, path: Vec::new(), stones: Vec::new(), taken: [false; SIDE * SIDE], visited: 0 };
    let mut next = Some(NodeId::ROOT);
    while let Some(node) = next {
        next = if !walk.enter(node) {
            tree.after(node)
        } else {
            let (key, orientation) = walk.key(rule);
            walk.visited += 1;
            if !visit(node, key, orientation) {
                return 0;
            }
            tree.first_child(node).or_else(|| tree.after(node))
        };
    }
    tree.len() - walk.visited
}

/// The current line from the empty board to a node.
struct Walk<'a> {
    tree: &'a RenlibTree,
    /// The nodes of the line after the root.
    path: Vec<NodeId>,
    stones: Vec<(Point, Cell)>,
    taken: [bool; SIDE * SIDE],
    visited: usize,
}

impl Walk<'_> {
    /// Goes to a node whose parent is on the line. `false` if its point is occupied.
    fn enter(&mut self, node: NodeId) -> bool {
        let Some(parent) = self.tree.parent(node) else { return true };
        while self.path.last().is_some_and(|&last| last != parent) {
            self.leave();
        }
        if let Some(point) = self.tree.point(node) {
            if self.taken[point.index()] {
                return false;
            }
            let mover = self.side_to_move();
            self.taken[point.index()] = true;
            self.stones.push((point, mover.into()));
        }
        self.path.push(node);
        true
    }

    fn leave(&mut self) {
        let point = self.path.pop().and_then(|node| self.tree.point(node));
        if let Some(point) = point {
            self.taken[point.index()] = false;
            self.stones.pop();
        }
    }

    fn side_to_move(&self) -> Color {
        Color::Black.after(self.path.len())
    }

    fn key(&self, rule: Rule) -> (PositionKey, Orientation) {
        PositionKey::of_stones(rule, RenlibTree::size(), self.side_to_move(), self.stones.iter().copied())
    }
}
