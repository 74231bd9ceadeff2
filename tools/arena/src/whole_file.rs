//! Files that are replaced whole: a reader, or a full disk, never finds a part.

use anyhow::{Context, Result};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Writes a file under the name with `.new` and the number of this process behind it, and renames it. The file that is
/// there stays until then, and nothing stays behind on failure. Pipes and devices are written as they are, and so is a
/// file that cannot be replaced: in a folder where nothing can be made, or mounted by itself. What cannot be brought
/// there keeps its new name. A symbolic link stays: the file that it leads to is replaced.
///
/// # Errors
/// When the file cannot be written.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    let bytes = bytes.as_ref();
    let cannot_write = || format!("cannot write {}", path.display());
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(path, bytes).with_context(cannot_write);
    }
    let target = &follow_links(path);
    let new = new_name(target);
    if let Err(error) = fs::write(&new, bytes) {
        let _ = fs::remove_file(&new);
        // Not on a full disk: the file that is there would be lost as well.
        let is_refused = !new.exists()
            && matches!(
                error.kind(),
                ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem | ErrorKind::InvalidFilename
            );
        let written = if is_refused { fs::write(target, bytes) } else { Err(error) };
        return written.with_context(cannot_write);
    }
    if fs::rename(&new, target).is_err() {
        fs::write(target, bytes).with_context(|| format!("{}; its content is in {}", cannot_write(), new.display()))?;
        let _ = fs::remove_file(&new);
    }
    Ok(())
}

/// The file that a path leads to by symbolic links; it need not be there yet.
pub fn follow_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(link) = path.read_link() else { break };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    path
}

/// Links that Linux follows from one path; more are a circle.
const MAX_LINKS: usize = 40;

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

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_leads_to_what_is_written() {
        let folder = std::env::temp_dir().join(format!("tengen-whole-file-link-{}", std::process::id()));
        fs::create_dir_all(folder.join("other")).unwrap();
        let [link, second, file] = ["link", "other/second", "other/file"].map(|name| folder.join(name));
        std::os::unix::fs::symlink("other/second", &link).unwrap();
        std::os::unix::fs::symlink("file", &second).unwrap();
        // At first to a file that is not there.
        for text in ["one", "two"] {
            replace(&link, text).unwrap();
            assert!(link.is_symlink() && second.is_symlink() && !file.is_symlink());
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_written_where_none_can_be_made_beside_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("tengen-whole-file-alone-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        // No name may be longer than 255 bytes. Root may write into any folder.
        let (long, closed) = (folder.join("a".repeat(250)), folder.join("closed"));
        fs::write(&closed, "zero").unwrap();
        for (path, mode) in [(long, 0o700), (closed, 0o500)] {
            fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
            for text in ["one", "two"] {
                replace(&path, text).unwrap();
                assert_eq!(fs::read_to_string(&path).unwrap(), text);
            }
        }
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(&folder).unwrap();
    }
}
