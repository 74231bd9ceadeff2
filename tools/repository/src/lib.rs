//! Readers for the repository's tests: sources as modules with their references, pages; and helpers that tests of several
//! packages share.

pub mod graph;
pub mod pages;
pub mod source;

use std::io::{Write, stderr};
use std::path::Path;

/// The folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new(""))
}

/// Prints that a test is skipped because a requirement is missing.
///
/// # Panics
/// When `CI` is set to a non-empty value: there nothing may be skipped.
pub fn skip(missing: &str) {
    assert!(std::env::var_os("CI").is_none_or(|ci| ci.is_empty()), "CI is set, and there is no {missing}");
    // `println!` would be captured in a passing test.
    let _ = writeln!(stderr(), "skipped, there is no {missing}");
}
