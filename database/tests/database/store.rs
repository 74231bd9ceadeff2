//! The position database by its public interface: symmetric look-ups, killed writers, damaged files.

use crate::common::folder::Folder;
use crate::common::random_point;
use crate::created;
use crate::exchange::all;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tengen::base::{BoardSize, Color, Rule, SplitMix64};
use tengen::board::{Board, transform};
use tengen_database::{Database, DatabaseError, Entry, PositionKey, StoredMove};

/// The position after some random moves, which depend on the number only.
fn position(number: u64) -> Board {
    let mut rng = SplitMix64::new(number);
    let rule = Rule::ALL[rng.below(Rule::ALL.len())];
    let size = BoardSize::square([15, 20][rng.below(2)]).unwrap();
    let mut board = Board::new(size, rule);
    for _ in 0..6 + rng.below(30) {
        let point = random_point(&board, &mut rng).unwrap();
        board.push(point);
    }
    board
}

fn entry(board: &Board, number: u64) -> Entry {
    let moves = board.candidates().take(3).map(|point| StoredMove { point, score: number as i32 % 900 });
    Entry { score: 5, depth: 9, nodes: number, moves: moves.collect(), author: "test".into(), ..Entry::default() }
}

/// Writes a database with this number of positions.
fn write_positions(path: &Path, count: u64) -> (Vec<Board>, Vec<Entry>) {
    let boards: Vec<Board> = (0..count).map(position).collect();
    let entries: Vec<Entry> = boards.iter().zip(0..).map(|(board, number)| entry(board, number)).collect();
    Database::create(path).unwrap().write(boards.iter().zip(&entries)).unwrap();
    (boards, entries)
}

#[test]
fn what_is_known_of_a_position_is_known_of_its_images_too() {
    let (_folder, database) = created("images");
    for number in 0..50 {
        let board = position(number);
        let entry = entry(&board, number);
        database.write([(&board, &entry)]).unwrap();
        for symmetry in 0..8 {
            let mut image = Board::new(board.size(), board.rule());
            for (point, cell) in board.history() {
                image.place(transform(board.size(), point, symmetry), cell).unwrap();
            }
            image.set_side_to_move(board.side_to_move());
            let found = database.get(&image).unwrap().unwrap();
            let moves = entry.moves.iter().map(|stored| transform(board.size(), stored.point, symmetry));
            assert!(found.moves.iter().map(|stored| stored.point).eq(moves), "{number} {symmetry}");
        }
    }
    assert_eq!(database.len().unwrap(), 50);
    let boards: Vec<Board> = (0..10).map(position).collect();
    assert_eq!(database.remove(&boards).unwrap(), 10);
    assert_eq!(database.get(&boards[3]).unwrap(), None);
    assert_eq!(database.len().unwrap(), 40);
}

/// Writes batches in an endless loop and prints the number of confirmed positions.
#[test]
#[ignore = "a process of a_killed_writer_loses_nothing_that_was_confirmed"]
fn writer_for_the_kill_test() {
    let path = std::env::var_os("TENGEN_DATABASE_WRITER").expect("TENGEN_DATABASE_WRITER: expected a file");
    let database = Database::open_or_create(Path::new(&path)).unwrap();
    let mut number = database.len().unwrap();
    loop {
        let boards: Vec<Board> = (number..number + 20).map(position).collect();
        let entries: Vec<Entry> = boards.iter().zip(number..).map(|(board, number)| entry(board, number)).collect();
        database.write(boards.iter().zip(&entries)).unwrap();
        number += 20;
        println!("confirmed {number}");
    }
}

