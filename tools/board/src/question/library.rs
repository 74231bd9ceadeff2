//! Requests about files that stay open: RenLib libraries, and the page's database.

use super::Position;
use serde::Deserialize;

/// A file, or a part of it.
#[derive(Debug, Deserialize)]
pub struct FilePart {
    /// The bytes in base64.
    pub bytes: String,
    /// The page's name for a file sent in parts; empty for a whole file or if only one is sent.
    #[serde(default)]
    pub upload: String,
    /// Bytes before this part; 0 begins a new file.
    #[serde(default)]
    pub at: usize,
    /// Whether more parts follow.
    #[serde(default)]
    pub more: bool,
}

/// See [`Question::OpenLibrary`](super::Question::OpenLibrary).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenLibrary {
    /// The file's name, without its folder.
    pub name: String,
    /// The file's bytes.
    #[serde(flatten)]
    pub part: FilePart,
    /// Encoding of the texts, if the guess was wrong.
    #[serde(default)]
    pub encoding: Option<String>,
}

/// See [`Question::LookInLibrary`](super::Question::LookInLibrary).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookInLibrary {
    /// The library's identifier, from the answer to its opening.
    pub library: String,
    /// The position.
    pub position: Position,
}

/// See [`Question::Recognize`](super::Question::Recognize).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileStart {
    /// The file's name, without its folder.
    pub name: String,
    /// The file's first bytes in base64; 64 suffice.
    pub start: String,
}

/// See [`Question::OpenDatabase`](super::Question::OpenDatabase).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseUpload {
    /// The file's name, without its folder.
    pub name: String,
    /// The file's bytes.
    #[serde(flatten)]
    pub part: FilePart,
}

/// See [`Question::SaveDatabase`](super::Question::SaveDatabase).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabasePart {
    /// Bytes before the requested part; 0 makes the copy.
    pub at: usize,
}
