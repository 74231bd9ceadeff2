//! Files that are replaced whole, or begun whole: a reader, or a full disk, never finds a part.

use anyhow::{Context, Result};
use std::path::Path;
use tengen_database::{write_new, write_whole};

/// Replaces a file, as [`write_whole`] does.
///
/// # Errors
/// When the file cannot be written.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    write_whole(path, |file| file.write_all(bytes.as_ref())).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file that is not there yet, as [`write_new`] does.
///
/// # Errors
/// When there is a file of this name already, or it cannot be written.
pub fn create(path: &Path, bytes: &[u8]) -> Result<()> {
    write_new(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