#[test]
fn a_killed_writer_loses_nothing_that_was_confirmed() {
    let folder = Folder::new("kill");
    let path = folder.file("a.db");
    let mut rng = SplitMix64::new(12);
    let mut confirmed = 0;
    for round in 0..12 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "store::writer_for_the_kill_test", "--nocapture", "--ignored"])
            .env("TENGEN_DATABASE_WRITER", &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, receiver) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if let Some(number) = line.strip_prefix("confirmed ").and_then(|number| number.parse().ok()) {
                    let _ = sender.send(number);
                }
            }
        });
        // Killed after the first batch at a random moment.
        confirmed = receiver.recv_timeout(Duration::from_secs(60)).unwrap();
        std::thread::sleep(Duration::from_micros(rng.below(60_000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        reader.join().unwrap();
        confirmed = receiver.try_iter().last().unwrap_or(confirmed);
        let database = Database::open(&path).unwrap();
        let count: u64 = database.len().unwrap();
        assert!(count == confirmed || count == confirmed + 20, "round {round}: {count}, confirmed {confirmed}");
        for number in (0..confirmed).step_by(7) {
            let board = position(number);
            assert_eq!(database.get(&board).unwrap(), Some(entry(&board, number)), "round {round}, {number}");
        }
        drop(database);
        assert_eq!(Database::check(&path).unwrap(), count);
    }
    assert!(confirmed > 200);
}

#[test]
fn files_that_are_no_database_are_refused_and_left_as_they_are() {
    let folder = Folder::new("other");
    let refused = |name: &str, bytes: &[u8]| {
        let path = folder.file(name);
        std::fs::write(&path, bytes).unwrap();
        let error = Database::open(&path).err().unwrap();
        let check = Database::check(&path).unwrap_err();
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "{name}");
        assert_eq!(error.to_string(), check.to_string());
        assert!(Database::create(&path).is_err(), "no file is overwritten");
        error
    };
    for (name, bytes) in
        [("empty", &b""[..]), ("text", b"(;FF[4]GM[4])"), ("short", b"red"), ("ends", b"tengen-book 1\r\n")]
    {
        assert!(matches!(refused(name, bytes), DatabaseError::NotADatabase(_)), "{name}");
    }
    let later = refused("later", b"tengen-book 2\n");
    assert!(later.to_string().contains("'tengen-book 2', this program reads 'tengen-book 1'"), "{later}");
    let missing = Database::open(&folder.file("missing")).err().unwrap();
    assert!(matches!(missing, DatabaseError::Io { .. }) && !folder.file("missing").exists());
    let path = folder.file("a.db");
    let first = Database::create(&path).unwrap();
    let second = Database::open(&path).err().unwrap();
    let checked = Database::check(&path).unwrap_err();
    assert!(matches!((&second, &checked), (DatabaseError::InUse(_), DatabaseError::InUse(_))), "{second} {checked}");
    drop(first);
    Database::open(&path).unwrap();
}

#[test]
fn a_damaged_database_gives_errors_and_never_a_wrong_entry() {
    let folder = Folder::new("damage");
    let path = folder.file("whole.db");
    let (boards, entries) = write_positions(&path, 300);
    let whole = std::fs::read(&path).unwrap();
    let mut rng = SplitMix64::new(31);
    let (mut refused, mut found, mut unwritten) = (0, 0, 0);
    let used = whole.len().min(120_000) - 512;
    for trial in 0..60 {
        let mut bytes = whole.clone();
        match trial % 3 {
            // The tree is in the header and the first pages.
            0 => (0..1 + rng.below(20)).for_each(|_| bytes[rng.below(used)] ^= 1 << rng.below(8)),
            1 => bytes.truncate(4 + rng.below(whole.len() - 4)),
            _ => {
                let from = rng.below(used);
                bytes[from..from + 512].fill(0);
            }
        }
        let damaged = folder.file("damaged.db");
        std::fs::write(&damaged, &bytes).unwrap();
        found += usize::from(Database::check(&damaged).is_err());
        assert_eq!(std::fs::read(&damaged).unwrap(), bytes, "a check changes nothing");
        match Database::open(&damaged) {
            Err(_) => {
                refused += 1;
                assert!(std::fs::read(&damaged).unwrap() == bytes, "trial {trial}: a refused file is left as it is");
            }
            Ok(database) => {
                for (board, entry) in boards.iter().zip(&entries) {
                    if let Ok(Some(found)) = database.get(board) {
                        assert_eq!(&found, entry, "trial {trial}");
                    }
                }
                drop(database);
                assert!(std::fs::read(&damaged).unwrap() == bytes, "trial {trial}: reading changes nothing");
                let written = Database::open(&damaged).unwrap().write([(&boards[0], &entries[1])]);
                unwritten += usize::from(written.is_err());
                let is_same = std::fs::read(&damaged).unwrap() == bytes;
                assert_eq!(is_same, written.is_err(), "trial {trial}: {written:?}");
            }
        }
    }
    println!(
        "{refused} of 60 damaged files refused when opened, {found} found by a check, {unwritten} before a first write"
    );
    assert!(found > 30 && refused + unwritten >= found);
}

