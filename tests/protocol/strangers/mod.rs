//! Commands of programs written for other engines: Rapfi's passes and options, blocked lines, refused positions.

mod gogui;
mod katago;

use crate::common::process::{Process, parse_move};
use std::process::{Command, Stdio};

fn started(rule: u32) -> Process {
    let mut p = Process::on_board(15);
    p.send(&format!("INFO rule {rule}\r\nINFO timeout_turn 20000\r\nINFO max_node 3000"));
    p
}

#[test]
fn a_position_with_passes_keeps_its_side_to_move() {
    let mut p = started(4);
    // Two open threes of Black meet at 7,7; White has passed after each of Black's stones.
    let black = ["8,7", "9,7", "7,8", "7,9"];
    let lines = |own: u8, other: u8| black.map(|xy| format!("{xy},{own}\n-1,-1,{other}\n")).concat();
    p.send(&format!("YXBOARD\n{}DONE", lines(1, 2)));
    assert_eq!(p.ask("YXSHOWFORBID"), "FORBID 0707.");
    // The first entry is Black's, regardless of the numbers of stones: White has four here, and Black is to move.
    p.send("YXBOARD\n-1,-1,1\n8,7,2\n-1,-1,1\n9,7,2\n-1,-1,1\n7,8,2\n-1,-1,1\n7,9,2\nDONE");
    assert_eq!(p.ask("YXSHOWFORBID"), "FORBID .");
    // The engine is `who` 1: White, with two stones against none.
    p.send("YXBOARD\n-1,-1,2\n7,7,1\n8,8,1\n-1,-1,2\nDONE");
    p.ask_move("YXNBEST 1");
    p.send("YXBOARD\n-1,-1,2\n7,7,1\n8,8,1\n-1,-1,2\nDONE");
    for last in ["TAKEBACK -1,-1", "TAKEBACK 8,8", "TAKEBACK", "TAKEBACK"] {
        assert_eq!(p.ask(last), "OK", "{last}");
    }
    assert!(p.ask("TAKEBACK").starts_with("ERROR the board is empty"));
    assert!(p.ask("YXBOARD -1,-1,3 DONE").starts_with("ERROR '-1,-1,3' is not a stone"));
    assert!(p.ask("YXBOARD -1,-2,1 DONE").starts_with("ERROR -1,-2 is off the 15x15 board"));
    // Every rule accepts a position with passes, and one move answers it.
    p.send("INFO rule 1");
    p.ask_move("BOARD\n7,7,1\n-1,-1,2\nDONE");
}

#[test]
fn a_pass_is_a_move_in_renju_and_in_no_other_rule() {
    let mut p = started(4);
    assert_eq!(p.ask("PLAY 7,7"), "7,7");
    p.ask_move("TURN -1,-1");
    assert_eq!(p.ask("TAKEBACK"), "OK");
    assert_eq!(p.ask("TAKEBACK 7,7"), "ERROR only the last stone can be taken back: a pass");
    assert_eq!(p.ask("TAKEBACK -1,-1"), "OK");
    assert_eq!(p.ask("PLAY -1,-1"), "-1,-1");
    // After a change of the rule the pass stays a move.
    p.send("INFO rule 0");
    let refusal = "ERROR -1,-1 is a pass: freestyle has none, only renju (INFO rule 4) has";
    assert_eq!(p.ask("TURN -1,-1"), refusal);
    assert_eq!(p.ask("PLAY -1,-1"), refusal);
    assert_eq!(p.ask("TAKEBACK"), "OK");
    assert_eq!(p.ask("TAKEBACK"), "OK");
    assert!(p.ask("TAKEBACK").starts_with("ERROR the board is empty"));
}

