//! A position as stored by Yixin and Rapfi: a label, a value with depth and bound, and a text that holds the comment
//! and the texts of moves on the board.

use crate::knowledge::MoveResult;
use crate::{Entry, PositionKey};
use tengen::base::{BoardSize, Cell, Color, Point, Rule, Score, WIN_BOUND};
use tengen::board::{symmetries, transform};

/// Values from this on are decided; [`MATE`] minus the value is the number of moves to the end.
const DECIDED: i32 = 29_500;
const MATE: i32 = 30_000;
/// Points per unit of log-odds in their values and in ours, so that values are converted by win probability.
const THEIR_SCALE: i32 = 200;
const OUR_SCALE: i32 = 300;
/// Prefix of a text with texts of moves, and the separator between them and the comment.
const BOARD_TEXTS: &str = "@BTXT@";
const SEPARATOR: char = '\u{8}';

/// The largest side of a board whose points two base-36 digits can name.
pub(super) const MAX_TEXT_SIDE: usize = 36;

/// A record of Yixin's or Rapfi's database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RapfiRecord {
    pub rule: Rule,
    pub size: BoardSize,
    pub side: Color,
    /// Black's stones, then White's.
    pub stones: Vec<(Point, Cell)>,
    /// An ASCII letter, 0 (unknown) or -1 (no label). `w`: the move that led to the position wins.
    pub label: i8,
    /// Value for the side to move.
    pub value: i16,
    pub depth: i16,
    /// Bound of the value: 0 none, 1 upper, 2 lower, 3 exact.
    pub bound: u8,
    pub text: String,
}

impl RapfiRecord {
    /// The position's entry, then one for each move with a text, which becomes the label of the position after the
    /// move.
    pub fn entries(&self) -> Vec<(PositionKey, Entry)> {
        let (texts, comment) = self.parts();
        let (score, depth) = self.score();
        let entry = Entry { score, depth, label: self.label(), comment, ..Entry::default() };
        let key = |side, stones: &[(Point, Cell)]| {
            PositionKey::of_stones(self.rule, self.size, side, stones.iter().copied()).0
        };
        let mut entries = vec![(key(self.side, &self.stones), entry)];
        for (point, text) in texts {
            if self.stones.iter().all(|&(taken, _)| taken != point) {
                let stones = [self.stones.as_slice(), &[(point, self.side.into())]].concat();
                entries.push((key(!self.side, &stones), Entry { label: text, ..Entry::default() }));
            }
        }
        entries
    }

    /// The label as it is shown on the board: results as capital letters, with the moves to the end if they are known.
    fn label(&self) -> String {
        let Ok(letter) = u8::try_from(self.label).map(char::from) else { return String::new() };
        let value = i32::from(self.value);
        match letter.to_ascii_uppercase() {
            result @ ('W' | 'L') if (DECIDED..=MATE).contains(&value.abs()) => {
                format!("{result}{}", MATE + 1 - value.abs())
            }
            result @ ('W' | 'L' | 'D' | 'X') => result.to_string(),
            _ if letter.is_ascii_graphic() => letter.to_string(),
            _ => String::new(),
        }
    }

    fn score(&self) -> (Score, u16) {
        let value = i32::from(self.value);
        if self.bound == 0 || value.abs() >= DECIDED {
            return (0, 0);
        }
        ((value * OUR_SCALE / THEIR_SCALE).clamp(-WIN_BOUND + 1, WIN_BOUND - 1), self.depth.max(0) as u16)
    }

