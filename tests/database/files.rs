//! Database files and books: size, games counted once, read-only files, changes of the file.

use crate::common::folder::Folder;
use crate::common::process::{Process, parse_move};
use crate::common::random_point;
use std::time::Duration;
use tengen::base::{BoardSize, Color, Point, Rule, SplitMix64};
use tengen::board::{Board, Outcome, parse_moves};
use tengen_database::{Database, DatabaseError, Entry, FinishedGame, PositionKey, StoredMove, known_moves, write_book};

/// A random game that depends on the number only.
fn game(number: u64) -> FinishedGame {
    let mut rng = SplitMix64::new(number);
    let mut board = Board::new(BoardSize::square(15).unwrap(), Rule::Caro);
    let mut moves = Vec::new();
    for _ in 0..30 {
        let point = random_point(&board, &mut rng).unwrap();
        board.push(point);
        moves.push(point);
    }
    let outcome = [Outcome::Draw, Outcome::Win(Color::Black), Outcome::Win(Color::White)][rng.below(3)];
    FinishedGame {
        rule: board.rule(),
        size: board.size(),
        first: Color::Black,
        outcome,
        moves,
        passes: Vec::new(),
        names: Default::default(),
    }
}

fn entries(database: &Database) -> Vec<(PositionKey, Entry)> {
    let mut entries = Vec::new();
    database
        .for_each(&mut |key, entry| {
            entries.push((key, entry));
            true
        })
        .unwrap();
    entries
}

#[test]
fn a_game_counts_once_however_often_it_is_given() {
    let folder = Folder::new("games");
    let database = Database::create(&folder.file("a.db")).unwrap();
    let games: Vec<FinishedGame> = (0..40).map(game).collect();
    let counted = database.count_games(&games[..25], 10).unwrap();
    assert_eq!((counted.games, counted.known, counted.positions), (25, 0, 25 * 11));
    let counted = database.count_games(&games, 10).unwrap();
    assert_eq!((counted.games, counted.known, counted.positions), (15, 25, 15 * 11));
    let once = entries(&database);
    assert_eq!(database.count_games(&games, 7).unwrap().known, 40);
    assert_eq!(entries(&database), once);
    // With more moves of known games only the new positions are counted.
    assert_eq!(database.count_games(&games, 12).unwrap().positions, 40 * 2);
    let whole = Database::create(&folder.file("b.db")).unwrap();
    whole.count_games(&[games.clone(), games.clone()].concat(), 12).unwrap();
    assert_eq!(entries(&whole), entries(&database));
    let start = whole.get(&Board::new(games[0].size, games[0].rule)).unwrap().unwrap();
    assert_eq!(start.games.total(), 40);
    let mut listed = 0;
    whole
        .for_each_game(&mut |game, counted| {
            listed += 1;
            assert!(games.contains(&game) && counted == 13);
            true
        })
        .unwrap();
    assert_eq!(listed, 40);
}

#[test]
fn the_players_of_a_game_are_kept_also_where_it_was_counted_without_names() {
    let folder = Folder::new("players");
    let path = folder.file("a.db");
    let players = |database: &Database| {
        let mut found = Vec::new();
        let mut visit = |game: FinishedGame, _| {
            found.push(game.names.join(" - "));
            true
        };
        database.for_each_game(&mut visit).unwrap();
        found.sort_unstable();
        found
    };
    drop(Database::create(&path).unwrap());
    let database = Database::open(&path).unwrap();
    assert_eq!(players(&database), Vec::<String>::new(), "a file without names");
    let named = |number, black: &str| FinishedGame { names: [black.into(), "B\u{ec}nh".into()], ..game(number) };
    database.count_games(&[game(0), game(1)], 10).unwrap();
    assert_eq!(players(&database), [" - ", " - "]);
    assert_eq!(database.count_games(&[named(0, "An"), named(0, "Lan")], 10).unwrap().known, 2);
    drop(database);
    Database::compact(&path).unwrap();
    let database = Database::open(&path).unwrap();
    assert_eq!(players(&database), [" - ", "An - B\u{ec}nh"], "the first names");
    // A game that is forgotten takes its names with it.
    let keys: Vec<Board> = entries(&database).iter().map(|(key, _)| key.board()).collect();
    database.remove(&keys).unwrap();
    database.count_games(&[game(0)], 10).unwrap();
    assert_eq!(players(&database), [" - "]);
}

