//! Positions in files of other programs: libraries of RenLib, databases of Yixin and Rapfi, and Rapfi's text.

use crate::common::folder::Folder;
use crate::created;
use encoding_rs::{GBK, UTF_8};
use lz4_flex::frame::FrameEncoder;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::io::{Cursor, Write};
use tengen::base::{BoardSize, Color, Point, Rule, SplitMix64};
use tengen::board::{Board, parse_moves};
use tengen_database::exchange::{
    Added, Adder, ExchangeError, LibraryOf, WrittenRecords, add_library, add_text, add_yixin, library_of, write_text,
};
use tengen_database::renlib::{NodeId, NodeTexts, RenlibTree, read, write};
use tengen_database::{Database, DatabaseError, Entry, FileKind, ForeignFile, MAX_TEXT, PositionKey, Proof};

const FOREIGN_TEXT: FileKind = FileKind::Foreign(ForeignFile::Text);

pub fn size() -> BoardSize {
    RenlibTree::size()
}

pub fn board(moves: &str) -> Board {
    let mut board = Board::new(size(), Rule::Renju);
    board.play(&parse_moves(size(), moves).unwrap());
    board
}

/// A library of these lines, each with a comment and a label at its end.
fn library(lines: &[(&str, &str, &str)]) -> RenlibTree {
    let mut tree = RenlibTree::new();
    let mut texts = Vec::new();
    for (moves, comment, label) in lines {
        let mut node = NodeId::ROOT;
        for point in parse_moves(size(), moves).unwrap() {
            let known = tree.children(node).find(|&child| tree.point(child) == Some(point));
            node = known.unwrap_or_else(|| tree.add(node, Some(point)).unwrap());
        }
        texts.push((node, NodeTexts::of_comment(comment, label)));
    }
    tree.set_texts(&texts, Some(UTF_8));
    tree
}

fn entry(database: &Database, moves: &str) -> Option<Entry> {
    database.get(&board(moves)).unwrap()
}

#[test]
fn a_library_joins_what_symmetries_and_other_orders_have_apart() {
    let (_folder, database) = created("exchange-library");
    let tree = library(&[
        ("h8i9j10", "first\nof two", "A"),
        // The position in another order, and an image of it.
        ("j10i9h8", "second", ""),
        ("h8g7f6", "first\nof two", "B"),
        ("h8i9h8j10", "", "on a stone"),
        ("h8h9", "cờ", ""),
    ]);
    let added = add_library(&database, &tree, Rule::Renju, UTF_8).unwrap();
    let expected =
        Added { read: 11, new_positions: 6, comments: 4, labels: 2, other_labels: 1, left_out: 2, ..Added::default() };
    assert_eq!(added, expected);
    assert_eq!(database.len().unwrap(), 6, "h8, j10, h8h9, h8i9 and j10i9 with one image each, and the three stones");
    let joined = entry(&database, "h8i9j10").unwrap();
    assert_eq!((joined.comment.as_str(), joined.label.as_str()), ("first\nof two\n\nsecond", "A"));
    assert_eq!(joined.games.total(), 0, "no node is a game");
    // A second import changes nothing.
    let again = add_library(&database, &tree, Rule::Renju, UTF_8).unwrap();
    assert_eq!((again.new_positions, entry(&database, "h8i9j10")), (0, Some(joined)));
    database.for_each_game(&mut |_, _| panic!("no node is a game")).unwrap();
    // A person's text takes precedence over the library's.
    let mut other = entry(&database, "h8h9").unwrap();
    other.label = "mine".into();
    database.write([(&board("h8h9"), &other)]).unwrap();
    add_library(&database, &library(&[("h8h9", "new", "theirs")]), Rule::Renju, UTF_8).unwrap();
    let kept = entry(&database, "h8h9").unwrap();
    assert_eq!((kept.label.as_str(), kept.comment.as_str()), ("mine", "cờ\n\nnew"));
}

