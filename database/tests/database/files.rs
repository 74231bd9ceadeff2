//! Files that get their name when they are complete.

use crate::common::folder::Folder;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;
use tengen_database::{is_special, write_new, write_whole};

fn replace(path: &Path, text: &str) -> io::Result<()> {
    write_whole(path, |file| file.write_all(text.as_bytes()))
}

/// Writes two texts in turn, and checks that each is there.
fn replace_twice(path: &Path) {
    for text in ["one", "two"] {
        replace(path, text).unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), text);
    }
}

fn count(folder: &Folder) -> usize {
    fs::read_dir(folder.file("")).unwrap().count()
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
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
    if Path::new("/dev/shm").is_dir() {
        let path = format!("/dev/shm/tengen-files-{}", std::process::id());
        replace_twice(path.as_ref());
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_file_is_replaced_whole_or_stays() {
    let folder = Folder::new("whole-file");
    replace_twice(&folder.file("run.caro"));
    assert_eq!(count(&folder), 1);
    fs::create_dir(folder.file("folder")).unwrap();
    assert!(replace(&folder.file("folder"), "three").is_err());
    assert_eq!(count(&folder), 2, "nothing stays behind");
}

#[test]
fn a_new_file_is_whole_and_an_old_one_stays() {
    let folder = Folder::new("new-file");
    let path = folder.file("games");
    write_new(&path, b"one").unwrap();
    assert_eq!(write_new(&path, b"two").unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(fs::read(&path).unwrap(), b"one");
    assert!(write_new(&folder.file("none/games"), b"three").is_err());
    assert_eq!(count(&folder), 1, "nothing stays behind");
}

#[cfg(target_os = "linux")]
#[test]
fn the_files_that_killed_processes_left_are_removed() {
    let folder = Folder::new("abandoned");
    // No process has a number above Linux's limit of 4 million.
    let own = format!(".tengen-{}-1", std::process::id());
    for (name, hours) in [(".tengen-4194999-a", 2), (".tengen-4194999-b", 0), (&own, 2), (".tengen-notes", 2)] {
        let file = File::create(folder.file(name)).unwrap();
        let age = std::time::Duration::from_secs(hours * 3_600);
        file.set_modified(std::time::SystemTime::now() - age).unwrap();
    }
    replace(&folder.file("written"), "one").unwrap();
    assert!(count(&folder) == 4 && !folder.file(".tengen-4194999-a").exists());
}

#[cfg(unix)]
#[test]
fn a_file_that_may_only_be_read_is_not_replaced() {
    let folder = Folder::new("read-only");
    let path = folder.file("kept");
    fs::write(&path, "one").unwrap();
    set_mode(&path, 0o444);
    // Root may write to any file.
    if File::options().append(true).open(&path).is_err() {
        assert_eq!(replace(&path, "two").unwrap_err().kind(), ErrorKind::PermissionDenied);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
    }
}

#[cfg(unix)]
#[test]
fn permissions_are_those_of_the_file_before_or_of_any_new_file() {
    let folder = Folder::new("permissions");
    let [plain, path] = ["plain", "replaced"].map(|name| folder.file(name));
    let mode = |path: &Path| std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions());
    fs::write(&plain, "").unwrap();
    replace_twice(&path);
    assert_eq!(mode(&path), mode(&plain));
    set_mode(&path, 0o640);
    replace_twice(&path);
    assert_eq!(mode(&path) & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_leads_to_what_is_written() {
    let folder = Folder::new("whole-file-link");
    fs::create_dir(folder.file("other")).unwrap();
    let [link, second, file] = ["link", "other/second", "other/file"].map(|name| folder.file(name));
    std::os::unix::fs::symlink("other/second", &link).unwrap();
    std::os::unix::fs::symlink("file", &second).unwrap();
    // The first text goes to a file that does not exist yet.
    replace_twice(&link);
    assert!(link.is_symlink() && second.is_symlink() && !file.is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), "two");
}

#[cfg(unix)]
#[test]
fn a_file_is_written_where_none_can_be_made_beside_it() {
    let folder = Folder::new("whole-file-alone");
    // No name may be longer than 255 bytes. Root may write to any folder.
    let (long, closed) = (folder.file(&"a".repeat(250)), folder.file("closed"));
    fs::write(&closed, "zero").unwrap();
    for (path, mode) in [(long, 0o700), (closed, 0o500)] {
        set_mode(&folder.file(""), mode);
        replace_twice(&path);
    }
    set_mode(&folder.file(""), 0o700);
    assert_eq!(count(&folder), 2);
}
