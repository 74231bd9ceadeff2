//! Files that are replaced whole: a reader, or a full disk, never finds a part. The engine's database has a writer of its
//! own (`tengen_database::write_whole`), which streams and needs no other package.

use anyhow::{Context, Result};
use std::fs::{self, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes a new file beside the one at `path` and gives it its name. The file that is there stays until then, and nothing
/// stays behind on failure. Pipes and devices are written as they are, and so is a file that cannot be replaced: in a folder
/// where nothing can be made, or mounted by itself. What cannot be brought there keeps its new name. A symbolic link stays:
/// the file that it leads to is replaced.
///
/// # Errors
/// When the file cannot be written.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    let bytes = bytes.as_ref();
    let cannot_write = || format!("cannot write {}", path.display());
    let old = path.metadata().ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return fs::write(path, bytes).with_context(cannot_write);
    }
    let target = &follow_links(path);
    let mut new = match new_file_beside(target, old.map(|old| old.permissions())) {
        Ok(new) => new,
        // Not on a full disk: the file that is there would be lost as well.
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
            return fs::write(target, bytes).with_context(cannot_write);
        }
        Err(error) => return Err(error).with_context(cannot_write),
    };
    new.write_all(bytes).and_then(|()| new.as_file().sync_all()).with_context(cannot_write)?;
    let Err(refused) = new.persist(target) else { return Ok(()) };
    if let Err(error) = fs::write(target, bytes) {
        let (_, kept) = refused.file.keep().with_context(cannot_write)?;
        return Err(error).with_context(|| format!("{}; its content is in {}", cannot_write(), kept.display()));
    }
    Ok(())
}

/// Writes a new file, which gets its name when it is complete: what is interrupted leaves none. One that is there is never
/// written over.
///
/// # Errors
/// When there is a file of this name already, or it cannot be written.
pub fn create(path: &Path, bytes: &[u8]) -> Result<()> {
    let create = || {
        if path.symlink_metadata().is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let mut new = new_file_beside(path, None)?;
        new.write_all(bytes)?;
        new.as_file().sync_all()?;
        new.persist_noclobber(path).map_err(|refused| refused.error).map(drop)
    };
    create().with_context(|| format!("cannot write {}", path.display()))
}

/// A file of another name, with the permissions of the one that it is to replace.
fn new_file_beside(target: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // Of its own accord the crate lets nobody else read the file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.prefix(".tengen-").tempfile_in(folder)?;
    permissions.map_or(Ok(()), |permissions| file.as_file().set_permissions(permissions))?;
    Ok(file)
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
        let folder_taken = folder.join("folder");
        fs::create_dir(&folder_taken).unwrap();
        assert!(replace(&folder_taken, "three").unwrap_err().to_string().contains("cannot write"));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing stays behind");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_new_file_is_whole_and_an_old_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        create(&path, b"one").unwrap();
        let refused = format!("{:#}", create(&path, b"two").unwrap_err());
        assert!(refused.starts_with("cannot write ") && refused.contains("exist"), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert!(create(&folder.path().join("none/games"), b"three").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing stays behind");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_the_file_before_or_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [plain, path] = ["plain", "replaced"].map(|name| folder.path().join(name));
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode();
        fs::write(&plain, "").unwrap();
        replace(&path, "one").unwrap();
        assert_eq!(mode(&path), mode(&plain));
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        replace(&path, "two").unwrap();
        assert_eq!((mode(&path) & 0o777, fs::read_to_string(&path).unwrap().as_str()), (0o640, "two"));
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
