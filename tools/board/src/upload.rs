//! Files that a page sends in parts.

use super::pool::lock;
use super::question::FilePart;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Most files in transfer at a time: one of each tab.
const MAX_UPLOADS: usize = 8;
/// Bytes of all files in transfer, in files of the largest size.
const MAX_WHOLE: usize = 2;
/// Time after which a file without a further part is dropped.
const IDLE_LIMIT: Duration = Duration::from_secs(60);

/// A file received in part.
#[derive(Debug)]
struct Upload {
    name: String,
    bytes: Vec<u8>,
    /// Time of the last part.
    since: Instant,
}

/// Files received in part.
#[derive(Debug)]
pub struct Uploads {
    /// The most bytes of a file.
    max_bytes: usize,
    /// The files, the last one received at the end.
    files: Mutex<VecDeque<Upload>>,
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
        let before = files.iter().position(|known| known.name == *upload).and_then(|index| files.remove(index));
        let mut bytes = before.map(|known| known.bytes).filter(|_| *at > 0).unwrap_or_default();
        if bytes.len() != *at {
            return Err(UploadError::Missing);
        }
        bytes.try_reserve_exact(part.len()).map_err(|_| UploadError::TooLarge)?;
        bytes.extend(part);
        if !more {
            return Ok(Received::Whole(bytes));
        }
        let count = bytes.len();
        files.push_back(Upload { name: upload.clone(), bytes, since: Instant::now() });
        let all_bytes = |files: &VecDeque<Upload>| files.iter().map(|known| known.bytes.len()).sum::<usize>();
        while files.len() > MAX_UPLOADS || all_bytes(&files) > MAX_WHOLE * self.max_bytes {
            files.pop_front();
        }
        Ok(Received::Begun(count))
    }

    /// Drops the files of which no part has come for a minute before `now`.
    pub fn free_idle(&self, now: Instant) {
        lock(&self.files).retain(|known| now.duration_since(known.since) < IDLE_LIMIT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn send(uploads: &Uploads, name: usize, at: usize, more: bool) -> Result<Received, UploadError> {
        // Three bytes.
        uploads.receive(&FilePart { upload: name.to_string(), bytes: "YWJj".to_owned(), at, more })
    }

    #[test]
    fn as_many_files_as_tabs_are_received_at_a_time_within_a_limit_of_bytes() {
        let uploads = Uploads::new(12);
        for at in [0, 3] {
            assert!(
                (0..4).all(|name| matches!(
                    send(&uploads, name, at, at == 0),
                    Ok(Received::Begun(3) | Received::Whole(_))
                ))
            );
        }
        // At most 24 bytes: a ninth part takes the place of the first file.
        assert!((0..8).all(|name| send(&uploads, name, 0, true).is_ok()));
        assert!(matches!(send(&uploads, 7, 3, true), Ok(Received::Begun(6))));
        assert!(matches!(send(&uploads, 0, 3, false), Err(UploadError::Missing)));
        assert!(matches!(send(&uploads, 1, 3, false), Ok(Received::Whole(_))));
    }

    #[test]
    fn a_file_without_a_further_part_is_dropped_after_a_minute() {
        let uploads = Uploads::new(12);
        let start = Instant::now();
        assert!(send(&uploads, 1, 0, true).is_ok());
        uploads.free_idle(start + IDLE_LIMIT / 2);
        assert_eq!(lock(&uploads.files).len(), 1);
        uploads.free_idle(Instant::now() + IDLE_LIMIT);
        assert!(lock(&uploads.files).is_empty());
    }
}
