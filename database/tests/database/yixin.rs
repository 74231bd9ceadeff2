//! Positions written in the format of Yixin and Rapfi.

use crate::common::folder::Folder;
use crate::created;
use crate::exchange::{board, size};
use lz4_flex::frame::{BlockMode, BlockSize, FrameDecoder, FrameEncoder, FrameInfo};
use std::io::{Read, Write};
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::{Board, SYMMETRIES, format_moves, parse_moves, transform};
use tengen_database::exchange::{
    LostLabels, WrittenRecords, add_library, add_text, add_yixin, library_of, write_text, write_yixin,
};
use tengen_database::{Database, Entry, FileKind, ForeignFile, known_moves};

#[test]
fn a_database_is_written_as_yixin_keeps_it() {
    let (folder, database) = created("exchange-write-yixin");
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
    assert_eq!(all_rules, WrittenRecords { written: 4, left_out: 2, ..Default::default() });
    assert!(
        FileKind::of("", &bytes) == Some(FileKind::Foreign(ForeignFile::Yixin)) && bytes.len() < 1_000,
        "{}",
        bytes.len()
    );
    let mut plain = Vec::new();
    FrameDecoder::new(bytes.as_slice()).read_to_end(&mut plain).unwrap();
    assert_eq!(plain[..9], [5, 0, 0, 0, 3, 0, 0, 0, 0], "four records, and the one that says UTF-8");
    // The center, with White to move; and h8 i10 in the image with the smallest columns and rows, h8 f7.
    let has = |part: &[u8]| plain.windows(part.len()).any(|window| window == part);
    assert!(has(&[5, 0, 2, 15, 15, 7, 7]) && has(&[7, 0, 2, 15, 15, 7, 7, 5, 6]));
    assert!(has(&[7, 0, 2, 15, 15, 7, 7, 0xFF, 0xFF]));
    // The label of a move is stored in the position before it, in that position's image.
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
    // A record that is too small for all labels is cut between two characters.
    let labels: Vec<(Board, Entry)> = ["h8h9a1", "h8h9a2", "h8h9a3", "h8h9a4", "h8h9a5"]
        .map(|moves| (board(moves), text(&"ă".repeat(8_000), "")))
        .into();
    database.write(labels.iter().map(|(board, entry)| (board, entry))).unwrap();
    bytes.clear();
    assert_eq!(write_yixin(&database, &|key| key.rule() == Rule::Renju, &mut bytes).unwrap().cut_texts, 1);
    let added = add_yixin(&other, bytes.as_slice(), None).unwrap();
    assert_eq!((added.left_out, added.damage), (0, None));
}

#[test]
fn a_pass_is_that_of_the_side_with_a_stone_less() {
    let (folder, database) = created("exchange-yixin-passes");
    let [mut first, mut second] = [board(""), board("h8")];
    for (board, point) in [(&mut first, Point(112)), (&mut second, Point(113))] {
        board.pass();
        board.push(point);
    }
    let [passed, twice] = ["by Black", "by White"].map(|text| Entry { comment: text.into(), ..Entry::default() });
    database.write([(&first, &passed), (&second, &twice)]).unwrap();
    let mut bytes = Vec::new();
    let written = write_yixin(&database, &|_| true, &mut bytes).unwrap();
    assert_eq!(written, WrittenRecords { written: 2, ..Default::default() });
    let other = Database::create(&folder.file("b.db")).unwrap();
    add_yixin(&other, bytes.as_slice(), None).unwrap();
    assert_eq!([other.get(&first).unwrap(), other.get(&second).unwrap()], [Some(passed), Some(twice)]);
}

