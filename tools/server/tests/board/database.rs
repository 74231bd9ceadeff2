//! The position database of the board: look-ups, comments and labels.

use crate::client::{Page, point, position};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use tengen::base::{BoardSize, Color, Rule};
use tengen::board::{Board, Outcome, parse_moves};
use tengen_board::BoardDatabase;
use tengen_board::pool::POOL_BYTES;
use tengen_database::{Database, Entry, FinishedGame, GameCounts, Proof, StoredMove};
use tengen_server::{Options, Server};

/// A database file that is deleted at the end of the test.
pub struct TestFile(PathBuf);

impl TestFile {
    /// A database with the position after h8 i10, which no symmetry maps to itself, two moves, and two positions after it.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tengen-board-{name}-{}.db", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let size = BoardSize::square(15).unwrap();
        let board = |moves: &str| {
            let mut board = Board::new(size, Rule::Caro);
            board.play(&parse_moves(size, moves).unwrap());
            board
        };
        let moves = parse_moves(size, "j9g7").unwrap();
        let moves = moves.into_iter().zip([-20, -50]).map(|(point, score)| StoredMove { point, score }).collect();
        let searched = Entry { score: -20, depth: 12, nodes: 1000, moves, ..Entry::default() };
        let played = Entry {
            games: GameCounts { wins: 3, draws: 1, losses: 2 },
            label: "A".into(),
            comment: "cờ caro".into(),
            ..Entry::default()
        };
        let lost = Entry { proof: Proof::Loss { stones: 4 }, ..Entry::default() };
        let database = Database::create(&path).unwrap();
        database
            .write([(&board("h8i10"), &searched), (&board("h8i10j9"), &played), (&board("h8i10o1"), &lost)])
            .unwrap();
        Self(path)
    }

    /// A database with two games that are equal up to the fourth move, in different orientations.
    pub fn with_games(name: &str) -> Self {
        let file = Self::new(name);
        let size = BoardSize::square(15).unwrap();
        let game = |moves: &str, winner| FinishedGame {
            rule: Rule::Caro,
            size,
            first: Color::Black,
            outcome: Outcome::Win(winner),
            moves: parse_moves(size, moves).unwrap(),
            passes: Vec::new(),
            names: if winner == Color::White { ["An".into(), String::new()] } else { Default::default() },
        };
        let games = [game("h8i9j10a1", Color::White), game("h8g7f6a1", Color::Black)];
        Database::open(&file.0).unwrap().count_games(&games, 20).unwrap();
        file
    }

    /// A server with this database.
    pub fn server(&self, writable: bool) -> Server {
        let database = Some(Arc::new(BoardDatabase::open(&self.0, writable).unwrap()));
        Server::start(&Options { port: 0, threads: 1, memory: POOL_BYTES, database }).unwrap()
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn look_up(page: &mut Page, moves: &str) -> Value {
    page.told("look_up", json!({ "position": position("caro", moves) }))
}

#[test]
fn the_page_learns_what_the_database_knows() {
    let file = TestFile::new("show");
    let server = file.server(false);
    let mut page = Page::open(&server);
    let about = page.told("database", json!({}));
    assert_eq!((&about["positions"], &about["writable"]), (&json!(3), &json!(false)));
    assert!(about["name"].as_str().unwrap().starts_with("tengen-board-show"), "the name without its folder: {about}");
    let known = look_up(&mut page, "h8i10");
    assert_eq!((&known["entry"]["score"], &known["entry"]["depth"]), (&json!("-20"), &json!(12)));
    let moves = known["moves"].as_array().unwrap();
    // The proven win first, then by score, for the side that makes the move.
    let points: Vec<&Value> = moves.iter().map(|known| &known["point"]).collect();
    assert_eq!(points, [&json!(point("o1")), &json!(point("j9")), &json!(point("g7"))]);
    assert_eq!(moves[0]["score"], "+M9");
    assert_eq!((&moves[1]["label"], &moves[1]["comment"]), (&json!("A"), &json!("cờ caro")));
    assert_eq!(moves[1]["games"], json!([2, 1, 3]), "seen from Black, who plays j9");
    assert!(moves[1]["share"].as_f64().unwrap() > moves[2]["share"].as_f64().unwrap());
    assert_eq!(look_up(&mut page, "a1"), json!({ "entry": null, "moves": [] }));
    let refused = page.ask("annotate", json!({ "position": position("caro", "h8i10"), "label": "B", "comment": "" }));
    assert_eq!(refused["with"]["code"], "read_only");
    assert_eq!(look_up(&mut page, "h8i10")["entry"]["label"], "", "nothing has changed");
}

#[test]
fn the_games_that_went_through_a_position_are_named() {
    let file = TestFile::with_games("through");
    let server = file.server(false);
    let mut page = Page::open(&server);
    let mut through = |moves: &str| page.told("games_through", json!({ "position": position("caro", moves) }));
    let both = through("h8i9j10");
    let mut moves: Vec<&str> =
        both["games"].as_array().unwrap().iter().filter_map(|game| game["moves"].as_str()).collect();
    moves.sort_unstable();
    assert_eq!((moves, &both["more"]), (vec!["h8g7f6a1", "h8i9j10a1"], &json!(false)));
    assert!(both["games"].as_array().unwrap().iter().all(|game| game["first"] == "black"));
    // By another order of moves, and after another move each.
    assert_eq!(through("j10i9h8")["games"].as_array().unwrap().len(), 2);
    assert_eq!(through("h8i9j10a1")["games"][0]["result"], "white");
    assert_eq!(through("h8i9j10a1")["games"][0]["names"], json!(["An", ""]));
    assert_eq!(through("h8i9j9")["games"], json!([]));
    drop(server);
    let other = crate::client::server();
    let mut page = Page::open(&other);
    let refused = page.ask("games_through", json!({ "position": position("caro", "h8") }));
    assert_eq!(refused["with"]["code"], "no_database");
}

#[test]
fn comments_and_labels_are_written_and_survive_the_server() {
    let file = TestFile::new("edit");
    let server = file.server(true);
    let mut page = Page::open(&server);
    let mut note = |moves: &str, label: &str, comment: &str| {
        page.ask("annotate", json!({ "position": position("caro", moves), "label": label, "comment": comment }))
    };
    let written = note("h8i10", "main", "two\nlines");
    assert_eq!(written["with"]["entry"]["comment"], "two\nlines");
    assert_eq!(written["with"]["entry"]["score"], "-20", "what was known stays");
    assert_eq!(note("a1", "", "new")["with"]["entry"]["comment"], "new");
    assert_eq!(note("a1", "", "")["with"]["entry"], Value::Null, "an entry without content is removed");
    assert_eq!(note("h8i10", "much too long a label", "")["with"]["code"], "too_large");
    assert_eq!(note("h8h8", "", "x")["with"]["code"], "position");
    // The server closes the file, although the tab is open.
    drop(server);
    let database = BoardDatabase::open(&file.0, false).unwrap();
    drop(page);
    let server =
        Server::start(&Options { port: 0, threads: 1, memory: POOL_BYTES, database: Some(Arc::new(database)) })
            .unwrap();
    let entry = look_up(&mut Page::open(&server), "h8i10")["entry"].clone();
    assert_eq!((&entry["label"], &entry["comment"]), (&json!("main"), &json!("two\nlines")));
}

/// Writes the comment or label of the position after h8 i10.
fn write_text(page: &mut Page, name: &str, text: &str) -> Value {
    page.told("annotate", json!({ "position": position("caro", "h8i10"), name: text }))
}

#[test]
fn two_tabs_write_the_texts_of_one_position_beside_each_other() {
    let file = TestFile::new("tabs");
    let server = file.server(true);
    let [mut one, mut other] = [(); 2].map(|()| Page::open(&server));
    write_text(&mut one, "comment", "of one tab");
    let entry = write_text(&mut other, "label", "main")["entry"].clone();
    assert_eq!((&entry["label"], &entry["comment"]), (&json!("main"), &json!("of one tab")));
    write_text(&mut one, "comment", "");
    let entry = look_up(&mut other, "h8i10")["entry"].clone();
    assert_eq!((&entry["label"], &entry["comment"]), (&json!("main"), &json!("")));
}

#[test]
fn long_texts_of_other_programs_are_kept_beside_a_new_one() {
    let file = TestFile::new("long");
    let (label, comment) = ("a label of thirty characters ..", "x".repeat(6_000));
    let size = BoardSize::square(15).unwrap();
    let board = Board::from_moves(size, Rule::Caro, &parse_moves(size, "h8i10").unwrap());
    let long = Entry { label: label.into(), comment: comment.clone(), ..Entry::default() };
    Database::open(&file.0).unwrap().write([(&board, &long)]).unwrap();
    let server = file.server(true);
    let mut page = Page::open(&server);
    assert_eq!(write_text(&mut page, "comment", &comment)["code"], "too_large", "no new text is as long");
    assert_eq!(write_text(&mut page, "comment", "short")["entry"]["label"], label);
    assert_eq!(write_text(&mut page, "label", label)["code"], "too_large");
    assert_eq!(write_text(&mut page, "label", "A")["entry"]["comment"], "short");
}

#[test]
fn a_board_without_a_database_says_so() {
    let server = crate::client::server();
    let mut page = Page::open(&server);
    assert_eq!(page.told("database", json!({}))["name"], Value::Null);
    let question = json!({ "position": position("caro", "h8") });
    assert_eq!(page.told("look_up", question)["code"], "no_database");
    assert!(BoardDatabase::open(&std::env::temp_dir().join("tengen-no-such.db"), false).is_err());
}
