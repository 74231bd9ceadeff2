//! Lines of a file that takes long to make, stored next to it until all are there.

use crate::common::write_file;
use anyhow::{Context, Result, ensure};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tengen_arena::lock;
use tengen_database::is_special;

/// `FILE.part`: the results of an interrupted call for `FILE`, from which the same call continues.
pub struct PartFile {
    out: PathBuf,
    path: PathBuf,
    /// `None` if nothing is stored: for a device, or in a read-only folder.
    file: Option<File>,
    /// The lines of an earlier call.
    pub known: Vec<String>,
}

impl PartFile {
    /// Opens the part of the file `out`. It continues if it begins with `head`, whole comment lines that state what the
    /// others depend on. An incomplete line is dropped. Fails if it holds results of another call, if it cannot be written,
    /// or if another program is writing to it.
    pub fn open(out: &Path, head: &str) -> Result<Self> {
        let mut name = out.as_os_str().to_owned();
        name.push(".part");
        let path = PathBuf::from(name);
        let mut part = Self { out: out.to_owned(), path, file: None, known: Vec::new() };
        if is_special(out) {
            return Ok(part);
        }
        let cannot_write = || format!("cannot write {}", part.path.display());
        let mut file = match OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&part.path) {
            Ok(file) => file,
            Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
                return Ok(part);
            }
            Err(error) => return Err(error).with_context(cannot_write),
        };
        let bytes = lock::hold(&mut file, &part.path)?;
        let text = String::from_utf8_lossy(&bytes);
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let length = match whole.strip_prefix(head) {
            Some(lines) => {
                part.known = lines.lines().map(str::to_owned).collect();
                whole.len() as u64
            }
            None => {
                let head_alone =
                    whole.lines().count() <= head.lines().count() && whole.lines().all(|line| line.starts_with('#'));
                ensure!(
                    head_alone,
                    "{} is of another call: remove it, or name another file to write",
                    part.path.display()
                );
                0
            }
        };
        file.set_len(length).and_then(|()| file.seek(SeekFrom::Start(length))).with_context(cannot_write)?;
        if length == 0 {
            file.write_all(head.as_bytes()).with_context(cannot_write)?;
        }
        part.file = Some(file);
        Ok(part)
    }

    /// Appends a line. Fails if it cannot be written.
    pub fn add(&mut self, line: &str) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(format!("{line}\n").as_bytes()).with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Writes the whole file and removes the part. Fails if the file cannot be written.
    pub fn finish(self, text: &str) -> Result<()> {
        write_file(&self.out, text)?;
        self.remove()
    }

    /// Removes the part if there is nothing to write. Fails if it cannot be removed.
    pub fn remove(self) -> Result<()> {
        if self.file.is_some() {
            fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", self.path.display()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines_of_the_same_call_are_kept_until_the_file_is_there() {
        let folder = std::env::temp_dir().join(format!("tengen-part-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [out, path] = ["made", "made.part"].map(|name| folder.join(name));
        let head = "# a call\n# weights\n";
        let mut part = PartFile::open(&out, head).unwrap();
        assert!(part.known.is_empty());
        assert!(PartFile::open(&out, head).is_err_and(|error| error.to_string().contains("another program")));
        part.add("one").unwrap();
        part.add("two").unwrap();
        drop(part);
        // Cut at every byte, as a kill may leave it.
        let text = fs::read(&path).unwrap();
        for end in 0..=text.len() {
            fs::write(&path, &text[..end]).unwrap();
            let mut part = PartFile::open(&out, head).unwrap();
            let expected =
                if end < head.len() { 0 } else { text[head.len()..end].iter().filter(|&&b| b == b'\n').count() };
            assert_eq!(part.known, ["one", "two"][..expected], "{end}");
            part.add("last").unwrap();
            let now = fs::read_to_string(&path).unwrap();
            let known: String = ["one\n", "two\n"][..expected].concat();
            assert_eq!(now, format!("{head}{known}last\n"));
        }
        // The part of another call stays if it has found anything.
        fs::write(&path, &text).unwrap();
        let other = "# another call\n# weights\n";
        assert!(PartFile::open(&out, other).is_err_and(|error| error.to_string().contains("another call")));
        assert_eq!(fs::read(&path).unwrap(), text);
        fs::write(&path, head).unwrap();
        let part = PartFile::open(&out, other).unwrap();
        assert!(part.known.is_empty() && fs::read_to_string(&path).unwrap() == other);
        part.finish("all\n").unwrap();
        assert!(!path.exists() && fs::read_to_string(&out).unwrap() == "all\n");
        fs::remove_dir_all(&folder).unwrap();
    }
}