#[test]
fn positions_and_labels_that_records_do_not_hold_are_counted() {
    let (_folder, database) = created("exchange-lost");
    let label = |label: &str| Entry { label: label.into(), ..Entry::default() };
    let mut passed = board("");
    passed.set_side_to_move(Color::White);
    let wide = Board::new(BoardSize::square(30).unwrap(), Rule::Renju);
    database
        .write([
            (&board(""), &label("start")),
            (&passed, &label("passed")),
            (&board("h8"), &label("the center")),
            (&board("h8i9"), &label("kept")),
            (&wide, &label("wide")),
        ])
        .unwrap();
    let labels = LostLabels { left_out: 2, without_blanks: 1 };
    let expected = WrittenRecords { written: 4, left_out: 1, cut_texts: 0, labels };
    assert_eq!(write_text(&database, &|_| true, &mut Vec::new()).unwrap(), expected);
    assert_eq!(write_yixin(&database, &|_| true, &mut Vec::new()).unwrap(), expected);
}

#[test]
fn a_file_cut_before_its_first_record_says_what_to_do() {
    let (_folder, database) = created("exchange-yixin-short");
    database.write([(&board("h8"), &Entry { comment: "center".into(), ..Entry::default() })]).unwrap();
    let mut compressed = Vec::new();
    write_yixin(&database, &|_| true, &mut compressed).unwrap();
    let mut plain = Vec::new();
    FrameDecoder::new(compressed.as_slice()).read_to_end(&mut plain).unwrap();
    let mut refused = 0;
    for whole in [compressed, plain] {
        for end in 4..whole.len() {
            let Err(error) = add_yixin(&database, &whole[..end], None) else { continue };
            let said = error.to_string();
            let begin = "nothing can be read of this database of Yixin or Rapfi: it";
            assert!(said.starts_with(begin) && said.ends_with("; take another copy of it"), "{end}: {said}");
            assert!(said.contains("cut off"), "{end}: {said}");
            refused += 1;
        }
    }
    assert!(refused > 20, "{refused}");
}

#[test]
fn a_compressed_file_that_is_cut_is_read_up_to_its_last_whole_block() {
    let (_folder, database) = created("exchange-yixin-cut");
    let mut line = Board::new(size(), Rule::Renju);
    for point in 0..200 {
        line.push(Point(point));
        let comment = format!("{point}{}", " again".repeat(usize::from(point) * 2));
        database.write([(&line, &Entry { comment, ..Entry::default() })]).unwrap();
    }
    let mut compressed = Vec::new();
    write_yixin(&database, &|_| true, &mut compressed).unwrap();
    let mut plain = Vec::new();
    FrameDecoder::new(compressed.as_slice()).read_to_end(&mut plain).unwrap();
    assert!(plain.len() > 1 << 17, "three blocks at least: {}", plain.len());
    let frames = [BlockMode::Linked, BlockMode::Independent].map(|mode| {
        let info = FrameInfo::new().block_size(BlockSize::Max64KB).block_mode(mode).block_checksums(true);
        let mut file = FrameEncoder::with_frame_info(info.content_size(Some(plain.len() as u64)), Vec::new());
        file.write_all(&plain).unwrap();
        file.finish().unwrap()
    });
    for whole in [&compressed, &frames[0], &frames[1]] {
        // Cut in the frame's header, in the length of its first block, and before its first record.
        for end in 4..30 {
            let other = Database::in_memory("cut").unwrap();
            let unreadable = add_yixin(&other, &whole[..end], None).unwrap_err().to_string();
            assert!(unreadable.contains("nothing can be read of this database"), "{end}: {unreadable}");
        }
        let mut before = 0;
        for end in (200..whole.len()).step_by(whole.len() / 60) {
            let other = Database::in_memory("cut").unwrap();
            let added = match add_yixin(&other, &whole[..end], None) {
                Err(_) if before == 0 => continue,
                added => added.unwrap(),
            };
            let damage = added.damage.unwrap().message;
            assert!(damage.starts_with("it is cut off after "), "{damage}");
            assert!(added.read >= before, "{end}: {}", added.read);
            before = added.read;
            let mut line = Board::new(size(), Rule::Renju);
            for point in 0..200 {
                line.push(Point(point));
                let found = other.get(&line).unwrap();
                assert!(found.is_none() || found == database.get(&line).unwrap(), "{end}: {found:?}");
            }
        }
        assert!(before > 150, "{before}");
    }
}

