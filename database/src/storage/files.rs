//! Files that get their name when they are complete.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file under another name and gives it its own when it is complete: an older file of that name is there
/// until then, and stays when this fails. A [special](is_special) file is written to directly.
///
/// # Errors
/// When the file cannot be written.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if is_special(path) {
        return write(&mut File::options().append(true).open(path)?);
    }
    let target = followed(path)?;
    let old = target.metadata().ok();
    let unfinished = unfinished_here(&target, "writing")?;
    let written = File::create(&unfinished).and_then(|file| {
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.into_inner()?.sync_all()?;
        std::fs::rename(&unfinished, &target)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&unfinished);
        return written;
    }
    sync_folder(&target)
}

/// Whether a path is a pipe or a device, or leads to a file that another program has opened, as `/dev/stdout` does.
pub fn is_special(path: &Path) -> bool {
    let is_other = path.metadata().is_ok_and(|file| !file.is_file());
    // Under /dev/shm are files as anywhere else.
    let is_stream = ["/dev/stdin", "/dev/stdout", "/dev/stderr"].iter().any(|&name| path == Path::new(name));
    let is_opened =
        |folder: &Path| folder == Path::new("/dev/fd") || folder.starts_with("/proc") && folder.ends_with("fd");
    is_other || is_stream || path.parent().is_some_and(is_opened)
}

/// The file that a link leads to, or the path itself: the target is replaced, not the link.
pub(crate) fn followed(path: &Path) -> io::Result<PathBuf> {
    match path.symlink_metadata() {
        Ok(file) if file.is_symlink() => path.canonicalize(),
        _ => Ok(path.to_owned()),
    }
}

/// The name of a file that is to get the name `path` when it is complete. What a crash left there is removed.
pub(crate) fn unfinished(path: &Path, doing: &str) -> io::Result<PathBuf> {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(doing);
    let unfinished = PathBuf::from(name);
    match std::fs::remove_file(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(unfinished),
    }
}

/// The same where another program may be doing it too: on one machine each has a file of its own. What a crash left of
/// one stays.
pub(crate) fn unfinished_here(path: &Path, doing: &str) -> io::Result<PathBuf> {
    unfinished(path, &format!("{doing}-{}", std::process::id()))
}

/// Gives a complete file its name, unless there is a file of that name by now.
pub(crate) fn name_new_file(from: &Path, to: &Path) -> io::Result<()> {
    match std::fs::hard_link(from, to) {
        Ok(()) => std::fs::remove_file(from)?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(error),
        // Some file systems have no links.
        Err(_) => std::fs::rename(from, to)?,
    }
    sync_folder(to)
}

/// Brings a renamed file's new name to the disk, where folders can be synced.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn files_in_shared_memory_are_written_whole_and_open_ones_directly() {
        for (name, expected) in [
            ("/dev/stdout", true),
            ("/dev/fd/1", true),
            ("/proc/self/fd/1", true),
            ("/dev/null", true),
            ("/dev/shm/a.book", false),
            ("/proc/a.book", false),
            ("a.book", false),
        ] {
            assert_eq!(is_special(Path::new(name)), expected, "{name}");
        }
        if !Path::new("/dev/shm").is_dir() {
            return;
        }
        let path = PathBuf::from(format!("/dev/shm/tengen-files-{}", std::process::id()));
        for text in ["first", "second"] {
            write_whole(&path, |file| file.write_all(text.as_bytes())).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::remove_file(&path).unwrap();
    }
}
