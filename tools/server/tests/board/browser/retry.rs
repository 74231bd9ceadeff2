//! A second try of a test that failed, which is counted.

use std::fs::OpenOptions;
use std::io::{Write, stderr};
use std::panic::{RefUnwindSafe, UnwindSafe, catch_unwind};
use std::thread;

/// Names of the tests that were tried twice, which `.ci/run` counts.
const RETRIES: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/browser-retries");

/// Runs a scenario, and once more if it fails: a busy machine may end a browser, or hold it up for too long.
pub fn with_one_retry(scenario: impl Fn() + UnwindSafe + RefUnwindSafe) {
    if catch_unwind(&scenario).is_err() {
        let test = thread::current().name().unwrap_or("a test").to_owned();
        let _ = writeln!(stderr(), "{test} failed, as told above; once more");
        let mut file = OpenOptions::new().create(true).append(true).open(RETRIES).unwrap();
        file.write_all(format!("{test}\n").as_bytes()).unwrap();
        scenario();
    }
}
