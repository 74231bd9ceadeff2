//! Files that are replaced whole: a reader, or a full disk, never finds a part.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes a file under the name with `.new` and the number of this process behind it, and renames it. The file that is
/// there stays until then, and nothing stays behind on failure. Pipes and devices are written as they are.
///
/// # Errors
/// When the file cannot be written or renamed.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    let is_device = path.metadata().is_ok_and(|metadata| !metadata.is_file());
    let written = if is_device {
        fs::write(path, bytes)
    } else {
        let new = new_name(path);
        fs::write(&new, bytes).and_then(|()| fs::rename(&new, path)).inspect_err(|_| {
            let _ = fs::remove_file(&new);
        })
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// By the whole name and the process, so that files beside each other and programs that write the same file have new
/// ones of their own.
pub(crate) fn new_name(path: &Path) -> PathBuf {
    let mut new = path.as_os_str().to_owned();
    new.push(format!(".new-{}", std::process::id()));
    new.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_or_stays() {
        let folder = std::env::temp_dir().join(format!("tengen-whole-file-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("run.caro");
        replace(&path, "one").unwrap();
        replace(&path, "two").unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), fs::read_dir(&folder).unwrap().count()), ("two", 1));
        let id = std::process::id().to_string();
        assert!(new_name(&path).to_str().unwrap().ends_with(&id), "another program has another name");
        fs::create_dir(new_name(&path)).unwrap();
        assert!(replace(&path, "three").unwrap_err().to_string().contains("cannot write"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        fs::remove_dir_all(&folder).unwrap();
    }
}