#[test]
fn after_a_refused_block_nothing_is_searched_until_there_is_a_position_again() {
    for (block, name) in [
        ("YXBOARD\n7,7,1\n8,8\nDONE", "YXBOARD"),
        ("BOARD\n7,7,1\n7,7,2\nDONE", "BOARD"),
        ("SWAP2BOARD\n1,1\nDONE", "SWAP2BOARD"),
    ] {
        let mut p = started(0);
        assert_eq!(p.ask("PLAY 7,7"), "7,7");
        assert!(p.ask(block).starts_with("ERROR "));
        let unknown = format!(
            "ERROR the position is unknown since {name} was refused: expected BOARD, YXBOARD, START or RESTART"
        );
        let searches = ["YXNBEST 1", "YXSEARCHDEFEND", "YXBALANCEONE 0", "YXBALANCETWO 0", "TURN 8,8"];
        for command in searches.into_iter().chain(["PLAY 8,8", "TAKEBACK", "YXSHOWFORBID"]) {
            assert_eq!(p.ask(command), unknown, "{block}");
        }
        // Commands that do not search the position are answered.
        assert!(p.ask("ABOUT").starts_with("name="));
        p.send("YXBOARD 7,7,2 DONE");
        p.ask_move("YXNBEST 1");
    }
    // A block that another command ends, and one whose search has no answer.
    let mut p = started(0);
    assert!(p.ask("YXBOARD\n7,7,1\nYXNBEST 1").contains("DONE is missing"));
    assert!(p.answer().starts_with("ERROR the position is unknown since YXBOARD"));
    assert_eq!(p.ask("RESTART"), "OK");
    p.ask_move("BEGIN");
    assert_eq!(p.ask("START 5"), "OK");
    let all: Vec<String> = (0..25).map(|i| format!("{},{}", i % 5, i / 5)).collect();
    p.send(&format!("YXBLOCK {} DONE", all.join(" ")));
    // A move without an answer is not made.
    assert_eq!(p.ask("PLAY 0,0"), "0,0");
    assert!(p.ask("TURN 1,0").starts_with("ERROR every move is blocked"));
    assert_eq!(p.ask("TAKEBACK 0,0"), "OK");
    for block in ["SWAP2BOARD 0,0 1,1 2,2 DONE", "SWAP1STBOARD 0,0 DONE", "BOARD 1,1,2 DONE"] {
        assert!(p.ask(block).starts_with("ERROR every move is blocked"), "{block}");
    }
    p.send("YXBLOCKRESET");
    assert!(p.ask("YXNBEST 1").starts_with("ERROR the position is unknown since BOARD"));
    p.ask_move("BOARD 1,1,2 DONE");
    p.ask_move("YXNBEST 1");
}

#[test]
fn the_rule_is_confirmed_once_to_programs_that_show_messages() {
    let lines = |settings: &str| {
        let mut p = Process::start();
        p.send(settings);
        p.send("END");
        let _ = p.wait_exit(std::time::Duration::from_secs(20));
        p.rest().into_iter().filter(|line| line.contains("rule")).collect::<Vec<_>>()
    };
    for (settings, expected) in [
        ("INFO show_detail 1\nINFO rule 2\nINFO rule 4", vec!["MESSAGE rule 2: renju"]),
        ("INFO rule 2\nINFO show_detail 3", vec!["MESSAGE rule 2: renju"]),
        ("YXSHOWINFO\nINFO rule 6", vec!["MESSAGE rule 6: freestyle"]),
        ("INFO rule 9\nYXSHOWINFO", vec!["MESSAGE rule 9: caro-exact"]),
        // Contradictory bits are no rule; managers that do not ask for messages get none.
        ("YXSHOWINFO\nINFO rule 12\nINFO rule 8", vec!["MESSAGE rule 8: caro"]),
        ("INFO show_detail 0\nINFO rule 4", vec![]),
        ("INFO rule 4", vec![]),
    ] {
        assert_eq!(lines(settings), expected, "{settings}");
    }
    let about = Process::start().ask("ABOUT");
    assert!(about.ends_with(", rules=\"freestyle, standard, renju, caro, caro-exact\""), "{about}");
}

#[test]
fn blocked_lines_and_points_of_one_side_hold_for_each_stone_of_an_opening() {
    let mut p = started(4);
    p.send("INFO max_node 1000");
    let balance = "YXBOARD 7,7,1 8,8,2 DONE\nYXBALANCETWO 0";
    // The stones on the board, and the place of a stone in the answer, with its side.
    for (call, stones, place, side) in [
        (balance, "7,7 8,8", 0, 0),
        (balance, "7,7 8,8", 1, 1),
        ("NEGOTIATE soosorv 7,7 7,6 8,6 WHITE DONE", "7,7 7,6 8,6", 0, 1),
        ("NEGOTIATE rif 7,7 7,6 8,6 WHITE 9,9 DONE", "7,7 7,6 8,6 9,9", 0, 0),
    ] {
        let call = format!("YXHASHCLEAR\n{call}");
        let first = p.ask(&call);
        let words: Vec<&str> = first.split(' ').collect();
        let (stone, path) = (words[place], words[..=place].join(" "));
        let forbid = format!("{} {side}", stone.replace(',', " "));
        p.send(&format!("YXFORBID add {forbid}"));
        let answer = p.ask(&call);
        assert!(parse_move(answer.split(' ').nth(place).unwrap()).is_some(), "{call}: {answer}");
        assert_ne!(answer.split(' ').nth(place), Some(stone), "{call}: {answer}");
        p.send(&format!("YXFORBID del {forbid}\nYXBLOCKPATH {stones} {path} DONE"));
        let answer = p.ask(&call);
        assert!(
            !answer.starts_with("ERROR") && !format!("{answer} ").starts_with(&format!("{path} ")),
            "{call}: {answer}"
        );
        p.send("YXBLOCKPATHRESET");
    }
}

