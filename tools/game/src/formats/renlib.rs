//! RenLib's library (`.lib`): a tree of moves with comments, marks and texts on a 15x15 board.
//! [`tengen_database::renlib`] reads and writes the bytes.

use super::{
    Annotation, Format, FoundGames, GameTree, Given, Holds, MAX_NODES, MoveNode, NOTHING, Place, ReadError, Sign,
    Source, Writing,
};
use crate::Game;
use crate::formats::reading::games::moves_left_out;
use anyhow::{Result, ensure};
use encoding_rs::{Encoding, UTF_8};
use std::collections::HashMap;
use tengen::base::{Point, Rule};
use tengen_database::renlib::{self, NodeId, NodeTexts, OpenedLibrary, RenlibTree};
use tengen_database::{FileKind, ForeignFile, why};

/// RenLib's library.
pub static LIB: Format = Format {
    name: "lib",
    title: "RenLib library",
    about: "RenLib's tree of moves with comments, marks and texts on the board, on 15x15",
    extensions: &["lib"],
    is_text: false,
    recognize: |source| source.kind() == Some(FileKind::Foreign(ForeignFile::Library)),
    read,
    write: Some(write),
    holds: Holds {
        variations: true,
        setup: false,
        conditions: false,
        order: true,
        texts: true,
        passes: true,
        ..NOTHING
    },
};

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let opened = renlib::read(source.bytes.to_vec()).map_err(ReadError::new)?;
    let OpenedLibrary { tree: library, version, damage } = opened;
    // The file states no rule: renju, RenLib's own, unless another one is given.
    let head = Game::new(given.rule(None, Rule::Renju)?, given.size(Some(RenlibTree::size()))?);
    let encoding = given.encoding.unwrap_or_else(|| library.encoding());
    games.read_as(encoding);
    if given.encoding.is_none() && encoding != UTF_8 {
        games.warn_of_guess(encoding);
    }
    if let Some((major, minor)) = version.filter(|&version| version > renlib::NEWEST_VERSION) {
        let (known, last) = renlib::NEWEST_VERSION;
        let [version, known] = [format!("{major}.{minor}"), format!("{known}.{last}")];
        games.warn(None, why::version(version, known));
    }
    if let Some(damage) = damage {
        games.warn(None, damage);
    }
    let mut tree = GameTree::new(head);
    tree.nodes[0].comment = library.texts(NodeId::ROOT, encoding).whole_comment();
    let mut numbers = vec![0; library.len()];
    let mut next = library.first_child(NodeId::ROOT);
    while let Some(node) = next {
        if tree.nodes.len() >= MAX_NODES {
            let rest = library.len() - 1 - node.index();
            games.warn(Place::Node(node.index()), moves_left_out(why::more_moves(MAX_NODES), rest));
            break;
        }
        let parent = library.parent(node).map_or(0, |parent| numbers[parent.index()]);
        add_node(&mut tree, &library, node, parent, &mut numbers, encoding);
        next = library.first_child(node).or_else(|| library.after(node));
    }
    let _ = games.add(tree);
    Ok(())
}

/// Adds a node, which is a move or a pass, after node `parent`.
fn add_node(
    tree: &mut GameTree,
    library: &RenlibTree,
    node: NodeId,
    parent: usize,
    numbers: &mut [usize],
    encoding: &'static encoding_rs::Encoding,
) {
    let turn = library.point(node);
    let texts = if library.has_notes(node) { library.texts(node, encoding) } else { NodeTexts::default() };
    if let Some(point) = turn.filter(|_| !texts.label.is_empty()) {
        let sign = Sign::Text(texts.label.clone());
        tree.nodes[parent].annotations.push(Annotation { point, sign });
    }
    if !library.is_move(node) {
        return;
    }
    let number = tree.turn(parent, turn);
    numbers[node.index()] = number;
    let known = &mut tree.nodes[number];
    let comment = texts.whole_comment();
    if known.comment.is_empty() {
        known.comment = comment;
    } else if !comment.is_empty() {
        known.comment += &format!("\n\n{comment}");
    }
    if let Some(point) = turn.filter(|_| library.is_marked(node)) {
        known.annotations.push(Annotation { point, sign: Sign::Cross });
    }
}

fn write(tree: &GameTree, writing: &Writing) -> Result<Vec<u8>> {
    Ok(renlib::write(&library_of(tree, writing)?.0))
}

