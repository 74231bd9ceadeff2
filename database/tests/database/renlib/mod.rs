//! RenLib's libraries: a damaged file is read up to the damage, and a second reader, written from the format's
//! description alone, finds the tree that was written.

mod naive;

use naive::NaiveNode;
use proptest::prelude::*;
use tengen::base::{Point, SplitMix64};
use tengen_database::Reason;
use tengen_database::renlib::{
    DamageKind, NodeId, NodeTexts, Notes, OpenedLibrary, RenlibError, RenlibTree, SIDE, read, write,
};

const HEAD: &[u8] = b"\xFFRenLib\xFF\x03\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";

fn with_head(nodes: &[u8]) -> Vec<u8> {
    [HEAD, nodes].concat()
}

fn opened(nodes: &[u8]) -> OpenedLibrary {
    read(with_head(nodes)).unwrap()
}

fn point(x: u16, y: u16) -> Point {
    Point(y * SIDE as u16 + x)
}

/// The tree in the second reader's form.
fn plain(tree: &RenlibTree, node: NodeId) -> NaiveNode {
    let notes = tree.notes(node);
    NaiveNode {
        square: tree.point(node).map(|Point(number)| (number % SIDE as u16 + 1, number / SIDE as u16)),
        marked: tree.is_marked(node),
        start: tree.is_start(node),
        is_move: node == NodeId::ROOT || tree.is_move(node),
        title: notes.title.to_vec(),
        comment: notes.comment.to_vec(),
        label: notes.label.to_vec(),
        children: tree.children(node).map(|child| plain(tree, child)).collect(),
    }
}

/// A random tree of a given size with all features of a library.
fn random_tree(seed: u64, nodes: usize) -> RenlibTree {
    let mut rng = SplitMix64::new(seed);
    let mut tree = RenlibTree::new();
    let mut ids = vec![NodeId::ROOT];
    for _ in 0..nodes {
        let parent = ids[ids.len() - 1 - rng.below(ids.len().min(12))];
        let place = (rng.below(40) > 0).then(|| point(rng.below(SIDE) as u16, rng.below(SIDE) as u16));
        let node = tree.add(parent, place).unwrap();
        ids.push(node);
        if rng.below(4) == 0 {
            let mut text = |most: usize| -> Vec<u8> { (0..rng.below(most)).map(|_| rng.below(256) as u8).collect() };
            let [title, comment, label] = [text(7), text(30), text(4)];
            tree.set_notes(node, Notes { title: &title, comment: &comment, label: &label });
        }
        match rng.below(12) {
            0 => tree.mark(node),
            1 => tree.set_start(node),
            _ => {}
        }
    }
    tree
}

#[test]
fn a_library_is_read_with_all_that_it_holds() {
    // h8 with a comment of two parts, then a marked i9 with a board text at j10 as its sibling, then a pass.
    let bytes = [
        b"\x78\x08First\x08two\r\nlines\0\0".as_slice(),
        &[0x69, 0x80 | 0x10, 0x00, 0x40],
        &[0x5A, 0x40 | 0x03, 0x00, 0x01],
        b"A1\0\0",
    ];
    let OpenedLibrary { tree, version, damage } = opened(&bytes.concat());
    assert_eq!((version, damage, tree.len()), (Some((3, 0)), None, 5));
    let root: Vec<NodeId> = tree.children(NodeId::ROOT).collect();
    let &[first] = root.as_slice() else { panic!("{root:?}") };
    assert_eq!((tree.point(first), tree.is_move(first)), (Some(point(7, 7)), true));
    let texts = tree.texts(first, tree.encoding());
    assert_eq!(texts, NodeTexts { title: "First".into(), comment: "two\nlines".into(), label: String::new() });
    assert_eq!(texts.whole_comment(), "First\ntwo\nlines");
    let after: Vec<NodeId> = tree.children(first).collect();
    let &[marked, text] = after.as_slice() else { panic!("{after:?}") };
    assert!(tree.is_marked(marked) && tree.is_move(marked) && !tree.is_move(text));
    assert_eq!((tree.point(text), tree.notes(text).label), (Some(point(9, 5)), b"A1".as_slice()));
    let pass = tree.first_child(marked).unwrap();
    assert_eq!((tree.point(pass), tree.is_move(pass), tree.parent(pass)), (None, true, Some(marked)));
}

