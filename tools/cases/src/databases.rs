//! The file of a database, damaged.

use crate::bytes::{changed, choose, empty_folder};
use std::sync::LazyLock;
use tengen::base::{BoardSize, Rule};
use tengen::board::{Board, parse_moves};
use tengen_database::{Database, Entry, known_moves, write_book};

fn board(moves: &str) -> Board {
    let size = BoardSize::square(15).expect("a usual size");
    let mut board = Board::new(size, Rule::Renju);
    board.play(&parse_moves(size, moves).expect("moves of this board"));
    board
}

/// A database and a book.
static SAMPLES: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let folder = empty_folder();
    let (path, book) = (folder.join("sample.db"), folder.join("sample.book"));
    let database = Database::create(&path).expect("an empty folder has room for a database");
    let texts = Entry { label: "A".into(), comment: "two\nlines".into(), ..Entry::default() };
    let scored = Entry { score: 30, depth: 7, ..Entry::default() };
    let boards = ["h8", "h8i9", "h8h9", "h8i9j10"].map(board);
    database.write(boards.iter().zip([&texts, &scored, &scored, &texts])).expect("entries in their bounds");
    let mut entries = Vec::new();
    let kept = database.for_each(&mut |key, entry| {
        entries.push((key, entry));
        true
    });
    kept.expect("a new database can be read");
    write_book(&book, entries).expect("entries in their bounds");
    drop(database);
    [path, book].map(|path| std::fs::read(path).expect("the file was written"))
});

/// A database with changes in its file: read as far as it is whole, or refused with a reason.
/// Panics when a reader panics.
pub fn case(bytes: &[u8]) {
    let (kind, changes) = choose(bytes, 3);
    let bytes = SAMPLES.get(kind).map_or_else(|| changes.to_vec(), |sample| changed(sample, changes));
    if let Ok(database) = Database::from_bytes("changed.db", bytes.clone()) {
        look(&database);
        let scored = Entry { score: -7, depth: 3, ..Entry::default() };
        let is_written = database.write([(&board("h8i9h7"), &scored)]).is_ok();
        let copy = database.to_bytes().map(|copy| Database::from_bytes("copy.db", copy).expect("a copy is whole"));
        let held = |database: &Database| database.get(&board("h8i9h7")).ok().flatten();
        assert!(!is_written || copy.is_err() || copy.is_ok_and(|copy| held(&copy) == Some(scored)));
    }
    let path = empty_folder().join("changed.db");
    std::fs::write(&path, bytes).expect("an empty folder has room for a file");
    match Database::open_read_only(&path) {
        Ok(database) => look(&database),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(database) = Database::open(&path) {
        let _ = known_moves(&database, &board("h8"));
    }
    let _ = Database::check(&path);
    if let Ok(database) = Database::open_whole(&path) {
        let scored = Entry { score: -7, depth: 3, ..Entry::default() };
        let _ = database.write([(&board("h8i9h7"), &scored)]);
        look(&database);
    }
}

fn look(database: &Database) {
    let _ = database.len();
    for moves in ["", "h8", "h8i9", "h8a1"] {
        let _ = database.get(&board(moves));
    }
    let _ = database.for_each(&mut |_, _| true);
    let _ = database.for_each_game(&mut |_, _| true);
    let _ = database.verify();
}
