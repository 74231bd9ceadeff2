//! Texts of a library, which are in the code page of their author's system; the file does not name it.

use super::tree::{NodeId, Notes, RenlibTree};
use crate::encoding::encoding_of;
use encoding_rs::{EUC_KR, Encoding, GBK, UTF_8, WINDOWS_1251, WINDOWS_1252};
use std::borrow::Cow;

/// The encodings for written texts. If none of them has all letters, UTF-8 is used, which RenLib does not support.
const WRITTEN: [&Encoding; 4] = [WINDOWS_1252, WINDOWS_1251, GBK, EUC_KR];

/// The texts of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeTexts {
    /// Comment of one line.
    pub title: String,
    /// Comment of several lines, without the title.
    pub comment: String,
    /// Text on the board.
    pub label: String,
}

impl NodeTexts {
    /// Title and comment in one text, on separate lines.
    pub fn whole_comment(&self) -> String {
        let parts = [self.title.as_str(), self.comment.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// The texts of a node from a comment, whose first line becomes the title, and a label.
    pub fn of_comment(comment: &str, label: &str) -> Self {
        let (title, rest) = comment.split_once('\n').unwrap_or((comment, ""));
        Self { title: title.into(), comment: rest.into(), label: label.into() }
    }

    fn parts(&self) -> [&str; 3] {
        [&self.title, &self.comment, &self.label]
    }
}

impl RenlibTree {
    /// The encoding of the texts: UTF-8 if all of them are valid UTF-8, else a guess.
    pub fn encoding(&self) -> &'static Encoding {
        encoding_of(|| self.all_texts().map(Cow::Borrowed))
    }

    /// Whether reading without a given encoding yields the texts as in `encoding`.
    pub fn is_recognized(&self, encoding: &'static Encoding) -> bool {
        let own = self.encoding();
        own == encoding
            || self.preorder().filter(|&node| self.has_notes(node)).all(|node| {
                let notes = self.notes(node);
                let is_ascii = [notes.title, notes.comment, notes.label].iter().all(|bytes| bytes.is_ascii());
                is_ascii && encoding.is_ascii_compatible() || self.texts(node, own) == self.texts(node, encoding)
            })
    }

    /// The texts of a node in an encoding; invalid bytes become replacement characters. Lines end with a line feed
    /// only.
    pub fn texts(&self, node: NodeId, encoding: &'static Encoding) -> NodeTexts {
        let decoded = |bytes: &[u8]| {
            let (text, _) = encoding.decode_without_bom_handling(bytes);
            text.replace("\r\n", "\n").trim_end().to_owned()
        };
        let Notes { title, comment, label } = self.notes(node);
        NodeTexts { title: decoded(title), comment: decoded(comment), label: decoded(label) }
    }

    /// Sets the texts of nodes, all in one encoding: the given one, or else the first that has all their letters,
    /// preferably one that reading would recognize. Returns the encoding and the number of texts with letters that it
    /// lacks, which become question marks.
    pub fn set_texts(
        &mut self,
        texts: &[(NodeId, NodeTexts)],
        encoding: Option<&'static Encoding>,
    ) -> (&'static Encoding, usize) {
        let holds_all = |&encoding: &&'static Encoding| {
            texts.iter().flat_map(|(_, texts)| texts.parts()).all(|text| !encoding.encode(text).2)
        };
        // Preferably one that is recognized by its bytes, because the file does not name it.
        let is_recognized = |&encoding: &&'static Encoding| {
            let parts = || texts.iter().flat_map(|(_, texts)| texts.parts()).filter(|text| !text.is_empty());
            encoding_of(|| parts().map(|text| encoding.encode(text).0)) == encoding
        };
        let fitting = || WRITTEN.into_iter().filter(holds_all);
        let encoding = encoding.or_else(|| fitting().find(is_recognized)).or_else(|| fitting().next()).unwrap_or(UTF_8);
        let mut lossy = 0;
        for (node, texts) in texts {
            let [title, comment, label] = texts.parts().map(|text| {
                let (bytes, is_lossy) = encoded(&text.replace('\n', "\r\n"), encoding);
                lossy += usize::from(is_lossy);
                bytes
            });
            self.set_notes(*node, Notes { title: &title, comment: &comment, label: &label });
        }
        (encoding, lossy)
    }
}

/// The bytes of a text, with a question mark for each letter that the encoding lacks, and whether there is one.
fn encoded(text: &str, encoding: &'static Encoding) -> (Vec<u8>, bool) {
    let (bytes, _, is_lossy) = encoding.encode(text);
    if !is_lossy {
        return (bytes.into_owned(), false);
    }
    let letter = |letter: char| {
        let mut buffer = [0; 4];
        let (bytes, _, is_lossy) = encoding.encode(letter.encode_utf8(&mut buffer));
        if is_lossy { b"?".to_vec() } else { bytes.into_owned() }
    };
    (text.chars().flat_map(letter).collect(), true)
}