/// The known moves of a board, as point and label.
fn labels(database: &Database, board: &Board) -> Vec<(Point, String)> {
    let known = known_moves(database, board).unwrap().into_iter();
    let label = |known: Option<Entry>| known.map_or_else(String::new, |entry| entry.label);
    let mut labels: Vec<_> = known.map(|known| (known.point, label(known.after))).collect();
    labels.sort();
    labels
}

#[test]
fn a_label_lies_on_its_point_however_the_board_is_turned_in_whatever_file() {
    let folder = Folder::new("exchange-turned-labels");
    // The position has no symmetry. Each database gets it in another image.
    let line = parse_moves(size(), "h8i8k9").unwrap();
    let labeled = [("i6", "甲"), ("g9", "乙"), ("a15", "丙")];
    let point = |name: &str| parse_moves(size(), name).unwrap()[0];
    for written in 0..SYMMETRIES {
        let image = |symmetry: usize, more: Option<Point>| {
            let moves = line.iter().copied().chain(more).map(|point| transform(size(), point, symmetry));
            board(&format_moves(size(), &moves.collect::<Vec<_>>()))
        };
        let first = Database::create(&folder.file(&format!("{written}.db"))).unwrap();
        for count in 1..=line.len() {
            let way: Vec<Point> = line[..count].iter().map(|&point| transform(size(), point, written)).collect();
            first.write([(&board(&format_moves(size(), &way)), &Entry::default())]).unwrap();
        }
        for (name, label) in labeled {
            let entry = Entry { label: label.into(), ..Entry::default() };
            first.write([(&image(written, Some(point(name))), &entry)]).unwrap();
        }
        let copy = |kind: &str| Database::create(&folder.file(&format!("{written}-{kind}.db"))).unwrap();
        let (mut yixin, mut text) = (Vec::new(), Vec::new());
        write_yixin(&first, &|_| true, &mut yixin).unwrap();
        write_text(&first, &|_| true, &mut text).unwrap();
        let library = library_of(&first, &Board::new(size(), Rule::Renju), None).unwrap();
        let copies = [copy("yixin"), copy("text"), copy("lib")];
        add_yixin(&copies[0], yixin.as_slice(), None).unwrap();
        add_text(&copies[1], &mut text.as_slice(), None).unwrap();
        add_library(&copies[2], &library.tree, Rule::Renju, library.encoding).unwrap();
        for (number, database) in [&first].into_iter().chain(&copies).enumerate() {
            for shown in 0..SYMMETRIES {
                let turned = |&(name, label): &(&str, &str)| (transform(size(), point(name), shown), label.to_owned());
                let mut expected: Vec<_> = labeled.iter().map(turned).collect();
                expected.sort();
                assert_eq!(labels(database, &image(shown, None)), expected, "{written} {number} {shown}");
            }
        }
    }
}

/// Records of rule 9, which compress to almost nothing.
#[test]
fn a_file_of_hardly_anything_but_what_is_no_position_is_given_up() {
    let record = [&[3, 0, 9, 15, 15][..], &[5, 0, 0, 0, 0, 0, 0]].concat();
    let mut file = FrameEncoder::new(Vec::new());
    file.write_all(&u32::MAX.to_le_bytes()).unwrap();
    for _ in 0..300 {
        file.write_all(&record.repeat(4_000)).unwrap();
    }
    let bytes = file.finish().unwrap();
    assert!(
        FileKind::of("", &bytes) == Some(FileKind::Foreign(ForeignFile::Yixin)) && bytes.len() < 1 << 20,
        "{}",
        bytes.len()
    );
    let added = add_yixin(&Database::in_memory("a.db").unwrap(), bytes.as_slice(), None).unwrap();
    assert_eq!((added.read, added.left_out), (1_000_000, 1_000_000));
    assert!(added.damage.unwrap().message.contains("no positions, up to record 1000000"));
}
