//! Files of long runs, which only one program at a time writes to and which a later call continues.

use anyhow::{Context, Result, bail, ensure};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that a run appends to. It is locked against other programs until it is closed, and removed then if it is empty:
/// the run did not begin.
pub struct RunFile {
    path: PathBuf,
    file: File,
    /// Whether something could not be written, so that the file may end with a part of it.
    is_torn: bool,
}

impl RunFile {
    /// Opens or creates a file and reads it, as [`RunFile::of`] does.
    pub fn open(path: &Path) -> Result<(Self, Vec<u8>)> {
        Self::of(path, create(path))
    }

    /// Locks and reads a file that was opened at `path`; a device such as `/dev/null` counts as empty. Fails when it was not
    /// opened, when another program has locked it, when it is a pipe or a terminal, and when it cannot be read. On file
    /// systems without locks it locks nothing.
    pub fn of(path: &Path, file: io::Result<File>) -> Result<(Self, Vec<u8>)> {
        let name = path.display();
        let mut file = file.with_context(|| format!("cannot write {name}"))?;
        // The end of a pipe or a terminal may never come.
        ensure!(file.stream_position().is_ok(), "{name} is a pipe or a terminal: expected the name of a file");
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            bail!("another program is writing to {name}");
        }
        let mut bytes = Vec::new();
        if file.metadata().is_ok_and(|file| file.is_file()) {
            file.read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
        }
        Ok((Self { path: path.to_owned(), file, is_torn: false }, bytes))
    }

    /// The whole lines behind the header in the file's `bytes`; an incomplete last line is removed. The header is written if
    /// the file has at most a part of it. Fails with `other` if the file begins otherwise, and when it cannot be written.
    pub fn lines_after(&mut self, header: &str, bytes: &[u8], other: &str) -> Result<Vec<String>> {
        let (whole, _) = whole_lines(bytes);
        if let Some(lines) = whole.strip_prefix(header.as_bytes()) {
            self.cut(whole.len() as u64)?;
            return Ok(String::from_utf8_lossy(lines).lines().map(str::to_owned).collect());
        }
        ensure!(has_torn_header(bytes, header), "{}{other}", self.path.display());
        self.cut(0)?;
        self.append(header.as_bytes())?;
        Ok(Vec::new())
    }

    /// Removes what follows the first `length` bytes; more is appended there.
    pub fn cut(&mut self, length: u64) -> Result<()> {
        let is_longer = self.file.metadata().is_ok_and(|file| file.len() > length);
        let cut = if is_longer { self.file.set_len(length) } else { Ok(()) };
        cut.and_then(|()| self.file.seek(SeekFrom::Start(length))).with_context(|| self.cannot_write())?;
        Ok(())
    }

    /// Appends to the file, but nothing to a part that a full disk has left.
    pub fn append(&mut self, bytes: &[u8]) -> Result<()> {
        ensure!(!self.is_torn, "{}: an earlier line was not written", self.cannot_write());
        self.is_torn = true;
        self.file.write_all(bytes).with_context(|| self.cannot_write())?;
        self.is_torn = false;
        Ok(())
    }

    /// Appends a line, and waits until it is on the disk: it may have taken minutes to find.
    pub fn add_line(&mut self, line: &str) -> Result<()> {
        self.append(format!("{line}\n").as_bytes())?;
        // A device has no disk.
        let _ = self.file.sync_data();
        Ok(())
    }

    /// Removes the file.
    pub fn remove(self) -> Result<()> {
        fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", self.path.display()))
    }

    fn cannot_write(&self) -> String {
        format!("cannot write {}", self.path.display())
    }
}

impl Drop for RunFile {
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|file| file.is_file() && file.len() == 0) {
            // A link to it stays.
            let _ = fs::canonicalize(&self.path).and_then(fs::remove_file);
        }
    }
}

/// Opens a file to read and write it, and creates it when it is missing.
pub fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)
}

