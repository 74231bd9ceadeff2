//! Files that a page sends in parts.

use super::pool::lock;
use super::question::FilePart;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::VecDeque;
use std::sync::Mutex;

/// Files that may be on their way at a time.
const MAX_UPLOADS: usize = 2;

/// What came so far of files in parts.
#[derive(Debug)]
pub struct Uploads {
    /// The most bytes of a file.
    max_bytes: usize,
    /// By the page's name for each, the last one at the end.
    files: Mutex<VecDeque<(String, Vec<u8>)>>,
}

/// A file, as far as it is there.
pub enum Received {
    /// All of it.
    Whole(Vec<u8>),
    /// This number of bytes; more parts follow.
    Begun(usize),
}

/// Why a part is refused.
pub enum UploadError {
    /// It is no base64.
    NotBase64(String),
    /// A part before it is missing: the program was started anew, or has made room for other files.
    Missing,
    /// The file is larger than allowed, or than there is room for.
    TooLarge,
}

/// The message for a page whose file has lost a part.
pub const SEND_ANEW: &str = "a part of the file is missing: send it anew";

impl Uploads {
    /// None yet; a file has at most `max_bytes`.
    pub fn new(max_bytes: usize) -> Self {
        Self { max_bytes, files: Mutex::default() }
    }

    /// Joins a part to those that came before it.
    ///
    /// # Errors
    /// When that makes no file. Where a part before it is missing, what came so far is forgotten.
    pub fn receive(&self, part: &FilePart) -> Result<Received, UploadError> {
        let FilePart { upload, at, more, bytes } = part;
        let part = STANDARD.decode(bytes).map_err(|error| UploadError::NotBase64(error.to_string()))?;
        if at.saturating_add(part.len()) > self.max_bytes {
            return Err(UploadError::TooLarge);
        }
        let mut files = lock(&self.files);
        let before = files.iter().position(|known| known.0 == *upload).and_then(|index| files.remove(index));
        let mut bytes = before.map(|known| known.1).filter(|_| *at > 0).unwrap_or_default();
        if bytes.len() != *at {
            return Err(UploadError::Missing);
        }
        bytes.try_reserve_exact(part.len()).map_err(|_| UploadError::TooLarge)?;
        bytes.extend(part);
        if !more {
            return Ok(Received::Whole(bytes));
        }
        let count = bytes.len();
        files.push_back((upload.clone(), bytes));
        while files.len() > MAX_UPLOADS {
            files.pop_front();
        }
        Ok(Received::Begun(count))
    }
}
