//! Position databases that a page without a server opens from a file.

use crate::told;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tengen::base::{BoardSize, Point, Rule};
use tengen::board::{Board, format_moves, parse_moves};
use tengen_board::{Databases, Shelf};
use tengen_database::exchange::{write_text, write_yixin};
use tengen_database::{Database, Entry};

fn ask(databases: &Databases, question: &str, with: Value) -> Value {
    told(databases, &Shelf::default(), question, with)
}

fn open(databases: &Databases, name: &str, bytes: &[u8]) -> Value {
    ask(databases, "open_database", json!({ "name": name, "bytes": STANDARD.encode(bytes) }))
}

fn board(moves: &str) -> Board {
    let size = BoardSize::square(15).unwrap();
    let mut board = Board::new(size, Rule::Renju);
    board.play(&parse_moves(size, moves).unwrap());
    board
}

fn position(moves: &str) -> Value {
    json!({ "rule": "renju", "width": 15, "height": 15, "moves": moves })
}

fn comment(databases: &Databases, moves: &str) -> Value {
    ask(databases, "look_up", json!({ "position": position(moves) }))["entry"]["comment"].take()
}

/// Fetches a copy of the database in parts; also returns their number.
fn save(databases: &Databases) -> (Vec<u8>, usize) {
    let (mut bytes, mut parts) = (Vec::new(), 0);
    loop {
        let part = ask(databases, "save_database", json!({ "at": bytes.len() }));
        bytes.extend(STANDARD.decode(part["bytes"].as_str().unwrap()).unwrap());
        parts += 1;
        if part["more"] == false {
            return (bytes, parts);
        }
    }
}

fn sample() -> Database {
    let database = Database::in_memory("sample.db").unwrap();
    let noted = Entry { comment: "after the first".into(), score: 30, depth: 9, ..Entry::default() };
    database
        .write([(&board("h8"), &noted), (&board("h8i9"), &Entry { label: "A".into(), ..Entry::default() })])
        .unwrap();
    database
}

#[test]
fn a_page_opens_changes_and_saves_a_database() {
    let databases = Databases::of_page();
    let none = json!({ "name": null, "positions": 0, "writable": false, "opens": true });
    assert_eq!(ask(&databases, "database", json!({})), none);
    assert_eq!(ask(&databases, "save_database", json!({ "at": 0 }))["code"], "no_database");
    let opened = open(&databases, "mine.db", &sample().to_bytes().unwrap());
    assert_eq!(opened, json!({ "name": "mine.db", "positions": 2, "writable": true, "opens": true }));
    assert_eq!(ask(&databases, "database", json!({})), opened);
    assert_eq!(comment(&databases, "h8"), "after the first");
    let known = ask(&databases, "annotate", json!({ "position": position("h8i9j10"), "comment": "chú thích" }));
    assert_eq!(known["entry"]["comment"], "chú thích");
    let (bytes, _) = save(&databases);
    // The copy is a valid file for the other programs, with the same content.
    let copy = Database::from_bytes("copy.db", bytes.clone()).unwrap();
    assert_eq!(copy.verify().unwrap(), 3);
    assert_eq!(copy.get(&board("h8i9j10")).unwrap().unwrap().comment, "chú thích");
    assert_eq!(copy.get(&board("h8i9")).unwrap().unwrap().label, "A");
    assert_eq!(ask(&databases, "close_database", json!({})), none);
    assert_eq!(ask(&databases, "look_up", json!({ "position": position("h8") }))["code"], "no_database");
    assert_eq!(open(&databases, "copy.db", &bytes)["positions"], 3);
}

#[test]
fn a_large_file_comes_and_goes_in_parts() {
    let database = sample();
    let long = Entry { comment: "0123456789".repeat(1_600), ..Entry::default() };
    let size = BoardSize::square(15).unwrap();
    let boards: Vec<Board> = (1..225)
        .filter(|point| ![83, 112].contains(point))
        .map(|point| board(&format!("h8i10{}", format_moves(size, &[Point(point)]))))
        .collect();
    database.write(boards.iter().map(|board| (board, &long))).unwrap();
    let bytes = database.to_bytes().unwrap();
    assert!(bytes.len() > 3_000_000, "{}", bytes.len());
    let databases = Databases::of_page();
    let send = |at: usize, end: usize| {
        let part = STANDARD.encode(&bytes[at..end]);
        let with = json!({ "name": "large.db", "at": at, "more": end < bytes.len(), "bytes": part });
        ask(&databases, "open_database", with)
    };
    assert_eq!(send(0, 1_000_000), json!({ "bytes": 1_000_000 }));
    assert_eq!(send(1_000_001, 1_000_002)["code"], "database", "a part is missing");
    assert_eq!(send(1_000_000, 1_000_002)["code"], "database", "and the file has to be sent anew");
    for at in [0, 1_000_000, 2_000_000] {
        send(at, at + 1_000_000);
    }
    assert_eq!(send(3_000_000, bytes.len())["positions"], database.len().unwrap());
    let (saved, parts) = save(&databases);
    assert!(parts > 2 && Database::from_bytes("a", saved).unwrap().verify().unwrap() == database.len().unwrap());
    assert_eq!(ask(&databases, "save_database", json!({ "at": 1_500_000 }))["code"], "message", "the copy is gone");
}

