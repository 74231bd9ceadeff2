//! Signals, pipes, full disks.

use super::analyze::BLUNDER;
use crate::command::{folder, printed_in as printed, signal, start, tengen, text, wait_until};
use crate::common::processor::wait_for_work;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// CPU time of a process that searches, in milliseconds: more than its start takes.
pub const BEGUN: u64 = 200;

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_cleanly_and_keeps_the_game_also_while_the_engine_thinks() {
    let folder = folder("interrupt");
    for (thinking, name) in [(false, "-INT"), (true, "-INT"), (false, "-TERM")] {
        let level = if thinking { "10" } else { "1" };
        let mut child = start(&folder, &["play", "--level", level, "--time", "30s"]);
        let mut stdin = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        stdin.write_all(b"h8\n").unwrap();
        let mut seen = String::new();
        if thinking {
            wait_for_work(child.id(), BEGUN);
        } else {
            while !seen.contains("2 moves") {
                assert!(lines.read_line(&mut seen).unwrap() > 0, "{seen}");
            }
        }
        let start = Instant::now();
        signal(&child, name);
        lines.read_to_string(&mut seen).unwrap();
        assert!(child.wait().unwrap().success());
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        assert!(seen.contains("the game is kept in") && seen.contains("good-bye"), "{seen}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3);
}

#[cfg(unix)]
#[test]
fn an_analysis_that_is_interrupted_says_so_by_its_exit_code() {
    let folder = folder("interrupt-analysis");
    for options in [&["--moves", "h8"][..], &["--moves", BLUNDER, "--whole"]] {
        let child = start(&folder, &[&["analyze", "--time", "30s"][..], options].concat());
        wait_for_work(child.id(), BEGUN);
        let start = Instant::now();
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{options:?}: {}", text(&output.stderr));
        assert!(start.elapsed() < Duration::from_secs(10), "{options:?}: {:?}", start.elapsed());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_under_nohup_goes_on_when_the_terminal_is_closed() {
    let mut command = Command::new("nohup");
    command.arg(env!("CARGO_BIN_EXE_tengen")).args(["play", "--human", "both"]).current_dir(folder("nohup"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut seen = String::new();
    stdin.write_all(b"h8\n").unwrap();
    while !seen.contains("1 move\n") {
        assert!(lines.read_line(&mut seen).unwrap() > 0, "{seen}");
    }
    signal(&child, "-HUP");
    for (point, caption) in [("i9", "2 moves\n"), ("h9", "3 moves\n"), ("i8", "4 moves\n")] {
        writeln!(stdin, "{point}").unwrap();
        while !seen.contains(caption) {
            assert!(lines.read_line(&mut seen).unwrap() > 0, "{seen}");
        }
    }
    stdin.write_all(b"quit\n").unwrap();
    lines.read_to_string(&mut seen).unwrap();
    assert!(child.wait().unwrap().success());
}

/// Exit code and error text of a call whose output cannot be written.
#[cfg(target_os = "linux")]
fn into_full_disk(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = tengen(arguments).current_dir(folder).stdin(Stdio::null()).stdout(full).output().unwrap();
    (output.status.code(), text(&output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error_and_no_panic() {
    let folder = folder("full");
    printed(&folder, &["diagram", "--moves", BLUNDER, "--out", "game.psq"], "");
    printed(&folder, &["selfplay", "--games", "1", "--nodes", "50", "--out", "games.bin"], "");
    let calls: [&[&str]; 13] = [
        &["--help"],
        &["completions", "bash"],
        &["diagram", "--moves", "h8"],
        &["analyze", "--moves", "h8", "--nodes", "2000", "--json"],
        &["analyze", "--moves", "h8", "--nodes", "2000"],
        &["analyze", "game.psq", "--whole", "--nodes", "100"],
        &["analyze", "game.psq", "--whole", "--nodes", "100", "--json"],
        &["analyze", "game.psq", "--report", "r.html", "--nodes", "100"],
        &["openings", "--swap2", "--nodes", "500"],
        &["solve", "h8"],
        &["selfplay", "--stats", "games.bin"],
        &["match", "--engine", "cmd=@greedy", "--engine", "cmd=@random", "--games", "2", "--json", "m.json"],
        &["play", "--human", "none", "--level", "1"],
    ];
    for call in calls {
        let (code, said) = into_full_disk(&folder, call);
        assert_eq!(code, Some(3), "{call:?}: {said}");
        assert!(!said.contains("panicked"), "{call:?}: {said}");
        assert!(call[0] == "--help" || said.contains("cannot write to standard output"), "{call:?}: {said}");
    }
    assert!(folder.join("m.json").exists() && folder.join("r.html").exists(), "the files are written all the same");
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let status = tengen(&["solve", "h8h8"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(3), "an error that cannot be written is one too");
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let folder = folder("pipe");
    for call in [&["diagram", "--moves", "h8"][..], &["analyze", "--moves", "h8", "--time", "20s", "--json"]] {
        let mut child = start(&folder, call);
        drop(child.stdout.take());
        let begin = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{call:?}: {}", text(&output.stderr));
        assert!(begin.elapsed() < Duration::from_secs(10), "{call:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_second_ctrl_c_ends_it_at_once() {
    let folder = folder("twice");
    // After the first signal self-play ends its game, which takes minutes.
    let call = ["selfplay", "--nodes", "50000000", "--games", "1", "--concurrency", "1", "--out", "a.games"];
    let mut child = start(&folder, &call);
    wait_until("there is a file", || folder.join("a.games").exists());
    ["-INT", "-TERM"].iter().for_each(|name| signal(&child, name));
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn standard_input_that_is_open_for_commands_is_not_loaded() {
    let mut child = start(&folder("load-input"), &["play", "--human", "both"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"h8\nload -\nquit\n").unwrap();
    wait_until("it ends before its input", || child.try_wait().unwrap().is_some());
    let out = text(&child.wait_with_output().unwrap().stdout);
    assert!(out.contains("not loaded: -: commands are typed") && out.contains("the game is kept in"), "{out}");
}
