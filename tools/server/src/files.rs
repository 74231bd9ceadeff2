//! The page's files as sent: compressed, and with paths that depend on their content, so that a browser requests each once.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::LazyLock;
use tengen_board::{PAGES, PageFile};

/// A file as sent.
#[derive(Debug)]
pub struct SentFile {
    /// Media type.
    pub kind: &'static str,
    /// Content.
    pub text: String,
    /// Content compressed by gzip.
    pub compressed: Vec<u8>,
    /// Whether the path depends on the content, so that browsers may keep the file permanently.
    pub lasts: bool,
}

/// The folder of all files except the page itself, named by a hash of their contents.
fn folder() -> String {
    let mut hasher = DefaultHasher::new();
    PAGES.iter().for_each(|page| (page.path, page.text).hash(&mut hasher));
    format!("{:016x}", hasher.finish())
}

/// The page with its files' paths changed to their folder. Modules refer to each other relative to it.
fn index(text: &str, folder: &str) -> String {
    let in_folder = |text: String, page: &PageFile| {
        text.replace(&format!("=\"{}\"", page.path), &format!("=\"{folder}/{}\"", page.path))
    };
    PAGES.iter().fold(text.to_owned(), in_folder)
}

fn compress(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing into memory cannot fail.
    let written = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

/// The files by path, made at the first request.
static SENT: LazyLock<HashMap<String, SentFile>> = LazyLock::new(|| {
    let folder = folder();
    let files = PAGES.iter().enumerate().map(|(number, page)| {
        let lasts = number > 0;
        let text = if lasts { page.without_comments() } else { index(page.text, &folder) };
        let path = if lasts { format!("{folder}/{}", page.path) } else { String::new() };
        let compressed = compress(&text);
        (path, SentFile { kind: page.kind, text, compressed, lasts })
    });
    files.collect()
});

/// The file at a path; the page itself is at `/`.
pub fn file_at(path: &str) -> Option<&'static SentFile> {
    SENT.get(path.strip_prefix('/').unwrap_or(path))
}
