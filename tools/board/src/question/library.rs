//! Requests about files that stay open: libraries of RenLib, and a database of the page.

use super::Position;
use serde::Deserialize;

/// A file, or a part of it.
#[derive(Debug, Deserialize)]
pub struct FilePart {
    /// The bytes in base64.
    pub bytes: String,
    /// The page's name for a file that comes in parts; empty for a whole one, or where there is one such file alone.
    #[serde(default)]
    pub upload: String,
    /// Bytes before this part; 0 begins another file.
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
    /// Its bytes.
    #[serde(flatten)]
    pub part: FilePart,
    /// The encoding of its texts, where a guess was wrong.
    #[serde(default)]
    pub encoding: Option<String>,
}

/// See [`Question::LookInLibrary`](super::Question::LookInLibrary).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookInLibrary {
    /// The library's name here, as its opening said.
    pub library: String,
    /// The position.
    pub position: Position,
}

/// See [`Question::OpenDatabase`](super::Question::OpenDatabase).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseUpload {
    /// The file's name, without its folder.
    pub name: String,
    /// Its bytes.
    #[serde(flatten)]
    pub part: FilePart,
}

/// See [`Question::SaveDatabase`](super::Question::SaveDatabase).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabasePart {
    /// Bytes before the part that is asked for; 0 makes the copy.
    pub at: usize,
}