#[test]
fn a_file_that_cannot_be_opened_leaves_the_database_that_is() {
    let databases = Databases::of_page();
    let bytes = sample().to_bytes().unwrap();
    open(&databases, "mine.db", &bytes);
    let mut damaged = bytes.clone();
    let at = bytes.windows(15).position(|window| window == b"after the first").unwrap();
    damaged[at] ^= 1;
    for (bytes, reason) in [
        (b"(;GM[4])".as_slice(), "not a Tengen database"),
        (b"", "not a Tengen database"),
        (&bytes[..bytes.len() / 3], "cut off"),
        (&damaged, "damaged"),
        (b"\x04\x22\x4d\x18nothing", "nothing can be read of this database of Yixin or Rapfi"),
    ] {
        let refused = open(&databases, "bad.db", bytes);
        assert_eq!(refused["code"], "database");
        assert!(refused["message"].as_str().unwrap().contains(reason) && refused["reason"]["code"] != Value::Null);
        assert_eq!(comment(&databases, "h8"), "after the first");
    }
    let not_text = json!({ "name": "a.db", "bytes": "*" });
    assert_eq!(ask(&databases, "open_database", not_text)["code"], "database");
    let last = (128 << 20) - 1;
    let too_large = json!({ "name": "a.db", "at": last, "bytes": STANDARD.encode([0; 2]) });
    assert_eq!(ask(&databases, "open_database", too_large)["code"], "too_large", "by where it ends");
    let second = json!({ "name": "a.db", "at": 2, "bytes": STANDARD.encode([0; 2]) });
    assert_eq!(ask(&databases, "open_database", second)["code"], "database", "without what is before it");
    assert_eq!(ask(&databases, "database", json!({}))["name"], "mine.db");
}

#[test]
fn books_are_read_and_the_database_of_another_program_becomes_one() {
    let databases = Databases::of_page();
    let book = include_bytes!("../../../../books/tengen.book");
    let opened = open(&databases, "tengen.book", book);
    assert_eq!((&opened["name"], &opened["writable"]), (&json!("tengen.book"), &json!(false)));
    assert!(opened["positions"].as_u64().unwrap() > 100);
    let refused = ask(&databases, "annotate", json!({ "position": position("h8"), "comment": "a" }));
    assert_eq!(refused["code"], "read_only");
    let mut yixin = Vec::new();
    write_yixin(&sample(), &|_| true, &mut yixin).unwrap();
    let opened = open(&databases, "rapfi.db", &yixin);
    assert_eq!(opened, json!({ "name": "rapfi.db", "positions": 2, "writable": true, "opens": true }));
    assert_eq!(comment(&databases, "h8"), "after the first");
    assert_eq!(Database::from_bytes("a", save(&databases).0).unwrap().len().unwrap(), 2);
    let cut = open(&databases, "rapfi.db", &yixin[..yixin.len() - 30]);
    assert!(cut["code"] == "database" && cut["message"].as_str().unwrap().contains("cut off"), "{cut}");
    let mut text = Vec::new();
    write_text(&sample(), &|_| true, &mut text).unwrap();
    text.extend_from_slice(b"no position\n");
    let opened = open(&databases, "rapfi.csv", &text);
    assert_eq!(opened["positions"], 2);
    assert!(opened["damage"]["message"].as_str().unwrap().contains("1 records are no positions"), "{opened}");
    let damage = &opened["damage"]["values"];
    assert_eq!((&damage["rest"]["code"], &damage["more"]["code"]), (&json!("lineNoPosition"), &json!("recordsOut")));
}

#[test]
fn files_are_recognized_under_any_name() {
    let database = sample();
    let [mut yixin, mut text] = [Vec::new(), Vec::new()];
    write_yixin(&database, &|_| true, &mut yixin).unwrap();
    write_text(&database, &|_| true, &mut text).unwrap();
    for (bytes, name, kind) in [
        (database.to_bytes().unwrap().as_slice(), "renamed.lib", json!("database")),
        (b"tengen-book 1\n", "a", json!("database")),
        (&yixin, "a.bin", json!("foreign")),
        (&[1, 0, 0, 0, 3, 0, 2, 15, 15, 5, 0], "records", json!("foreign")),
        (&text, "a.txt", json!("foreign")),
        (b"\xFFRenLib\xFF\x03", "a.db", json!("library")),
        (b"x\0", "version 2.LIB", json!("library")),
        (b"damaged", "a.DB", json!("database")),
        (b"damaged", "a.book", json!("database")),
        (b"(;GM[4])", "a.sgf", Value::Null),
        (b"", "", Value::Null),
    ] {
        let start = STANDARD.encode(&bytes[..bytes.len().min(64)]);
        let with = json!({ "name": name, "start": start });
        assert_eq!(ask(&Databases::of_page(), "recognize", with), json!({ "kind": kind }), "{name}");
    }
    let not_base64 = json!({ "name": "a.db", "start": "*" });
    assert_eq!(ask(&Databases::of_page(), "recognize", not_base64)["code"], "message");
}

#[test]
fn a_server_opens_no_file_of_the_page() {
    let databases = Databases::of_server(None);
    let bytes = STANDARD.encode(sample().to_bytes().unwrap());
    for (question, with) in [
        ("open_database", json!({ "name": "a.db", "bytes": bytes })),
        ("save_database", json!({ "at": 0 })),
        ("close_database", json!({})),
    ] {
        assert_eq!(ask(&databases, question, with)["code"], "message");
    }
    assert_eq!(ask(&databases, "database", json!({}))["opens"], false);
}

#[test]
fn a_label_and_a_comment_that_are_written_at_once_both_stay() {
    let databases = Databases::of_page();
    open(&databases, "mine.db", &sample().to_bytes().unwrap());
    for round in 0..50 {
        let write = |field: &str| {
            ask(&databases, "annotate", json!({ "position": position("h8"), field: format!("{round}") }));
        };
        std::thread::scope(|scope| {
            scope.spawn(|| write("label"));
            write("comment");
        });
        let entry = ask(&databases, "look_up", json!({ "position": position("h8") }))["entry"].take();
        assert_eq!((&entry["label"], &entry["comment"]), (&json!(round.to_string()), &json!(round.to_string())));
    }
}
