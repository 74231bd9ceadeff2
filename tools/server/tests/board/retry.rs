//! A counted second try of a test whose browser has ended. A failed check is never tried again.

use std::cell::Cell;
use std::fs::OpenOptions;
use std::io::{Write, stderr};
use std::panic::{RefUnwindSafe, UnwindSafe, catch_unwind, resume_unwind};
use std::thread;

/// File with the names of tests that were tried twice, which `.ci/run` counts.
const RETRIES: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/browser-retries");

thread_local! {
    /// The reason why this test's browser has ended.
    static ENDED: Cell<Option<String>> = const { Cell::new(None) };
}

/// Records that this test's browser has ended by itself.
pub fn browser_has_ended(why: &str) {
    ENDED.set(Some(why.to_owned()));
}

/// Runs a scenario, and once more if its browser or driver ended: the system may have ended it for lack of memory.
pub fn with_one_retry(scenario: impl Fn() + UnwindSafe + RefUnwindSafe) {
    ENDED.set(None);
    let Err(panic) = catch_unwind(&scenario) else { return };
    let Some(why) = ENDED.take() else { resume_unwind(panic) };
    let test = thread::current().name().unwrap_or("a test").to_owned();
    let _ = writeln!(stderr(), "{test}: the browser has ended ({why}); once more");
    let mut file = OpenOptions::new().create(true).append(true).open(RETRIES).unwrap();
    file.write_all(format!("{test}\n").as_bytes()).unwrap();
    scenario();
}