#[test]
fn a_game_of_which_nothing_is_left_may_be_counted_again() {
    let folder = Folder::new("again");
    let database = Database::create(&folder.file("a.db")).unwrap();
    let games: Vec<FinishedGame> = (0..20).map(game).collect();
    database.count_games(&games, 10).unwrap();
    let counted = entries(&database);
    let board = Board::new(games[0].size, games[0].rule);
    // The first position stays, and with it the record of all games.
    let removed = database.remove_after(&board, &|_| true, false).unwrap();
    assert_eq!((removed, entries(&database).len()), (counted.len() - 1, 1));
    assert_eq!(database.count_games(&games, 10).unwrap().games, 0);
    assert_eq!(database.remove([&board]).unwrap(), 1);
    assert_eq!(database.count_games(&games, 10).unwrap().games, 20);
    assert_eq!(entries(&database), counted);
}

#[test]
fn a_position_that_is_kept_keeps_the_lines_behind_it_when_asked() {
    let folder = Folder::new("lines");
    let size = BoardSize::square(15).unwrap();
    let label = |label: &str| Entry { label: label.into(), ..Entry::default() };
    for (keeps_lines, removed) in [(true, 3), (false, 4)] {
        let database = Database::create(&folder.file(&format!("{keeps_lines}.db"))).unwrap();
        // One line is kept from its second move on; in another line a position in between is unknown.
        for (moves, text) in [
            ("h8", "x"),
            ("h8i9", "x"),
            ("h8i9j10", "kept"),
            ("h8i9j10a1", "x"),
            ("h8i9j10a1b2", "kept"),
            ("h8c3d4e5f6", "x"),
        ] {
            let mut board = Board::new(size, Rule::Caro);
            board.play(&parse_moves(size, moves).unwrap());
            database.write([(&board, &label(text))]).unwrap();
        }
        let mut board = Board::new(size, Rule::Caro);
        assert_eq!(database.remove_after(&board, &|entry| entry.label == "x", keeps_lines).unwrap(), removed);
        board.push(parse_moves(size, "h8").unwrap()[0]);
        assert_eq!(database.get(&board).unwrap(), None);
        assert_eq!(entries(&database).len(), 6 - removed);
    }
    // A pass is a turn of a line: Black's two stones and White's pass between them. The position before it is not behind.
    for (texts, removed) in [(["kept", "x", "x"], 0), (["x", "kept", "x"], 1)] {
        let database = Database::create(&folder.file(&format!("passed{removed}.db"))).unwrap();
        let mut board = Board::new(size, Rule::Renju);
        for (turn, text) in [Some(Point(7)), None, Some(Point(9))].into_iter().zip(texts) {
            match turn {
                Some(point) => board.push(point),
                None => board.pass(),
            }
            database.write([(&board, &label(text))]).unwrap();
        }
        let board = Board::new(size, Rule::Renju);
        assert_eq!(database.remove_after(&board, &|entry| entry.label == "x", true).unwrap(), removed);
    }
}

#[test]
fn a_compacted_database_is_small_and_holds_the_same() {
    let folder = Folder::new("compact");
    let path = folder.file("a.db");
    let database = Database::create(&path).unwrap();
    for part in 0..8 {
        let games: Vec<FinishedGame> = (part * 250..(part + 1) * 250).map(game).collect();
        database.count_games(&games, 20).unwrap();
    }
    let before = entries(&database);
    drop(database);
    let bytes = || std::fs::metadata(&path).unwrap().len();
    let large = bytes();
    // A file left by a crash during an earlier attempt does not matter.
    std::fs::write(folder.file("a.db.compacting"), "unfinished").unwrap();
    Database::compact(&path).unwrap();
    assert!(!folder.file("a.db.compacting").exists());
    let database = Database::open(&path).unwrap();
    assert!(entries(&database) == before);
    // The store's files grow and shrink by factors of two, so only the smaller of two steps can be tested.
    assert!(10 * bytes() < 6 * large, "{} of {large} bytes", bytes());
    assert_eq!(database.count_games(&[game(3)], 20).unwrap().known, 1, "the games are still known");
    assert!(matches!(Database::compact(&path), Err(DatabaseError::InUse(_))));
    assert_eq!(entries(&database), before);
    drop(database);
    assert_eq!(Database::check(&path).unwrap(), before.len() as u64);
}