#[test]
fn a_damaged_file_that_cannot_even_be_closed_ends_nothing() {
    let folder = Folder::new("unclosable");
    let path = folder.file("whole.db");
    let (boards, entries) = write_positions(&path, 400);
    let whole = std::fs::read(&path).unwrap();
    let damaged = folder.file("damaged.db");
    let mut failed = 0;
    // Bytes of the header that locate the roots of the tables and of the freed pages.
    let roots = [104, 129, 232, 257].iter().flat_map(|&at| [0, 1, 2, 3, 5, 9, 12].map(|value| (at, value)));
    // Sizes and page numbers: a value that is too large asks for more memory than there is.
    let numbers = (9..64).chain((64..320).step_by(5)).chain([79, 111]).map(|at| (at, 0xff));
    for (at, value) in roots.chain(numbers) {
        let mut bytes = whole.clone();
        bytes[at] = value;
        std::fs::write(&damaged, &bytes).unwrap();
        let checked = Database::check(&damaged);
        let read = Database::open(&damaged).map(|database| database.len().is_ok());
        assert!(std::fs::read(&damaged).unwrap() == bytes, "byte {at}: reading changes nothing: {read:?}");
        let edited = Database::open(&damaged).and_then(|database| database.write([(&boards[0], &entries[1])]));
        assert!(edited.is_ok() || std::fs::read(&damaged).unwrap() == bytes, "byte {at} {value}: {edited:?}");
        failed += usize::from(checked.is_err() || edited.is_err());
    }
    assert!(failed > 0);
}

#[test]
fn merging_and_walking_see_every_position_once() {
    let folder = Folder::new("merge");
    let [first, second] = ["a.db", "b.db"].map(|name| Database::create(&folder.file(name)).unwrap());
    let rows = |range: std::ops::Range<u64>| {
        range.map(|number| {
            let board = position(number);
            let (key, orientation) = PositionKey::of(&board);
            (key, entry(&board, number).turned(|point| orientation.to_key(point)))
        })
    };
    first.merge(rows(0..60)).unwrap();
    second.merge(rows(40..100)).unwrap();
    let moved = all(&second);
    assert_eq!(moved.len(), 60);
    first.merge(moved).unwrap();
    assert_eq!(first.len().unwrap(), 100);
    for number in 0..100 {
        let board = position(number);
        assert_eq!(first.get(&board).unwrap(), Some(entry(&board, number)));
    }
    let mut board = position(3);
    board.set_side_to_move(if board.side_to_move() == Color::Black { Color::White } else { Color::Black });
    assert_eq!(first.get(&board).unwrap(), None, "the side to move belongs to the position");
}

#[test]
fn a_file_cut_at_any_length_is_called_that_and_left_as_it_is() {
    let folder = Folder::new("cut");
    let path = folder.file("whole.db");
    let (boards, entries) = write_positions(&path, 1);
    let whole = std::fs::read(&path).unwrap();
    let cut = folder.file("cut.db");
    // Cut in the header, then in the pages.
    for end in (4..700).step_by(29).chain((700..whole.len()).step_by(4_999)).chain([whole.len() - 1]) {
        std::fs::write(&cut, &whole[..end]).unwrap();
        let said = [
            Database::check(&cut).unwrap_err(),
            Database::open(&cut).err().unwrap(),
            Database::open(&cut).and_then(|database| database.write([(&boards[0], &entries[0])])).unwrap_err(),
        ];
        let reason = format!("cut.db: damaged (the file is cut off after {end} bytes); restore it from a copy");
        assert!(said.iter().all(|error| error.to_string().contains(&reason)), "{end}: {said:?}");
        assert!(std::fs::read(&cut).unwrap() == whole[..end], "{end}");
    }
}

#[test]
fn what_is_wrong_is_said_behind_the_longest_path() {
    let said = DatabaseError::ReadOnly("folder/".repeat(400).into()).to_string();
    assert!(said.ends_with("/: this database can only be read"), "{said}");
}

#[test]
fn a_file_that_a_crash_left_is_written_once_another_program_has_closed_it() {
    let folder = Folder::new("store-left");
    let [whole, left] = ["whole.db", "left.db"].map(|name| folder.file(name));
    let (boards, entries) = write_positions(&whole, 3);
    let open = Database::open(&whole).unwrap();
    open.remove([&boards[2]]).unwrap();
    std::fs::copy(&whole, &left).unwrap();
    let [first, second] = [(); 2].map(|()| Database::open(&left).unwrap());
    let label = |database: &Database, board, label: &str| {
        database.update(board, |known| Some(Entry { label: label.to_owned(), ..known.unwrap_or_default() }))
    };
    label(&first, &boards[0], "first").unwrap();
    assert!(matches!(label(&second, &boards[1], "second"), Err(DatabaseError::InUse(_))));
    assert_eq!(second.get(&boards[0]).unwrap().as_ref(), Some(&entries[0]), "the copy in memory stays");
    drop(first);
    // What the other program has written is not overwritten by the copy.
    let comment = |known: Option<Entry>| Some(Entry { comment: "second".into(), ..known.unwrap() });
    second.update(&boards[0], comment).unwrap();
    let written = Entry { label: "first".into(), comment: "second".into(), ..entries[0].clone() };
    assert_eq!(second.get(&boards[0]).unwrap(), Some(written));
    second.update(&boards[0], |_| None).unwrap();
    assert_eq!((second.get(&boards[0]).unwrap(), second.len().unwrap()), (None, 1));
}
