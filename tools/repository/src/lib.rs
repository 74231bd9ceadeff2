//! What the repository's tests read: its sources as modules with their references, and its pages.

pub mod graph;
pub mod pages;
pub mod source;

use std::path::{Path, PathBuf};

/// The folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
