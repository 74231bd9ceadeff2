//! Files that a page sends in parts.

use super::pool::lock;
use super::question::FilePart;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::VecDeque;
use std::sync::Mutex;

/// Most files in transfer at a time.
const MAX_UPLOADS: usize = 2;

/// Files received in part.
#[derive(Debug)]
pub struct Uploads {
    /// The most bytes of a file.
    max_bytes: usize,
    /// Name and bytes of each file, the last one received at the end.
    files: Mutex<VecDeque<(String, Vec<u8>)>>,
}

/// State of a file after a part.
pub enum Received {
    /// The whole file.
    Whole(Vec<u8>),
    /// Number of bytes so far; more parts follow.
    Begun(usize),
}

/// Error of a part.
pub enum UploadError {
    /// The part is not base64.
    NotBase64(String),
    /// An earlier part is missing: the program was restarted, or the file was dropped for others.
    Missing,
    /// The file is larger than allowed or than memory can hold.
    TooLarge,
}

/// The message for a page if a part of its file is missing.
pub const SEND_AGAIN: &str = "a part of the file is missing: send it anew";

impl Uploads {
    /// No files; each may have at most `max_bytes`.
    pub fn new(max_bytes: usize) -> Self {
        Self { max_bytes, files: Mutex::default() }
    }

    /// Appends a part to the earlier ones. Fails if the part is invalid. If an earlier part is missing, the file is
    /// dropped.
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
