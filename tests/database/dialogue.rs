//! Commands of the database in the protocol, as Yixin-Board sends them.

use crate::common::folder::Folder;
use crate::common::process::Process;
use pbrain_tengen::protocol::EngineOptions;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tengen::base::{BoardSize, Rule};
use tengen::board::Board;
use tengen_database::{Database, Entry};

/// Sends the lines and collects the output up to a line that begins with `last`.
fn dialogue(process: &mut Process, lines: &str, last: &str) -> Vec<String> {
    lines.lines().for_each(|line| process.send(line));
    let mut heard = Vec::new();
    while heard.last().is_none_or(|line: &String| !line.starts_with(last)) {
        heard.push(process.line_within(Duration::from_secs(20)).unwrap_or_else(|| panic!("{lines}: {heard:?}")));
    }
    let misread: Vec<&String> = heard.iter().filter(|line| !is_safe_for_yixin_board(line)).collect();
    assert!(misread.is_empty(), "{misread:?}");
    heard
}

/// A process with an empty board that has opened a database of these positions.
fn with_database(path: &Path, positions: &str) -> Process {
    let mut process = Process::on_board(15);
    let open = format!("yxsetdatabase {}", path.display());
    dialogue(&mut process, &open, &format!("MESSAGE opened a database of {positions}"));
    process
}

/// Yixin-Board converts every line to capitals. It takes a line with the prefix of its records for a record, and reads
/// an unknown record name as the coordinates of a point.
fn is_safe_for_yixin_board(line: &str) -> bool {
    line.to_uppercase().strip_prefix("MESSAGE DATABASE").is_none_or(|record| {
        let word = record.split_whitespace().next().unwrap_or_default();
        ["REFRESH", "DONE", "ONE", "TEXT"].contains(&word) || word.parse::<u32>().is_ok()
    })
}

/// Checks labels and deletion in a database whose only label is `W`, after h8 i9 a15.
fn labels_are_kept_and_positions_deleted(process: &mut Process) {
    // A letter is kept as it is, but the one of a result becomes a capital letter.
    for (code, label) in [(97, "97 0 0 0 a"), (119, "119 0 0 0 W")] {
        let edit = format!("yxedittvddatabase 1 {code} 0 0\n7,7\n8,6\n5,5\ndone");
        let one = dialogue(process, &edit, "MESSAGE DATABASE ONE");
        assert_eq!(one, [format!("MESSAGE DATABASE ONE {label}")]);
    }
    // Positions after h8 i9, in all symmetries: the two labels are wins, the last position is neither a win nor a loss.
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
    // The kind may stand on a line of its own.
    delete(process, "\nwl\n7,7\n6,8", "2 positions are");
    delete(process, "", "0 positions are");
    // All positions after h8, also the one after h8 i9 f10 f9, which follows an unknown one. Then all of the game's
    // board and rule.
    for moves in ["7,7", "7,7\n8,6", "7,7\n8,6\n5,5\n5,6", "3,3"] {
        value(process, moves);
    }
    delete(process, "\n7,7", "2 positions are");
    delete(process, "", "2 positions are");
    delete(process, " wlinstep 3", "0 positions are");
    let wrong = dialogue(process, "yxdeletedatabaseall most\ndone", "ERROR");
    assert!(wrong[0].contains("expected w, l, wl"), "{wrong:?}");
    // Nor does an edit that says nothing make a position.
    let edits = "yxedittextdatabase \"\"\n7,7\ndone\nyxeditlabeldatabase 3,3\ndone\nyxdbcheck";
    assert_eq!(dialogue(process, edits, "MESSAGE"), ["MESSAGE 0 positions, no damage"]);
}

/// The edits wait behind a search, and take longer than the time for answers at the end of the input.
#[test]
fn edits_behind_a_search_are_not_lost_at_the_end_of_input() {
    let folder = Folder::new("queued");
    let path = folder.file("a.db");
    let board = Board::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
    drop(Database::create(&path).unwrap());
    let mut process = Process::start();
    let edits: String = (0..5_000).map(|number| format!("yxedittextdatabase \"{number}\"\ndone\n")).collect();
    process.send(&format!("start 15\nyxsetdatabase {}\ninfo timeout_turn 2000\nturn 7,7\n{edits}", path.display()));
    process.close_input();
    assert!(process.wait_exit(Duration::from_secs(600)).is_some(), "a disk may be slow");
    let entry = Database::open(&path).unwrap().get(&board).unwrap();
    assert_eq!(entry.map(|entry| entry.comment), Some("4999".to_owned()));
}

