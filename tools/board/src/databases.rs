//! The position database in use: the one that the server was started with or, without a server, one that the page has
//! opened from a file. The latter is in memory; the page keeps the file and requests a copy with the notes.

use super::database::{BoardDatabase, is_full, too_large};
use super::message::{ErrorCode, RequestError, ServerAnswer, WireReason};
use super::pool::lock;
use super::question::{DatabasePart, DatabaseUpload, FileStart, MAX_DATABASE, PART};
use super::upload::{Received, SEND_AGAIN, UploadError, Uploads};
use base64::engine::general_purpose::STANDARD;
use base64::{DecodeError, Engine};
use std::path::Path;
use std::sync::{Arc, Mutex};
use tengen::base::Rule;
use tengen_database::exchange::{Added, ExchangeError, add_file};
use tengen_database::{Database, FileKind, ForeignFile, Reason, why};

/// The current position database, if any.
#[derive(Debug)]
pub struct Databases {
    /// Whether the page may open a database.
    opens: bool,
    current: Mutex<Option<Arc<BoardDatabase>>>,
    uploads: Uploads,
    /// The copy that the page fetches in parts.
    copy: Mutex<Vec<u8>>,
}

impl Databases {
    /// The database of the command line, or none; the page cannot open another one.
    pub fn of_server(database: Option<Arc<BoardDatabase>>) -> Self {
        Self {
            opens: false,
            current: Mutex::new(database),
            uploads: Uploads::new(MAX_DATABASE),
            copy: Mutex::default(),
        }
    }

    /// No database, until the page opens one.
    pub fn of_page() -> Self {
        Self { opens: true, ..Self::of_server(None) }
    }

    /// The current database.
    pub fn current(&self) -> Option<Arc<BoardDatabase>> {
        lock(&self.current).clone()
    }

    /// Gives the current database up, for good where the page cannot open one. Running answers may still hold it.
    pub fn release(&self) -> Option<Arc<BoardDatabase>> {
        lock(&self.current).take()
    }

    /// Describes the current database. Fails if it cannot be read.
    pub fn describe(&self) -> Result<ServerAnswer, RequestError> {
        self.describe_with(None)
    }

    fn describe_with(&self, damage: Option<WireReason>) -> Result<ServerAnswer, RequestError> {
        let (name, positions, writable) = match self.current() {
            Some(database) => database.describe()?,
            None => (None, 0, false),
        };
        Ok(ServerAnswer::Database { name, positions, writable, opens: self.opens, damage })
    }

    /// Opens a database, a book, or a database of Yixin or Rapfi from a file's bytes. It replaces the previous one
    /// unless this fails. Fails if the bytes are not such a file, if memory does not suffice, or if the page may not
    /// open a database.
    pub fn open(&self, question: &DatabaseUpload) -> Result<ServerAnswer, RequestError> {
        self.check_may_open()?;
        let unreadable = |reason: &str| RequestError::detailed(ErrorCode::Database, Reason::text(reason));
        let bytes = match self.uploads.receive(&question.part) {
            Ok(Received::Whole(bytes)) => bytes,
            Ok(Received::Begun(bytes)) => return Ok(ServerAnswer::Received { bytes }),
            Err(UploadError::NotBase64(error)) => return Err(unreadable(&error)),
            Err(UploadError::Missing) => return Err(unreadable(SEND_AGAIN)),
            Err(UploadError::TooLarge) => return Err(too_large()),
        };
        let name = if question.name.trim_matches(['.', '/', '\\']).is_empty() { "database.db" } else { &question.name };
        let (database, damage) = read(name, bytes).map_err(refused)?;
        let database = BoardDatabase::of_page(database);
        // A database that cannot be described does not replace the previous one.
        database.describe()?;
        *lock(&self.current) = Some(Arc::new(database));
        self.describe_with(damage.map(WireReason::from))
    }

    /// Returns a part of a copy of the database as a file's bytes. The request for the first part makes the copy. Fails
    /// if no database is open, or if memory does not suffice for the copy.
    pub fn save(&self, question: &DatabasePart) -> Result<ServerAnswer, RequestError> {
        self.check_may_open()?;
        let mut copy = lock(&self.copy);
        if question.at == 0 {
            let current = self.current();
            let current = current.ok_or_else(|| RequestError::plain(ErrorCode::NoDatabase, "no database is open"))?;
            *copy = current.to_bytes()?;
        }
        let rest = copy.get(question.at..).filter(|rest| !rest.is_empty());
        let rest =
            rest.ok_or_else(|| RequestError::detailed(ErrorCode::Message, Reason::text("no copy has this part")))?;
        let part = &rest[..rest.len().min(PART)];
        let (bytes, more) = (STANDARD.encode(part), part.len() < rest.len());
        if !more {
            *copy = Vec::new();
        }
        Ok(ServerAnswer::DatabasePart { bytes, more })
    }

    /// Closes the page's database. Fails if the page may not close it.
    pub fn close(&self) -> Result<ServerAnswer, RequestError> {
        self.check_may_open()?;
        *lock(&self.current) = None;
        self.describe()
    }

    fn check_may_open(&self) -> Result<(), RequestError> {
        let reason = "the database is the one that the program was started with";
        if self.opens { Ok(()) } else { Err(RequestError::detailed(ErrorCode::Message, Reason::text(reason))) }
    }
}

/// Recognizes a library or a database by a file's first bytes and its name. Fails if the bytes are not base64.
pub fn recognize(FileStart { name, start }: &FileStart) -> Result<ServerAnswer, RequestError> {
    let unreadable = |error: DecodeError| RequestError::detailed(ErrorCode::Message, Reason::text(error));
    let start = STANDARD.decode(start).map_err(unreadable)?;
    // If a file is named like a database but is none, the attempt to open it says why.
    let is_named = || {
        let ending = Path::new(name).extension();
        ending.is_some_and(|ending| ["db", "book"].iter().any(|own| ending.eq_ignore_ascii_case(own)))
    };
    let kind = match FileKind::of(name, &start) {
        Some(FileKind::Foreign(ForeignFile::Library)) => Some("library"),
        Some(FileKind::Foreign(_)) => Some("foreign"),
        Some(FileKind::Database | FileKind::Book) => Some("database"),
        _ => is_named().then_some("database"),
    };
    Ok(ServerAnswer::Recognized { kind })
}

/// Reads a file's database; also returns the damage of a file that was read in part.
fn read(name: &str, bytes: Vec<u8>) -> Result<(Database, Option<Reason>), ExchangeError> {
    let Some(FileKind::Foreign(kind)) = FileKind::of(name, &bytes) else {
        return Ok((Database::from_bytes(name, bytes)?, None));
    };
    let database = Database::in_memory(name)?;
    let Added { read, left_out, damage, .. } = add_file(&database, kind, bytes.as_slice(), Rule::Renju, None)?;
    if read == left_out {
        return Err(ExchangeError::Unreadable(why::no_record()));
    }
    let left_out = (left_out > 0).then(|| why::records_out(left_out));
    Ok((database, damage.into_iter().chain(left_out).reduce(Reason::with)))
}

fn refused(error: ExchangeError) -> RequestError {
    match error {
        ExchangeError::Database(error) if is_full(&error) => too_large(),
        error => RequestError::detailed(ErrorCode::Database, error),
    }
}
