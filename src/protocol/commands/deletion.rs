//! Kinds of positions that `YXDELETEDATABASEALL` deletes, as Yixin-Board sends and Rapfi reads them.

use tengen_database::knowledge::Entry;

/// Suffix of a kind's name with which a kept position does not keep the lines after it.
const RECURSIVE: &str = "recursive";

/// A kind of positions to delete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deletion {
    selection: Selection,
    is_recursive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Selection {
    All,
    /// Positions with one of these results.
    With(&'static [u8]),
    /// Positions with none of these results.
    Without(&'static [u8]),
    /// Won or lost positions for which neither a proof nor a label gives the number of moves.
    WithoutSteps,
    /// Positions won or lost within this many moves of both sides.
    Within(u32),
}

impl Deletion {
    /// Reads the text after the command; `None` if it names no kind.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let (name, steps) = match text.split_once(char::is_whitespace) {
            Some((name, steps)) => (name, Some(steps.trim().parse().ok()?)),
            None => (text.as_str(), None),
        };
        let (name, is_recursive) = name.strip_suffix(RECURSIVE).map_or((name, false), |name| (name, true));
        let selection = match (name, steps) {
            ("", None) if !is_recursive => Selection::All,
            ("w", None) => Selection::With(b"w"),
            ("l", None) => Selection::With(b"l"),
            ("wl", None) => Selection::With(b"wl"),
            ("wld", None) => Selection::With(b"wld"),
            ("nonwl", None) => Selection::Without(b"wl"),
            ("nonwld", None) => Selection::Without(b"wld"),
            ("wlnostep", None) => Selection::WithoutSteps,
            ("wlinstep", Some(steps)) => Selection::Within(steps),
            _ => return None,
        };
        Some(Self { selection, is_recursive })
    }

    /// Whether a position is of this kind.
    pub fn is_meant(self, entry: &Entry) -> bool {
        let result = entry.result();
        let letter = result.map(|result| result.letter);
        let is_decided = matches!(letter, Some(b'w' | b'l'));
        let steps = result.and_then(|result| result.steps);
        match self.selection {
            Selection::All => true,
            Selection::With(results) => letter.is_some_and(|letter| results.contains(&letter)),
            Selection::Without(results) => !letter.is_some_and(|letter| results.contains(&letter)),
            Selection::WithoutSteps => is_decided && steps.is_none(),
            Selection::Within(most) => steps.is_some_and(|steps| steps <= most),
        }
    }

    /// Whether a position of another kind keeps the lines after it.
    pub fn keeps_lines(self) -> bool {
        !self.is_recursive
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_database::knowledge::Proof;

    #[test]
    fn every_kind_names_its_positions() {
        let labeled = |label: &str| Entry { label: label.into(), ..Entry::default() };
        let proven = |proof| Entry { proof, ..Entry::default() };
        let entries = [
            labeled(""),
            labeled("W"),
            labeled("l"),
            labeled("D"),
            // The move that led to a won position loses.
            proven(Proof::Win { stones: 3 }),
            proven(Proof::Loss { stones: 3 }),
            labeled("W8"),
        ];
        for (kind, meant) in [
            ("", "1111111"),
            ("w", "0100011"),
            ("L", "0010100"),
            ("wl", "0110111"),
            ("wld", "0111111"),
            ("nonwl", "1001000"),
            ("nonwld", "1000000"),
            ("wlnostep", "0110000"),
            ("wlinstep 5", "0000000"),
            ("wlinstep 6", "0000100"),
            ("wlinstep 7", "0000110"),
            ("wlinstep 8", "0000111"),
        ] {
            let say = |kind: &str| -> String {
                let kind = Deletion::parse(kind).unwrap_or_else(|| panic!("{kind} is not read"));
                entries.iter().map(|entry| if kind.is_meant(entry) { '1' } else { '0' }).collect()
            };
            assert_eq!(say(kind), meant, "{kind}");
            let (name, steps) = kind.split_once(' ').unwrap_or((kind, ""));
            let recursive = format!("{name}recursive {steps}");
            if kind.is_empty() {
                assert_eq!(Deletion::parse(&recursive), None);
            } else {
                assert_eq!(say(&recursive), meant, "{recursive}");
                assert!(!Deletion::parse(&recursive).unwrap().keeps_lines());
            }
            assert!(Deletion::parse(kind).unwrap().keeps_lines());
        }
        for wrong in ["x", "wlx", "wl 3", "wlinstep", "wlinstep x", "wlinstep -1"] {
            assert_eq!(Deletion::parse(wrong), None, "{wrong}");
        }
    }
}
