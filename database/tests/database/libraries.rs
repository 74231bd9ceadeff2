//! Passes and texts on stones in libraries.

use crate::created;
use crate::exchange::{all, board, size};
use encoding_rs::UTF_8;
use tengen::base::Rule;
use tengen::board::parse_moves;
use tengen_database::Database;
use tengen_database::exchange::{Added, LibraryOf, add_library, library_of};
use tengen_database::renlib::{NodeId, NodeTexts, RenlibTree, read, write};

#[test]
fn what_lies_behind_a_pass_goes_into_a_library_and_back() {
    let (folder, database) = created("libraries-passes");
    let (mut tree, mut texts) = (RenlibTree::new(), Vec::new());
    for line in ["h8 -- g9 g10", "-- h8 g9"] {
        let mut node = NodeId::ROOT;
        for turn in line.split(' ') {
            let point = (turn != "--").then(|| parse_moves(size(), turn).unwrap()[0]);
            node = tree.add(node, point).unwrap();
            texts.push((node, NodeTexts::of_comment(&format!("{turn} of {line}"), "")));
        }
    }
    tree.set_texts(&texts, Some(UTF_8));
    add_library(&database, &tree, Rule::Renju, UTF_8).unwrap();
    let LibraryOf { tree: made, written, unreached, .. } = library_of(&database, &board(""), None).unwrap();
    assert_eq!((written, unreached, made.len()), (7, 0, 8));
    let back = read(write(&made)).unwrap().tree;
    let other = Database::create(&folder.file("b.db")).unwrap();
    add_library(&other, &back, Rule::Renju, back.encoding()).unwrap();
    assert_eq!(all(&other), all(&database));
    // Behind a board whose last turn is a pass: two turns to it, and two behind.
    let mut passed = board("h8");
    passed.pass();
    let LibraryOf { tree, written, .. } = library_of(&database, &passed, None).unwrap();
    assert_eq!((written, tree.len()), (2, 5));
}

#[test]
fn a_text_on_the_stone_of_a_move_is_its_label() {
    let (_folder, database) = created("libraries-labels");
    let [h8, g9, i10] = ["h8", "g9", "i10"].map(|point| parse_moves(size(), point).unwrap()[0]);
    let mut tree = RenlibTree::new();
    let first = tree.add(NodeId::ROOT, Some(h8)).unwrap();
    let second = tree.add(first, Some(g9)).unwrap();
    // A move that is left out, and with it the text behind it.
    let twice = tree.add(second, Some(h8)).unwrap();
    let labels = [
        (first, h8, "1"),
        (second, g9, "2"),
        (second, h8, "old"),
        (second, h8, ""),
        (second, i10, "next"),
        (twice, i10, "x"),
    ];
    let texts = labels.map(|(parent, point, label)| {
        let node = tree.add(parent, Some(point)).unwrap();
        tree.set_text_only(node);
        (node, NodeTexts::of_comment("", label))
    });
    tree.set_texts(&texts, Some(UTF_8));
    let added = add_library(&database, &tree, Rule::Renju, UTF_8).unwrap();
    let expected = Added { read: 3, new_positions: 3, labels: 3, stone_labels: 1, left_out: 3, ..Added::default() };
    assert_eq!(added, expected);
    for (moves, label) in [("h8", "1"), ("h8g9", "2"), ("h8g9i10", "next")] {
        assert_eq!(database.get(&board(moves)).unwrap().unwrap().label, label, "{moves}");
    }
}
