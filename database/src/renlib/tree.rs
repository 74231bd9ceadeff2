//! A library in memory: small nodes, and one store for all texts.

use std::ops::Range;
use tengen::base::{BoardSize, Point};
use thiserror::Error;

/// Columns and rows of every library's board.
pub const SIDE: usize = 15;
/// Most nodes of a library.
pub const MAX_NODES: usize = 16_000_000;

/// Flags that are kept; those of the node's place in the tree are not.
pub(super) const MARKED: u8 = 0x10;
pub(super) const START: u8 = 0x04;
pub(super) const NO_MOVE: u8 = 0x02;

/// A node of a [`RenlibTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The empty board, the first node of every library.
    pub const ROOT: NodeId = NodeId(0);

    /// Number of the node, from 0 in the order of adding.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// `None` for the root, which is never a child or sibling, so that its number stands for none.
    fn exists(self) -> Option<Self> {
        (self != Self::ROOT).then_some(self)
    }
}

/// Error: the library is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a library has {MAX_NODES} nodes at most")]
pub struct TreeFull;

#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The point as a byte of the file.
    square: u8,
    flags: u8,
    parent: NodeId,
    first_child: NodeId,
    last_child: NodeId,
    next_sibling: NodeId,
    /// Index of its texts in the spans; 0 for none.
    notes: u32,
}

impl Slot {
    const fn new(square: u8, parent: NodeId) -> Self {
        let none = NodeId::ROOT;
        Self { square, flags: 0, parent, first_child: none, last_child: none, next_sibling: none, notes: 0 }
    }
}

/// Places of a node's texts in the store.
#[derive(Clone, Debug, Default)]
pub(super) struct Spans {
    pub title: Range<u32>,
    pub comment: Range<u32>,
    pub label: Range<u32>,
}

/// The texts of a node as bytes, in the code page of the library. They contain no zero, and the title no backspace (8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes<'a> {
    /// Comment of one line.
    pub title: &'a [u8],
    /// Comment of several lines.
    pub comment: &'a [u8],
    /// Text on the board, at the node's point.
    pub label: &'a [u8],
}

/// A library: a tree of moves.
#[derive(Clone, Debug)]
pub struct RenlibTree {
    slots: Vec<Slot>,
    /// Places of texts. The first entry is for nodes without texts.
    spans: Vec<Spans>,
    /// The store of all texts.
    bytes: Vec<u8>,
}

impl Default for RenlibTree {
    fn default() -> Self {
        Self::over(Vec::new())
    }
}

impl RenlibTree {
    /// A library of the empty board only.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty tree whose store begins with these bytes.
    pub(super) fn over(bytes: Vec<u8>) -> Self {
        Self { slots: vec![Slot::new(0, NodeId::ROOT)], spans: vec![Spans::default()], bytes }
    }

    /// The size of every library's board.
    ///
    /// # Panics
    /// Never: boards of this size exist.
    pub fn size() -> BoardSize {
        BoardSize::square(SIDE).unwrap_or_else(|_| unreachable!("boards of {SIDE} points a side exist"))
    }

    /// Number of nodes, the empty board included.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is only the empty board.
    pub fn is_empty(&self) -> bool {
        self.slots.len() == 1
    }

    /// Adds a node after the last child of `parent`; without a point it is a pass.
    ///
    /// # Errors
    /// When there are already [`MAX_NODES`] nodes.
    pub fn add(&mut self, parent: NodeId, point: Option<Point>) -> Result<NodeId, TreeFull> {
        let square = point.filter(|point| point.index() < SIDE * SIDE).map_or(0, |Point(number)| {
            let (x, y) = (usize::from(number) % SIDE, usize::from(number) / SIDE);
            (16 * y + x + 1) as u8
        });
        self.push(parent, square, 0)
    }

    pub(super) fn push(&mut self, parent: NodeId, square: u8, flags: u8) -> Result<NodeId, TreeFull> {
        if self.slots.len() >= MAX_NODES {
            return Err(TreeFull);
        }
        let added = NodeId(self.slots.len() as u32);
        self.slots.push(Slot { flags: flags & (MARKED | START | NO_MOVE), ..Slot::new(square, parent) });
        let before = &mut self.slots[parent.index()];
        match std::mem::replace(&mut before.last_child, added).exists() {
            None => before.first_child = added,
            Some(last) => self.slots[last.index()].next_sibling = added,
        }
        Ok(added)
    }

