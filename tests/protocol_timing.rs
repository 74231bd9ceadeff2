//! Timing of conversations with the real binary: stop, end, clocks.
#![allow(missing_docs)]

mod common;

use common::process::{Process, converse, is_move};
use common::processor::{assert_within, wait_for_work};
use std::thread;
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

#[test]
#[should_panic = "9s of [1s, 1s, 9s, 9s, 9s] is longer than 3 times 1s"]
fn what_is_mostly_slow_is_not_within_its_limit() {
    let mut times = [9, 1, 9, 1, 9].map(Duration::from_secs).into_iter();
    assert_within(SECOND, || times.next().unwrap());
}

/// Of two processes that share a core each waits half of the time for it.
#[cfg(target_os = "linux")]
#[test]
fn the_stopwatch_runs_while_a_process_sleeps_and_stands_still_while_it_waits_for_a_core() {
    use common::processor::Stopwatch;
    use std::process::{Command, Stdio};
    use std::time::Instant;
    let share = |watch: &mut Stopwatch, begin: Instant| {
        thread::sleep(SECOND / 2);
        watch.time().as_secs_f64() / begin.elapsed().as_secs_f64()
    };
    let p = Process::on_board(5);
    let asleep = share(&mut Stopwatch::start(p.id()), Instant::now());
    // The first core that this process may use.
    let script = "taskset -p -c $(taskset -p -c $$ | sed 's/.*: //;s/[^0-9].*//') $$; while :; do :; done";
    let mut children = [0, 1].map(|_| Command::new("sh").args(["-c", script]).stdout(Stdio::null()).spawn().unwrap());
    wait_for_work(children[0].id(), 50);
    let waiting = share(&mut Stopwatch::start(children[0].id()), Instant::now());
    children.iter_mut().for_each(|child| child.kill().and_then(|()| child.wait().map(drop)).unwrap());
    assert!(asleep > 0.8 && waiting < 0.7, "{asleep} {waiting}");
}

/// Waits until a search has reported an iteration.
fn wait_for_search(p: &mut Process) {
    let line = p.line_within(20 * SECOND).expect("an iteration");
    assert!(line.starts_with("MESSAGE depth "), "{line}");
}

#[test]
fn stop_is_answered_at_once_and_by_one_line() {
    let attempt = |stop: &str, threads: usize| {
        let mut p = Process::on_board(15);
        p.send("INFO timeout_turn 100000");
        p.send(&format!("INFO thread_num {threads}"));
        p.send("TURN 7,7");
        wait_for_search(&mut p);
        p.begin();
        assert!(is_move(&p.ask(stop)));
        let elapsed = p.took();
        assert_eq!(p.ask("STOP\nnonsense"), "UNKNOWN nonsense", "STOP without a search says nothing");
        elapsed
    };
    for (stop, threads) in [("STOP", 1), ("YXSTOP", 2), ("stop", 5)] {
        assert_within(Duration::from_millis(100), || attempt(stop, threads));
    }
}

#[test]
fn stop_is_answered_at_once_in_an_opening_on_the_largest_board() {
    assert_within(Duration::from_millis(50), || {
        let mut p = Process::on_board(120);
        p.send("INFO rule 4\nINFO timeout_turn 100000");
        p.send("NEGOTIATE rif 60,60 60,61 61,60 WHITE 61,61 DONE");
        wait_for_work(p.id(), 50);
        p.begin();
        let answer = p.ask("STOP");
        assert_eq!(answer.split(' ').filter(|word| is_move(word)).count(), 2, "{answer}");
        p.took()
    });
}

#[test]
fn the_program_leaves_at_once_from_a_search_and_from_pondering() {
    let attempt = |end: &str, settings: &str| {
        let mut p = Process::on_board(20);
        p.send(settings);
        p.send("TURN 7,7");
        if settings.contains("pondering") {
            assert!(is_move(&p.answer()));
        }
        wait_for_work(p.id(), 100);
        p.begin();
        if end.is_empty() {
            p.close_input()
        } else {
            p.send(end)
        }
        assert!(p.wait_exit(20 * SECOND).is_some());
        let elapsed = p.took();
        p.assert_silent_on_stderr();
        elapsed
    };
    let (thinking, pondering) = ("INFO timeout_turn 100000", "INFO timeout_turn 50\nINFO pondering 1");
    // Gomocalc sends negative times for a search without a time limit.
    let unlimited = "INFO TIMEOUT_TURN -1\nINFO TIMEOUT_MATCH -1\nINFO TIME_LEFT 1";
    for (end, settings) in [("END", thinking), ("end", unlimited), ("", thinking), ("", pondering)] {
        assert_within(Duration::from_millis(100), || attempt(end, settings));
    }
}

