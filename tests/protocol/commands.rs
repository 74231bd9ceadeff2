//! Conversations with the real binary, with valid and faulty input; `protocol_timing` tests its timing.

use crate::common::process::{Process, converse, is_move, parse_move};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

/// A process with an empty board and 50 ms for a move.
fn started(size: usize) -> Process {
    let mut process = Process::on_board(size);
    process.send("INFO timeout_turn 50");
    process
}

#[test]
fn case_line_endings_and_blanks_do_not_matter() {
    for input in
        ["start 15\nbegin\n", "Start  15 \r Begin\r", "\u{feff}START\t15\r\n\r\n  BEGIN  \r\n\0", "sTaRt 15\n\n\nbEgIn"]
    {
        assert_eq!(converse(input.as_bytes()), ["OK", "7,7"], "{input:?}");
    }
}

#[test]
fn a_game_by_turns_can_be_taken_back_and_replayed() {
    let mut p = started(15);
    let (x, y) = p.ask_move("TURN 7,7");
    assert_eq!(p.ask(&format!("TAKEBACK {x},{y}")), "OK");
    assert_eq!(p.ask("TAKEBACK 7,7"), "OK");
    assert!(p.ask("TAKEBACK 7,7").starts_with("ERROR the board is empty"));
    assert_eq!(p.ask("PLAY 3,4"), "3,4");
    let (x, y) = p.ask_move("TURN 4,4");
    assert!((x, y) != (3, 4) && (x, y) != (4, 4));
    assert_eq!(p.ask("RESTART"), "OK");
    assert_eq!(p.ask("BEGIN"), "7,7");
}

#[test]
fn every_fault_has_its_error_and_the_game_goes_on() {
    let mut p = Process::start();
    for line in ["BEGIN", "TURN 1,1", "RESTART", "TAKEBACK 1,1", "PLAY 1,1", "YXSHOWFORBID"] {
        assert_eq!(p.ask(line), "ERROR no board: expected START or RECTSTART first", "{line}");
    }
    for line in
        ["START", "START x", "START 4", "START 121", "START -5", "START 99999999999", "RECTSTART 15", "RECTSTART 4,9"]
    {
        assert!(p.ask(line).starts_with("ERROR "), "{line}");
    }
    assert_eq!(p.ask("START 15"), "OK");
    p.send("INFO timeout_turn 30");
    let (x, y) = p.ask_move("TURN 7,7");
    for (line, reason) in [
        ("TURN 7,7", "occupied"),
        ("TURN 15,0", "off the 15x15 board"),
        ("TURN -1,3", "off the 15x15 board"),
        ("TURN 3", "is not a point: expected x,y"),
        ("TURN 3,4,5", "is not a point: expected x,y"),
        ("TURN a,b", "is not a point: expected x,y"),
        ("TURN 99999999999,1", "is not a point: expected x,y"),
        ("PLAY 7,7", "occupied"),
        ("TAKEBACK 7,7", "only the last stone can be taken back"),
        ("BEGIN", "empty board"),
    ] {
        let answer = p.ask(line);
        assert!(answer.starts_with("ERROR ") && answer.contains(reason), "{line}: {answer}");
    }
    assert_eq!(p.ask("nonsense 1 2 3"), "UNKNOWN nonsense 1 2 3");
    assert_eq!(p.ask("DONE"), "UNKNOWN DONE");
    // The position is unchanged: the last stone is still the engine's.
    assert_eq!(p.ask(&format!("TAKEBACK {x},{y}")), "OK");
    p.assert_silent_on_stderr();
}

#[test]
fn a_block_of_a_wrong_command_is_read_to_its_end_and_may_stand_on_one_line() {
    for (block, answer) in [
        ("NEGOTIATE foo\n7,7\nDONE", "ERROR 'foo' is not an opening rule"),
        ("YXSOOSORVSTEP4 0\n7,7\n7,8\nDONE", "ERROR '0' is not a number of fifth stones"),
        ("YXSOOSORVSTEP5\nDONE", "ERROR '' is not a number of fifth stones"),
        ("YXSOOSORVSTEP5 9 7,7 7,8 6,8 7,9 DONE", "ERROR '9' is not a number of fifth stones"),
        ("YXSOOSORVSTEP4 2 7,7 7,8 6,8 7,9 DONE", "MESSAGE SOOSORV SWAP2 "),
        ("YXSOOSORVSTEP4 2\n7,7\n7,8 6,8 7,9\nDONE", "ERROR '7,8 6,8 7,9' is not a point"),
    ] {
        let mut p = started(15);
        p.send("INFO rule 4");
        p.send(block);
        let first = std::iter::repeat_with(|| p.line_within(20 * SECOND).unwrap())
            .find(|line| !line.starts_with("MESSAGE DEPTH"))
            .unwrap();
        assert!(first.starts_with(answer), "{block}: {first}");
        // No line of the block is taken for a command.
        assert_eq!(p.ask("PLAY 3,3"), "3,3", "{block}");
    }
    let mut p = started(15);
    assert_eq!(
        p.ask("YXSETDATABASE\nPLAY 3,3"),
        "ERROR the file name is missing: expected it behind YXSETDATABASE or on the next line"
    );
    assert_eq!(p.answer(), "3,3");
    let long_name = "x".repeat(70_000);
    assert!(p.ask(&format!("YXSETDATABASE\n{long_name}")).starts_with("ERROR a line is longer than 65536 bytes"));
}

