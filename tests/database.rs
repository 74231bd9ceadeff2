//! The position database from outside: symmetric look-ups, killed writers, damaged files, other programs.
#![allow(missing_docs)]

mod common;

use common::folder::Folder;
use common::process::Process;
use common::random_point;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tengen::base::{BoardSize, Color, Rule, SplitMix64};
use tengen::board::{Board, transform};
use tengen::database::{Database, DatabaseError, Entry, PositionKey, StoredMove};

/// The position after some random moves; the same for the same number.
fn position(number: u64) -> Board {
    let mut rng = SplitMix64::new(number);
    let rule = Rule::ALL[rng.below(Rule::ALL.len())];
    let size = BoardSize::square([15, 20][rng.below(2)]).unwrap();
    let mut board = Board::new(size, rule);
    for _ in 0..6 + rng.below(30) {
        let point = random_point(&board, &mut rng).unwrap();
        board.make(point, &mut ());
    }
    board
}

fn entry(board: &Board, number: u64) -> Entry {
    let moves = board.candidates().take(3).map(|point| StoredMove { point, score: number as i32 % 900 });
    Entry { score: 5, depth: 9, nodes: number, moves: moves.collect(), author: "test".into(), ..Entry::default() }
}

/// Makes a database of that many positions.
fn write_positions(path: &Path, count: u64) -> (Vec<Board>, Vec<Entry>) {
    let boards: Vec<Board> = (0..count).map(position).collect();
    let entries: Vec<Entry> = boards.iter().zip(0..).map(|(board, number)| entry(board, number)).collect();
    Database::create(path).unwrap().write(boards.iter().zip(&entries)).unwrap();
    (boards, entries)
}

