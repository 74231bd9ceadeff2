//! The weight file: a text header, then named sections of bytes.
//!
//! ```text
//! tengen-weights 3
//! rules caro caro-exact
//! checksum 0be385b854f11a35
//! section values both 12240
//! section policy both 12240
//! games 25868                      any other line is a note of how the weights were made
//!                                  an empty line, then the sections' bytes in the order of their lines
//! ```
//! A section belongs to one color or to `both`. The checksum (FNV-1a, 64 bits, hexadecimal) covers all
//! bytes after the empty line.

use super::WeightError;
use crate::base::{Color, FNV1A_BASIS, fnv1a_step};

/// The first line of a weight file.
const MAGIC: &str = "tengen-weights 3";
const MAGIC_WORD: &str = "tengen-weights ";

/// The header of a weight file: its rules and notes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// The rules that the file is for, by name.
    pub rules: Vec<String>,
    /// All other lines, one `key value` each: sizes, tool, games, nodes, loss, date.
    pub notes: Vec<String>,
}

/// A header and sections of uninterpreted bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Container {
    pub header: Header,
    sections: Vec<Section>,
}

#[derive(Clone, Debug, PartialEq)]
struct Section {
    name: String,
    /// `None` for both colors.
    color: Option<Color>,
    bytes: Vec<u8>,
}

impl Container {
    /// A container without sections.
    pub fn new(header: Header) -> Self {
        Self { header, sections: Vec::new() }
    }

    /// Appends a section: one for both colors if their bytes are equal, else one for each.
    pub fn push(&mut self, name: &str, by_color: [Vec<u8>; 2]) {
        let [black, white] = by_color;
        let mut push = |color, bytes| self.sections.push(Section { name: name.to_owned(), color, bytes });
        if black == white {
            push(None, black);
        } else {
            push(Some(Color::Black), black);
            push(Some(Color::White), white);
        }
    }

    /// A color's bytes of a section.
    pub fn section(&self, name: &str, color: Color) -> Option<&[u8]> {
        let is_wanted = |section: &&Section| section.name == name && section.color.is_none_or(|own| own == color);
        self.sections.iter().find(is_wanted).map(|section| section.bytes.as_slice())
    }

    /// The names of the sections, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().map(|section| section.name.as_str())
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// When they are not a weight file of this format, or are truncated or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightError> {
        let body_at = body_start(bytes).ok_or(WeightError::NotWeights)?;
        let text = std::str::from_utf8(&bytes[..body_at]).map_err(|_| WeightError::NotWeights)?;
        let mut lines = text.trim_end().lines();
        match lines.next() {
            Some(MAGIC) => {}
            Some(other) if other.starts_with(MAGIC_WORD) => {
                return Err(WeightError::OtherFormat(other.to_owned(), MAGIC));
            }
            _ => return Err(WeightError::NotWeights),
        }
        let mut container = Self::default();
        let mut rest = &bytes[body_at..];
        let sum = format!("{:016x}", fnv1a(rest));
        let (mut expected, mut is_whole) = (0, false);
        for line in lines {
            match line.split_once(' ') {
                Some(("rules", names)) => container.header.rules = names.split(' ').map(str::to_owned).collect(),
                Some(("checksum", found)) => is_whole = found == sum,
                Some(("section", section)) => {
                    let invalid = || WeightError::InvalidSection(line.to_owned());
                    let (name, color, length) = parse_section(section).ok_or_else(invalid)?;
                    expected += length;
                    let (bytes, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
                    rest = after;
                    container.sections.push(Section { name: name.to_owned(), color, bytes: bytes.to_vec() });
                }
                _ => container.header.notes.push(line.to_owned()),
            }
        }
        if expected != bytes.len() - body_at {
            return Err(WeightError::WrongLength(expected, bytes.len() - body_at));
        }
        if is_whole { Ok(container) } else { Err(WeightError::Damaged) }
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body: Vec<u8> = self.sections.iter().flat_map(|section| section.bytes.iter().copied()).collect();
        let mut text = format!("{MAGIC}\nrules {}\nchecksum {:016x}\n", self.header.rules.join(" "), fnv1a(&body));
        for section in &self.sections {
            let color = match section.color {
                None => "both",
                Some(Color::Black) => "black",
                Some(Color::White) => "white",
            };
            text.push_str(&format!("section {} {color} {}\n", section.name, section.bytes.len()));
        }
        for note in &self.header.notes {
            text.push_str(note);
            text.push('\n');
        }
        text.push('\n');
        [text.into_bytes(), body].concat()
    }
}

/// Name, color and number of bytes of a `section` line.
fn parse_section(text: &str) -> Option<(&str, Option<Color>, usize)> {
    let mut words = text.split(' ');
    let (name, color, length) = (words.next()?, words.next()?, words.next()?);
    let color = match color {
        "both" => None,
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => return None,
    };
    // A length that a file can have, so that the sum of the lengths does not overflow.
    let length = length.parse::<u32>().ok()? as usize;
    words.next().is_none().then_some((name, color, length))
}

/// FNV-1a of the bytes.
pub(super) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(FNV1A_BASIS, |sum, &byte| fnv1a_step(sum, byte.into()))
}

/// Offset of the sections: behind the first empty line.
fn body_start(bytes: &[u8]) -> Option<usize> {
    bytes.windows(2).position(|pair| pair == b"\n\n").map(|at| at + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Container {
        let header = Header { rules: vec!["caro".to_owned()], notes: vec!["games 7".to_owned()] };
        let mut container = Container::new(header);
        container.push("one", [vec![1, 2, 3], vec![1, 2, 3]]);
        container.push("other", [vec![10, 10], vec![4; 9]]);
        container
    }

    #[test]
    fn colors_share_a_section_where_theirs_are_equal() {
        let bytes = sample().to_bytes();
        let text = String::from_utf8_lossy(&bytes);
        for line in ["section one both 3\n", "section other black 2\n", "section other white 9\n"] {
            assert!(text.contains(line), "{line}");
        }
        let read = Container::from_bytes(&bytes).unwrap();
        assert_eq!(read, sample());
        assert_eq!(read.section("one", Color::White), Some(&[1, 2, 3][..]));
        assert_eq!(read.section("other", Color::Black), Some(&[10, 10][..]));
        assert_eq!(read.section("none", Color::Black), None);
    }

    #[test]
    fn every_changed_or_missing_byte_of_the_sections_is_noticed() {
        let bytes = sample().to_bytes();
        let body_at = body_start(&bytes).unwrap();
        for at in body_at..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(matches!(Container::from_bytes(&damaged), Err(WeightError::Damaged)));
            assert!(matches!(Container::from_bytes(&bytes[..at]), Err(WeightError::WrongLength(14, _))));
        }
    }

    #[test]
    fn section_lines_are_read_strictly() {
        assert_eq!(parse_section("x black 12"), Some(("x", Some(Color::Black), 12)));
        for line in ["", "x", "x both", "x both -1", "x both 99999999999", "x red 12", "x both 12 13"] {
            assert_eq!(parse_section(line), None, "{line}");
        }
    }
}