    /// The texts of moves, and the comment.
    fn parts(&self) -> (Vec<(Point, String)>, String) {
        let clean = |text: &str| text.replace(SEPARATOR, "\n").replace('\0', "");
        let Some(rest) = self.text.strip_prefix(BOARD_TEXTS) else { return (Vec::new(), clean(&self.text)) };
        let (texts, comment) = rest.split_once(SEPARATOR).unwrap_or((rest, ""));
        let text = |line: &str| {
            let mut letters = line.chars();
            let (x, y) = (letters.next()?.to_digit(36)?, letters.next()?.to_digit(36)?);
            let text = letters.as_str().trim_end_matches('\0').to_owned();
            Some((self.size.point(x as i32, y as i32)?, text)).filter(|(_, text)| !text.is_empty())
        };
        (texts.split('\n').filter_map(text).collect(), clean(comment))
    }

    /// The record of an entry; `texts` are the labels of its moves as points of the key's board.
    pub fn of(key: &PositionKey, entry: &Entry, texts: &[(Point, String)]) -> Self {
        // More steps would make a value that is not decided.
        let decided = |steps: Option<u32>| steps.map(|steps| MATE + 1 - steps.min((MATE + 1 - DECIDED) as u32) as i32);
        let (label, decided) = match entry.result() {
            // The label is from the mover's view, the value from the opponent's, who is to move.
            Some(MoveResult { letter: b'w', steps }) => (b'w', decided(steps).map(|value| -value)),
            Some(MoveResult { letter: b'l', steps }) => (b'l', decided(steps)),
            Some(MoveResult { letter, .. }) => (letter, None),
            None => (0xFF, None),
        };
        // A value of 0 without a depth would be none.
        let score = entry.has_score().then(|| match entry.score * THEIR_SCALE / OUR_SCALE {
            0 => entry.score.signum(),
            value => value,
        });
        let value = decided.or(score);
        let (stones, symmetry) = their_image(key);
        let texts: Vec<(Point, String)> =
            texts.iter().map(|(point, text)| (transform(key.size(), *point, symmetry), text.clone())).collect();
        Self {
            rule: key.rule(),
            size: key.size(),
            side: key.side_to_move(),
            stones,
            label: label as i8,
            value: value.map_or(0, |value| value.clamp(-MATE, MATE) as i16),
            depth: entry.depth.min(i16::MAX as u16 >> 2) as i16,
            bound: if value.is_some() { 3 } else { 0 },
            text: text_of(key.size(), &entry.comment, &texts),
        }
    }
}

/// The symmetric image of the stones that Rapfi stores, each color's sorted by column and row, and the symmetry that
/// leads to it from the key's board: the image whose columns and rows are the smallest.
fn their_image(key: &PositionKey) -> (Vec<(Point, Cell)>, usize) {
    let size = key.size();
    let image = |symmetry| {
        let mut stones: Vec<(Point, Cell)> =
            key.placed().map(|(point, cell)| (transform(size, point, symmetry), cell)).collect();
        stones.sort_by_key(|&(point, cell)| (cell != Cell::Black, size.xy(point)));
        (stones, symmetry)
    };
    let places =
        |stones: &[(Point, Cell)]| -> Vec<(i32, i32)> { stones.iter().map(|&(point, _)| size.xy(point)).collect() };
    symmetries(size).map(image).min_by_key(|(stones, _)| places(stones)).unwrap_or_default()
}

/// Whether a letter has no place in the text of a move.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control()
}

/// Whether a label has blanks, which are left out.
pub(super) fn has_blanks(label: &str) -> bool {
    label.contains(is_blank)
}

