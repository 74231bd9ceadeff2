//! Reading libraries from bytes, damaged ones as far as possible.

use super::tree::{MAX_NODES, NodeId, RenlibTree, SIDE, Spans};
use crate::{Reason, why};
use std::ops::Range;
use thiserror::Error;

/// Most bytes of a library.
pub const MAX_BYTES: usize = 256 << 20;

/// The two numbers of the newest known version.
pub const NEWEST_VERSION: (u8, u8) = (3, 4);
/// First bytes of a library of version 3.
pub(crate) const MAGIC: &[u8] = b"\xFFRenLib\xFF";
/// Bytes of the head.
pub(super) const HEAD: usize = 20;
/// The center of the board, with which libraries of version 2 begin.
const CENTER: u8 = 0x78;

/// Flags of a node in a file.
pub(super) const SIBLING: u8 = 0x80;
pub(super) const NO_CHILD: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
pub(super) const COMMENT: u8 = 0x08;
pub(super) const MORE_FLAGS: u8 = 0x01;
/// The flag in the second of the two more bytes.
pub(super) const BOARD_TEXT: u8 = 0x01;
/// Between a title and a comment.
pub(super) const SEPARATOR: u8 = 8;

/// Why bytes are not a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RenlibError {
    /// Another kind of file.
    #[error("not a RenLib library: expected the bytes FF 'RenLib' FF at its beginning")]
    NotALibrary,
    /// The size in bytes, which is larger than [`MAX_BYTES`].
    #[error("a RenLib library of {0} bytes: {MAX_BYTES} at most can be read")]
    TooLarge(usize),
}

/// Damage of a library, which was read as far as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Offset of the damage in the file, in bytes.
    pub at: usize,
    /// Number of nodes read before the damage, without the empty board.
    pub nodes: usize,
    /// Kind of the damage.
    pub kind: DamageKind,
}

/// Kinds of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamageKind {
    /// The file ends inside a node or its texts.
    Cut,
    /// The file ends, but further nodes were announced.
    Missing,
    /// The head does not end in `FF` bytes as it should.
    Head,
    /// A byte that is not a point of the board.
    Square(u8),
    /// Number of bytes after the end of the tree.
    Trailing(usize),
    /// More nodes than [`MAX_NODES`].
    TooManyNodes,
}

impl From<RenlibError> for Reason {
    fn from(error: RenlibError) -> Self {
        match error {
            RenlibError::NotALibrary => Self::new("notALibrary", error, Vec::new()),
            RenlibError::TooLarge(_) => Self::text(error),
        }
    }
}

impl From<Damage> for Reason {
    fn from(Damage { at, nodes, kind }: Damage) -> Self {
        let damage = match kind {
            DamageKind::Cut => why::library_cut(at),
            DamageKind::Missing => why::library_ends(at),
            DamageKind::Head => {
                return why::library_head(at, HEAD);
            }
            DamageKind::Square(byte) => why::library_point(at, format!("{byte:02X}")),
            DamageKind::Trailing(bytes) => {
                return why::library_tail(at, bytes);
            }
            DamageKind::TooManyNodes => {
                Self::text(format!("the library has more than {MAX_NODES} nodes, at byte {at}"))
            }
        };
        let more = match nodes {
            1 => why::library_read_one(),
            count => why::library_read(count),
        };
        damage.with(more)
    }
}

/// A library read from a file.
#[derive(Clone, Debug)]
pub struct OpenedLibrary {
    /// The library.
    pub tree: RenlibTree,
    /// The two numbers of the file's version; `None` for version 2, which does not store it.
    pub version: Option<(u8, u8)>,
    /// Damage of the file, if any.
    pub damage: Option<Damage>,
}

/// Reads a library; a damaged one as far as possible. A node of two bytes takes 24 bytes of memory in addition to the
/// file's own, one with texts 24 more.
///
/// # Errors
/// When the bytes are not a library.
pub fn read(bytes: Vec<u8>) -> Result<OpenedLibrary, RenlibError> {
    if bytes.len() > MAX_BYTES {
        return Err(RenlibError::TooLarge(bytes.len()));
    }
    let (version, start) = match bytes.strip_prefix(MAGIC) {
        Some(rest) => (Some((rest.first().copied().unwrap_or(0), rest.get(1).copied().unwrap_or(0))), HEAD),
        None if bytes.first() == Some(&CENTER) => (None, 0),
        None => return Err(RenlibError::NotALibrary),
    };
    let mut reader = LibraryReader { length: bytes.len(), at: start.min(bytes.len()), tree: RenlibTree::over(bytes) };
    let damage = reader.read_all(start).err().or_else(|| reader.head_damage(start));
    Ok(OpenedLibrary { tree: reader.tree, version, damage })
}

/// State of the reading.
struct LibraryReader {
    tree: RenlibTree,
    /// Length of the file; the tree's store of texts begins with its bytes.
    length: usize,
    at: usize,
}

impl LibraryReader {
    fn damage(&self, at: usize, kind: DamageKind) -> Damage {
        Damage { at, nodes: self.tree.len() - 1, kind }
    }

