//! Runs the command `tengen` as a process.
// No test file uses all of them.
#![allow(dead_code)]

use std::process::{Command, Output};

/// Output and exit status of a call of `tengen`.
pub fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen")).args(arguments).env("LC_ALL", "C").output().unwrap()
}

/// Output of a call that succeeds.
pub fn printed(arguments: &[&str]) -> String {
    output_of(&run(arguments))
}

/// Output of a program that has succeeded.
pub fn output_of(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Output and error text of a call that succeeds.
pub fn both(arguments: &[&str]) -> (String, String) {
    let output = run(arguments);
    (output_of(&output), String::from_utf8(output.stderr).unwrap())
}

/// Error text of a call that fails.
pub fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(3), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Output and exit status of a call with this file as its standard input.
pub fn fed(arguments: &[&str], file: &str) -> Output {
    let input = std::fs::File::open(file).unwrap();
    Command::new(env!("CARGO_BIN_EXE_tengen")).args(arguments).env("LC_ALL", "C").stdin(input).output().unwrap()
}