#[test]
fn comments_of_several_places_are_kept_once_each_and_the_excess_is_counted() {
    let (_folder, database) = created("exchange-comments");
    let add = |comments: [&str; 2]| {
        let lines = [("h8i9j10", comments[0], ""), ("j10i9h8", comments[1], "")];
        add_library(&database, &library(&lines), Rule::Renju, UTF_8).unwrap().cut_texts
    };
    assert_eq!(add(["known", "not bad"]) + add(["known", "bad"]), 0);
    let comment = || entry(&database, "h8i9j10").unwrap().comment;
    assert_eq!(comment(), "known\n\nnot bad\n\nbad");
    assert_eq!(add(["known", &"x".repeat(MAX_TEXT)]), 1);
    let blank = Entry { comment: " ".repeat(MAX_TEXT + 1), ..Entry::default() };
    let mut adder = Adder::new(&database).unwrap();
    adder.add(PositionKey::of(&board("h8")).0, blank).unwrap();
    assert_eq!(adder.finish().unwrap().comments, 0);
    assert_eq!(comment(), "known\n\nnot bad\n\nbad");
    // An entry that cannot be stored is no damage of the database.
    let wrong = Entry { score: 29_000, ..Entry::default() };
    let refused = database.merge([(PositionKey::of(&board("h8")).0, wrong)]);
    assert!(matches!(refused, Err(DatabaseError::Row(_))), "{refused:?}");
}

/// All entries of a database.
pub fn all(database: &Database) -> Vec<(PositionKey, Entry)> {
    let mut all = Vec::new();
    let mut keep = |key, entry| {
        all.push((key, entry));
        true
    };
    database.for_each(&mut keep).unwrap();
    all
}

/// The keys of all positions of a library.
fn keys(tree: &RenlibTree) -> BTreeSet<Vec<u8>> {
    let mut keys = BTreeSet::new();
    tengen_database::exchange::visit_positions(tree, Rule::Renju, &mut |_, key, _| {
        keys.insert(key.as_bytes().to_vec());
        true
    });
    keys
}

#[test]
fn a_database_becomes_a_library_with_every_position_in_one_place() {
    let (folder, database) = created("exchange-export");
    let mut rng = SplitMix64::new(3);
    let mut lines = Vec::new();
    for _ in 0..200 {
        let mut moves = "h8".to_owned();
        let mut taken = vec!["h8".to_owned()];
        for _ in 0..1 + rng.below(5) {
            let point = format!("{}{}", char::from(b'f' + rng.below(5) as u8), 6 + rng.below(5));
            if !taken.contains(&point) {
                moves += &point;
                taken.push(point);
            }
        }
        lines.push((moves, format!("c{}", rng.below(50)), format!("{}", rng.below(9))));
    }
    let lines: Vec<(&str, &str, &str)> = lines.iter().map(|(m, c, l)| (m.as_str(), c.as_str(), l.as_str())).collect();
    let tree = library(&lines);
    add_library(&database, &tree, Rule::Renju, UTF_8).unwrap();
    let count = database.len().unwrap() as usize;
    let LibraryOf { tree: made, written, unreached, .. } = library_of(&database, &board(""), None).unwrap();
    assert_eq!((written, unreached, made.len()), (count, 0, count + 1));
    let again = read(write(&made)).unwrap();
    assert_eq!(again.damage, None);
    assert_eq!(keys(&again.tree), keys(&tree));
    // Comments and labels are kept with their positions.
    let other = Database::create(&folder.file("b.db")).unwrap();
    add_library(&other, &again.tree, Rule::Renju, again.tree.encoding()).unwrap();
    assert_eq!(all(&other), all(&database));
    // Exported from a board: first the moves that lead to it, then the positions after it.
    let part = library_of(&database, &board("h8g7"), None).unwrap();
    let first = part.tree.first_child(NodeId::ROOT).unwrap();
    assert_eq!(part.tree.children(NodeId::ROOT).count(), 1);
    assert_eq!(part.tree.point(first), Some(parse_moves(size(), "h8").unwrap()[0]));
    assert!(part.written > 0 && part.unreached + part.written <= count);
}

#[test]
fn a_proof_is_the_text_that_boards_show_for_the_move() {
    let (_folder, database) = created("exchange-proof");
    let proven = |proof| Entry { proof, ..Entry::default() };
    database
        .write([
            (&board("h8"), &Entry::default()),
            (&board("h8a1"), &proven(Proof::Win { stones: 3 })),
            (&board("h8h9"), &proven(Proof::Loss { stones: 3 })),
        ])
        .unwrap();
    let mut large = Board::new(BoardSize::square(20).unwrap(), Rule::Renju);
    large.push(Point(0));
    database.write([(&large, &Entry::default())]).unwrap();
    let LibraryOf { tree, unreached, left_out, .. } = library_of(&database, &board(""), None).unwrap();
    assert_eq!((unreached, left_out), (0, 1));
    let first = tree.first_child(NodeId::ROOT).unwrap();
    let mut labels: Vec<_> = tree.children(first).map(|node| tree.notes(node).label).collect();
    labels.sort_unstable();
    assert_eq!(labels, [b"L6".as_slice(), b"W7"]);
    // Libraries do not have such boards.
    let small = Board::new(BoardSize::square(13).unwrap(), Rule::Renju);
    assert!(matches!(library_of(&database, &small, None), Err(ExchangeError::Size(_))));
    let mut placed = board("h8");
    placed.place(Point(0), tengen::base::Cell::Black).unwrap();
    let mut turned = board("h8");
    turned.set_side_to_move(Color::Black);
    for unplayed in [placed, turned] {
        assert!(matches!(library_of(&database, &unplayed, None), Err(ExchangeError::NotByMoves)));
    }
}

