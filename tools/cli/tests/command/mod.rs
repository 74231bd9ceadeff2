//! Runs the command `tengen` as a process.
// No test file uses all of them.
#![allow(dead_code)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time after which a call is ended that hangs.
const LONGEST: Duration = Duration::from_secs(300);

/// A call of `tengen`, with messages in English.
pub fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(arguments).env("LC_ALL", "C");
    command
}

/// An empty folder, which stays after the test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("people").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Starts a call in a folder.
pub fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = tengen(arguments);
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Output and exit status of a call in a folder with this input.
pub fn run_in(folder: &Path, arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = start(folder, arguments);
    let (mut stdin, id, input) = (child.stdin.take().unwrap(), child.id(), input.as_ref().to_vec());
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let (running, ended) = channel::<()>();
    thread::spawn(move || {
        if ended.recv_timeout(LONGEST) == Err(RecvTimeoutError::Timeout) {
            let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
        }
    });
    let output = child.wait_with_output().unwrap();
    drop(running);
    writer.join().unwrap();
    output
}

/// Output and exit status of a call.
pub fn run(arguments: &[&str]) -> Output {
    run_in(Path::new("."), arguments, "")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Output of a program that has succeeded.
pub fn output_of(output: &Output) -> String {
    assert!(output.status.success(), "{} {}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Output of a call that succeeds.
pub fn printed(arguments: &[&str]) -> String {
    output_of(&run(arguments))
}

/// Output of a call in a folder that succeeds.
pub fn printed_in(folder: &Path, arguments: &[&str], input: &str) -> String {
    output_of(&run_in(folder, arguments, input))
}

/// Output and error text of a call that succeeds.
pub fn both(arguments: &[&str]) -> (String, String) {
    let output = run(arguments);
    (output_of(&output), text(&output.stderr))
}

/// Error text of a call that fails.
pub fn refused(arguments: &[&str]) -> String {
    refused_in(Path::new("."), arguments, "")
}

/// Error text of a call in a folder that fails.
pub fn refused_in(folder: &Path, arguments: &[&str], input: &str) -> String {
    let output = run_in(folder, arguments, input);
    assert_eq!(output.status.code(), Some(3), "{arguments:?}");
    text(&output.stderr)
}

/// Output and exit status of a call with the content of this file as its input.
pub fn fed(arguments: &[&str], file: &str) -> Output {
    run_in(Path::new("."), arguments, fs::read(file).unwrap())
}

/// Sends a process a signal, such as `-INT`.
pub fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Waits until something is so, for at most a minute.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(60), "not yet: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}
