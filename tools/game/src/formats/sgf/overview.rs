//! Overview of an SGF game before it is built.

use super::damage::fault_of;
use super::values::{is_tag, outcome_of, result_text};
use crate::formats::{Given, Place, ReadError};
use crate::{EndReason, Fault, Game};
use tengen::base::{Color, Rule};
use tengen_database::sgf::{Property, SgfError, SgfPart, SgfReader, Survey, parse_rule};

/// Properties and faults of a game.
pub struct Overview {
    /// Facts that identify the kind of game.
    pub survey: Survey,
    /// First line of the game.
    pub line: usize,
    /// Properties of the game; the first of each name.
    head: Vec<Property>,
    /// The first property used only in part: its line, and the reason.
    pub damage: Option<(usize, &'static str)>,
    /// The fault that ends the game early.
    pub fault: Option<SgfError>,
    /// Whether there are variations.
    pub has_variations: bool,
}

/// Reads the parts of the next game, up to its end or a fault.
pub fn look_over(parts: &mut SgfReader) -> Option<Overview> {
    let (survey, line) = (Survey::default(), parts.line());
    let mut overview = Overview { survey, line, head: Vec::new(), damage: None, fault: None, has_variations: false };
    let (mut is_empty, mut has_closed) = (true, false);
    while let Some(part) = parts.next() {
        match part {
            Ok(SgfPart::Property(property)) => {
                is_empty = false;
                overview.survey.add(&property);
                overview.damage = overview.damage.or_else(|| Some((property.line, fault_of(&property)?)));
                let name = property.name.as_str();
                let is_head = ["RU", "RE", "PB", "PW"].contains(&name) || is_tag(name);
                if is_head && overview.head.iter().all(|known| known.name != property.name) {
                    overview.head.push(property);
                }
            }
            Ok(SgfPart::Close) => has_closed = true,
            Ok(part) => {
                is_empty = false;
                overview.has_variations |= has_closed && matches!(part, SgfPart::Open);
            }
            Err(error) => {
                overview.fault = Some(error);
                break;
            }
        }
        if parts.depth() == 0 {
            break;
        }
    }
    (!is_empty || overview.fault.is_some()).then_some(overview)
}

impl Overview {
    fn head(&self, name: &str) -> Option<&str> {
        self.head.iter().find(|property| property.name == name).map(|property| property.values[0].trim())
    }

    /// The game before its first move. Fails if the size is invalid, or if the game contradicts `given`.
    pub fn game(&self, given: &Given) -> Result<Game, ReadError> {
        let rules = self.head("RU").unwrap_or_default();
        if rules.to_ascii_lowercase().replace([' ', '-', '_'], "").contains("connect6") {
            let problem = format!("a game of Connect6 (RU[{rules}]), not five in a row");
            return Err(ReadError::at(Place::Line(self.line), problem));
        }
        let own_rule = parse_rule(rules);
        let size = match self.survey.names_size() {
            true => given.size(Some(self.survey.size().map_err(|error| self.error(&error))?))?,
            false if given.size.is_some() && !given.fills_in => given.size(None)?,
            // SGF's points count from the top; on the board of the page they would be elsewhere.
            false => self.survey.size().map_err(|error| self.error(&error))?,
        };
        let mut game = Game::new(given.rule(own_rule, Rule::Freestyle)?, size);
        for (color, name) in [(Color::Black, "PB"), (Color::White, "PW")] {
            game.names[color.index()] = self.head(name).unwrap_or_default().to_owned();
        }
        for property in &self.head {
            let value = property.values[0].trim();
            if is_tag(&property.name) && !value.is_empty() {
                game.tags.insert(property.name.clone(), value.to_owned());
            }
        }
        if let Some(result) = self.head("RE") {
            game.outcome = outcome_of(result);
            let is_timeout = result.split_once('+').is_some_and(|(_, how)| how.to_ascii_uppercase().starts_with('T'));
            game.reason = is_timeout.then_some(EndReason::Fault(Fault::Time));
            if result != result_text(&game) {
                game.tags.insert("RE".to_owned(), result.to_owned());
            }
        }
        if self.head("RU").is_some() && rules != game.rule.name() {
            game.tags.insert("RU".to_owned(), rules.to_owned());
        }
        Ok(game)
    }

    /// A rule that is not known.
    pub fn unknown_rule(&self) -> Option<&str> {
        let rule = self.head("RU")?;
        (!rule.is_empty() && parse_rule(rule).is_none()).then_some(rule)
    }

    fn error(&self, error: &SgfError) -> ReadError {
        ReadError::at(Place::Line(self.line), error.to_string())
    }
}
