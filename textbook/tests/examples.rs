//! The programs of `examples/`, run as a person runs them. `cargo test -p tengen-textbook` builds them.
#![allow(missing_docs)]

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Runs an example; ends it and fails when it takes longer than a minute.
fn run(name: &str, arguments: &str, input: &str) -> Output {
    // Tests lie in `deps`, beside `examples`.
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap().join("examples");
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is missing: run `cargo test -p tengen-textbook`", program.display());
    let mut child = Command::new(program)
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not hear the rest.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let end = Instant::now() + Duration::from_secs(180);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            child.kill().unwrap();
            panic!("{name} {arguments} does not end");
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

fn check(name: &str, arguments: &str, input: &str, expected: &[&str]) {
    let output = run(name, arguments, input);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{name} {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    expected.iter().for_each(|part| assert!(text.contains(part), "{name} {arguments}: no '{part}' in\n{text}"));
}

fn check_refused(name: &str, arguments: &str, why: &str) {
    let output = run(name, arguments, "");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && text.contains(why), "{name} {arguments}: {text}");
}

#[test]
fn tictactoe() {
    check("tictactoe", "--table", "", &["549946", "20866", "2096", "5478 of 5478", "worth 0: a draw"]);
    check("tictactoe", "--play", "5\nbla\nquit\n", &["O is thinking ... O plays", "'bla' is not a cell"]);
    check_refused("tictactoe", "--table --x engine", "cannot be used with");
}

#[test]
fn isolation() {
    check("isolation", "--play --a blocking --b random", "", &["A is thinking ... A plays", "wins."]);
    check("isolation", "--play", "c2 d5\nquit\n", &["B is thinking ... B plays"]);
    check_refused("isolation", "--tournament --a 3", "cannot be used with");
    check_refused("isolation", "--tournament --b 3", "cannot be used with");
    check_refused("isolation", "--play --depth 3", "cannot be used with");
    check_refused("isolation", "--depth 3", "--tournament");
}

/// The README's numbers (b) are those of the first position.
#[test]
fn ladder() {
    let output = run("ladder", "", "");
    assert!(output.status.success(), "ladder: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let nodes = |search: &str| {
        let row = text.lines().find_map(|line| line.strip_prefix(&format!("{search} ")));
        row.and_then(|row| row.split_whitespace().next()).unwrap_or_else(|| panic!("ladder: no '{search}' in\n{text}"))
    };
    let readme = include_str!("../README.md").replace(',', "");
    let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        format!("{} instead of {} (b)", nodes("alpha-beta"), nodes("minimax")),
        format!("; {} (b)", nodes("alpha-beta, moves ordered")),
        format!("own search takes {} nodes there", nodes("Tengen's search")),
    ] {
        assert!(readme.contains(&said), "the README does not say '{said}':\n{text}");
    }
}
