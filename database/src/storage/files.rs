//! Files that get their name when they are complete.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread;

/// Writes a new file beside the one at `path` and gives it its name when it is complete: the file that is there stays until
/// then, and when this fails. A symbolic link stays: the file that it leads to is replaced. A [special](is_special) file is
/// written directly, and so is one that cannot be replaced: in a folder where nothing can be made, or mounted by itself. What
/// cannot be brought there keeps its new name.
///
/// # Errors
/// When the file cannot be written, or `write` fails.
pub fn write_whole<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, E> {
    if is_special(path) {
        return write(&mut File::options().append(true).open(path)?);
    }
    let target = follow_links(path);
    let new = match new_file_beside(&target) {
        // Not on a full disk: the file that is there would be lost as well.
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
            return fill(File::create(&target)?, write);
        }
        new => new?,
    };
    let permissions = target.metadata().map_or(Ok(()), |old| new.file.set_permissions(old.permissions()));
    let written = permissions.map_err(E::from).and_then(|()| fill(new.file, write));
    if written.is_err() {
        let _ = fs::remove_file(&new.path);
        return written;
    }
    if fs::rename(&new.path, &target).is_err() {
        let lost = |error| io::Error::other(format!("{error}; its content is in {}", new.path.display()));
        fs::copy(&new.path, &target).map_err(lost)?;
        fs::remove_file(&new.path)?;
    }
    sync_folder(&target)?;
    written
}

/// Whether writing to a file loses nothing: it is missing, empty or [special](is_special).
pub fn is_empty_or_special(path: &Path) -> bool {
    is_special(path) || path.metadata().map_or(true, |file| file.len() == 0)
}

/// Writes a new file, which gets its name when it is complete: what is interrupted leaves none. One that is there is never
/// written over.
///
/// # Errors
/// When there is a file of this name already, or it cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let new = new_file_beside(path)?;
    let written = fill(new.file, |file| file.write_all(bytes)).and_then(|()| name_new_file(&new.path, path));
    if written.is_err() {
        let _ = fs::remove_file(&new.path);
    }
    written
}

/// A file that has no content yet.
struct NewFile {
    file: File,
    path: PathBuf,
}

/// A file of another name in the folder of `target`, of this process alone.
fn new_file_beside(target: &Path) -> io::Result<NewFile> {
    let mut hasher = DefaultHasher::new();
    (target, thread::current().id()).hash(&mut hasher);
    // The whole name may be as long as a name can be.
    let path = target.with_file_name(format!(".tengen-{}-{:x}", std::process::id(), hasher.finish()));
    Ok(NewFile { file: File::create(&path)?, path })
}

fn fill<T, E: From<io::Error>>(file: File, write: impl FnOnce(&mut dyn Write) -> Result<T, E>) -> Result<T, E> {
    let mut file = BufWriter::new(file);
    let written = write(&mut file)?;
    file.into_inner().map_err(io::Error::from)?.sync_all()?;
    Ok(written)
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

/// The name of a file that is to get the name `path` when it is complete. What a crash left there is removed.
pub(crate) fn unfinished(path: &Path, doing: &str) -> io::Result<PathBuf> {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(doing);
    let unfinished = PathBuf::from(name);
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(unfinished),
    }
}

/// An [unfinished] file where another program may be making it too: on one machine each has its own. What a crash left of one
/// stays.
pub(crate) fn unfinished_here(path: &Path, doing: &str) -> io::Result<PathBuf> {
    unfinished(path, &format!("{doing}-{}", std::process::id()))
}

/// Gives a complete file its name, unless there is a file of that name by now.
pub(crate) fn name_new_file(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from)?,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(error),
        // Some file systems have no links.
        Err(_) => fs::rename(from, to)?,
    }
    sync_folder(to)
}

/// Brings a renamed file's new name to the disk, where folders can be synced.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace(path: &Path, text: &str) -> io::Result<()> {
        write_whole(path, |file| file.write_all(text.as_bytes()))
    }

    #[cfg(target_os = "linux")]
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
            replace(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(&path).unwrap();
    }

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
        assert!(replace(&folder_taken, "three").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing stays behind");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_new_file_is_whole_and_an_old_one_stays() {
        let folder = std::env::temp_dir().join(format!("tengen-new-file-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games");
        write_new(&path, b"one").unwrap();
        assert_eq!(write_new(&path, b"two").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert!(write_new(&folder.join("none/games"), b"three").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing stays behind");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_the_file_before_or_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("tengen-permissions-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [plain, path] = ["plain", "replaced"].map(|name| folder.join(name));
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode();
        fs::write(&plain, "").unwrap();
        replace(&path, "one").unwrap();
        assert_eq!(mode(&path), mode(&plain));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        replace(&path, "two").unwrap();
        assert_eq!((mode(&path) & 0o777, fs::read_to_string(&path).unwrap().as_str()), (0o640, "two"));
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
