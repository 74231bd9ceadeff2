//! Which positions `YXDELETEDATABASEALL` forgets: the kinds that Yixin-Board sends, as Rapfi reads them.

use tengen_database::knowledge::Entry;

/// What a kind's name ends with when a position that is kept does not keep the lines behind it.
const RECURSIVE: &str = "recursive";

/// A kind of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deletion {
    which: Which,
    is_recursive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    All,
    /// With one of these results.
    With(&'static [u8]),
    /// With none of them.
    Without(&'static [u8]),
    /// Won or lost, and neither a proof nor a label says in how many moves.
    WithoutSteps,
    /// Won or lost in this many moves of both sides at most.
    Within(u32),
}

impl Deletion {
    /// Reads what stands behind the command.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let (name, steps) = match text.split_once(char::is_whitespace) {
            Some((name, steps)) => (name, Some(steps.trim().parse().ok()?)),
            None => (text.as_str(), None),
        };
        let (name, is_recursive) = name.strip_suffix(RECURSIVE).map_or((name, false), |name| (name, true));
        let which = match (name, steps) {
            ("", None) if !is_recursive => Which::All,
            ("w", None) => Which::With(b"w"),
            ("l", None) => Which::With(b"l"),
            ("wl", None) => Which::With(b"wl"),
            ("wld", None) => Which::With(b"wld"),
            ("nonwl", None) => Which::Without(b"wl"),
            ("nonwld", None) => Which::Without(b"wld"),
            ("wlnostep", None) => Which::WithoutSteps,
            ("wlinstep", Some(steps)) => Which::Within(steps),
            _ => return None,
        };
        Some(Self { which, is_recursive })
    }

    /// Whether a position is of this kind.
    pub fn is_meant(self, entry: &Entry) -> bool {
        let result = entry.result();
        let letter = result.map(|result| result.letter);
        let is_decided = matches!(letter, Some(b'w' | b'l'));
        let steps = result.and_then(|result| result.steps);
        match self.which {
            Which::All => true,
            Which::With(results) => letter.is_some_and(|letter| results.contains(&letter)),
            Which::Without(results) => !letter.is_some_and(|letter| results.contains(&letter)),
            Which::WithoutSteps => is_decided && steps.is_none(),
            Which::Within(most) => steps.is_some_and(|steps| steps <= most),
        }
    }

    /// Whether a position of another kind keeps the lines behind it.
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
            // The move before a win loses.
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
