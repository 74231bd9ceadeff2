//! Files that only one program at a time may write to.

use anyhow::{Result, bail};
use std::fs::{File, TryLockError};
use std::path::Path;

/// Keeps other programs from holding `file`, which is at `path`, until it is closed.
///
/// # Errors
/// When another program holds it. File systems without locks allow every program to write.
pub fn hold(file: &File, path: &Path) -> Result<()> {
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        bail!("another program is writing to {}", path.display());
    }
    Ok(())
}