/// `FILE.part`, where the lines of a file `out` that takes long to make are kept until all are there, and the lines of an
/// earlier call. No file without `out`, or in a read-only folder. Fails if the part has lines of a call with another
/// `header`, whose lines begin with `#`; as [`RunFile::open`], and when it cannot be written.
pub fn open_part(out: Option<&Path>, header: &str) -> Result<(Option<RunFile>, Vec<String>)> {
    let Some(out) = out else { return Ok((None, Vec::new())) };
    let mut name = out.as_os_str().to_owned();
    name.push(".part");
    let path = PathBuf::from(name);
    let file = create(&path);
    let unwritable = [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem];
    if file.as_ref().is_err_and(|error| unwritable.contains(&error.kind())) {
        return Ok((None, Vec::new()));
    }
    let (mut file, bytes) = RunFile::of(&path, file)?;
    // A header without lines behind it is replaced.
    let text = String::from_utf8_lossy(whole_lines(&bytes).0);
    let has_lines = text.lines().count() > header.lines().count() || text.lines().any(|line| !line.starts_with('#'));
    let is_foreign = without_zeros(&bytes).first().is_some_and(|&byte| byte != b'#');
    let bytes = if has_lines || is_foreign { &bytes[..] } else { &[] };
    let known = file.lines_after(header, bytes, " is of another call: remove it, or name another file to write")?;
    Ok((Some(file), known))
}

/// The whole lines of a file, and the incomplete last one without the zeros that a power cut may leave.
pub fn whole_lines(bytes: &[u8]) -> (&[u8], &[u8]) {
    let (whole, rest) = bytes.split_at(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
    (whole, without_zeros(rest))
}

/// Whether a file has at most a part of its header, as a full disk or a power cut leaves it.
pub fn has_torn_header(bytes: &[u8], header: &str) -> bool {
    let begun = without_zeros(bytes);
    begun.len() < header.len() && header.as_bytes().starts_with(begun)
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
        let (reader, _writer) = io::pipe().unwrap();
        let refused = RunFile::of(Path::new("log"), Ok(OwnedFd::from(reader).into())).err().unwrap().to_string();
        assert!(refused.starts_with("log is a pipe"), "{refused}");
        let zeros = Path::new("/dev/zero");
        assert!(RunFile::of(zeros, File::open(zeros)).unwrap().1.is_empty());
    }

    #[test]
    fn nothing_is_appended_to_a_line_that_could_not_be_written() {
        let path = std::env::temp_dir().join(format!("tengen-run-full-{}", std::process::id()));
        drop(create(&path).unwrap());
        let (mut file, _) = RunFile::of(&path, File::open(&path)).unwrap();
        let mut add = || format!("{:#}", file.add_line("a").unwrap_err());
        assert!(!add().contains("earlier") && add().contains("an earlier line was not written"));
        drop(file);
        assert!(!path.exists(), "an empty file does not stay");
    }

    #[test]
    fn whole_lines_of_the_same_call_are_kept_until_the_file_is_there() {
        let folder = std::env::temp_dir().join(format!("tengen-part-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [out, path] = ["made", "made.part"].map(|name| folder.join(name));
        let open = |header: &str| {
            let (part, known) = open_part(Some(&out), header)?;
            Ok::<_, anyhow::Error>((part.unwrap(), known))
        };
        let refusal = |header: &str| open(header).err().unwrap().to_string();
        let head = "# a call\n# weights\n";
        let (mut part, known) = open(head).unwrap();
        assert!(known.is_empty() && refusal(head).contains("another program"));
        ["one", "two"].iter().for_each(|line| part.add_line(line).unwrap());
        drop(part);
        // Cut at every byte, as a kill may leave it.
        let text = fs::read(&path).unwrap();
        for end in 0..=text.len() {
            fs::write(&path, &text[..end]).unwrap();
            let (mut part, known) = open(head).unwrap();
            let expected =
                if end < head.len() { 0 } else { text[head.len()..end].iter().filter(|&&b| b == b'\n').count() };
            assert_eq!(known, ["one", "two"][..expected], "{end}");
            part.add_line("last").unwrap();
            let known: String = ["one\n", "two\n"][..expected].concat();
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{head}{known}last\n"));
        }
        // The part of another call stays if it has found anything.
        fs::write(&path, &text).unwrap();
        let other = "# another call\n# weights\n";
        assert!(refusal(other).contains("another call"));
        assert_eq!(fs::read(&path).unwrap(), text);
        fs::write(&path, head).unwrap();
        let (part, known) = open(other).unwrap();
        assert!(known.is_empty() && fs::read_to_string(&path).unwrap() == other);
        part.remove().unwrap();
        assert!(!path.exists());
        fs::remove_dir_all(&folder).unwrap();
    }
}
