//! Locks on files that only one program at a time may write to.

use anyhow::{Result, bail};
use std::fs::{File, TryLockError};
use std::path::Path;

/// Locks `file`, which is at `path`, against other programs until it is closed. Fails when another program has locked
/// it. On file systems without locks it succeeds for every program.
pub fn hold(file: &File, path: &Path) -> Result<()> {
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        bail!("another program is writing to {}", path.display());
    }
    Ok(())
}