    /// Sets the texts of a node. Bytes that a file cannot hold there are left out.
    pub fn set_notes(&mut self, node: NodeId, notes: Notes<'_>) {
        let mut keep = |text: &[u8], without: &[u8]| {
            let start = self.bytes.len() as u32;
            self.bytes.extend(text.iter().filter(|byte| !without.contains(byte)));
            start..self.bytes.len() as u32
        };
        let (title, comment) = (keep(notes.title, &[0, 8]), keep(notes.comment, &[0]));
        let label = keep(notes.label, &[0]);
        self.set_spans(node, Spans { title, comment, label });
    }

    pub(super) fn set_spans(&mut self, node: NodeId, spans: Spans) {
        if [&spans.title, &spans.comment, &spans.label].iter().all(|span| span.is_empty()) {
            return;
        }
        self.slots[node.index()].notes = self.spans.len() as u32;
        self.spans.push(spans);
    }

    /// Appends bytes to the store of texts.
    pub(super) fn keep(&mut self, text: impl IntoIterator<Item = u8>) -> Range<u32> {
        let start = self.bytes.len() as u32;
        self.bytes.extend(text);
        start..self.bytes.len() as u32
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn slot(&self, node: NodeId) -> &Slot {
        &self.slots[node.index()]
    }

    /// The texts of a node.
    pub fn notes(&self, node: NodeId) -> Notes<'_> {
        let spans = &self.spans[self.slot(node).notes as usize];
        let [title, comment, label] = [&spans.title, &spans.comment, &spans.label]
            .map(|span| &self.bytes[span.start as usize..span.end as usize]);
        Notes { title, comment, label }
    }

    /// Whether a node has texts.
    pub fn has_notes(&self, node: NodeId) -> bool {
        self.slot(node).notes > 0
    }

    /// All texts that are not empty.
    pub(super) fn all_texts(&self) -> impl Iterator<Item = &[u8]> {
        let spans = self.spans.iter().flat_map(|spans| [&spans.title, &spans.comment, &spans.label]);
        spans.map(|span| &self.bytes[span.start as usize..span.end as usize]).filter(|text| !text.is_empty())
    }

    /// The point of a node; `None` for a pass, and for the root.
    pub fn point(&self, node: NodeId) -> Option<Point> {
        let square = self.slot(node).square;
        let (x, y) = (u16::from(square & 0xF), u16::from(square >> 4));
        x.checked_sub(1).map(|x| Point(y * SIDE as u16 + x))
    }

    /// The node's point as a byte of the file.
    pub(super) fn square(&self, node: NodeId) -> u8 {
        self.slot(node).square
    }

    pub(super) fn flags(&self, node: NodeId) -> u8 {
        self.slot(node).flags
    }

    /// Whether a node is a move, that is a stone or a pass, and not the root or only a text on the board. A node with
    /// children is a move, whatever its flag, because RenLib places its stone.
    pub fn is_move(&self, node: NodeId) -> bool {
        let slot = self.slot(node);
        node != NodeId::ROOT && (slot.flags & NO_MOVE == 0 || slot.first_child.exists().is_some())
    }

    /// Whether a node is marked.
    pub fn is_marked(&self, node: NodeId) -> bool {
        self.slot(node).flags & MARKED != 0
    }

    /// Marks a node.
    pub fn mark(&mut self, node: NodeId) {
        self.slots[node.index()].flags |= MARKED;
    }

    /// Whether the game begins after this node, so that the moves up to it are given.
    pub fn is_start(&self, node: NodeId) -> bool {
        self.slot(node).flags & START != 0
    }

    /// Sets that the game begins after this node.
    pub fn set_start(&mut self, node: NodeId) {
        self.slots[node.index()].flags |= START;
    }

    /// Sets that a node is a text on the board and not a move.
    pub fn set_text_only(&mut self, node: NodeId) {
        self.slots[node.index()].flags |= NO_MOVE;
    }

    /// The parent of a node; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        node.exists().map(|node| self.slot(node).parent)
    }

    /// The nodes from the first move to this one, without the root.
    pub fn line(&self, node: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(node.exists(), |&node| self.parent(node)?.exists());
        let mut line: Vec<NodeId> = up.collect();
        line.reverse();
        line
    }

    /// The first child of a node.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.slot(node).first_child.exists()
    }

    /// The next child of the same parent.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.slot(node).next_sibling.exists()
    }

    /// The children of a node, in their order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// All nodes in preorder, the root first. To leave out a subtree, use [`RenlibTree::after`].
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |&node| self.first_child(node).or_else(|| self.after(node)))
    }

    /// The next node in preorder after the subtree of this one.
    pub fn after(&self, node: NodeId) -> Option<NodeId> {
        let up = std::iter::successors(Some(node), |&node| self.parent(node));
        up.into_iter().find_map(|node| self.next_sibling(node))
    }
}
