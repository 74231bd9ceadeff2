//! Which positions `YXDELETEDATABASEALL` forgets: the kinds that Yixin-Board sends, as Rapfi reads them.

use crate::knowledge::{Entry, Proof};

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
    /// Won or lost by a label, without a proof that says in how many moves.
    Unproven,
    /// A proven win or loss in this many moves of both sides at most.
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
            ("wlnostep", None) => Which::Unproven,
            ("wlinstep", Some(steps)) => Which::Within(steps),
            _ => return None,
        };
        Some(Self { which, is_recursive })
    }

    /// Whether a position is of this kind.
    pub fn is_meant(self, entry: &Entry) -> bool {
        let result = result_code(entry);
        match self.which {
            Which::All => true,
            Which::With(results) => result.is_some_and(|code| results.contains(&code)),
            Which::Without(results) => !result.is_some_and(|code| results.contains(&code)),
            Which::Unproven => entry.proof == Proof::Open && matches!(result, Some(b'w' | b'l')),
            Which::Within(steps) => match entry.proof {
                Proof::Open => false,
                Proof::Win { stones } => 2 * u32::from(stones) <= steps.saturating_add(1),
                Proof::Loss { stones } => 2 * u32::from(stones) <= steps,
            },
        }
    }

    /// Whether a position of another kind keeps the lines behind it.
    pub fn keeps_lines(self) -> bool {
        !self.is_recursive
    }
}

/// The field's one-letter results: won, lost, drawn or blocked for the side that is to move there. A proof is one; what
/// a person has written is shown as it was written.
pub fn result_code(entry: &Entry) -> Option<u8> {
    match entry.proof {
        Proof::Win { .. } => Some(b'w'),
        Proof::Loss { .. } => Some(b'l'),
        Proof::Open => match entry.label.to_ascii_lowercase().as_bytes() {
            &[code @ (b'w' | b'l' | b'd' | b'x')] => Some(code),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_names_its_positions() {
        let labeled = |label: &str| Entry { label: label.into(), ..Entry::default() };
        let proven = |proof| Entry { proof, ..Entry::default() };
        let entries = [
            labeled(""),
            labeled("W"),
            labeled("l"),
            labeled("D"),
            proven(Proof::Win { stones: 3 }),
            proven(Proof::Loss { stones: 3 }),
        ];
        for (kind, meant) in [
            ("", "111111"),
            ("w", "010010"),
            ("L", "001001"),
            ("wl", "011011"),
            ("wld", "011111"),
            ("nonwl", "100100"),
            ("nonwld", "100000"),
            ("wlnostep", "011000"),
            ("wlinstep 5", "000010"),
            ("wlinstep 6", "000011"),
            ("wlinstep 4", "000000"),
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