#[test]
fn several_first_moves_and_the_comment_of_the_empty_board_are_kept() {
    let nodes = [b"\0\x08all openings\0\0".as_slice(), &[0x78, 0xC0, 0x11, 0x40]].concat();
    let OpenedLibrary { tree, damage, .. } = opened(&nodes);
    assert_eq!((damage, tree.notes(NodeId::ROOT).title), (None, b"all openings".as_slice()));
    let points: Vec<_> = tree.children(NodeId::ROOT).map(|node| tree.point(node)).collect();
    assert_eq!(points, [Some(point(7, 7)), Some(point(0, 1))]);
    let bytes = write(&tree);
    assert_eq!((bytes[8], bytes[9]), (3, 4), "the empty board is a node since 3.4");
    assert_eq!(bytes[20..], nodes);
}

#[test]
fn version_2_has_no_head_and_seven_bits_a_letter() {
    let bytes = [0x78, 0x20, b's', b'm', b'|', 8, b'b', b'r', b'}' | 0x80, 0, 0x69, 0x40, 0, 0, 0, 0, 0, 0, 0, 0];
    let OpenedLibrary { tree, version, damage } = read(bytes.to_vec()).unwrap();
    let first = tree.first_child(NodeId::ROOT).unwrap();
    let texts = tree.texts(first, tree.encoding());
    assert_eq!((version, texts.title.as_str(), texts.comment.as_str()), (None, "smö", "brå"));
    assert_eq!(damage.map(|damage| (damage.at, damage.kind)), Some((12, DamageKind::Trailing(8))));
}

#[test]
fn texts_are_decoded_by_their_bytes() {
    for (encoding, said) in [
        (encoding_rs::GBK, "黑先手。白可下 g7，黑必须应对，否则白胜"),
        (encoding_rs::WINDOWS_1251, "Начало: чёрные выигрывают, сильнее всего"),
        (encoding_rs::SHIFT_JIS, "黒の勝ち。白はここに打つしかない"),
        (encoding_rs::WINDOWS_1252, "Schöne Eröffnung, Weiß muß antworten"),
        (encoding_rs::UTF_8, "Đen thắng, trắng phải đỡ"),
    ] {
        let mut tree = RenlibTree::new();
        let node = tree.add(NodeId::ROOT, Some(point(7, 7))).unwrap();
        let texts = NodeTexts::of_comment(said, "");
        assert_eq!(tree.set_texts(&[(node, texts.clone())], Some(encoding)).1, 0);
        let OpenedLibrary { tree, damage, .. } = read(write(&tree)).unwrap();
        let node = tree.first_child(NodeId::ROOT).unwrap();
        assert_eq!((tree.texts(node, tree.encoding()), damage), (texts, None), "{}", encoding.name());
    }
    // A character that the code page lacks becomes a question mark and is counted.
    let mut tree = RenlibTree::new();
    let node = tree.add(NodeId::ROOT, Some(point(7, 7))).unwrap();
    let texts = [(node, NodeTexts { label: "a黑".into(), ..NodeTexts::default() })];
    assert_eq!(tree.set_texts(&texts, Some(encoding_rs::WINDOWS_1252)).1, 1);
    assert_eq!(tree.notes(node).label, b"a?");
    assert_eq!(tree.set_texts(&texts, None).0, encoding_rs::GBK);
    // windows-1251 comes first and has the letter, but reading would not recognize it.
    let texts = [(node, NodeTexts { label: "ж".into(), ..NodeTexts::default() })];
    assert_eq!(tree.set_texts(&texts, None).0, encoding_rs::GBK);
}

