//! Fault tests of the real binary: interrupted at random moments, output not read or closed, process suspended, memory
//! limited. `TENGEN_CASES=N` tries N times as many moments.
#![cfg(unix)]
#![allow(missing_docs)]

#[path = "../common/mod.rs"]
mod common;
#[cfg(target_os = "linux")]
mod memory;

use common::process::{Process, is_move};
#[cfg(target_os = "linux")]
use common::processor;
use common::processor::assert_within;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tengen::base::SplitMix64;

/// Time limit of steps that take a moment on an idle machine.
const LONG: Duration = Duration::from_secs(20);

fn random() -> SplitMix64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let seed = now.as_nanos() as u64;
    eprintln!("seed {seed}");
    SplitMix64::new(seed)
}

/// A random delay from 0 to 33 ms, log-uniform.
fn moment(rng: &mut SplitMix64) -> Duration {
    match rng.below(17) {
        0 => Duration::ZERO,
        power => Duration::from_micros((1 << (power - 1)) + rng.below(1 << (power - 1)) as u64 / 2),
    }
}

/// A request for a move on a board with a few stones near the center.
fn request(rng: &mut SplitMix64) -> String {
    let mut points: Vec<(usize, usize)> = Vec::new();
    let count = 1 + rng.below(8);
    while points.len() < count {
        let point = (5 + rng.below(5), 5 + rng.below(5));
        if !points.contains(&point) {
            points.push(point);
        }
    }
    let side = |index: usize| 1 + (count - index) % 2;
    let stones = points.iter().enumerate().map(|(index, (x, y))| format!("{x},{y},{}\r\n", side(index)));
    format!("BOARD\r\n{}DONE", stones.collect::<String>())
}

/// All lines up to the answer of `ABOUT`, without that answer.
fn lines_to_about(p: &mut Process) -> Vec<String> {
    p.send("ABOUT");
    let mut lines = Vec::new();
    loop {
        let line = p.line_within(LONG).unwrap_or_else(|| panic!("no answer after {lines:?}"));
        if line.starts_with("name=") {
            return lines;
        }
        lines.push(line);
    }
}

#[test]
fn a_search_that_is_interrupted_at_any_moment_gives_one_move() {
    let mut rng = random();
    for threads in [1, 3] {
        let mut p = Process::on_board(15);
        p.send(&format!("INFO thread_num {threads}"));
        for _ in 0..60 * common::times() {
            let request = request(&mut rng);
            let how = ["STOP", "YXSTOP", "INFO timeout_turn 1", "INFO timeout_turn 5\r\nSTOP", "STOP\r\nSTOP"];
            let how = how[rng.below(how.len())];
            let wait = moment(&mut rng);
            assert_within(GRACE, || {
                p.send("INFO timeout_turn 60000");
                p.send("INFO max_node 0");
                if wait.is_zero() {
                    p.send(&format!("{request}\r\n{how}"));
                } else {
                    p.send(&request);
                    thread::sleep(wait);
                    p.send(how);
                }
                p.begin();
                let lines = lines_to_about(&mut p);
                let took = p.took();
                let answers: Vec<&String> = lines.iter().filter(|line| !line.starts_with("MESSAGE")).collect();
                let is_right = answers.len() == 1 && is_move(answers[0]);
                assert!(is_right, "{how} {wait:?} after {request} by {threads}: {answers:?}");
                took
            });
        }
        p.assert_silent_on_stderr();
    }
}

/// Time for the answer to each line after the end of the input, as `protocol.md` states.
const GRACE: Duration = Duration::from_secs(1);

/// Ends a process in some way. Returns how long that took, and whether it has waited so long for a core that a line may have
/// no answer.
fn finish(p: &mut Process, how: impl FnOnce(&mut Process)) -> (Duration, bool) {
    p.begin();
    how(p);
    let elapsed = p.wait_exit(LONG).expect("it ends");
    (p.took(), elapsed >= GRACE)
}

#[test]
fn the_end_at_any_moment_ends_it_and_nothing_comes_behind() {
    let mut rng = random();
    for number in 0..16 * common::times() {
        let (threads, request, wait) = (1 + rng.below(3), request(&mut rng), 2 * moment(&mut rng));
        assert_within(GRACE / 4, || {
            let mut p = Process::start();
            p.send("START 15\r\nINFO timeout_turn 60000");
            p.send(&format!("INFO thread_num {threads}"));
            p.send(&request);
            thread::sleep(wait);
            let is_closed = number % 2 == 0;
            let (took, is_late) = finish(&mut p, |p| if is_closed { p.close_input() } else { p.send("END") });
            let least = usize::from(is_closed && !is_late);
            let lines = p.rest();
            let moves = lines.iter().filter(|line| is_move(line)).count();
            assert!((least..=1).contains(&moves), "{moves} moves after {request}: {lines:?}");
            assert!(lines.iter().all(|line| is_move(line) || line == "OK" || line.starts_with("MESSAGE")), "{lines:?}");
            p.assert_silent_on_stderr();
            took
        });
    }
}

