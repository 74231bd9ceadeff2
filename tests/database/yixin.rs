//! Positions written as Yixin and Rapfi keep them.

use crate::common::folder::Folder;
use lz4_flex::frame::FrameDecoder;
use std::io::Read;
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::{Board, parse_moves};
use tengen::database::exchange::{WrittenRecords, add_yixin, is_yixin, write_yixin};
use tengen::database::{Database, Entry};

fn size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn board(moves: &str) -> Board {
    let mut board = Board::new(size(), Rule::Renju);
    board.play(&parse_moves(size(), moves).unwrap());
    board
}

#[test]
fn a_database_is_written_as_yixin_keeps_it() {
    let folder = Folder::new("exchange-write-yixin");
    let database = Database::create(&folder.file("a.db")).unwrap();
    let text = |label: &str, comment: &str| Entry { label: label.into(), comment: comment.into(), ..Entry::default() };
    let mut caro = Board::new(size(), Rule::Caro);
    caro.push(Point(5));
    let mut wide = Board::new(BoardSize::new(15, 16).unwrap(), Rule::Renju);
    wide.push(Point(5));
    let mut passed = board("h8");
    passed.set_side_to_move(Color::Black);
    database
        .write([
            (&board("h8"), &Entry { score: 30, depth: 7, comment: "tốt".into(), ..Entry::default() }),
            (&board("h8i10"), &text("A1", "two\nlines")),
            (&board("h8h9"), &text("W12", "")),
            (&passed, &text("d", "a pass")),
            (&caro, &text("", "no rule of Yixin")),
            (&wide, &text("", "no board of Yixin")),
        ])
        .unwrap();
    let mut bytes = Vec::new();
    let all_rules = write_yixin(&database, &|_| true, &mut bytes).unwrap();
    assert_eq!(all_rules, WrittenRecords { written: 4, left_out: 2, cut_texts: 0 });
    assert!(is_yixin(&bytes) && bytes.len() < 1_000, "{}", bytes.len());
    let mut plain = Vec::new();
    FrameDecoder::new(bytes.as_slice()).read_to_end(&mut plain).unwrap();
    assert_eq!(plain[..9], [5, 0, 0, 0, 3, 0, 0, 0, 0], "four records, and the one that says UTF-8");
    // The center, with White to move; and the image with the smallest columns and rows: h8 and f7 for h8 and i10.
    let has = |part: &[u8]| plain.windows(part.len()).any(|window| window == part);
    assert!(has(&[5, 0, 2, 15, 15, 7, 7]) && has(&[7, 0, 2, 15, 15, 7, 7, 5, 6]));
    assert!(has(&[7, 0, 2, 15, 15, 7, 7, 0xFF, 0xFF]));
    // The label of a move stands in the position before it, at the same image.
    assert!(has(b"@BTXT@") && has("tốt".as_bytes()));
    let other = Database::create(&folder.file("b.db")).unwrap();
    let added = add_yixin(&other, bytes.as_slice(), None).unwrap();
    assert_eq!((added.read, added.left_out, added.damage), (4, 0, None));
    for position in [&board("h8"), &board("h8i10"), &board("h8h9")] {
        assert_eq!(other.get(position).unwrap(), database.get(position).unwrap());
    }
    assert_eq!(other.get(&passed).unwrap().unwrap().comment, "a pass");
    assert_eq!(other.get(&caro).unwrap(), None);
    bytes.clear();
    assert_eq!(write_yixin(&database, &|key| key.rule() == Rule::Caro, &mut bytes).unwrap().written, 0);
    assert_eq!(add_yixin(&other, bytes.as_slice(), None).unwrap().read, 0);
    // More labels than a record holds: it is cut between two letters.
    let labels: Vec<(Board, Entry)> = ["h8h9a1", "h8h9a2", "h8h9a3", "h8h9a4", "h8h9a5"]
        .map(|moves| (board(moves), text(&"ă".repeat(8_000), "")))
        .into();
    database.write(labels.iter().map(|(board, entry)| (board, entry))).unwrap();
    bytes.clear();
    assert_eq!(write_yixin(&database, &|key| key.rule() == Rule::Renju, &mut bytes).unwrap().cut_texts, 1);
    let added = add_yixin(&other, bytes.as_slice(), None).unwrap();
    assert_eq!((added.left_out, added.damage), (0, None));
}