/// The encoding of a tree's library, if reading without `--encoding` would take its texts for those of another one.
pub fn unrecognized(tree: &GameTree, format: &Format) -> Option<&'static Encoding> {
    if *format != LIB {
        return None;
    }
    let (library, encoding) = library_of(tree, &Writing::default()).ok()?;
    (!library.is_recognized(encoding)).then_some(encoding)
}

/// The library of a tree, and the encoding of its texts.
fn library_of(tree: &GameTree, writing: &Writing) -> Result<(RenlibTree, &'static Encoding)> {
    let size = tree.head.size;
    ensure!(size == RenlibTree::size(), why::board_only(&LIB, RenlibTree::size(), size));
    let shown = shown_signs(tree);
    // The text of a position on a point: its own, or that of a mark.
    let text_on = |number: usize, at: Point| {
        shown.get(&(number, at)).map_or("", |&index| text_of(&tree.nodes[number].annotations[index].sign))
    };
    let mut library = RenlibTree::new();
    let mut texts = vec![(NodeId::ROOT, NodeTexts::of_comment(&tree.nodes[0].comment, ""))];
    let mut ids = vec![NodeId::ROOT; tree.nodes.len()];
    for (number, node) in tree.nodes.iter().enumerate() {
        if number > 0 {
            ids[number] = library.add(ids[node.parent], node.point)?;
            let label = node.point.map_or("", |point| text_on(node.parent, point));
            texts.push((ids[number], NodeTexts::of_comment(&node.comment, label)));
        }
        for (index, Annotation { point, sign }) in node.annotations.iter().enumerate() {
            let is_move = |child: usize| tree.nodes[child].point == Some(*point);
            if is_mark_of(node, *point, sign) {
                library.mark(ids[number]);
            } else if shown.get(&(number, *point)) == Some(&index) && !tree.children_of(number).any(is_move) {
                let place = library.add(ids[number], Some(*point))?;
                library.set_text_only(place);
                texts.push((place, NodeTexts::of_comment("", text_on(number, *point))));
            }
        }
    }
    // RenLib cannot read UTF-8; it is written only if no code page has all letters, or if requested.
    let (encoding, lossy) = library.set_texts(&texts, writing.encoding);
    ensure!(lossy == 0, "{} lacks letters of {lossy} texts; write it in UTF-8", encoding.name());
    Ok((library, encoding))
}

/// Whether a sign is a mark on the node's own move, which a library can hold.
fn is_mark_of(node: &MoveNode, point: Point, sign: &Sign) -> bool {
    node.point == Some(point) && !matches!(sign, Sign::Text(_))
}

/// Index of the sign that each position shows on each point: a text before a mark, as there is room for one.
fn shown_signs(tree: &GameTree) -> HashMap<(usize, Point), usize> {
    let mut shown: HashMap<(usize, Point), usize> = HashMap::new();
    for (number, node) in tree.nodes.iter().enumerate() {
        let is_text = |index: usize| matches!(node.annotations[index].sign, Sign::Text(_));
        for (index, Annotation { point, sign }) in node.annotations.iter().enumerate() {
            if !is_mark_of(node, *point, sign) {
                let known = shown.entry((number, *point)).or_insert(index);
                *known = if is_text(index) && !is_text(*known) { index } else { *known };
            }
        }
    }
    shown
}

/// A sign as a text on the board, in letters that every code page has.
fn text_of(sign: &Sign) -> &str {
    match sign {
        Sign::Text(text) => text,
        Sign::Cross => "x",
        Sign::Triangle => "^",
        Sign::Square => "#",
        Sign::Circle => "o",
    }
}

/// Number of marks that become texts, as a library holds marks only on the move itself, and number of labels and marks
/// left out, as a point holds one.
pub fn crowded_signs(tree: &GameTree) -> [usize; 2] {
    let shown = shown_signs(tree);
    let signs = tree.nodes.iter().flat_map(|node| node.annotations.iter().map(move |sign| (node, sign)));
    let others = signs.filter(|(node, sign)| !is_mark_of(node, sign.point, &sign.sign)).count();
    let is_mark = |(&(node, _), &index): (&(usize, Point), &usize)| {
        !matches!(tree.nodes[node].annotations[index].sign, Sign::Text(_))
    };
    [shown.iter().filter(|&sign| is_mark(sign)).count(), others - shown.len()]
}
