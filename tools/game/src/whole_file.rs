//! Files that are replaced or created as a whole: readers never see a part, even if the disk is full.

use anyhow::{Context, Result};
use std::path::Path;
use tengen_database::{write_new, write_whole};

/// Replaces a file, as [`write_whole`] does. Fails if the file cannot be written.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    write_whole(path, |file| file.write_all(bytes.as_ref())).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a new file, as [`write_new`] does. Fails if the file exists or cannot be written.
pub fn create(path: &Path, bytes: &[u8]) -> Result<()> {
    write_new(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