/// A manager's session: each line with its number of answers.
const SESSION: [(&str, usize); 16] = [
    ("START 15", 1),
    ("INFO timeout_turn 1000", 0),
    ("INFO timeout_match 100000", 0),
    ("INFO max_memory 83886080", 0),
    ("INFO max_node 300", 0),
    ("INFO rule 1", 0),
    ("INFO folder /tmp/a folder", 0),
    ("BEGIN", 1),
    ("INFO time_left 90000", 0),
    ("TURN 6,6", 1),
    ("ABOUT", 1),
    ("TAKEBACK 6,6", 1),
    ("nonsense", 1),
    ("RESTART", 1),
    ("BOARD 7,7,1 8,8,2 DONE", 1),
    ("END", 0),
];

#[test]
fn the_end_of_input_at_any_byte_ends_it_with_the_answers_so_far() {
    let text: String = SESSION.iter().map(|(line, _)| format!("{line}\r\n")).collect();
    // Every byte in a long run; otherwise a random part of them.
    let step = 9_usize.saturating_sub(common::times()).max(1);
    let first = random().below(step);
    for end in (first..=text.len()).step_by(step) {
        assert_within(GRACE / 4, || {
            let mut p = Process::start();
            let (sent, _) = text.split_at(end);
            let whole = sent.matches("\r\n").count();
            let expected: usize = SESSION[..whole].iter().map(|(_, answers)| answers).sum();
            let (requests, end_line) = sent.split_at(sent.find("END").unwrap_or(sent.len()));
            p.send_bytes(requests.as_bytes());
            // One answer is left open here, unless END follows, which drops it.
            let open = usize::from(end_line.is_empty());
            let mut lines: Vec<String> = Vec::new();
            while lines.len() + open < expected {
                lines.push(p.answer());
            }
            p.send_bytes(end_line.as_bytes());
            let (took, is_late) = finish(&mut p, Process::close_input);
            p.assert_silent_on_stderr();
            lines.extend(p.rest().into_iter().filter(|line| !line.starts_with("MESSAGE")));
            // A truncated last line may be answered, as an unknown command or as a complete one.
            let cut = usize::from(!sent.ends_with("\r\n"));
            let is_right = |count: usize, expected: usize| {
                (expected.saturating_sub(usize::from(is_late))..=expected + cut).contains(&count)
            };
            assert!(is_right(lines.len(), expected), "{} lines, {expected} expected: {sent:?} {lines:?}", lines.len());
            let requests = ["BEGIN", "TURN", "BOARD"];
            let asked =
                SESSION[..whole].iter().filter(|(line, _)| requests.iter().any(|word| line.starts_with(word))).count();
            let moves = lines.iter().filter(|line| is_move(line)).count();
            assert!(is_right(moves, asked), "{moves} moves, {asked} expected: {sent:?} {lines:?}");
            took
        });
    }
}

/// The binary with bare pipes, which the test may leave unread.
fn bare(output: Stdio) -> Child {
    Command::new(common::engine_path())
        .env_remove("TENGEN_LOG")
        .stdin(Stdio::piped())
        .stdout(output)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for the end of a process and asserts that it wrote nothing to standard error.
fn assert_ends(mut child: Child, what: &str) {
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > LONG {
            child.kill().unwrap();
            panic!("{what}: it stays");
        }
        thread::sleep(Duration::from_millis(2));
    }
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "", "{what}");
    assert_eq!(child.wait().unwrap().code(), Some(0), "{what}");
}

#[test]
fn an_output_that_is_closed_or_full_is_borne_in_silence() {
    let mut rng = random();
    for read in (0..60).step_by(10) {
        let mut child = bare(Stdio::piped());
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"START 15\r\nINFO timeout_turn 60000\r\nABOUT\r\nBEGIN\r\nTURN 0,0\r\n").unwrap();
        let mut answers = vec![0; read];
        let mut output = child.stdout.take().unwrap();
        output.read_exact(&mut answers).unwrap();
        thread::sleep(moment(&mut rng));
        drop(output);
        let _ = input.write_all(b"STOP\r\nABOUT\r\nTURN 1,1\r\n");
        thread::sleep(moment(&mut rng));
        drop(input);
        assert_ends(child, "closed");
    }
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    for end in ["", "END\r\n"] {
        let mut child = bare(full().into());
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"START 15\r\nINFO max_node 300\r\nBEGIN\r\nABOUT\r\n").unwrap();
        input.write_all(end.as_bytes()).unwrap();
        drop(input);
        assert_ends(child, "full");
    }
}

