//! Replays conversations of board programs, taken from their public sources, against the binary.
//!
//! In `tests/dialogues`, a line with `>` is sent to the engine and a line with `<` is expected. Other lines may come
//! before it if they begin with MESSAGE or INFO, so an additional or misplaced answer fails. `~` waits for that number
//! of milliseconds. In an expected line `x,y` matches any point, `n` and single `x`, `y` any number, a final `*`
//! anything; `choice` matches SWAP or a point, `other x,y` another point.

use crate::common::process::{Process, parse_move};
use regex_lite::Regex;
use std::path::Path;
use std::time::Duration;
use std::{fs, thread};

const SECOND: Duration = Duration::from_secs(1);

fn matches(pattern: &str, line: &str) -> bool {
    if let Some(point) = pattern.strip_prefix("other ") {
        return parse_move(line).is_some() && line != point;
    }
    let words = pattern.split(' ').map(|word| {
        let (start, rest) = word.strip_suffix('*').map_or((word, ""), |start| (start, ".*"));
        let start = match start {
            "choice" => r"(SWAP|\d+,\d+)".to_owned(),
            "x,y" => r"\d+,\d+".to_owned(),
            "n-n" => r"\d+-\d+".to_owned(),
            "x" | "y" | "n" => r"\d+".to_owned(),
            text => regex_lite::escape(text),
        };
        start + rest
    });
    Regex::new(&format!("^{}$", words.collect::<Vec<_>>().join(" "))).unwrap().is_match(line)
}

/// Replays a file; returns every line of the engine.
fn replay(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues").join(name);
    let text = fs::read_to_string(path).unwrap();
    let mut process = Process::start();
    let mut said = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let (kind, rest) = line.split_at(line.len().min(2));
        match kind {
            "> " => process.send_bytes(format!("{rest}\n").as_bytes()),
            "< " => loop {
                let heard = process.line_within(20 * SECOND);
                let heard = heard.unwrap_or_else(|| panic!("{name}:{}: nothing came for '{rest}'", number + 1));
                said.push(heard.clone());
                if matches(rest, &heard) {
                    break;
                }
                let extra = heard.starts_with("MESSAGE ") || heard.starts_with("INFO ");
                assert!(extra, "{name}:{}: '{heard}' instead of '{rest}'", number + 1);
            },
            "~ " => thread::sleep(Duration::from_millis(rest.parse().unwrap())),
            _ => assert!(line.starts_with('#'), "{name}:{}: '{line}'", number + 1),
        }
    }
    assert!(process.wait_exit(20 * SECOND).is_some(), "{name} ends with END");
    process.assert_silent_on_stderr();
    let rest = process.rest();
    assert!(rest.iter().all(|line| line.starts_with("MESSAGE ") || line.starts_with("INFO ")), "{name}: {rest:?}");
    said.extend(rest);
    said
}

#[test]
fn the_patterns_of_a_dialogue_match_what_they_say() {
    for (pattern, line, is_match) in [
        ("x,y", "7,8", true),
        ("x,y", "7,8 7,9", false),
        ("x,y x,y", "7,8 7,9", true),
        ("INFO BESTLINE x,y*", "INFO BESTLINE 7,8 7,9", true),
        ("INFO BESTLINE x,y*", "INFO BESTLINE ", false),
        ("MESSAGE SWAP2 MOVE1 x y", "MESSAGE SWAP2 MOVE1 3 4", true),
        ("ERROR *", "ERROR no", true),
        ("OK", "OK then", false),
        ("other 1,2", "1,2", false),
        ("choice", "SWAP", true),
    ] {
        assert_eq!(matches(pattern, line), is_match, "{pattern} {line}");
    }
}

#[test]
fn qpiskvorks_dialogue_is_answered_and_nothing_but_messages_beside() {
    let said = replay("qpiskvork.txt");
    // Its parser looks at first letters only, so no other line may look like an answer.
    let odd: Vec<&String> = said
        .iter()
        .filter(|line| line.starts_with("INFO") || line.starts_with("MESSAGE REALTIME") || line.starts_with("UNKNOWN"))
        .collect();
    assert!(odd.is_empty(), "{odd:?}");
}

#[test]
fn yixin_boards_dialogue_is_answered() {
    let said = replay("yixin-board.txt");
    let unknown: Vec<&String> =
        said.iter().filter(|line| line.starts_with("INFO") || line.contains("UNKNOWN")).collect();
    assert!(unknown.is_empty(), "only the marks were asked for: {unknown:?}");
}

#[test]
fn gomocalcs_dialogue_is_answered() {
    let said = replay("gomocalc.txt");
    assert!(said.iter().all(|line| !line.contains("UNKNOWN") && !line.starts_with("ERROR")), "{said:?}");
    let blocks = |edge: &str| said.iter().filter(|line| line.as_str() == edge).count();
    let begun = said.iter().filter(|line| line.starts_with("INFO PV ")).count() - blocks("INFO PV DONE");
    assert!(begun > 2 && begun == blocks("INFO PV DONE"), "every block that is begun is ended");
}