#[test]
fn what_is_known_of_a_position_is_known_of_its_images_too() {
    let folder = Folder::new("images");
    let database = Database::create(&folder.file("a.db")).unwrap();
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

/// The child of the next test: writes batches for ever and prints how many are confirmed.
#[test]
fn writer_for_the_kill_test() {
    let Some(path) = std::env::var_os("TENGEN_DATABASE_WRITER") else { return };
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
            .args(["--exact", "writer_for_the_kill_test", "--nocapture"])
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
        // One batch at least, then some moment of the following ones.
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
    for (name, bytes) in [("empty", &b""[..]), ("text", b"(;FF[4]GM[4])"), ("short", b"red")] {
        assert!(matches!(refused(name, bytes), DatabaseError::NotADatabase(_)), "{name}");
    }
    let missing = Database::open(&folder.file("missing")).err().unwrap();
    assert!(matches!(missing, DatabaseError::Io { .. }) && !folder.file("missing").exists());
    let path = folder.file("a.db");
    let first = Database::create(&path).unwrap();
    let second = Database::open(&path).err().unwrap();
    assert!(matches!(second, DatabaseError::InUse(_)), "{second}");
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
    for trial in 0..60 {
        let mut bytes = whole.clone();
        match trial % 3 {
            // The header and the first pages are where the tree is.
            0 => (0..1 + rng.below(20)).for_each(|_| bytes[rng.below(120_000)] ^= 1 << rng.below(8)),
            1 => bytes.truncate(4 + rng.below(whole.len() - 4)),
            _ => {
                let from = rng.below(120_000);
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
    // The parts of the header that say where the roots of the tables and of what was freed are.
    let roots = [104, 129, 232, 257].iter().flat_map(|&at| [0, 1, 2, 3, 5, 9, 12].map(|value| (at, value)));
    // Sizes and page numbers: too large a one asks for more memory than there is.
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
    let mut moved = Vec::new();
    second
        .for_each(&mut |key, entry| {
            moved.push((key, entry));
            true
        })
        .unwrap();
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

/// Sends lines and collects the answers up to one that begins as `last` does.
fn dialogue(process: &mut Process, lines: &str, last: &str) -> Vec<String> {
    lines.lines().for_each(|line| process.send(line));
    let mut heard = Vec::new();
    while heard.last().is_none_or(|line: &String| !line.starts_with(last)) {
        heard.push(process.line_within(Duration::from_secs(20)).unwrap_or_else(|| panic!("{lines}: {heard:?}")));
    }
    heard
}

/// In a database with one label, `W` after h8 i9 a15.
fn labels_are_kept_and_positions_deleted(process: &mut Process) {
    // A letter is kept as it was typed, a result as a large one.
    for (code, label) in [(97, "97 0 0 0 a"), (119, "119 0 0 0 W")] {
        let edit = format!("yxedittvddatabase 1 {code} 0 0\n7,7\n8,6\n5,5\ndone");
        let one = dialogue(process, &edit, "MESSAGE DATABASE ONE");
        assert_eq!(one, [format!("MESSAGE DATABASE ONE {label}")]);
    }
    // Everything after h8 i9 in any image: the two labels are a win each, and one position is neither.
    let value = |process: &mut Process, moves: &str| {
        dialogue(process, &format!("yxedittvddatabase 2 0 10 0\n{moves}\ndone"), "MESSAGE DATABASE ONE");
    };
    value(process, "7,7\n6,6\n0,0\n0,1");
    let delete = |process: &mut Process, lines: &str, deleted: &str| {
        let answers = dialogue(process, &format!("yxdeletedatabaseall{lines}\ndone"), "MESSAGE DATABASE DONE");
        assert_eq!(answers[..2], [format!("MESSAGE {deleted} deleted"), "MESSAGE DATABASE REFRESH".into()], "{lines}");
    };
    delete(process, " nonwl\n7,7\n8,6", "1 position is");
    delete(process, " WL\n0,0\n1,1", "0 positions are");
    // The kind may stand on the next line.
    delete(process, "\nwl\n7,7\n6,8", "2 positions are");
    delete(process, "", "0 positions are");
    // All of them, with what is known between them or without.
    for moves in ["7,7", "7,7\n8,6", "7,7\n8,6\n5,5\n5,6", "3,3"] {
        value(process, moves);
    }
    delete(process, "\n7,7", "2 positions are");
    delete(process, "", "2 positions are");
    let wrong = dialogue(process, "yxdeletedatabaseall most\ndone", "ERROR");
    assert!(wrong[0].contains("expected w, l, wl"), "{wrong:?}");
    assert_eq!(dialogue(process, "yxdbcheck", "MESSAGE"), ["MESSAGE 0 positions, no damage"]);
}

#[test]
fn a_board_program_edits_and_asks_the_database_and_the_engine_plays_from_it() {
    let folder = Folder::new("protocol");
    let path = folder.file("a book.db");
    let name = path.display().to_string();
    let mut process = Process::start();
    assert_eq!(dialogue(&mut process, "start 15\ninfo rule 8", "OK"), ["OK"]);
    let no_database = dialogue(&mut process, "yxquerydatabaseall\n7,7\ndone", "ERROR");
    assert!(no_database[0].contains("YXSETDATABASE"), "{no_database:?}");
    assert_eq!(
        dialogue(&mut process, &format!("yxsetdatabase\n{name}"), "MESSAGE"),
        ["MESSAGE database of 0 positions"]
    );
    // After h8, i9 a value of -70 for the side to move: good for the one who moves there.
    let record = dialogue(&mut process, "yxedittvddatabase 6 0 -70 12\n7,7\n8,6\n6,6\ndone", "MESSAGE DATABASE ONE");
    assert_eq!(record, ["MESSAGE DATABASE ONE -1 -70 12 3"]);
    dialogue(&mut process, "yxeditlabeldatabase 0,0 W\n7,7\n8,6\ndone\nyxsavedatabase", "MESSAGE the database");
    process.send("yxedittextdatabase \"a \\\"good\\\" move\"");
    let text = dialogue(
        &mut process,
        "7,7\n8,6\n6,6\ndone\nyxquerydatabasetext\n7,7\n8,6\n6,6\ndone",
        "MESSAGE DATABASE TEXT",
    );
    assert_eq!(text, ["MESSAGE DATABASE TEXT \"a \\\"good\\\" move\""]);
    let all = dialogue(&mut process, "yxquerydatabaseall\n7,7\n8,6\ndone", "MESSAGE DATABASE DONE");
    // Both images of each move: the two stones stand on a diagonal.
    assert!(all.contains(&"MESSAGE DATABASE 6 6 -1 -70 12 3 1".to_owned()), "{all:?}");
    assert!(all.contains(&"MESSAGE DATABASE 0 0 87 0 0 0 0".to_owned()), "{all:?}");
    // The opponent of the label's writer is not made to believe it: the scored move is played, without a search.
    let begin = std::time::Instant::now();
    let answer = dialogue(&mut process, "board\n7,7,1\n8,6,2\ndone", "6,6");
    assert!(answer[0].starts_with("MESSAGE database g9 +70 depth 12"), "{answer:?}");
    assert!(!answer.iter().any(|line| line.contains("+M")) && begin.elapsed() < Duration::from_secs(5));
    // The same image of the move every time; with variety, any of them.
    let played = |process: &mut Process| {
        let answers = dialogue(process, "board\n7,7,1\n8,6,2\ndone\nyxsavedatabase", "MESSAGE the database");
        answers[answers.len() - 2].clone()
    };
    assert!((0..12).all(|_| played(&mut process) == "6,6"));
    process.send("info database_variety 1");
    let moves: std::collections::BTreeSet<String> = (0..40).map(|_| played(&mut process)).collect();
    assert_eq!(moves, ["6,6", "8,8"].map(str::to_owned).into());
    process.send("info database_variety 0");
    // Out of use, and forgotten, it decides nothing.
    process.send("info usedatabase 0");
    let answer = dialogue(
        &mut process,
        "info max_node 500\nrestart\nboard\n7,7,1\n8,6,2\ndone\nyxsavedatabase",
        "MESSAGE the database",
    );
    assert!(!answer.iter().any(|line| line.starts_with("MESSAGE database")), "{answer:?}");
    dialogue(&mut process, "yxdeletedatabaseone\n7,7\n8,6\n6,6\ndone\nyxsavedatabase", "MESSAGE the database");
    let one = dialogue(&mut process, "yxquerydatabaseone\n7,7\n8,6\n6,6\ndone", "MESSAGE DATABASE ONE");
    assert_eq!(one, ["MESSAGE DATABASE ONE 0 0 0 0"]);
    labels_are_kept_and_positions_deleted(&mut process);
    dialogue(&mut process, "yxeditlabeldatabase 0,0 W\n7,7\n8,6\ndone\nyxsavedatabase", "MESSAGE the database");
    // Bad input changes nothing and the conversation goes on.
    for bad in [
        "yxdeletedatabaseall lw\n7,7\ndone",
        "yxedittvddatabase 6 0 x 12\n7,7\ndone",
        "yxedittvddatabase 2 0 29900 1\n7,7\ndone",
        "yxeditlabeldatabase 7,7 a\n7,7\ndone",
        "yxquerydatabaseall\n7,7\n7,7\ndone",
        "info database_readonly 1\nyxdeletedatabaseone\n7,7\ndone",
    ] {
        dialogue(&mut process, bad, "ERROR");
    }
    process.send("END");
    assert!(process.wait_exit(Duration::from_secs(5)).is_some());
    assert_eq!(Database::open(&path).unwrap().len().unwrap(), 1);
    // Another file is refused and left as it is.
    std::fs::write(folder.file("text"), "no database").unwrap();
    let mut process = Process::start();
    let name = folder.file("text").display().to_string();
    let refused = dialogue(&mut process, &format!("yxsetdatabase {name}"), "ERROR");
    assert!(refused[0].contains("not a Tengen database"), "{refused:?}");
    let output = Command::new(common::engine_path()).args(["--database", &name]).output().unwrap();
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("not a Tengen database"));
}

#[test]
fn a_failed_attempt_keeps_the_open_database_and_a_value_by_hand_is_a_score() {
    let folder = Folder::new("attempt");
    let [own, name] = ["own.db", "text"].map(|name| folder.file(name).display().to_string());
    std::fs::write(&name, "no database").unwrap();
    let mut process = Process::start();
    // Opening the same file again is no fault.
    for _ in 0..2 {
        dialogue(&mut process, &format!("yxsetdatabase {own}"), "MESSAGE database of 0 positions");
    }
    dialogue(&mut process, &format!("yxsetdatabase {name}"), "ERROR");
    dialogue(&mut process, "yxsavedatabase", "MESSAGE the database is saved");
    // A value without a depth is a score all the same.
    let by_hand = dialogue(&mut process, "start 15\nyxedittvddatabase 2 0 -55 0\n3,3\ndone", "MESSAGE DATABASE ONE");
    assert_eq!(by_hand.last().unwrap(), "MESSAGE DATABASE ONE -1 -55 0 3");
    let answer = dialogue(&mut process, "begin", "3,3");
    assert!(answer[0].starts_with("MESSAGE database d12 +55"), "{answer:?}");
}