#[test]
fn a_blocked_center_leaves_the_points_around_it_for_the_first_move() {
    let mut p = started(15);
    p.send("YXBLOCK 7,7 DONE");
    let (x, y) = p.ask_move("BEGIN");
    assert!((5..=9).contains(&x) && (5..=9).contains(&y) && (x, y) != (7, 7), "{x},{y}");
}

#[test]
fn contradictory_rule_bits_are_told_when_a_move_is_asked_and_can_be_mended() {
    let mut p = started(15);
    for bits in ["5", "12", "13", "64", "-1"] {
        p.send(&format!("INFO rule {bits}"));
        let answer = p.ask("TURN 7,7");
        let unknown = bits == "64" || bits == "-1";
        assert!(
            answer.starts_with(&if unknown { format!("ERROR rule: {bits} ") } else { "ERROR rule:".into() }),
            "{answer}"
        );
    }
    p.send("INFO rule 4");
    p.ask_move("TURN 7,7");
}

#[test]
fn noise_of_all_kinds_never_stops_the_conversation() {
    let mut p = started(15);
    let mut rng = tengen::base::SplitMix64::new(99);
    let words =
        ["TURN", "BOARD", "INFO", "DONE", "START", "7,7", "-1", "TAKEBACK", "SWAP2BOARD", "rule 99", "\u{feff}é"];
    for _ in 0..400 {
        let line: Vec<&str> = (0..rng.below(5)).map(|_| words[rng.below(words.len())]).collect();
        p.send(&line.join(" "));
        let raw: Vec<u8> = (0..rng.below(40)).map(|_| rng.next() as u8).collect();
        p.send_bytes(&[&raw[..], b"\r"].concat());
    }
    p.send("DONE\nINFO rule 0\nSTART 15\nABOUT");
    while !p.answer().starts_with("name=") {}
    p.assert_silent_on_stderr();
}

#[test]
fn the_engine_answers_when_the_board_is_nearly_full() {
    for rule in [0, 1, 4, 8, 9] {
        let mut p = started(5);
        p.send(&format!("INFO rule {rule}"));
        // A position without a five and with one to three empty cells.
        let rows = ["12121", "12121", "21212", "21212", "12121"];
        let cells: Vec<(usize, usize, char)> =
            rows.iter().enumerate().flat_map(|(y, row)| row.chars().enumerate().map(move |(x, c)| (x, y, c))).collect();
        for free in 1..=3 {
            let lines: String = cells[free..].iter().map(|(x, y, c)| format!("{x},{y},{c}\n")).collect();
            let (x, y) = p.ask_move(&format!("BOARD\n{lines}DONE"));
            assert!(y == 0 && (x as usize) < free, "rule {rule}: {x},{y}");
        }
        let one_free: String = cells[1..].iter().map(|(x, y, c)| format!("{x},{y},{c}\n")).collect();
        p.send(&format!("YXBOARD\n{one_free}DONE"));
        for balance in ["YXBALANCEONE 0", "YXBALANCETWO 0"] {
            assert_eq!(p.ask(balance), "ERROR no move leaves the game open", "rule {rule}");
        }
        let full: String = cells.iter().map(|(x, y, c)| format!("{x},{y},{c}\n")).collect();
        assert!(p.ask(&format!("BOARD\n{full}DONE")).starts_with("ERROR "));
        assert_eq!(p.ask(&format!("YXBOARD\n{}DONE\nTAKEBACK 4,4", full)), "OK");
        assert!(p.ask("TURN 4,4").starts_with("ERROR the board is full"));
    }
}

