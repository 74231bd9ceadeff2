//! Files of long work, which only one program at a time may write to and which a later call continues.

use anyhow::{Context, Result, bail, ensure};
use std::fs::{File, TryLockError};
use std::io::{Read, Seek};
use std::path::Path;

/// Locks `file`, which is at `path`, against other programs until it is closed, and reads it; a device such as
/// `/dev/null` counts as empty. Fails when another program has locked it, when it is a pipe or a terminal, and when it
/// cannot be read. On file systems without locks it locks nothing.
pub fn hold(file: &mut File, path: &Path) -> Result<Vec<u8>> {
    let name = path.display();
    // The end of a pipe or a terminal may never come.
    ensure!(file.stream_position().is_ok(), "{name} is a pipe or a terminal: expected the name of a file");
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        bail!("another program is writing to {name}");
    }
    let mut bytes = Vec::new();
    if file.metadata().is_ok_and(|file| file.is_file()) {
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    }
    Ok(bytes)
}

/// The bytes without trailing zeros, which a power cut may leave in place of what was written last.
pub fn without_zeros(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1)]
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::fd::OwnedFd;

    #[test]
    fn a_pipe_is_refused_and_a_device_is_empty() {
        let (reader, _writer) = std::io::pipe().unwrap();
        let refused = hold(&mut OwnedFd::from(reader).into(), Path::new("log")).unwrap_err().to_string();
        assert!(refused.starts_with("log is a pipe"), "{refused}");
        assert!(hold(&mut File::open("/dev/zero").unwrap(), Path::new("/dev/zero")).unwrap().is_empty());
    }
}