const RAPFI: &str = r#"index,key,label,value,depth,bound,text
0,r-15-15-h8--w,(none),40,12,exact,"@BTXT@79A1\bgood \"move\"\nsecond"
1,r-15-15-h8-h9-b,w,-29992,0,exact,""
2,r-15-15-h8-i9-b,l,0,0,none,"back\\slash"
3,f-20-20-a1-t20-b,(null),0,0,none,""
4,r-15-15-h8-h8-b,(none),0,0,none,""
5,r-15-15-h8-z9-b,(none),0,0,none,""
6,r-15-15-h8-j9-b,(none),x,0,none,""
"#;

#[test]
fn the_text_of_rapfi_is_read() {
    let (_folder, database) = created("exchange-text");
    for (text, kind) in
        [(RAPFI, Some(FOREIGN_TEXT)), (&format!("\u{feff}{RAPFI}"), Some(FOREIGN_TEXT)), ("index;key", None)]
    {
        assert_eq!(FileKind::of("", text.as_bytes()), kind);
    }
    let added = add_text(&database, &mut RAPFI.as_bytes(), None).unwrap();
    assert_eq!((added.read, added.left_out, added.new_positions), (7, 3, 5));
    assert_eq!(added.damage.unwrap().message, "line 6 is not a position");
    let first = entry(&database, "h8").unwrap();
    assert_eq!((first.score, first.depth, first.comment.as_str()), (60, 12, "good \"move\"\nsecond"));
    // The board text of a move becomes the label of the position after it, in any image; so does a result.
    let labels: Vec<String> = ["h8h9", "h8i9"].iter().map(|moves| entry(&database, moves).unwrap().label).collect();
    assert_eq!(labels, ["W9", "L"]);
    assert_eq!(entry(&database, "h8j8").unwrap().label, "A1");
    assert_eq!(entry(&database, "h8i9").unwrap().comment, "back\\slash");
    for encoding in [Some(GBK), None] {
        let text = GBK.encode(&RAPFI.replace("slash", "黑棋先行，白棋可以交换")).0.into_owned();
        let (_folder, database) = created("exchange-text-gbk");
        add_text(&database, &mut text.as_slice(), encoding).unwrap();
        assert_eq!(entry(&database, "h8i9").unwrap().comment, "back\\黑棋先行，白棋可以交换");
    }
    for wrong in ["", "index\n", "x"] {
        assert!(matches!(add_text(&database, &mut wrong.as_bytes(), None), Err(ExchangeError::Unreadable(_))));
    }
}

#[test]
fn a_database_survives_its_text() {
    let (folder, database) = created("exchange-round");
    let texts =
        Entry { label: "A1".into(), comment: "two\nlines, \"quoted\" \\ and a,comma".into(), ..Entry::default() };
    let scored = Entry { score: 30, depth: 7, label: "W12".into(), ..Entry::default() };
    database
        .write([
            (&board("h8i10"), &texts),
            (&board("h8"), &Entry::default()),
            (&board("h8a1"), &Entry { label: "far".into(), ..Entry::default() }),
        ])
        .unwrap();
    let mut caro = Board::new(BoardSize::square(20).unwrap(), Rule::Caro);
    caro.push(Point(5));
    database.write([(&caro, &Entry { score: 30, depth: 7, ..Entry::default() })]).unwrap();
    let mut text = Vec::new();
    assert_eq!(
        write_text(&database, &|_| true, &mut text).unwrap(),
        WrittenRecords { written: 4, ..Default::default() }
    );
    let other = Database::create(&folder.file("b.db")).unwrap();
    add_text(&other, &mut text.as_slice(), None).unwrap();
    assert_eq!(all(&other), all(&database));
    // Only the chosen positions are written; the label of a move after an unknown position gets a line for that
    // position.
    text.clear();
    database.remove([&board("h8")]).unwrap();
    let is_meant = |key: &PositionKey| key.size() == size();
    assert_eq!(write_text(&database, &is_meant, &mut text).unwrap().written, 3);
    let third = Database::create(&folder.file("c.db")).unwrap();
    add_text(&third, &mut text.as_slice(), None).unwrap();
    assert_eq!(third.get(&board("h8i10")).unwrap(), Some(texts));
    database.write([(&board("h8"), &scored)]).unwrap();
    text.clear();
    write_text(&database, &is_meant, &mut text).unwrap();
    let line = String::from_utf8(text).unwrap();
    assert!(line.lines().any(|line| line.contains(",r-15-15-h8--w,w,-29989,7,exact,")), "{line}");
}

