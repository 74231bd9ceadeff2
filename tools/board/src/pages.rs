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

impl PageFile {
    /// The content without the comments of a script, which are a fifth of what a browser would fetch. Lines keep their
    /// numbers.
    pub fn without_comments(&self) -> String {
        if self.kind != SCRIPT {
            return self.text.to_owned();
        }
        let line = |line: &'static str| if is_comment(line) { "\n" } else { line };
        self.text.split_inclusive('\n').map(line).collect()
    }
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// All files below `page`, as listed by `build.rs`, the page itself first.
pub const PAGES: &[PageFile] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_of_a_script_is_a_comment() {
        for page in PAGES.iter().filter(|page| page.kind == SCRIPT) {
            let sent = page.without_comments();
            assert_eq!(sent.lines().count(), page.text.lines().count(), "{}", page.path);
            // Within a text of several lines the first two characters would mean nothing.
            let mut is_in_text = false;
            for (number, line) in page.text.lines().enumerate() {
                assert!(!(is_in_text && is_comment(line)), "{}, line {}", page.path, number + 1);
                let marks = if is_comment(line) { 0 } else { line.matches('`').count() };
                is_in_text ^= marks % 2 == 1;
            }
            assert!(!is_in_text, "{}: a line with one of two marks", page.path);
        }
        let main = PAGES.iter().find(|page| page.path == "main.js").unwrap();
        assert!(main.text.starts_with("// Starts the page") && main.without_comments().starts_with("\n"));
    }
}