#[test]
fn times_told_during_the_search_count_at_once_and_other_lines_wait_for_it() {
    assert_within(Duration::from_millis(300), || {
        let mut p = Process::on_board(15);
        p.send("INFO timeout_turn 100000");
        p.send("TURN 7,7");
        p.send("ABOUT");
        p.send("nonsense");
        wait_for_search(&mut p);
        p.begin();
        p.send("INFO timeout_turn 200");
        assert!(is_move(&p.answer()));
        let elapsed = p.took();
        assert!(p.answer().starts_with("name=\"Tengen\""));
        assert_eq!(p.answer(), "UNKNOWN nonsense");
        elapsed
    });
}

#[test]
fn time_left_during_a_search_counts_for_the_next_move_too() {
    assert_within(Duration::from_millis(250), || {
        let mut p = Process::on_board(15);
        p.send("INFO timeout_turn 400");
        p.send("TURN 7,7\r\nINFO time_left 100\r\nTURN 0,0");
        assert!(is_move(&p.answer()));
        p.begin();
        assert!(is_move(&p.answer()));
        p.took()
    });
}

#[test]
fn nothing_is_printed_after_end_in_the_middle_of_a_search_neither() {
    // None of these times ends the search.
    for end in ["END", "ABOUT\nINFO timeout_turn 50000\nTURN 0,0\nEND\nABOUT\nSTART 20"] {
        // A choice in an opening reports no iterations: any line would come after the end.
        let mut p = Process::on_board(120);
        p.send("INFO rule 4\nINFO timeout_turn 100000");
        p.send("NEGOTIATE rif 60,60 60,61 61,60 WHITE 61,61 DONE");
        wait_for_work(p.id(), 50);
        p.send(end);
        assert!(p.wait_exit(20 * SECOND).is_some());
        assert_eq!(p.rest(), [""; 0], "{end}");
        // The search of a move may report an iteration before the end is read, but not each time.
        let is_silent = || {
            let mut p = Process::on_board(15);
            p.send("INFO timeout_turn 100000");
            p.send("TURN 7,7");
            wait_for_search(&mut p);
            p.send(end);
            assert!(p.wait_exit(20 * SECOND).is_some());
            let rest = p.rest();
            assert!(rest.iter().all(|line| line.starts_with("MESSAGE depth ")), "{end}: {rest:?}");
            rest.is_empty()
        };
        assert!((0..10).any(|_| is_silent()), "{end}: something comes after it each time");
    }
}

/// A script that sends everything at once and closes the pipe.
#[test]
fn at_the_end_of_input_a_search_is_answered_with_the_best_move_so_far() {
    let mut p = Process::on_board(15);
    p.send("INFO timeout_turn 100000");
    p.send("TURN 7,7\nABOUT\nTURN 14,14");
    wait_for_search(&mut p);
    p.close_input();
    assert!(is_move(&p.answer()));
    assert!(p.answer().starts_with("name="), "what waits is executed");
    assert!(is_move(&p.answer()));
    assert!(p.wait_exit(20 * SECOND).is_some());
    assert_eq!(p.rest(), [""; 0]);
}

/// Together these searches take more than the time that each of them has. On a busy machine one may need more than that: it
/// is enough if one script of five is answered.
#[test]
fn a_script_of_many_requests_has_all_its_answers() {
    let mut script = "START 120\n".to_owned();
    (0..300).for_each(|number| script += &format!("BOARD 60,60,2 {number},0,1 61,60,2 DONE\n", number = number % 60));
    let answers = std::iter::repeat_with(|| converse(format!("{script}ABOUT\n").as_bytes()));
    let is_whole = |lines: Vec<String>| lines.len() == 302 && lines[301].starts_with("name=");
    assert!(answers.take(5).any(is_whole), "answers are missing each time");
}