#[test]
fn a_file_that_may_only_be_read_is_read_by_several_and_never_changed() {
    let folder = Folder::new("read");
    let path = folder.file("a.db");
    let database = Database::create(&path).unwrap();
    database.count_games(&[game(1)], 20).unwrap();
    let known = entries(&database);
    drop(database);
    let bytes = std::fs::read(&path).unwrap();
    let [first, second] = [(); 2].map(|()| Database::open_read_only(&path).unwrap());
    let board = Board::new(BoardSize::square(15).unwrap(), Rule::Caro);
    for database in [&first, &second] {
        assert_eq!(entries(database), known);
        assert!(!database.is_writable());
        let refused = [
            database.write([(&board, &Entry::default())]).unwrap_err(),
            database.remove([&board]).unwrap_err(),
            database.merge(known.clone()).unwrap_err(),
            database.count_games(&[game(2)], 20).unwrap_err(),
        ];
        assert!(refused.iter().all(|error| matches!(error, DatabaseError::ReadOnly(_))), "{refused:?}");
    }
    // Another opener may meanwhile open it for writing.
    drop(Database::open(&path).unwrap());
    drop((first, second));
    Database::open_read_only(&path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap().len(), bytes.len());
}

/// Writes a book with g7 as the best answer to h8, and returns that move.
fn small_book(path: &std::path::Path) -> Point {
    book_of(path, "g7h9")
}

/// Writes a book with two answers to h8, the better one first.
fn book_of(path: &std::path::Path, answers: &str) -> Point {
    let size = BoardSize::square(15).unwrap();
    let mut board = Board::new(size, Rule::Caro);
    board.push(parse_moves(size, "h8").unwrap()[0]);
    let (key, orientation) = PositionKey::of(&board);
    let points = parse_moves(size, answers).unwrap();
    let moves = points.iter().zip([12, -30]).map(|(&point, score)| StoredMove { point, score });
    let entry = Entry { score: 12, depth: 11, nodes: 1000, moves: moves.collect(), ..Entry::default() };
    write_book(path, [(key, entry.turned(|point| orientation.to_key(point)))]).unwrap();
    points[0]
}

#[test]
fn a_book_is_opened_as_a_database_is_and_never_written() {
    let folder = Folder::new("book");
    let path = folder.file("small.book");
    let best = small_book(&path);
    let bytes = std::fs::read(&path).unwrap();
    assert!(bytes.len() < 60, "{} bytes", bytes.len());
    let book = Database::open(&path).unwrap();
    let size = BoardSize::square(15).unwrap();
    let mut board = Board::new(size, Rule::Caro);
    board.push(parse_moves(size, "h8").unwrap()[0]);
    let moves = known_moves(&book, &board).unwrap();
    assert_eq!((moves.len(), moves[0].point, moves[0].score, moves[0].depth), (2, best, Some(12), 11));
    assert!(matches!(book.remove([&board]), Err(DatabaseError::ReadOnly(_))));
    assert_eq!(Database::check(&path).unwrap(), 1);
    assert!(matches!(Database::compact(&path), Err(DatabaseError::ReadOnly(_))));
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let damaged = folder.file("damaged.book");
    std::fs::write(&damaged, &bytes[..bytes.len() - 1]).unwrap();
    assert!(matches!(Database::open(&damaged), Err(DatabaseError::Damaged { .. })));
}

