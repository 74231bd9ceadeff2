//! Files of a laboratory that grow by lines, whatever interrupts it.

use anyhow::{Context, Result};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

/// Adds lines to a file, after `head` in a new one. What a power cut has torn stays a line of its own, which readers leave
/// out; a torn head is written again.
///
/// # Errors
/// When the file cannot be written.
pub fn append(path: &Path, head: &str, lines: &str) -> Result<()> {
    let cannot_write = || format!("cannot write {}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(cannot_write)?;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path).with_context(cannot_write)?;
    let text = fs::read_to_string(path).with_context(cannot_write)?;
    let before = if text.len() < head.len() && head.starts_with(&text) {
        file.set_len(0).with_context(cannot_write)?;
        head
    } else if text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    file.write_all(format!("{before}{lines}\n").as_bytes()).and_then(|()| file.sync_all()).with_context(cannot_write)
}
