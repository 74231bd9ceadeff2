//! A file's bytes, and the user's settings for what they do not state.

use super::error::ReadError;
use encoding_rs::Encoding;
use std::borrow::Cow;
use tengen::base::{BoardSize, Rule};
use tengen_database::FileKind;
use tengen_database::exchange::START;
use tengen_database::sgf::USUAL_SIDES;
use tengen_database::{Reason, why};

/// The content of a file, or of a pasted text.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// All bytes.
    pub bytes: &'a [u8],
    /// The file's name, or empty. It only decides between formats that the bytes do not distinguish.
    pub name: &'a str,
}

impl<'a> Source<'a> {
    /// A text that is not from a file.
    pub fn text(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), name: "" }
    }

    /// Whether the file's name has this extension, given in lower case without a dot.
    pub fn has_extension(&self, extension: &str) -> bool {
        self.name.rsplit_once('.').is_some_and(|(_, own)| own.eq_ignore_ascii_case(extension))
    }

    /// What the file is, if its first bytes or its name tell. Yixin's `.pos` begins with the number of its moves.
    pub fn kind(&self) -> Option<FileKind> {
        let is_pos = self.has_extension("pos") && self.bytes.first().is_some_and(|&moves| moves < 226);
        if is_pos { None } else { FileKind::of(self.name, self.bytes) }
    }

    /// Whether the content is nothing but blanks.
    pub fn is_blank(&self) -> bool {
        self.outline().chars().all(|c| c.is_whitespace() || c == '\u{feff}')
    }

    /// The beginning as text, by which a format is recognized.
    pub fn outline(&self) -> Cow<'a, str> {
        let mut head = &self.bytes[..self.bytes.len().min(START)];
        if head.len() < self.bytes.len()
            && let Some(end) = head.iter().rposition(|&byte| byte == b'\n')
        {
            head = &head[..end];
        }
        decoded(head)
    }

    /// The whole content as text, with replacement characters for bytes that are neither UTF-8 nor UTF-16.
    pub fn text_of_all(&self) -> Cow<'a, str> {
        decoded(self.bytes)
    }

    /// The whole content as text; `None` if it is neither UTF-8 nor UTF-16.
    pub fn whole_text(&self) -> Option<Cow<'a, str>> {
        match Encoding::for_bom(self.bytes) {
            Some(_) => Some(self.text_of_all()),
            None => std::str::from_utf8(self.bytes).ok().map(|text| plain_lines(text.into())),
        }
    }
}

/// Bytes as text: UTF-16 and UTF-8 by their byte order marks, other encodings with replacement characters.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    plain_lines(match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => encoding.decode_without_bom_handling(&bytes[mark..]).0,
        None => String::from_utf8_lossy(bytes),
    })
}

/// The text with line feeds for carriage returns that end a line alone, not beside a line feed, and without the byte order
/// marks that stand inside of files that were joined.
pub fn plain_lines(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_alone = |at: usize| !text[at + 1..].starts_with(['\r', '\n']) && !text[..at].ends_with('\n');
    if !text.contains('\u{feff}') && !text.match_indices('\r').any(|(at, _)| is_alone(at)) {
        return text;
    }
    let is_old = !text.contains('\n');
    let sign = |(at, c): (usize, char)| if c == '\r' && (is_old || is_alone(at)) { '\n' } else { c };
    text.char_indices().filter(|(_, c)| *c != '\u{feff}').map(sign).collect()
}

/// The user's settings for a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Rule of play.
    pub rule: Option<Rule>,
    /// Board size.
    pub size: Option<BoardSize>,
    /// Whether rule and size are used only if the file does not state them; otherwise a file that states others is refused.
    pub fills_in: bool,
    /// The encoding of the file's text.
    pub encoding: Option<&'static Encoding>,
    /// Number of the wanted game in a file of several, from 1.
    pub game: Option<usize>,
    /// Whether the file is opened on a page; advice then must not name command options.
    pub in_page: bool,
}

/// The largest side that a point implies: a column beyond `z`, or such a row, is more likely a mistake than a board.
const MAX_IMPLIED_SIDE: usize = 26;

impl Given {
    /// The rule: the file's own, else the user's, else `implied` by the format. Fails if the file's own differs from
    /// the user's, unless the latter only fills in.
    pub fn rule(&self, own: Option<Rule>, implied: Rule) -> Result<Rule, ReadError> {
        match (own, self.rule) {
            (Some(own), Some(given)) if own != given && !self.fills_in => {
                let problem = Reason::text(format!("the game is one of {own}, not of {given}"));
                Err(ReadError::new(problem).advise(Reason::text("leave --rule out")))
            }
            (own, given) => Ok(own.or(given).unwrap_or(implied)),
        }
    }

    /// The size: the file's own, else the user's, else 15x15. Fails if the file's own differs from the user's, unless
    /// the latter only fills in.
    pub fn size(&self, own: Option<BoardSize>) -> Result<BoardSize, ReadError> {
        match (own, self.size) {
            (Some(own), Some(given)) if own != given && !self.fills_in => {
                Err(ReadError::new(why::other_size(own, given)).advise(Reason::text("leave --size out")))
            }
            (Some(size), _) | (None, Some(size)) => Ok(size),
            (None, None) => BoardSize::square(USUAL_SIDES[0]).map_err(ReadError::new),
        }
    }

    /// The size for a text without a size whose points need this many columns and rows: the user's. On a page, where the
    /// user's size only fills in, it is the smallest usual size that suffices. A command refuses points off its board.
    /// Fails if no board is so large.
    pub fn size_for(&self, [columns, rows]: [usize; 2]) -> Result<BoardSize, ReadError> {
        let size = self.size(None)?;
        let need = columns.max(rows);
        let fits = columns <= size.width() && rows <= size.height();
        if !self.fills_in || !self.in_page || fits || need > MAX_IMPLIED_SIDE {
            return Ok(size);
        }
        let side = USUAL_SIDES.into_iter().find(|&side| need <= side).unwrap_or(need);
        // If no board has the point, that point's error names it.
        BoardSize::square(side).or(Ok(size))
    }
}
