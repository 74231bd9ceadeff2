//! Runs the command `tengen` as a process.

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

/// Error text of a call that fails.
pub fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}