#[test]
fn damage_is_said_with_its_place_and_what_comes_before_is_kept() {
    let whole = [b"\x78\x08comment\0".as_slice(), &[0x69, 0x80, 0x7A, 0x40, 0x5A, 0x40]].concat();
    let said = |nodes: &[u8]| {
        let opened = opened(nodes);
        (opened.tree.len() - 1, opened.damage.map(|damage| Reason::from(damage).message))
    };
    assert_eq!(said(&whole), (4, None));
    for (length, nodes, sentence) in [
        (0, 0, "the library ends at byte 20, where more moves were announced; 0 nodes before it were read"),
        (1, 0, "the library is cut off at byte 20; 0 nodes before it were read"),
        (7, 1, "the library is cut off at byte 27; 1 node before it was read"),
        (14, 3, "the library ends at byte 34, where more moves were announced; 3 nodes before it were read"),
        (15, 3, "the library is cut off at byte 34; 3 nodes before it were read"),
    ] {
        assert_eq!(said(&whole[..length]), (nodes, Some(sentence.to_owned())), "{length}");
    }
    let cut = opened(&whole[..7]).tree;
    assert_eq!(cut.notes(cut.first_child(NodeId::ROOT).unwrap()).title, b"comme", "a text as far as it goes");
    assert_eq!(
        said(&[0x78, 0, 0xF1, 0]),
        (1, Some("the library is damaged at byte 22: F1 is not a point; 1 node before it was read".into()))
    );
    assert_eq!(
        said(&[0x78, 0x40, 1, 2]),
        (1, Some("the library's tree ends at byte 22; 2 bytes behind it were left out".into()))
    );
    for wrong in [b"".as_slice(), b"(;GM[4])", b"\xFFRenLi"] {
        assert_eq!(read(wrong.to_vec()).err(), Some(RenlibError::NotALibrary));
    }
    // A text cut within a character does not change the guess of its encoding.
    let chinese = encoding_rs::GBK.encode("花月，黑先手。白可下").0.into_owned();
    let tree = opened(&[b"\x78\x08", &chinese[..chinese.len() - 1]].concat()).tree;
    assert_eq!(tree.encoding(), encoding_rs::GBK);
    // A line that was saved alone has no end marks.
    assert_eq!(said(&[0, 0, 0x78, 0, 0x69, 0]), (2, None));
}

#[test]
fn a_second_reader_finds_what_was_written() {
    for seed in 0..200 {
        let tree = random_tree(seed, 60);
        let bytes = write(&tree);
        assert_eq!(naive::read(&bytes), plain(&tree, NodeId::ROOT), "seed {seed}");
        let OpenedLibrary { tree: again, damage, .. } = read(bytes.clone()).unwrap();
        assert_eq!((plain(&again, NodeId::ROOT), damage), (plain(&tree, NodeId::ROOT), None), "seed {seed}");
        assert_eq!(write(&again), bytes, "seed {seed}");
    }
}

#[test]
fn a_line_of_any_length_takes_no_stack() {
    let mut tree = RenlibTree::new();
    let mut node = NodeId::ROOT;
    for _ in 0..300_000 {
        node = tree.add(node, None).unwrap();
    }
    let again = read(write(&tree)).unwrap();
    assert_eq!((again.tree.len(), again.damage), (300_001, None));
    assert_eq!(again.tree.preorder().count(), 300_001);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn changed_bytes_are_read_without_panic_and_never_to_more_than_they_hold(
        seed in 0u64..1000,
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12),
        cut in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
    ) {
        let mut bytes = write(&random_tree(seed, 40));
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if is_cut {
            bytes.truncate(cut.index(bytes.len() + 1));
        }
        let length = bytes.len();
        if let Ok(OpenedLibrary { tree, damage, .. }) = read(bytes) {
            prop_assert!(tree.len() <= length / 2 + 1);
            prop_assert!(damage.is_none_or(|damage| damage.at <= length));
            prop_assert_eq!(tree.preorder().count(), tree.len());
            for node in tree.preorder() {
                let _ = tree.texts(node, tree.encoding());
                prop_assert!(tree.point(node).is_none_or(|point| point.index() < SIDE * SIDE));
            }
            // The tree that was read can be written, and is equal when it is read again.
            let again = read(write(&tree)).unwrap();
            prop_assert_eq!(plain(&again.tree, NodeId::ROOT), plain(&tree, NodeId::ROOT));
        }
    }

    #[test]
    fn any_bytes_are_read_without_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..400), has_head in any::<bool>()) {
        if has_head {
            bytes = with_head(&bytes);
        }
        let _ = read(bytes);
    }
}