/// The text of a record, from the comment and the texts of moves.
fn text_of(size: BoardSize, comment: &str, texts: &[(Point, String)]) -> String {
    let digit = |number: i32| char::from_digit(number as u32, 36).unwrap_or('0').to_ascii_uppercase();
    let lines = texts.iter().map(|(point, text)| {
        let (x, y) = size.xy(*point);
        format!("{}{}{}", digit(x), digit(y), text.replace(is_blank, ""))
    });
    let lines: Vec<String> = lines.collect();
    match (lines.is_empty(), comment.is_empty()) {
        // Without the separator, the comment would be read as texts of moves.
        (true, _) if comment.starts_with(BOARD_TEXTS) => format!("{BOARD_TEXTS}{SEPARATOR}{comment}"),
        (true, _) => comment.to_owned(),
        (false, true) => format!("{BOARD_TEXTS}{}", lines.join("\n")),
        (false, false) => format!("{BOARD_TEXTS}{}{SEPARATOR}{comment}", lines.join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Proof;

    fn record(label: u8, value: i16, text: &str) -> RapfiRecord {
        let size = BoardSize::square(15).unwrap();
        RapfiRecord {
            rule: Rule::Renju,
            size,
            side: Color::White,
            stones: vec![(size.point(7, 7).unwrap(), Cell::Black)],
            label: label as i8,
            value,
            depth: 9,
            bound: 3,
            text: text.into(),
        }
    }

    #[test]
    fn a_record_becomes_an_entry_and_labels_of_moves() {
        let read = record(0xFF, 100, "@BTXT@78A1\n6Fwrong\n77no\u{8}first\u{8}second").entries();
        assert_eq!(read.len(), 2, "a text off the board and one on a stone are none");
        assert_eq!((read[0].1.score, read[0].1.depth, read[0].1.comment.as_str()), (150, 9, "first\nsecond"));
        assert_eq!((read[1].1.label.as_str(), read[1].0.stones(), read[1].0.side_to_move()), ("A1", 2, Color::Black));
        // A result becomes a label, whatever the value is.
        for (letter, value, label) in
            [(b'w', -29_993, "W8"), (b'l', 29_980, "L21"), (b'd', 0, "D"), (b'w', 0, "W"), (b'w', i16::MIN, "W")]
        {
            let (_, entry) = record(letter, value, "").entries().remove(0);
            assert_eq!((entry.label.as_str(), entry.proof), (label, Proof::Open));
            assert_eq!(entry.score, 0);
        }
        // No score of ours is as large as the largest undecided values.
        let scores = [20_000, -29_499].map(|value| record(0xFF, value, "").entries().remove(0).1.score);
        assert_eq!(scores, [WIN_BOUND - 1, 1 - WIN_BOUND]);
    }

    #[test]
    fn an_entry_survives_its_record() {
        let key = record(0xFF, 0, "").entries().remove(0).0;
        let place = key.size().point(8, 8).unwrap();
        for label in ["", "W", "W8", "L21", "D"] {
            let entry = Entry {
                score: if label.len() > 1 { 0 } else { 30 },
                depth: 3,
                label: label.into(),
                comment: "x\ny".into(),
                ..Entry::default()
            };
            let record = RapfiRecord::of(&key, &entry, &[(place, "B".into())]);
            let read = record.entries();
            let kept = Entry { depth: if label.len() > 1 { 0 } else { 3 }, ..entry };
            assert_eq!(read[0], (key.clone(), kept), "{label}");
            assert_eq!((read[1].1.label.as_str(), read.len()), ("B", 2));
        }
        let read = |entry| RapfiRecord::of(&key, &entry, &[]).entries().remove(0).1;
        let small = Entry { score: -1, comment: "@BTXT@77A".into(), ..Entry::default() };
        assert_eq!(read(small.clone()), small);
        assert_eq!(MoveResult::of_label("W+5"), None, "it would come back as another label");
        // Their values hold no more than 501 moves.
        assert_eq!(read(Entry { label: "W600".into(), ..Entry::default() }).label, "W501");
        // A win in three own stones is five moves away; the opponent's move that allowed it loses in six.
        let won = Entry { proof: Proof::Win { stones: 3 }, ..Entry::default() };
        let lost = Entry { proof: Proof::Loss { stones: 3 }, ..Entry::default() };
        let label = |entry| RapfiRecord::of(&key, entry, &[]).entries().remove(0).1.label;
        assert_eq!((label(&won), label(&lost)), ("L6".to_owned(), "W7".to_owned()));
    }
}