#[test]
fn a_book_with_a_move_that_cannot_be_made_is_damaged_and_the_engine_plays_on() {
    let folder = Folder::new("impossible");
    let path = folder.file("a.book");
    let size = BoardSize::square(15).unwrap();
    let mut board = Board::new(size, Rule::Caro);
    board.push(size.center());
    let (key, _) = PositionKey::of(&board);
    // On an occupied point, and off the board.
    for point in [size.center(), Point(225)] {
        let moves = vec![StoredMove { point, score: 40 }];
        let entry = Entry { score: 40, depth: 9, nodes: 1000, moves, ..Entry::default() };
        write_book(&path, [(key.clone(), entry)]).unwrap();
        assert!(matches!(Database::check(&path), Err(DatabaseError::Damaged { .. })), "{point:?}");
        assert!(matches!(Database::open_whole(&path), Err(DatabaseError::Damaged { .. })), "{point:?}: for merging");
        let mut process = Process::start_with(&["--database", &folder.argument("a.book")]);
        assert_eq!(process.ask("start 15\ninfo rule 8\ninfo max_node 500"), "OK");
        process.send("turn 7,7");
        let said = process.line_within(Duration::from_secs(20)).unwrap();
        assert!(said.starts_with("MESSAGE closed the database: ") && said.contains("a.book: damaged"), "{said}");
        let answer = process.answer();
        assert!(parse_move(&answer).is_some(), "{answer}");
    }
}

#[test]
fn a_book_that_was_written_anew_is_read_anew() {
    let folder = Folder::new("anew");
    let name = folder.argument("a.book");
    let (mut process, mut gtp) = (Process::start(), Process::start_with(&["gtp"]));
    assert_eq!(process.ask("start 15\ninfo rule 8"), "OK");
    assert_eq!(gtp.ask_gtp("tengen-rule caro"), "=");
    assert_eq!(gtp.ask_gtp("play black H8"), "=");
    for (answers, point, vertex) in [("g7h9", "6,8", "= G7"), ("h9g7", "7,6", "= H9")] {
        book_of(&folder.file("a.book"), answers);
        process.send(&format!("yxsetdatabase {name}"));
        assert_eq!(process.ask("board\n7,7,2\ndone"), point);
        assert_eq!(gtp.ask_gtp(&format!("tengen-database {name}")), "=");
        assert_eq!(gtp.ask_gtp("reg_genmove white"), vertex);
    }
}

#[test]
fn gtp_plays_from_a_database_when_told() {
    let folder = Folder::new("gtp");
    let path = folder.file("a book");
    small_book(&path);
    let name = path.display().to_string();
    let mut process = Process::start_with(&["gtp"]);
    assert_eq!(process.ask_gtp("tengen-database"), "= none");
    assert!(process.ask_gtp(&format!("tengen-database {name}x")).starts_with("? database: "));
    for _ in 0..2 {
        assert_eq!(process.ask_gtp(&format!("tengen-database {name}")), "=");
    }
    // A failed attempt leaves the open database in use.
    assert!(process.ask_gtp(&format!("tengen-database {name}x")).starts_with("? database: "));
    assert_eq!(process.ask_gtp("tengen-database"), format!("= {name}"));
    assert_eq!(process.ask_gtp("tengen-rule caro"), "=");
    assert_eq!(process.ask_gtp("play black H8"), "=");
    assert_eq!(process.ask_gtp("reg_genmove white"), "= G7");
    assert_eq!(process.ask_gtp("genmove white"), "= G7");
    assert_eq!(process.ask_gtp("play black G7"), "? illegal move: G7 is occupied");
    // Board programs ask for moves with these commands where they can; an avoided move is not played.
    for (command, played) in
        [("kata-genmove_analyze w 10", "play G7"), ("lz-genmove_analyze w 10 avoid w G7 9", "play H9")]
    {
        assert_eq!(process.ask_gtp("undo"), "=");
        assert_eq!(process.ask_gtp(command), format!("=\n{played}"), "{command}");
    }
    // An open database is recognized under another path.
    std::fs::create_dir(folder.file("folder")).unwrap();
    drop(Database::create(&folder.file("own.db")).unwrap());
    for name in ["own.db", "folder/../own.db"] {
        assert_eq!(process.ask_gtp(&format!("tengen-database {}", folder.argument(name))), "=", "{name}");
    }
    assert_eq!(process.ask_gtp("tengen-database none"), "=");
    assert_eq!(process.ask_gtp("tengen-database"), "= none");
}
