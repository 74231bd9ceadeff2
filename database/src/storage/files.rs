//! Writing files that get their name only when they are complete.

use std::fs::{self, DirEntry, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Writes a new file next to the one at `path` and renames it when it is complete: the old file stays until then, and
/// also when this fails. A symbolic link stays, and the file that it leads to is replaced. A [special](is_special) file
/// is written directly, and so is one that cannot be replaced, because no file can be created in its folder or it is
/// mounted by itself. A file that may only be read stays. Content that cannot be moved to `path` stays in the new file, which
/// the error names.
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
    // A file that may only be read is not replaced.
    if target.exists() {
        File::options().append(true).open(&target)?;
    }
    let new = match new_file_beside(&target) {
        // Not on a full disk, where the old file would be lost as well.
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

/// Whether writing to a file loses nothing: it does not exist, or is empty or [special](is_special).
pub fn is_empty_or_special(path: &Path) -> bool {
    is_special(path) || path.metadata().map_or(true, |file| file.len() == 0)
}

/// Writes a new file, which gets its name only when it is complete, so that an interrupted write leaves none. An
/// existing file is never overwritten.
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

/// A new file that does not have its final name yet.
pub(crate) struct NewFile {
    file: File,
    pub path: PathBuf,
}

/// A new file with a temporary name in the folder of `target`, which only this thread writes.
pub(crate) fn new_file_beside(target: &Path) -> io::Result<NewFile> {
    remove_abandoned(target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")));
    let mut hasher = DefaultHasher::new();
    (target, thread::current().id()).hash(&mut hasher);
    // The name does not contain the target's, which may have the greatest possible length.
    let path = target.with_file_name(format!("{TEMPORARY}{}-{:x}", std::process::id(), hasher.finish()));
    Ok(NewFile { file: File::create(&path)?, path })
}

/// Begin of a temporary name, before the number of the process.
const TEMPORARY: &str = ".tengen-";

/// Age from which a temporary file of no process of this machine is abandoned; a process of another machine writes to its
/// own all the time.
const ABANDONED: Duration = Duration::from_secs(3_600);

/// Removes the temporary files in a folder that killed processes have left there, where processes can be listed.
fn remove_abandoned(folder: &Path) {
    if !Path::new("/proc/self").exists() {
        return;
    }
    let is_abandoned = |entry: &DirEntry| {
        let name = entry.file_name();
        let process =
            name.to_str().and_then(|name| name.strip_prefix(TEMPORARY)?.split_once('-')?.0.parse::<u32>().ok());
        let is_old = || {
            entry
                .metadata()
                .is_ok_and(|file| file.modified().is_ok_and(|at| at.elapsed().is_ok_and(|age| age >= ABANDONED)))
        };
        process.is_some_and(|process| !Path::new(&format!("/proc/{process}")).exists()) && is_old()
    };
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter(is_abandoned).for_each(|file| drop(fs::remove_file(file.path())));
}

fn fill<T, E: From<io::Error>>(file: File, write: impl FnOnce(&mut dyn Write) -> Result<T, E>) -> Result<T, E> {
    let mut file = BufWriter::new(file);
    let written = write(&mut file)?;
    file.into_inner().map_err(io::Error::from)?.sync_all()?;
    Ok(written)
}

/// Whether a path is a pipe or a device, or leads to a file opened by another program, as `/dev/stdout` does.
pub fn is_special(path: &Path) -> bool {
    let is_other = path.metadata().is_ok_and(|file| !file.is_file());
    // Not all of /dev: files in /dev/shm are ordinary ones.
    let is_stream = ["/dev/stdin", "/dev/stdout", "/dev/stderr"].iter().any(|&name| path == Path::new(name));
    let is_opened =
        |folder: &Path| folder == Path::new("/dev/fd") || folder.starts_with("/proc") && folder.ends_with("fd");
    is_other || is_stream || path.parent().is_some_and(is_opened)
}

/// The file that a path leads to by symbolic links; it need not exist.
pub fn follow_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(link) = path.read_link() else { break };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    path
}

/// Most links that Linux follows from one path; more are a cycle.
const MAX_LINKS: usize = 40;

/// The temporary name of a file that gets the name `path` when it is complete. A file that a crash left there is
/// removed.
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

/// Gives a complete file its name, unless a file of that name exists by now.
pub(crate) fn name_new_file(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from)?,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(error),
        // Some file systems have no hard links.
        Err(_) => fs::rename(from, to)?,
    }
    sync_folder(to)
}

/// Syncs the folder of a renamed file, where folders can be synced.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}