#[test]
fn a_comment_left_open_behind_a_search_is_an_error() {
    let lines = converse(b"START 15\nINFO timeout_turn 3000\nTURN 7,7\nYXEDITTEXTDATABASE \"abc\n");
    assert!(lines.len() == 3 && is_move(&lines[1]) && lines[2].starts_with("ERROR the quotation mark"), "{lines:?}");
}

#[test]
fn an_answer_at_once_is_possible() {
    assert_within(Duration::from_millis(100), || {
        let mut p = Process::on_board(15);
        p.send("INFO timeout_turn 0");
        p.begin();
        let (x, y) = p.ask_move("BOARD\n7,7,2\n0,0,1\n8,7,2\n0,1,1\n9,7,2\n14,14,1\n10,7,2\nDONE");
        let elapsed = p.took();
        assert!((x, y) == (6, 7) || (x, y) == (11, 7), "the four is answered: {x},{y}");
        elapsed
    });
}

/// Sabaki asks for every move with this command.
#[test]
fn a_move_with_analysis_is_made_at_once_where_there_is_one_answer_only() {
    assert_within(2 * SECOND, || {
        let mut p = Process::start_with(&["gtp"]);
        p.send("play w D8\nplay b E8\nplay b F8\nplay b G8\nplay b H8\nname");
        assert!((0..20).any(|_| p.line_within(20 * SECOND).unwrap() == "= Tengen"));
        p.begin();
        p.send("kata-genmove_analyze w 10");
        let played =
            std::iter::repeat_with(|| p.line_within(20 * SECOND).unwrap()).find(|line| line.starts_with("play "));
        assert_eq!(played.as_deref(), Some("play J8"));
        p.took()
    });
}

/// The tournament's judge sends everything and suspends the process at once; the first move's clock runs from its
/// continuation.
#[cfg(unix)]
#[test]
fn a_process_that_was_stopped_while_starting_answers_its_first_move_in_time() {
    use std::process::Command;
    let signal = |id: u32, name: &str| {
        let done = Command::new("kill").args([name, &id.to_string()]).status().unwrap();
        assert!(done.success());
    };
    let attempt = |rule: u32| {
        let mut p = Process::start();
        for line in [
            "START 20",
            "INFO timeout_turn 500",
            "INFO timeout_match 100000",
            "INFO max_memory 367001600",
            "INFO game_type 3",
        ] {
            p.send(line);
        }
        p.send(&format!("INFO rule {rule}"));
        p.send("INFO folder /tmp/a folder with spaces");
        signal(p.id(), "-STOP");
        thread::sleep(Duration::from_millis(520));
        p.send("INFO time_left 100000");
        p.send("BOARD\r\n10,10,2\r\nDONE");
        p.begin();
        signal(p.id(), "-CONT");
        let answers = [p.answer(), p.answer()];
        assert_eq!(answers[0], "OK");
        assert!(is_move(&answers[1]), "{answers:?}");
        p.took()
    };
    for rule in [0, 1, 4, 8] {
        assert_within(Duration::from_millis(500), || attempt(rule));
    }
}

/// A script may set the clock before it starts the game.
#[test]
fn time_left_before_start_and_restart_counts_for_the_first_move() {
    assert_within(Duration::from_millis(400), || {
        let mut p = Process::start();
        for line in ["INFO timeout_turn 3000", "INFO time_left 50", "START 15", "RESTART"] {
            p.send(line);
        }
        assert_eq!([p.answer(), p.answer()], ["OK", "OK"]);
        p.begin();
        p.ask_move("TURN 3,3");
        p.took()
    });
}

#[test]
fn a_heap_of_waiting_lines_does_not_keep_the_program_from_leaving() {
    assert_within(Duration::from_millis(200), || {
        let mut p = Process::on_board(15);
        p.send("TURN 7,7");
        p.send(&"ABOUT\n".repeat(2000));
        p.begin();
        p.send("END");
        assert!(p.wait_exit(20 * SECOND).is_some());
        p.took()
    });
}

/// At the end of the input a block without DONE gets no answer.
#[test]
fn a_block_without_done_at_the_end_of_input_has_no_answer() {
    assert_eq!(converse(b"START 15\nBOARD\n7,7,2\n"), ["OK"]);
}
