//! The page's files, embedded in the program.

/// A file of the page.
#[derive(Debug)]
pub struct PageFile {
    /// Its path below the server's root, without the first `/`.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// Its content.
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// All files below `page`, the page itself first: `build.rs` lists them.
pub const PAGES: &[PageFile] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
