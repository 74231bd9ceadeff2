//! The page's files as they are sent: compressed, and under paths that name their content, so that the browser asks for
//! each of them once.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::LazyLock;
use tengen_board::{PAGES, PageFile};

/// A file as it is sent.
#[derive(Debug)]
pub struct SentFile {
    /// Its media type.
    pub kind: &'static str,
    /// Its content.
    pub text: String,
    /// The same compressed by gzip.
    pub compressed: Vec<u8>,
    /// Whether its path names its content, so that the browser may keep it for good.
    pub lasts: bool,
}

/// The folder that all files but the page itself are asked for in. Its name is that of their contents.
fn folder() -> String {
    let mut hasher = DefaultHasher::new();
    PAGES.iter().for_each(|page| (page.path, page.text).hash(&mut hasher));
    format!("{:016x}", hasher.finish())
}

/// The page with the paths of its files in their folder. The modules name each other from there.
fn index(text: &str, folder: &str) -> String {
    let in_folder = |text: String, page: &PageFile| {
        text.replace(&format!("=\"{}\"", page.path), &format!("=\"{folder}/{}\"", page.path))
    };
    PAGES.iter().fold(text.to_owned(), in_folder)
}

fn compress(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing into memory does not fail.
    let written = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

/// The files by their paths, made at the first request.
static SENT: LazyLock<HashMap<String, SentFile>> = LazyLock::new(|| {
    let folder = folder();
    let files = PAGES.iter().enumerate().map(|(number, page)| {
        let lasts = number > 0;
        let text = if lasts { page.text.to_owned() } else { index(page.text, &folder) };
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
