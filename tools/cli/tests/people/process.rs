//! Runs the command as a process, for at most a minute.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("people").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn start(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs to the end, for at most a minute.
pub fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = start(folder, arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let id = child.id();
    let done = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let (watched, end) = (std::sync::Arc::clone(&done), Instant::now() + Duration::from_secs(60));
    let watch = std::thread::spawn(move || {
        while Instant::now() < end && !watched.load(std::sync::atomic::Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
        }
        if !watched.load(std::sync::atomic::Ordering::Relaxed) {
            let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
        }
    });
    let output = child.wait_with_output().unwrap();
    done.store(true, std::sync::atomic::Ordering::Relaxed);
    writer.join().unwrap();
    watch.join().unwrap();
    output
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Output of a successful call.
pub fn printed(folder: &Path, arguments: &[&str], input: &str) -> String {
    let output = run(folder, arguments, input);
    assert!(output.status.success(), "{arguments:?}: {} {}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

pub fn refusal(folder: &Path, arguments: &[&str], input: &str) -> String {
    let output = run(folder, arguments, input);
    assert_eq!(output.status.code(), Some(3), "{arguments:?}");
    text(&output.stderr)
}

pub const PLAY: [&str; 9] = ["play", "--rule", "caro", "--size", "15", "--level", "3", "--seed", "5"];

pub fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}