/// The engine ponders exactly if pondering is on and it plays at full strength, until any line comes.
#[cfg(target_os = "linux")]
#[test]
fn pondering_is_done_when_asked_for_and_ends_with_the_next_line() {
    use crate::common::processor;
    for (pondering, strength, busy) in [(1, 100, true), (1, 50, false), (0, 100, false)] {
        let mut p = Process::on_board(15);
        p.send(&format!("INFO pondering {pondering}\r\nINFO strength {strength}"));
        p.send("INFO timeout_turn 50");
        // A time that comes during the search does not count as a line after it.
        p.ask_move("TURN 7,7\r\nINFO timeout_turn 50");
        let id = p.id();
        let spent = || processor::time_beside_work(id).as_millis();
        if busy {
            assert!((0..10).any(|_| spent() >= 60), "it does not ponder");
        } else {
            processor::idle_time(id);
            let spent = spent();
            assert!(spent <= 20, "{spent} ms of 100 without pondering");
        }
        // Any line ends pondering, also one without an answer.
        p.send("INFO evaluate 3,3");
        // A busy machine may delay the stop.
        assert!((0..20).any(|_| spent() <= 20), "it has stopped");
        assert_eq!(p.ask("RESTART"), "OK");
        p.ask_move("BEGIN");
        assert_eq!(p.ask("RESTART"), "OK");
        p.ask_move("TURN 0,0");
        p.close_input();
        assert!(p.wait_exit(20 * SECOND).is_some(), "it leaves at the end of input");
        assert_eq!(p.rest().iter().filter(|line| !line.starts_with("MESSAGE")).count(), 0);
    }
}

#[test]
fn every_searching_command_is_answered_once_and_faults_change_nothing() {
    let mut p = Process::start();
    for command in ["YXNBEST 2", "YXBALANCEONE 0", "YXBALANCETWO 0", "YXSEARCHDEFEND", "YXSWAP2STEP1"] {
        assert!(p.ask(command).starts_with("ERROR no board"), "{command}");
    }
    assert_eq!(p.ask("START 15"), "OK");
    p.send("INFO timeout_turn 60");
    for command in
        ["YXNBEST", "YXNBEST 0", "YXNBEST -3", "YXNBEST x", "YXBALANCEONE x", "YXSWAP2STEP2", "YXBLOCK 1,2,3 DONE"]
    {
        assert!(p.ask(command).starts_with("ERROR "), "{command}");
    }
    // All at once, as a script sends them: one answer each, in order.
    let commands = ["YXNBEST 3", "YXBALANCEONE 0", "YXBALANCETWO 0", "YXNBEST 1", "YXSEARCHDEFEND"];
    commands.iter().for_each(|command| p.send(command));
    p.send("ABOUT");
    for command in commands {
        let answer = p.answer();
        let points = answer.split(' ').filter_map(parse_move).count();
        assert_eq!(points, if command == "YXBALANCETWO 0" { 2 } else { 1 }, "{command}: {answer}");
    }
    assert!(p.answer().starts_with("name="));
    for bias in [i32::MIN, i32::MAX] {
        p.ask_move(&format!("YXBALANCEONE {bias}"));
    }
    // No answer is possible: all points blocked, stopped at once, no room.
    assert_eq!(p.ask("START 5"), "OK");
    let all: Vec<String> = (0..25).map(|i| format!("{},{}", i % 5, i / 5)).collect();
    p.send(&format!("YXBLOCK {} DONE", all.join(" ")));
    for command in ["BEGIN", "YXNBEST 2", "YXBALANCEONE 0"] {
        assert!(p.ask(command).starts_with("ERROR "), "{command}");
    }
    p.send("YXBLOCKUNDO 3,1 DONE");
    assert_eq!(p.ask("BEGIN"), "3,1");
    assert_eq!(p.ask("START 15"), "OK");
    p.ask_move("BEGIN");
    p.send("INFO timeout_turn 100000");
    for command in ["YXNBEST 4", "YXSEARCHDEFEND", "YXBALANCEONE 0", "YXBALANCETWO 0"] {
        p.send(command);
        thread::sleep(Duration::from_millis(30));
        let answer = p.ask("YXSTOP");
        assert!(answer.split(' ').all(|point| parse_move(point).is_some()), "{command}: {answer}");
    }
    p.assert_silent_on_stderr();
}

#[test]
fn no_defense_is_named_where_every_move_loses() {
    let mut p = Process::on_board(15);
    // The opponent has an open four.
    p.send("YXBOARD 7,7,2 0,0,1 8,7,2 0,14,1 9,7,2 14,0,1 10,7,2 DONE");
    p.send("YXSEARCHDEFEND");
    let said: Vec<String> = std::iter::repeat_with(|| p.line_within(20 * SECOND).unwrap())
        .take_while(|line| parse_move(line).is_none())
        .collect();
    assert!(said.iter().any(|line| line.contains(" ev -M2 ")), "{said:?}");
    assert_eq!(said.last().unwrap(), "MESSAGE defenses none");
}

