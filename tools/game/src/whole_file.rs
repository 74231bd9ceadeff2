//! Files that are replaced or created as a whole: readers never see a part, even if the disk is full. And the checks before long
//! work that its result can be written, and where it takes away nothing else.

use anyhow::{Context, Result, bail, ensure};
use std::fs::File;
use std::path::{Path, PathBuf};
use tengen_database::{FileKind, follow_links, is_special, write_new, write_whole};

/// Replaces a file, as [`write_whole`] does. Fails if the file cannot be written.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    write_whole(path, |file| file.write_all(bytes.as_ref())).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a new file, as [`write_new`] does. Fails if the file exists or cannot be written.
pub fn create(path: &Path, bytes: &[u8]) -> Result<()> {
    write_new(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Replaces a file, as [`replace`] does, but none that took long to make, see [`check_writable`].
pub fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    if !is_special(path) {
        check_replaceable(path)?;
    }
    replace(path, content)
}

/// Refuses to replace a file that took long to make: a database or self-play games.
fn check_replaceable(path: &Path) -> Result<()> {
    let what = match FileKind::of_file(path) {
        Some(FileKind::Database | FileKind::Book) => "is a database",
        Some(FileKind::SelfPlay) => "holds games of self-play",
        _ => return Ok(()),
    };
    bail!("{} {what}: choose another file to write to", path.display())
}

/// Refuses a call that writes two results to one file, or one to a file that it reads.
pub fn check_apart<'a>(
    written: impl IntoIterator<Item = &'a PathBuf>,
    read: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<()> {
    let mut others: Vec<&PathBuf> = read.into_iter().collect();
    for path in written {
        let is_file = path.as_os_str() != "-" && !is_special(path);
        let is_taken = is_file && others.iter().any(|other| is_same_file(other, path));
        ensure!(!is_taken, "{} has another use in this call: choose another file to write to", path.display());
        others.push(path);
    }
    Ok(())
}

/// Whether two paths lead to one file. A missing file is identified by its folder and name.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let in_folder = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    let whole = |path: &Path| path.canonicalize().ok().or_else(|| in_folder(path)).unwrap_or_else(|| path.to_owned());
    whole(one) == whole(other)
}

/// Checks before long work that its result can be written to this path, and may be: a database or games of self-play stay.
pub fn check_writable(path: &Path) -> Result<()> {
    let is_there = match path.metadata() {
        // Pipes and devices can be opened only once.
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => return Ok(()),
        known => known.is_ok(),
    };
    check_replaceable(path)?;
    File::options().append(true).create(true).open(path).with_context(|| format!("cannot write {}", path.display()))?;
    if !is_there {
        // The result creates the file again. A link to it stays.
        let _ = std::fs::remove_file(follow_links(path));
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_a_file_that_is_not_there_yet_stays() {
        let folder = std::env::temp_dir().join(format!("tengen-writable-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [link, file] = ["link", "file"].map(|name| folder.join(name));
        std::os::unix::fs::symlink("file", &link).unwrap();
        check_writable(&link).unwrap();
        assert!(link.is_symlink() && !file.exists());
        std::fs::write(&file, "kept").unwrap();
        check_writable(&link).unwrap();
        assert!(link.is_symlink() && std::fs::read_to_string(&file).unwrap() == "kept");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
