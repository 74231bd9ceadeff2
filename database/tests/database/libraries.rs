//! Passes in libraries.

use crate::created;
use crate::exchange::{all, board, size};
use encoding_rs::UTF_8;
use tengen::base::Rule;
use tengen::board::parse_moves;
use tengen_database::Database;
use tengen_database::exchange::{LibraryOf, add_library, library_of};
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