#[test]
fn a_step_of_swap2_is_about_the_stones_colors_in_whatever_order_they_came() {
    let mut p = Process::on_board(15);
    p.send("INFO max_node 20000");
    p.send("INFO timeout_turn 20000");
    p.send("INFO rule 1");
    // The opponent has Black: two adjacent stones at the center, and a white stone in a corner.
    for stones in ["7,7,2 0,0,1 8,7,2", "7,7,2 8,7,2 0,0,1", "0,0,1 8,7,2 7,7,2"] {
        p.send(&format!("YXBOARD {stones} DONE"));
        p.send("YXSWAP2STEP2");
        let answer = p.line_within(20 * SECOND).unwrap();
        assert_eq!(answer, "MESSAGE SWAP2 SWAP1 YES", "{stones}");
    }
    for stones in ["7,7,2 8,7,2 9,7,2", "7,7,2 0,0,1 8,7,3"] {
        p.send(&format!("YXBOARD {stones} DONE"));
        assert!(p.ask("YXSWAP2STEP2").contains("expected 2 black and 1 white ones"), "{stones}");
    }
}

#[test]
fn several_lines_are_told_and_rows_come_first_for_yixin_board_on_any_rectangle() {
    let mut p = Process::start();
    p.send("yxshowinfo");
    p.send("info show_detail 2");
    assert_eq!(p.ask("start 20 10"), "OK");
    p.send("info timeout_turn 20000");
    p.send("info max_node 5000");
    // Row 9 and column 19 are the last ones of this board.
    let block = "yxboard 9,19,1 0,0,2 done";
    p.send(block);
    assert!(p.ask("yxboard 10,3,1 done").starts_with("ERROR 10,3 is off"));
    p.send(block);
    p.send("yxnbest 2");
    let mut lines = Vec::new();
    let answer = loop {
        let line = p.line_within(20 * SECOND).unwrap();
        match line.strip_prefix("INFO BESTLINE ") {
            Some(points) => lines.extend(points.split(' ').map(|point| parse_move(point).unwrap())),
            None if parse_move(&line).is_some() => break parse_move(&line).unwrap(),
            None => {}
        }
    };
    lines.push(answer);
    assert!(lines.len() > 4 && lines.iter().all(|&(row, column)| row < 10 && column < 20), "{lines:?}");
}

#[test]
fn strength_chooses_the_level_and_full_strength_is_what_is_played_untold() {
    let play = |settings: &str| {
        let mut p = Process::on_board(15);
        p.send("INFO max_node 20000");
        p.send(settings);
        let mut moves = Vec::new();
        for turn in ["TURN 7,7", "TURN 1,1", "TURN 12,3"] {
            moves.push(p.ask(turn));
        }
        moves
    };
    let full = play("INFO evaluate 0,0");
    assert_eq!(full, play("INFO strength 100"));
    assert_eq!(play("INFO strength 0"), play("INFO strength 0"), "the same game again");
    assert!((0..5).any(|level| play(&format!("INFO strength {}", level * 10)) != full));
}

#[test]
fn every_opening_rule_is_answered_as_it_wants() {
    let mut p = Process::on_board(15);
    p.send("INFO timeout_turn 100");
    let distance = |(x, y): (i32, i32)| (x - 7).abs().max((y - 7).abs());
    for (command, reach) in [("PROBOARD", 2), ("LONGPROBOARD", 3)] {
        assert_eq!(p.ask(&format!("{command} DONE")), "7,7");
        assert!(p.ask_move(&format!("{command} 7,7 DONE")) != (7, 7));
        let third = p.ask_move(&format!("{command} 7,7 8,8 DONE"));
        assert!(distance(third) > reach && distance(third) <= reach + 3, "{command} {third:?}");
        assert!(p.ask(&format!("{command} 7,7 8,8 1,1 DONE")).starts_with("ERROR "));
    }
    let opening = p.ask("SWAPBOARD DONE");
    assert_eq!(opening.split(' ').filter_map(parse_move).count(), 3, "{opening}");
    assert_eq!(p.ask("SWAPBOARD 7,7 0,0 7,8 DONE"), "SWAP");
    // An even opening gives no reason to place two more stones.
    assert!(matches("choice", &p.ask(&format!("SWAPBOARD {opening} DONE"))));
    // The first stone at the center is too good to leave to the opponent; one in the corner is not.
    p.ask_move("SWAP1STBOARD DONE");
    assert_eq!(p.ask("SWAP1STBOARD 7,7 DONE"), "SWAP");
    p.ask_move("SWAP1STBOARD 0,0 DONE");
    // The next game has another opening.
    let first = p.ask("SWAP2BOARD DONE");
    assert_eq!(p.ask("RESTART"), "OK");
    assert_ne!(p.ask("SWAP2BOARD DONE"), first);
    // No cell lies outside the square that the rule excludes.
    for (side, command, opening) in [(5, "PROBOARD", "pro"), (7, "LONGPROBOARD", "longpro")] {
        assert_eq!(p.ask(&format!("START {side}")), "OK");
        for stones in ["", "2,2", "2,2 2,3"] {
            let refused = format!("ERROR the {side}x{side} board is too small for {opening}");
            assert_eq!(p.ask(&format!("{command} {stones} DONE")), refused);
        }
    }
    p.assert_silent_on_stderr();
}
