//! Making and opening a database.

use super::database::Database;
use super::file::{
    GAMES, META, OpenFile, POSITIONS, REDB_MAGIC, builder, in_memory, load_book, open_to_read, open_to_write,
    read_book, read_into_memory, unreadable, with_format,
};
use super::guard::{guarded, guarded_in};
use super::memory::{MAX_MEMORY, Memory};
use super::{DatabaseError, FORMAT, book, files};
use redb::{ReadTransaction, TableHandle};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

impl Database {
    /// Makes a new, empty database. It gets its name when it is complete: a crash leaves no half of one, which
    /// [`Database::open`] would refuse.
    ///
    /// # Errors
    /// When there is a file of this name already, or it cannot be written.
    pub fn create(path: &Path) -> Result<Self, DatabaseError> {
        let io = |error| DatabaseError::Io { path: path.to_owned(), error };
        if path.symlink_metadata().is_ok() {
            return Err(io(io::ErrorKind::AlreadyExists.into()));
        }
        let unfinished = files::new_file_beside(path).map_err(io)?.path;
        let named =
            make(&unfinished, path).map(drop).and_then(|()| files::name_new_file(&unfinished, path).map_err(io));
        if named.is_err() {
            let _ = std::fs::remove_file(&unfinished);
        }
        named?;
        Ok(Self::new(path, open_to_write(path)?, true))
    }

    /// Opens a database or a book for reading, beside others that read it; with the first write this process takes it for
    /// itself. A file that a crash left unfinished is seen as it was at its last confirmed write. The file is not changed
    /// before the first write, and then only when all of it was found undamaged. A book, or a file that may only be read,
    /// is never written.
    ///
    /// # Errors
    /// When the file is missing, written by another program, damaged or not a database.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let io = |error| DatabaseError::Io { path: path.to_owned(), error };
        let (is_book, is_writable) = match File::options().read(true).write(true).open(regular(path)?) {
            Ok(file) => (is_book(path, file)?, true),
            Err(error)
                if matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) =>
            {
                (is_book(path, File::open(path).map_err(io)?)?, false)
            }
            Err(error) => return Err(io(error)),
        };
        let file = if is_book { read_book(path)? } else { open_to_read(path)? };
        let store = Self::new(path, file, is_writable && !is_book);
        store.check_format()?;
        Ok(store)
    }

    /// A new, empty database in memory, of at most 256 MiB; `name` is its path.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn in_memory(name: &str) -> Result<Self, DatabaseError> {
        let (path, memory) = (Path::new(name), Memory::new(MAX_MEMORY));
        let store = guarded(path, || with_format(in_memory(memory.clone())?))?;
        Ok(Self { memory: Some(memory), ..Self::new(path, OpenFile::Own(store), true) })
    }

    /// A database in memory as [`Database::in_memory`], or a book for reading only, from the bytes of its file.
    ///
    /// # Errors
    /// When the bytes are not those of a database or a book, are damaged, or too many.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Self, DatabaseError> {
        let path = Path::new(name);
        if is_book(path, bytes.as_slice())? {
            return Ok(Self::new(path, load_book(path, &bytes, MAX_MEMORY)?, false));
        }
        if bytes.len() > MAX_MEMORY {
            return Err(DatabaseError::Io { path: path.to_owned(), error: io::ErrorKind::OutOfMemory.into() });
        }
        let length = bytes.len() as u64;
        let io = |error| DatabaseError::Io { path: path.to_owned(), error };
        let memory = Memory::of(&bytes, MAX_MEMORY).map_err(io)?;
        drop(bytes);
        let file = guarded_in(path, length, || Ok(in_memory(memory.clone())?))?;
        let store = Self { memory: Some(memory), ..Self::new(path, OpenFile::Own(file), true) };
        store.check_format()?;
        Ok(store)
    }

    /// Opens a database for reading alone.
    ///
    /// # Errors
    /// See [`Database::open`].
    pub fn open_read_only(path: &Path) -> Result<Self, DatabaseError> {
        Ok(Self { is_writable: false, ..Self::open(path)? })
    }

    /// Opens a database, or creates one if the file does not exist.
    ///
    /// # Errors
    /// See [`Database::open`] and [`Database::create`].
    pub fn open_or_create(path: &Path) -> Result<Self, DatabaseError> {
        if path.exists() {
            return Self::open(path);
        }
        match Self::create(path) {
            // Another program has created it in the meantime.
            Err(DatabaseError::Io { error, .. }) if error.kind() == io::ErrorKind::AlreadyExists => Self::open(path),
            created => created,
        }
    }

    /// Reads a file into memory and checks all checksums. A file that another program writes meanwhile would look damaged.
    pub(crate) fn read_checked(path: &Path) -> Result<Self, DatabaseError> {
        let file = File::open(regular(path)?).map_err(|error| DatabaseError::Io { path: path.to_owned(), error })?;
        let file = if is_book(path, file)? {
            read_book(path)?
        } else {
            // It stays open until all of it is read, so that nobody writes it meanwhile.
            match open_to_read(path) {
                open @ (Ok(OpenFile::Memory(_)) | Err(DatabaseError::InUse(_))) => open?,
                _open => read_into_memory(path)?,
            }
        };
        let store = Self::new(path, file, false);
        store.check_format()?;
        Ok(store)
    }

    fn check_format(&self) -> Result<(), DatabaseError> {
        let found = self.reading(|transaction: &ReadTransaction| {
            if !transaction.list_tables()?.any(|table| table.name() == META.name()) {
                return Ok(None);
            }
            let found = transaction.open_table(META)?.get("format")?.map(|format| format.value().to_owned());
            if found.as_deref() == Some(FORMAT) {
                transaction.open_table(POSITIONS)?;
                transaction.open_table(GAMES)?;
            }
            Ok(found)
        })?;
        match found {
            Some(found) if found == FORMAT => Ok(()),
            Some(found) => Err(DatabaseError::OtherFormat { path: self.path.clone(), found }),
            None => Err(DatabaseError::NotADatabase(self.path.clone())),
        }
    }
}

/// Makes the file of a new, empty database; errors name it `path`.
pub(crate) fn make(file: &Path, path: &Path) -> Result<redb::Database, DatabaseError> {
    guarded(path, || with_format(builder().create(file)?))
}

/// Refuses all but regular files: opening a pipe would wait for its other end.
fn regular(path: &Path) -> Result<&Path, DatabaseError> {
    if path.metadata().is_ok_and(|file| !file.is_file()) {
        return Err(DatabaseError::NotADatabase(path.to_owned()));
    }
    Ok(path)
}

/// Whether a file that begins like this is a book; an error if it is no database either.
fn is_book(path: &Path, file: impl Read) -> Result<bool, DatabaseError> {
    let mut start = Vec::new();
    file.take(book::MAGIC.len() as u64).read_to_end(&mut start).map_err(|error| unreadable(path, error))?;
    let path = path.to_owned();
    match start.as_slice() {
        book::MAGIC => Ok(true),
        start if start.starts_with(REDB_MAGIC) => Ok(false),
        // The first bytes of this version, cut off or with another line end, name no other one.
        start if start.starts_with(book::ANY_VERSION) && !book::MAGIC.starts_with(start.trim_ascii_end()) => {
            Err(DatabaseError::OtherFormat { path, found: String::from_utf8_lossy(start).trim_end().to_owned() })
        }
        _ => Err(DatabaseError::NotADatabase(path)),
    }
}
