//! Which database of positions there is: the one that the server was started with, or one that the page has opened from a
//! file where there is no server. The latter is in memory: the page keeps the file, and asks for a copy with the
//! notes.

use super::library::{Library, is_full, too_large};
use super::message::{ErrorCode, Reason, RequestError, ServerAnswer};
use super::pool::lock;
use super::question::{DatabasePart, DatabaseUpload, MAX_DATABASE, PART};
use super::upload::{Received, SEND_ANEW, UploadError, Uploads};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::sync::{Arc, Mutex};
use tengen::base::Rule;
use tengen_database::exchange::{Added, ExchangeError, add_file};
use tengen_database::{Database, FileKind};

/// The database of positions, if there is one.
#[derive(Debug)]
pub struct Databases {
    /// Whether the page may open one.
    opens: bool,
    current: Mutex<Option<Arc<Library>>>,
    uploads: Uploads,
    /// The copy that the page takes part by part.
    copy: Mutex<Vec<u8>>,
}

impl Databases {
    /// The one of the command line, or none; no other can be opened.
    pub fn of_server(library: Option<Arc<Library>>) -> Self {
        Self { opens: false, current: Mutex::new(library), uploads: Uploads::new(MAX_DATABASE), copy: Mutex::default() }
    }

    /// None, until the page opens one.
    pub fn of_page() -> Self {
        Self { opens: true, ..Self::of_server(None) }
    }

    /// The database that there is now.
    pub fn current(&self) -> Option<Arc<Library>> {
        lock(&self.current).clone()
    }

    /// Which database there is.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn describe(&self) -> Result<ServerAnswer, RequestError> {
        self.describe_with(None)
    }

    fn describe_with(&self, damage: Option<Reason>) -> Result<ServerAnswer, RequestError> {
        let (name, positions, writable) = match self.current() {
            Some(library) => library.describe()?,
            None => (None, 0, false),
        };
        Ok(ServerAnswer::Database { name, positions, writable, opens: self.opens, damage })
    }

    /// Opens the file of a database, of a book, or of a database of Yixin or Rapfi, in the place of the one before, which
    /// stays where that fails.
    ///
    /// # Errors
    /// When the bytes are no such file, there is no room for it, or this is not the page's to choose.
    pub fn open(&self, question: &DatabaseUpload) -> Result<ServerAnswer, RequestError> {
        self.check_may_open()?;
        let unreadable = |reason: String| RequestError::detailed(ErrorCode::Database, reason);
        let bytes = match self.uploads.receive(&question.part) {
            Ok(Received::Whole(bytes)) => bytes,
            Ok(Received::Begun(bytes)) => return Ok(ServerAnswer::Received { bytes }),
            Err(UploadError::NotBase64(error)) => return Err(unreadable(error)),
            Err(UploadError::Missing) => return Err(unreadable(SEND_ANEW.to_owned())),
            Err(UploadError::TooLarge) => return Err(too_large()),
        };
        let name = if question.name.trim_matches(['.', '/', '\\']).is_empty() { "database.db" } else { &question.name };
        let (database, damage) = read(name, bytes).map_err(refused)?;
        let library = Library::of_page(database);
        // One that cannot even be described takes nobody's place.
        library.describe()?;
        *lock(&self.current) = Some(Arc::new(library));
        self.describe_with(damage)
    }

    /// A part of a copy of the database, as the bytes of a file. The first part makes the copy.
    ///
    /// # Errors
    /// When there is no such database, or no room for the copy.
    pub fn save(&self, question: &DatabasePart) -> Result<ServerAnswer, RequestError> {
        self.check_may_open()?;
        let mut copy = lock(&self.copy);
        if question.at == 0 {
            let library = self.current();
            let library = library.ok_or_else(|| RequestError::plain(ErrorCode::NoDatabase, "no database is open"))?;
            *copy = library.to_bytes()?;
        }
        let rest = copy.get(question.at..).filter(|rest| !rest.is_empty());
        let rest =
            rest.ok_or_else(|| RequestError::detailed(ErrorCode::Message, "no copy has this part".to_owned()))?;
        let part = &rest[..rest.len().min(PART)];
        let (bytes, more) = (STANDARD.encode(part), part.len() < rest.len());
        if !more {
            *copy = Vec::new();
        }
        Ok(ServerAnswer::DatabasePart { bytes, more })
    }

    /// Closes the database that the page has opened.
    ///
    /// # Errors
    /// When it is not the page's to close.
    pub fn close(&self) -> Result<ServerAnswer, RequestError> {
        self.check_may_open()?;
        *lock(&self.current) = None;
        self.describe()
    }

    fn check_may_open(&self) -> Result<(), RequestError> {
        let reason = "the database is the one that the program was started with";
        if self.opens { Ok(()) } else { Err(RequestError::detailed(ErrorCode::Message, reason.to_owned())) }
    }
}

/// A file's database, and what is wrong with it where it was read all the same.
fn read(name: &str, bytes: Vec<u8>) -> Result<(Database, Option<Reason>), ExchangeError> {
    let Some(FileKind::Foreign(kind)) = FileKind::of(&bytes) else {
        return Ok((Database::from_bytes(name, bytes)?, None));
    };
    let database = Database::in_memory(name)?;
    let Added { read, left_out, damage, .. } = add_file(&database, kind, bytes.as_slice(), Rule::Renju, None)?;
    if read == left_out {
        return Err(ExchangeError::Unreadable("no record of this file is a position".to_owned()));
    }
    let left_out = (left_out > 0).then(|| format!("{left_out} records are no positions"));
    let damage: Vec<String> = damage.into_iter().chain(left_out).collect();
    Ok((database, (!damage.is_empty()).then(|| damage.join("; ").into())))
}

fn refused(error: ExchangeError) -> RequestError {
    match error {
        ExchangeError::Database(error) if is_full(&error) => too_large(),
        error => RequestError::because(ErrorCode::Database, &error.into()),
    }
}