#[test]
fn the_same_moves_follow_after_restart_as_in_a_new_process() {
    let game = |p: &mut Process| -> Vec<String> {
        ["BEGIN", "TURN 8,9", "TURN 3,3", "TURN 6,11"].iter().map(|line| p.ask(line)).collect()
    };
    let [mut p, mut other] = [15; 2].map(Process::on_board);
    for process in [&mut p, &mut other] {
        process.send("INFO timeout_turn 100000\r\nINFO max_node 20000");
    }
    let first = game(&mut p);
    assert_eq!(p.ask("RESTART"), "OK");
    assert_eq!([game(&mut p), game(&mut other)], [first.clone(), first]);
}

/// Four stones of each side; Black is to move, and White threatens a five on the left edge.
const FOUR_EACH: [&str; 8] = ["7,7", "0,0", "7,8", "0,1", "14,14", "0,2", "1,14", "0,3"];

#[test]
fn stones_that_were_set_up_are_taken_back_like_played_ones() {
    let mut p = started(15);
    let lines: String = FOUR_EACH.iter().enumerate().map(|(i, xy)| format!("{xy},{}\n", i % 2 + 1)).collect();
    assert_eq!(p.ask(&format!("BOARD\n{lines}DONE")), "0,4");
    assert_eq!(p.ask("TAKEBACK 0,4"), "OK");
    assert_eq!(p.ask("TAKEBACK 0,3"), "OK");
    assert_eq!(p.ask("TURN 0,3"), "0,4", "the stone is White's again and its five is blocked");
    // A change of the rule after the stones does not change the side to move.
    assert_eq!(p.ask("RESTART"), "OK");
    for xy in ["8,7", "0,0", "9,7", "0,14", "7,8", "14,0", "7,9", "14,14"] {
        assert_eq!(p.ask(&format!("PLAY {xy}")), xy);
    }
    p.send("INFO rule 4");
    assert_eq!(p.ask("YXSHOWFORBID"), "FORBID 0707.");
    p.send("INFO rule 0");
    assert_eq!(p.ask("YXSHOWFORBID"), "FORBID .", "only renju has forbidden points");
    p.send("INFO rule 4");
    assert_eq!(p.ask("TAKEBACK 14,14"), "OK");
    assert_eq!(p.ask("YXSHOWFORBID"), "FORBID .", "White is to move");
    // A blocked cell (3) is no move.
    p.send("YXBOARD\n8,7,2\n0,0,1\n9,7,2\n0,14,1\n7,8,2\n14,0,1\n7,9,2\n3,3,3\nDONE");
    assert_eq!(p.ask("TAKEBACK 3,3"), "OK");
    assert_eq!(p.ask("YXSHOWFORBID"), "FORBID .", "White is to move as before");
}

#[test]
fn what_comes_during_a_search_keeps_its_order() {
    let mut p = started(15);
    p.send("INFO timeout_turn 300");
    p.send("TURN 7,7\nINFO rule 5\nTURN 0,0\nINFO rule 0\nTURN 0,1");
    assert!(is_move(&p.answer()), "the rule that comes later does not spoil the move");
    assert!(p.answer().starts_with("ERROR rule:"));
    assert!(is_move(&p.answer()));
    p.send("TURN 14,0\nBOARD\n7,7,1");
    p.send(&"x".repeat(70_000));
    p.send("DONE\nABOUT");
    assert!(is_move(&p.answer()));
    assert!(
        p.answer().starts_with("ERROR a line is longer than 65536 bytes"),
        "the block is refused, and only after the move"
    );
    assert!(p.answer().starts_with("name="));
}

#[test]
fn swap2_is_answered_on_small_boards_and_under_every_rule() {
    for (size, rule) in [("5,5", 0), ("6,7", 1), ("15,15", 1), ("15,15", 4), ("15,15", 8), ("20,20", 9)] {
        let mut p = Process::start();
        assert_eq!(p.ask(&format!("RECTSTART {size}")), "OK");
        p.send("INFO timeout_turn 60");
        p.send(&format!("INFO rule {rule}"));
        for stones in ["", "2,2\n3,3\n2,4\n", "2,2\n3,3\n2,4\n1,1\n4,0\n"] {
            let answer = p.ask(&format!("SWAP2BOARD\n{stones}DONE"));
            let points: Vec<_> = answer.split(' ').filter_map(parse_move).collect();
            let counts: &[usize] = if stones.is_empty() { &[3] } else { &[1, 2] };
            assert!(answer == "SWAP" && !stones.is_empty() || counts.contains(&points.len()), "{answer}");
            assert!(points.iter().all(|(x, y)| !stones.contains(&format!("{x},{y}\n"))), "{stones} {answer}");
        }
    }
}