    fn read_all(&mut self, start: usize) -> Result<(), Damage> {
        if self.at < start {
            return Err(self.damage(self.at, DamageKind::Cut));
        }
        // Nodes with a sibling after their subtree.
        let mut open: Vec<NodeId> = Vec::new();
        let (mut parent, mut is_first) = (NodeId::ROOT, true);
        // A line that was saved alone has no end marks; if there is one, every end must have one.
        let mut ends_are_marked = false;
        while self.at < self.length {
            let (node, flags) = self.node(parent, is_first)?;
            is_first = false;
            if node == NodeId::ROOT {
                continue;
            }
            if flags & SIBLING != 0 {
                open.push(node);
            }
            parent = node;
            if flags & NO_CHILD != 0 {
                ends_are_marked = true;
                let Some(sibling) = open.pop() else { return self.check_end() };
                parent = self.tree.parent(sibling).unwrap_or(NodeId::ROOT);
            }
        }
        let is_whole = !ends_are_marked && open.is_empty() && !is_first;
        if is_whole { Ok(()) } else { Err(self.damage(self.at, DamageKind::Missing)) }
    }

    /// The head ends in `FF` bytes. If it does not, the nodes may begin elsewhere.
    fn head_damage(&self, start: usize) -> Option<Damage> {
        let from = MAGIC.len() + 2;
        let length = self.tree.bytes().get(from..start)?.iter().position(|&byte| byte != 0xFF)?;
        Some(Damage { at: from + length, nodes: 0, kind: DamageKind::Head })
    }

    /// Reports bytes after the tree as damage.
    fn check_end(&self) -> Result<(), Damage> {
        match self.length - self.at {
            0 => Ok(()),
            rest => Err(self.damage(self.at, DamageKind::Trailing(rest))),
        }
    }

    /// Reads one node and adds it to `parent`; the first one may be the root itself.
    fn node(&mut self, parent: NodeId, is_first: bool) -> Result<(NodeId, u8), Damage> {
        let start = self.at;
        let [square, flags] = self.pair()?;
        let (x, y) = (square & 0xF, usize::from(square >> 4));
        if square != 0 && (x == 0 || y >= SIDE) {
            return Err(self.damage(start, DamageKind::Square(square)));
        }
        let node = if is_first && square == 0 {
            NodeId::ROOT
        } else {
            let added = self.tree.push(parent, square, flags);
            added.map_err(|_| self.damage(start, DamageKind::TooManyNodes))?
        };
        let has_text = flags & MORE_FLAGS != 0 && self.pair()?[1] & BOARD_TEXT != 0;
        let mut spans = Spans::default();
        let read = self.texts(flags, has_text, &mut spans);
        // A text that is cut off is kept as far as it goes.
        self.tree.set_spans(node, spans);
        read.map(|()| (node, flags))
    }

    fn texts(&mut self, flags: u8, has_text: bool, spans: &mut Spans) -> Result<(), Damage> {
        if flags & OLD_COMMENT != 0 {
            let (comment, is_whole) = self.old_comment();
            (spans.title, spans.comment) = self.split(comment);
            self.whole(is_whole)?;
        } else if flags & COMMENT != 0 {
            let (comment, is_whole) = self.text();
            (spans.title, spans.comment) = self.split(comment);
            self.whole(is_whole)?;
        }
        if has_text {
            let (label, is_whole) = self.text();
            spans.label = label;
            self.whole(is_whole)?;
        }
        Ok(())
    }

    fn whole(&self, is_whole: bool) -> Result<(), Damage> {
        if is_whole { Ok(()) } else { Err(self.damage(self.length, DamageKind::Cut)) }
    }

    fn pair(&mut self) -> Result<[u8; 2], Damage> {
        match self.tree.bytes()[self.at..self.length].first_chunk() {
            Some(&pair) => {
                self.at += 2;
                Ok(pair)
            }
            None => Err(self.damage(self.at, DamageKind::Cut)),
        }
    }

    /// A text up to its terminating zero, and whether there is one.
    fn text(&mut self) -> (Range<u32>, bool) {
        let start = self.at;
        let found = self.tree.bytes()[start..self.length].iter().position(|&byte| byte == 0);
        let end = start + found.unwrap_or(self.length - start);
        self.skip_text(start, end, found.is_some())
    }

    /// Continues after a text and the byte at `end` that ends it, at an even distance from the start of the text.
    fn skip_text(&mut self, start: usize, end: usize, is_ended: bool) -> (Range<u32>, bool) {
        let next = start + (end + 1 - start).next_multiple_of(2);
        self.at = next.min(self.length);
        (start as u32..end as u32, is_ended && next <= self.length)
    }

    /// A comment of version 2, whose brackets are Swedish letters.
    fn old_comment(&mut self) -> (Range<u32>, bool) {
        let start = self.at;
        let rest = &self.tree.bytes()[start..self.length];
        let last = rest.iter().position(|&byte| byte & 0x80 != 0);
        let letters = &rest[..last.map_or(rest.len(), |last| last + 1)];
        let letters: Vec<u8> = letters.iter().map(|&byte| old_letter(byte & 0x7F)).collect();
        let (_, is_whole) = self.skip_text(start, start + letters.len().saturating_sub(1), last.is_some());
        (self.tree.keep(letters.into_iter().filter(|&letter| letter != 0)), is_whole)
    }

    /// Splits a comment into title and text.
    fn split(&self, comment: Range<u32>) -> (Range<u32>, Range<u32>) {
        let bytes = &self.tree.bytes()[comment.start as usize..comment.end as usize];
        match bytes.iter().position(|&byte| byte == SEPARATOR) {
            None => (comment, 0..0),
            Some(length) => {
                let end = comment.start + length as u32;
                (comment.start..end, end + 1..comment.end)
            }
        }
    }
}

/// A letter of version 2 in the code page of Western Europe (windows-1252).
const fn old_letter(letter: u8) -> u8 {
    match letter {
        b'}' => 0xE5,
        b'{' => 0xE4,
        b'|' => 0xF6,
        b']' => 0xC5,
        b'[' => 0xC4,
        b'\\' => 0xD6,
        other => other,
    }
}
