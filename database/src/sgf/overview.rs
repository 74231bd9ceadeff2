//! One game of a text before it is played through.

use super::damage::damage_of;
use super::{Property, SgfError, SgfPart, SgfReader, Survey, parse_rule};
use crate::{Reason, why};
use tengen::base::Rule;

/// A game of a text: what identifies it, and its main line.
#[derive(Clone, Debug, Default)]
pub struct SgfOverview {
    /// Facts about the game with its variations.
    pub survey: Survey,
    /// First line of the game.
    pub line: usize,
    /// The properties of the main line, in order.
    pub main_line: Vec<Property>,
    /// Whether there are variations.
    pub has_variations: bool,
    /// The first property that is used only in part: its line, and the reason.
    pub damage: Option<(usize, Reason)>,
    /// The fault at which the reading ended, if there is one.
    pub fault: Option<SgfError>,
}

impl SgfOverview {
    /// The value of the main line's first property of this name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.main_line.iter().find(|property| property.name == name).map(|property| property.values[0].trim())
    }

    /// The rule that the game names; `None` for none or an unknown one.
    ///
    /// # Errors
    /// When it is that of Connect6.
    pub fn rule(&self) -> Result<Option<Rule>, SgfError> {
        let name = self.value("RU").unwrap_or_default();
        if name.to_ascii_lowercase().replace([' ', '-', '_'], "").contains("connect6") {
            return Err(SgfError::OtherGame(why::connect6_rules(name)));
        }
        Ok(parse_rule(name))
    }

    /// A rule that the game names and that is not known.
    pub fn unknown_rule(&self) -> Option<&str> {
        self.value("RU").filter(|name| !name.is_empty() && parse_rule(name).is_none())
    }
}

impl SgfReader<'_> {
    /// Reads the parts of the next game, up to its end or its fault; `None` after the last game.
    pub fn overview(&mut self) -> Option<SgfOverview> {
        let mut found = SgfOverview { line: self.line(), ..SgfOverview::default() };
        let (mut is_empty, mut has_closed) = (true, false);
        while let Some(part) = self.next() {
            match part {
                Ok(SgfPart::Close) => has_closed = true,
                Ok(SgfPart::Property(property)) => {
                    is_empty = false;
                    found.survey.add(&property);
                    found.damage = found.damage.or_else(|| Some((property.line, damage_of(&property)?)));
                    // The first `)` ends the main line, which always takes the first variation.
                    if !has_closed {
                        found.main_line.push(property);
                    }
                }
                Ok(part) => {
                    is_empty = false;
                    found.has_variations |= has_closed && part == SgfPart::Open;
                }
                Err(error) => found.fault = Some(error),
            }
            if self.depth() == 0 {
                break;
            }
        }
        (!is_empty || found.fault.is_some()).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first game of a text.
    fn first(text: &str) -> SgfOverview {
        SgfReader::new(text).overview().unwrap()
    }

    #[test]
    fn the_main_line_is_read_and_variations_are_left_out() {
        let text = "(;GM[4]SZ[15]C[a \\] b]\n;B[hh](;W[ii];B[gg])(;W[aa]))";
        let SgfOverview { main_line, has_variations, fault, .. } = first(text);
        let names: Vec<&str> = main_line.iter().map(|property| property.name.as_str()).collect();
        assert_eq!((names.as_slice(), fault), (["GM", "SZ", "C", "B", "W", "B"].as_slice(), None));
        assert_eq!((has_variations, first("(;B[hh](;W[ii]))").has_variations), (true, false));
        assert_eq!(main_line[2].values, ["a ] b"]);
    }

    #[test]
    fn a_line_of_a_text_ends_in_either_character_or_both() {
        let game = first("(;C[a\rb\r\nc\nd\n\re\r\rf\\\rg\\\r\nh];B[hh])");
        assert_eq!(game.main_line[0].values, ["a\nb\nc\nd\ne\n\nfgh"]);
    }

    #[test]
    fn names_in_lower_case_letters_alone_are_names() {
        let SgfOverview { main_line, fault, .. } = first("(;ff[4]sz[15];b[hh];Black[ii])");
        let names: Vec<&str> = main_line.iter().map(|property| property.name.as_str()).collect();
        assert_eq!((names, fault), (vec!["FF", "SZ", "B", "B"], None));
    }

    #[test]
    fn a_fault_comes_after_what_can_be_read_and_names_the_line() {
        for (text, count, error) in [
            ("(;B[hh]", 1, "line 1: expected ')' at the end of the game"),
            ("(;B[hh]\n;W[ii]\n;B", 2, "line 3: 'B' has no value in brackets"),
            ("(;B[hh]\n;W[ii", 1, "line 2: a value without its ']'"),
            ("(;SZ[15]\n;foul[hh])", 1, "line 2: 'foul' is not a property: expected capital letters, as in B[hh]"),
            ("(;B[hh];1)", 1, "line 1: '1' instead of '(', ')', ';' or a property"),
        ] {
            for line_end in ["\n", "\r", "\r\n"] {
                let SgfOverview { main_line, fault, .. } = first(&text.replace('\n', line_end));
                assert_eq!((main_line.len(), fault.unwrap().to_string().as_str()), (count, error), "{text}");
            }
        }
        for (text, error) in [
            ("", "expected a game, as in (;SZ[15];B[hh])"),
            (")", "line 1: ')' without '('"),
            ("(;B", "line 1: 'B' has no value in brackets"),
        ] {
            let first = SgfReader::new(text).find_map(Result::err);
            assert_eq!(first.unwrap_or(SgfError::Empty).to_string(), error, "{text}");
        }
    }
}