/// A database of Yixin with these records: rule, side of the board, stones, and entry.
fn yixin(records: &[(u8, u8, &[u8], &[u8])]) -> Vec<u8> {
    let mut bytes = (records.len() as u32).to_le_bytes().to_vec();
    for (rule, side, stones, known) in records {
        bytes.extend((3 + stones.len() as u16).to_le_bytes());
        bytes.extend([*rule, *side, *side]);
        bytes.extend(*stones);
        bytes.extend((known.len() as u16).to_le_bytes());
        bytes.extend(*known);
    }
    bytes
}

fn sample() -> Vec<u8> {
    let known = [b"\xFF\x64\x00\x33\x00@BTXT@88A1\x08".as_slice(), "tốt".as_bytes()].concat();
    yixin(&[
        (0, 0, &[], b"\0\0\0\0\0charset=\"UTF-8\""),
        (2, 15, &[7, 7], &known),
        (2, 15, &[7, 7, 7, 8], b"w\x00\x00\x00\x00"),
        (1, 20, &[7, 7, 0xFF, 0xFF], b"\xFF\x00\x00\x00\x00"),
        (2, 15, &[7, 7, 7, 7], b"\xFF\x00\x00\x00\x00"),
        (9, 15, &[7, 7], b"\xFF"),
    ])
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = FrameEncoder::new(Vec::new());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_database_of_yixin_is_read_compressed_or_not() {
    for bytes in [sample(), compressed(&sample())] {
        let (_folder, database) = created("exchange-yixin");
        assert_eq!(FileKind::of("", &bytes), Some(FileKind::Foreign(ForeignFile::Yixin)));
        let added = add_yixin(&database, Cursor::new(bytes), None).unwrap();
        assert_eq!((added.read, added.left_out, added.new_positions, added.damage), (5, 2, 4, None));
        let first = entry(&database, "h8").unwrap();
        assert_eq!((first.score, first.depth, first.comment.as_str()), (150, 12, "tốt"));
        assert_eq!(entry(&database, "h8i9").unwrap().label, "A1");
        assert_eq!(entry(&database, "h8h9").unwrap().label, "W");
        // The pass is White's, so Black is to move.
        let mut passed = Board::new(BoardSize::square(20).unwrap(), Rule::Standard);
        passed.push(passed.size().point(7, 7).unwrap());
        passed.set_side_to_move(Color::Black);
        assert!(database.get(&passed).unwrap().is_some());
    }
    for other in [b"(;GM[4])".as_slice(), b"tengen-book 1\n", b"redb\x1a\n\xa9\r\n", b"Piskvorky 20x20, 11:11, 0"] {
        assert_ne!(FileKind::of("", other), Some(FileKind::Foreign(ForeignFile::Yixin)));
    }
}

#[test]
fn a_cut_database_of_yixin_is_read_as_far_as_it_goes() {
    let folder = Folder::new("exchange-yixin-cut");
    let whole = sample();
    let database = Database::create(&folder.file("a.db")).unwrap();
    let added = add_yixin(&database, Cursor::new(&whole[..whole.len() - 9]), None).unwrap();
    let damage = added.damage.unwrap().message;
    assert!(damage.starts_with("it is cut off after ") && damage.ends_with(" bytes, in record 6 of 6"), "{damage}");
    assert_eq!(added.read, 4);
    assert!(matches!(add_yixin(&database, Cursor::new(b"ab"), None), Err(ExchangeError::Unreadable(_))));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn changed_bytes_of_a_database_or_text_never_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        kind in 0usize..3,
    ) {
        let (_folder, database) = created("exchange-fuzz");
        let mut bytes = vec![sample(), compressed(&sample()), RAPFI.as_bytes().to_vec()].swap_remove(kind);
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let added = if kind < 2 {
            add_yixin(&database, Cursor::new(bytes), None)
        } else {
            add_text(&database, &mut bytes.as_slice(), None)
        };
        if let Ok(added) = added {
            prop_assert!(added.new_positions <= 2 * added.read as u64 + 200);
        }
        prop_assert!(database.verify().is_ok());
    }
}