/// Number of answers that is larger than a pipe holds.
const MANY: usize = 2000;

#[test]
fn a_reader_that_comes_late_finds_every_answer_whole() {
    let mut child = bare(Stdio::piped());
    let mut input = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        input.write_all(b"START 15\r\nINFO max_node 300\r\n").unwrap();
        for _ in 0..MANY {
            input.write_all(b"ABOUT\r\n").unwrap();
        }
        input.write_all(b"BEGIN\r\n").unwrap();
        input
    });
    thread::sleep(Duration::from_millis(500));
    let mut output = child.stdout.take().unwrap();
    let mut text = String::new();
    let mut buffer = [0; 5000];
    // The last answer is the one to BEGIN.
    while !text.ends_with('\n') || !text.lines().last().is_some_and(is_move) {
        let count = output.read(&mut buffer).unwrap();
        assert!(count > 0, "the output ends");
        text += std::str::from_utf8(&buffer[..count]).unwrap();
    }
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("MESSAGE")).collect();
    assert_eq!((lines.len(), lines[0]), (MANY + 2, "OK"));
    assert!(lines[1..=MANY].iter().all(|line| *line == lines[1] && line.starts_with("name=")));
    drop(writer.join().unwrap());
    drop(output);
    assert_ends(child, "read late");
}

#[test]
fn a_reader_that_never_comes_does_not_keep_it_alive() {
    for end in ["", "END\r\n"] {
        let mut child = bare(Stdio::piped());
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"START 15\r\n").unwrap();
        // It blocks in writing an answer, and continues to read its input.
        for _ in 0..MANY {
            input.write_all(b"ABOUT\r\n").unwrap();
        }
        input.write_all(end.as_bytes()).unwrap();
        drop(input);
        let output = child.stdout.take();
        assert_ends(child, "never read");
        drop(output);
    }
}

fn signal(p: &Process, name: &str) {
    assert!(Command::new("kill").args([name, &p.id().to_string()]).status().unwrap().success());
}

/// CPU time after a request from which the search has begun: much more than reading the request takes.
#[cfg(target_os = "linux")]
const BEGUN: Duration = Duration::from_millis(1);

/// Limit of the work between the end of the delay and the answer.
#[cfg(target_os = "linux")]
const LATE_WORK: Duration = Duration::from_millis(50);

/// A suspended process sees its clock jump.
#[cfg(target_os = "linux")]
#[test]
fn a_search_that_is_held_up_at_any_moment_answers_when_it_goes_on() {
    let mut rng = random();
    let mut p = Process::on_board(15);
    for _ in 0..10 * common::times() {
        let request = format!("INFO timeout_turn 100\r\n{}", request(&mut rng));
        let idle = processor::idle_time(p.id());
        p.send(&request);
        thread::sleep(moment(&mut rng));
        signal(&p, "-STOP");
        // The time for a move begins when the request is read, which may be only when the process goes on.
        let begun = processor::thread_time(p.id()).saturating_sub(idle) >= BEGUN;
        // Longer than its time for the move.
        thread::sleep(Duration::from_millis(110));
        let before = processor::thread_time(p.id());
        signal(&p, "-CONT");
        let lines = lines_to_about(&mut p);
        let work = processor::thread_time(p.id()).saturating_sub(before);
        let limit = if begun { LATE_WORK } else { Duration::from_millis(100) + LATE_WORK };
        assert!(work <= limit, "{work:?} of work, of {limit:?}, after it was held up (begun: {begun})");
        let moves = lines.iter().filter(|line| is_move(line)).count();
        assert_eq!(moves, 1, "{lines:?}");
    }
}

/// Simulates an overloaded machine: when the engine answers, its time limit without the delay has passed.
#[test]
fn a_search_that_ended_late_is_followed_by_one_that_ends_earlier() {
    let mut p = Process::start();
    p.send("INFO timeout_turn 600");
    assert_eq!(p.ask("START 15"), "OK");
    p.ask_move("BOARD 7,7,1 8,8,2 DONE");
    let mut earliest = Duration::MAX;
    for _ in 0..3 {
        p.send("BOARD 7,7,1 8,8,2 DONE");
        thread::sleep(Duration::from_millis(450));
        signal(&p, "-STOP");
        thread::sleep(Duration::from_millis(500));
        signal(&p, "-CONT");
        lines_to_about(&mut p);
        let begin = Instant::now();
        p.ask_move("BOARD 7,7,1 8,8,2 DONE");
        earliest = earliest.min(begin.elapsed());
        if earliest < Duration::from_millis(450) {
            return;
        }
    }
    panic!("no search took less than {earliest:?}");
}
