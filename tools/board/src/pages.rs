//! The page's files, embedded in the program.

/// A file of the page.
#[derive(Debug)]
pub struct PageFile {
    /// Path below the server's root, without the first `/`.
    pub path: &'static str,
    /// Media type.
    pub kind: &'static str,
    /// Content.
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// All files below `page`, as listed by `build.rs`, the page itself first.
pub const PAGES: &[PageFile] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