#[test]
fn an_edit_before_the_end_of_input_is_not_lost() {
    let folder = Folder::new("end");
    let path = folder.file("a.db");
    let board = Board::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
    drop(Database::create(&path).unwrap());
    for round in 0..4 {
        let mut process = Process::start();
        process.send("start 15");
        process.send(&format!("yxsetdatabase {}", path.display()));
        for number in 0..3 {
            process.send(&format!("yxedittextdatabase \"{round} {number}\"\ndone"));
        }
        process.send("end");
        while process.line_within(Duration::from_secs(20)).is_some() {}
        let entry = Database::open(&path).unwrap().get(&board).unwrap();
        assert_eq!(entry.map(|entry| entry.comment), Some(format!("{round} 2")));
    }
}

/// An output whose writer blocks forever at the first record of the database.
struct Stalled;

impl Write for Stalled {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.starts_with(b"MESSAGE DATABASE") {
            loop {
                thread::park();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_unread_answer_does_not_keep_the_program_after_the_end_of_input() {
    let folder = Folder::new("stalled");
    let sessions = ["yxquerydatabaseall", "yxedittvddatabase 2 0 -55 0"].map(|command| {
        let name = command.split(' ').next().unwrap();
        let database = Database::create(&folder.file(name)).unwrap();
        let (sender, ended) = mpsc::channel();
        thread::spawn(move || {
            let input = io::Cursor::new(format!("start 15\n{command}\n7,7\ndone\n"));
            let options = EngineOptions { database: Some(database), ..EngineOptions::default() };
            let ended = pbrain_tengen::protocol::run(input, Stalled, options);
            sender.send(ended).unwrap();
        });
        (command, ended)
    });
    for (command, ended) in sessions {
        assert_eq!(ended.recv_timeout(Duration::from_secs(20)), Ok(Ok(())), "{command}");
    }
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
        ["MESSAGE opened a database of 0 positions"]
    );
    // After h8 i9 g9: a value of -70 for the side to move, so the move g9 is worth +70.
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
    // The move and its mirror image, because the two stones lie on a diagonal.
    assert!(all.contains(&"MESSAGE DATABASE 6 6 -1 -70 12 3 1".to_owned()), "{all:?}");
    assert!(all.contains(&"MESSAGE DATABASE 0 0 87 0 0 0 0".to_owned()), "{all:?}");
    // The label does not count as a proven win for the other side: the move with a score is played, without a search.
    let begin = std::time::Instant::now();
    let answer = dialogue(&mut process, "board\n7,7,1\n8,6,2\ndone", "6,6");
    assert!(answer[0].starts_with("MESSAGE known g9 +70 depth 12"), "{answer:?}");
    assert!(!answer.iter().any(|line| line.contains("+M")) && begin.elapsed() < Duration::from_secs(5));
    // Without variety the move is always played in one orientation; with variety in any of them.
    let played = |process: &mut Process| {
        let answers = dialogue(process, "board\n7,7,1\n8,6,2\ndone\nyxsavedatabase", "MESSAGE the database");
        answers[answers.len() - 2].clone()
    };
    assert!((0..12).all(|_| played(&mut process) == "6,6"));
    process.send("info database_variety 1");
    let moves: std::collections::BTreeSet<String> = (0..40).map(|_| played(&mut process)).collect();
    assert_eq!(moves, ["6,6", "8,8"].map(str::to_owned).into());
    process.send("info database_variety 0");
    // Out of use, and after RESTART has cleared the tables, the database does not influence the move.
    process.send("info usedatabase 0");
    let answer = dialogue(
        &mut process,
        "info max_node 500\nrestart\nboard\n7,7,1\n8,6,2\ndone\nyxsavedatabase",
        "MESSAGE the database",
    );
    assert!(!answer.iter().any(|line| line.starts_with("MESSAGE known")), "{answer:?}");
    dialogue(&mut process, "yxdeletedatabaseone\n7,7\n8,6\n6,6\ndone\nyxsavedatabase", "MESSAGE the database");
    let one = dialogue(&mut process, "yxquerydatabaseone\n7,7\n8,6\n6,6\ndone", "MESSAGE DATABASE ONE");
    assert_eq!(one, ["MESSAGE DATABASE ONE 0 0 0 0"]);
    labels_are_kept_and_positions_deleted(&mut process);
    dialogue(&mut process, "yxeditlabeldatabase 0,0 W\n7,7\n8,6\ndone\nyxsavedatabase", "MESSAGE the database");
    // Invalid input changes nothing, and the conversation continues.
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
    // A file of another kind is refused and not changed.
    std::fs::write(folder.file("text"), "no database").unwrap();
    let mut process = Process::start();
    let name = folder.file("text").display().to_string();
    let refused = dialogue(&mut process, &format!("yxsetdatabase {name}"), "ERROR");
    assert!(refused[0].contains("not a Tengen database"), "{refused:?}");
    let output = Command::new(crate::common::engine_path()).args(["--database", &name]).output().unwrap();
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("not a Tengen database"));
}

#[test]
fn a_failed_attempt_keeps_the_open_database_and_a_value_by_hand_is_a_score() {
    let folder = Folder::new("attempt");
    let [own, name] = ["own.db", "text"].map(|name| folder.file(name).display().to_string());
    std::fs::write(&name, "no database").unwrap();
    let mut process = Process::start();
    // A second opening of an open file is no error.
    for _ in 0..2 {
        dialogue(&mut process, &format!("yxsetdatabase {own}"), "MESSAGE opened a database of 0 positions");
    }
    dialogue(&mut process, &format!("yxsetdatabase {name}"), "ERROR");
    dialogue(&mut process, "yxsavedatabase", "MESSAGE the database is saved");
    // A value of depth 0 also counts as a score.
    let by_hand = dialogue(&mut process, "start 15\nyxedittvddatabase 2 0 -55 0\n3,3\ndone", "MESSAGE DATABASE ONE");
    assert_eq!(by_hand.last().unwrap(), "MESSAGE DATABASE ONE -1 -55 0 3");
    let answer = dialogue(&mut process, "begin", "3,3");
    assert!(answer[0].starts_with("MESSAGE known d12 +55"), "{answer:?}");
}

#[test]
fn a_file_name_that_is_not_in_utf_8_opens_no_other_file() {
    let folder = Folder::new("encoding");
    let mut process = Process::start();
    let mut bytes = format!("yxsetdatabase\n{}", folder.argument("caf")).into_bytes();
    bytes.extend(b"\xe9.db\nyxsavedatabase\n");
    process.send_bytes(&bytes);
    assert!(process.line_within(Duration::from_secs(20)).unwrap().starts_with("ERROR the file name is not in UTF-8"));
    assert!(process.line_within(Duration::from_secs(20)).unwrap().starts_with("ERROR no database"));
    assert_eq!(std::fs::read_dir(folder.file("")).unwrap().count(), 0);
}

/// Yixin-Board sends the comment at every keystroke, with its line breaks, and the first move directly after the
/// closing mark.
#[test]
fn a_comment_ends_at_its_closing_mark_and_nothing_in_it_is_a_command() {
    let folder = Folder::new("comments");
    let path = folder.file("a.db");
    let mut process = with_database(&path, "0 positions");
    process.send("info timeout_turn 100000");
    let shown = |process: &mut Process, moves: &str, text: &str| {
        let answer = dialogue(process, &format!("yxquerydatabasetext\n{moves}done"), "MESSAGE DATABASE TEXT");
        assert_eq!(answer, [format!("MESSAGE DATABASE TEXT \"{text}\"")]);
    };
    let comments = [("", "a"), ("7,7\n", "b \\\"good\\\" one"), ("7,7\n8,6\n", "c\nend\nstop\ndone\n0,0")];
    for (moves, comment) in comments {
        process.send(&format!("yxedittextdatabase \"{comment}\"{moves}done"));
    }
    for (moves, comment) in comments {
        shown(&mut process, moves, &comment.replace('\n', " "));
    }
    // Behind a search, and with the comment on a separate line.
    process.send("turn 7,7\nyxedittextdatabase \"d\nend\ne\"done\nstop");
    assert!(process.answer().contains(','));
    shown(&mut process, "", "d end e");
    process.send("yxedittextdatabase\n\"f\"7,7\ndone");
    shown(&mut process, "7,7\n", "f");
    // The word of a command behind it is a fault of the block.
    let lines = "yxedittextdatabase\n\"g\" stop\ndone\nyxsavedatabase";
    let refused = dialogue(&mut process, lines, "MESSAGE the database");
    assert_eq!(refused, ["ERROR 'stop' is not a point: expected x,y", "MESSAGE the database is saved"]);
    // A comment of the greatest length, on one line.
    let long = "g".repeat(16_384);
    process.send(&format!("yxedittextdatabase \"{long}\"7,7\ndone"));
    shown(&mut process, "7,7\n", &long);
    // The closing mark is missing.
    let lines = ("g".repeat(99) + "\n").repeat(400);
    let lost = dialogue(&mut process, &format!("yxedittextdatabase \"{lines}done"), "ERROR");
    assert_eq!(lost, ["ERROR the quotation mark that closes the comment is missing"]);
    shown(&mut process, "", "d end e");
    process.send("yxedittextdatabase \"h\n7,7\ndone");
    process.close_input();
    assert_eq!(process.answer(), "ERROR the quotation mark that closes the comment is missing");
    assert!(process.wait_exit(Duration::from_secs(5)).is_some());
    let size = BoardSize::square(15).unwrap();
    let mut board = Board::new(size, Rule::Freestyle);
    board.play(&[(7, 7), (8, 6)].map(|(x, y)| size.point(x, y).unwrap()));
    let entry = Database::open(&path).unwrap().get(&board).unwrap();
    assert_eq!(entry.map(|entry| entry.comment), Some("c\nend\nstop\ndone\n0,0".to_owned()));
}

/// A move from the database also uses up `time_left`, and pondering follows it.
#[cfg(target_os = "linux")]
#[test]
fn a_move_of_the_database_ends_its_request_as_any_other_does() {
    use crate::common::processor;
    use std::time::Instant;
    let folder = Folder::new("clock");
    let mut process = with_database(&folder.file("a.db"), "0 positions");
    dialogue(&mut process, "yxedittvddatabase 2 0 -55 0\n3,3\ndone", "MESSAGE DATABASE ONE");
    process.send("info timeout_turn 400\ninfo time_left 20\ninfo pondering 1");
    assert_eq!(process.ask("begin"), "3,3");
    assert!((0..10).any(|_| processor::time_beside_work(process.id()).as_millis() >= 60), "it does not ponder");
    let start = Instant::now();
    process.ask_move("turn 7,7");
    assert!(start.elapsed() > Duration::from_millis(200), "the next move has no match time");
}

#[test]
fn a_line_break_in_a_text_begins_no_line_of_its_own() {
    let folder = Folder::new("breaks");
    let path = folder.file("a.db");
    let size = BoardSize::square(15).unwrap();
    let mut board = Board::new(size, Rule::Freestyle);
    board.push(size.center());
    let texts = Entry { label: "a\r\n7,7".into(), comment: "b\n7,7".into(), ..Entry::default() };
    Database::create(&path).unwrap().write([(&board, &texts)]).unwrap();
    let mut process = with_database(&path, "1 position");
    let one = dialogue(&mut process, "yxquerydatabaseone\n7,7\ndone", "MESSAGE DATABASE ONE");
    assert_eq!(one, ["MESSAGE DATABASE ONE -1 0 0 0 a  7,7"]);
    let text = dialogue(&mut process, "yxquerydatabasetext\n7,7\ndone", "MESSAGE DATABASE TEXT");
    assert_eq!(text, ["MESSAGE DATABASE TEXT \"b 7,7\""]);
    let all = dialogue(&mut process, "yxquerydatabaseall\ndone", "MESSAGE DATABASE DONE");
    assert!(all.len() == 3 && all[1].ends_with(" 0 0 0 1 a  7,7"), "{all:?}");
}

#[test]
fn a_value_by_hand_does_not_bear_the_name_of_the_search() {
    let folder = Folder::new("author");
    let path = folder.file("a.db");
    let board = Board::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
    let searched = Entry { score: 30, depth: 9, nodes: 1000, author: "tengen".into(), ..Entry::default() };
    Database::create(&path).unwrap().write([(&board, &searched)]).unwrap();
    let mut process = with_database(&path, "1 position");
    let one = dialogue(&mut process, "yxedittvddatabase 2 0 -55 0\ndone", "MESSAGE DATABASE ONE");
    assert_eq!(one, ["MESSAGE DATABASE ONE -1 -55 9 3"]);
    process.send("END");
    assert!(process.wait_exit(Duration::from_secs(5)).is_some());
    let entry = Database::open(&path).unwrap().get(&board).unwrap().unwrap();
    assert_eq!((entry.score, entry.author.as_str()), (-55, ""));
}

#[cfg(unix)]
#[test]
fn a_file_that_took_the_place_of_the_open_one_is_opened() {
    let folder = Folder::new("replaced");
    let [own, copy] = ["own.db", "copy.db"].map(|name| folder.argument(name));
    drop(Database::create(Path::new(&copy)).unwrap());
    let mut process = with_database(Path::new(&own), "0 positions");
    let open = format!("yxsetdatabase {own}");
    let edit = "yxedittextdatabase \"a comment\"\n7,7\ndone\nyxsavedatabase";
    dialogue(&mut process, edit, "MESSAGE the database is saved");
    dialogue(&mut process, &open, "MESSAGE opened a database of 1 position");
    std::fs::rename(&copy, &own).unwrap();
    dialogue(&mut process, &open, "MESSAGE opened a database of 0 positions");
    dialogue(&mut process, edit, "MESSAGE the database is saved");
    process.send("END");
    assert!(process.wait_exit(Duration::from_secs(5)).is_some());
    assert_eq!(Database::open(Path::new(&own)).unwrap().len().unwrap(), 1);
}