#[test]
fn blocked_lines_and_points_of_one_side_are_left_out() {
    let mut p = started(0);
    // The only answer to Black's four is 10,7.
    let stones = "6,7,2 5,7,1 7,7,2 0,0,1 8,7,2 2,0,1 9,7,2";
    let board = format!("BOARD {stones} DONE");
    let block = |word: &str| format!("{word} 6,7 5,7 7,7 0,0 8,7 2,0 9,7 10,7 DONE");
    assert_eq!(p.ask(&board), "10,7");
    p.send(&block("YXBLOCKPATH"));
    assert_ne!(p.ask(&board), "10,7");
    p.send(&block("YXBLOCKPATHUNDO"));
    assert_eq!(p.ask(&board), "10,7");
    for (side, is_left_out) in [(0, false), (1, true)] {
        p.send(&format!("YXFORBID add 10 7 {side}"));
        assert_eq!(p.ask(&board) != "10,7", is_left_out, "{side}");
        p.send(&format!("YXFORBID del 10 7 {side}"));
    }
    p.send("YXFORBID add 10 7 1\nYXBLOCKRESET");
    assert_eq!(p.ask(&board), "10,7");
    for fault in ["YXFORBID", "YXFORBID add 1 1", "YXFORBID add 1 1 2", "YXFORBID put 1 1 0", "YXFORBID add x 1 0"] {
        assert!(p.ask(fault).contains("is not a point of one side"), "{fault}");
    }
    assert!(p.ask("YXFORBID add 15 1 0").starts_with("ERROR 15,1 is off"));
    assert!(p.ask("YXBLOCKPATH 7,7 x DONE").starts_with("ERROR 'x' is not a point"));
    // Paths that cannot be played are no errors, and block nothing.
    p.send("YXBLOCKPATH 21,21 DONE");
    p.send("YXBLOCKPATH 7,7 7,7 DONE");
    p.send("YXBLOCKPATH DONE");
    assert_eq!(p.ask("RESTART"), "OK");
    assert_eq!(p.ask("BEGIN"), "7,7");
}

#[test]
fn a_balance_that_does_not_exist_is_said() {
    let mut p = started(0);
    // The opponent has an open four: every move loses.
    p.send("YXBOARD 7,7,2 0,0,1 8,7,2 0,14,1 9,7,2 14,0,1 10,7,2 DONE");
    p.send("YXBALANCEONE 0");
    let said = p.line_within(std::time::Duration::from_secs(20)).unwrap();
    assert_eq!(said, "MESSAGE nothing within 100 points of 0 was found: the nearest has -29000");
    assert!(parse_move(&p.answer()).is_some());
    // No message if the balance was found: here with the score that every move has.
    p.send("YXBOARD 7,7,2 0,0,1 8,7,2 0,14,1 9,7,2 14,0,1 10,7,2 DONE");
    p.send("YXBALANCEONE -29000");
    let said = p.line_within(std::time::Duration::from_secs(20)).unwrap();
    assert!(parse_move(&said).is_some(), "{said}");
}

#[test]
fn options_of_rapfi_are_taken_with_a_word_in_the_log() {
    let folder = crate::common::folder::Folder::new("strangers");
    let log = folder.file("log.txt");
    let start = |arguments: &[&str]| {
        let mut command = Command::new(crate::common::engine_path());
        command.args(arguments).env("TENGEN_LOG", &log).stdin(Stdio::null());
        let output = command.output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    for arguments in [
        &["--mode", "gomocup", "--config", "nowhere/config.toml"][..],
        &["--mode=gomocup", "--config=config.toml", "--force-utf8"],
        &["gomocup", "--config", "config.toml"],
    ] {
        assert_eq!(start(arguments), (true, String::new()), "{arguments:?}");
        let text = std::fs::read_to_string(&log).unwrap();
        assert!(text.contains("config.toml: taken without effect, as an option of Rapfi"), "{text}");
    }
    for (arguments, reason) in [
        (&["--mode", "bench"][..], "--mode bench: expected gomocup"),
        (&["--config"], "--config: expected a file name"),
        (&["--configure", "x"], "unknown argument '--configure'"),
        (&["bench", "1000"], "unknown argument '1000'"),
        (&["tree"], "tree: expected a file name"),
    ] {
        let (is_fine, said) = start(arguments);
        assert!(!is_fine && said.contains(reason), "{arguments:?}: {said}");
    }
    let mut p = Process::start_with(&["--mode", "gomocup"]);
    assert_eq!(p.ask("START 15"), "OK");
    assert!(parse_move(&p.ask("BEGIN")).is_some());
}
