//! Reading SGF: each game is looked over for what it says of itself, and then built move by move.

use super::super::reading::encoding::decode;
use super::super::reading::error::{Place, ReadError};
use super::super::reading::games::FoundGames;
use super::super::reading::source::{Given, Source};
use super::super::tree::GameTree;
use super::build::TreeBuilder;
use super::damage::{Outside, fault_of};
use super::values::{is_tag, outcome_of, result_text};
use crate::{EndReason, Fault, Game};
use tengen::base::{Color, Rule};
use tengen_database::sgf::{GameKind, Property, SgfError, SgfPart, SgfReader, Survey, declared_encoding, parse_rule};

pub fn recognize(source: &Source) -> bool {
    let text = source.outline();
    let text = text.trim_start();
    // Some games stand in a letter.
    source.has_extension("sgf") && text.contains("(;")
        || text.lines().any(|line| line.trim_start().starts_with("(;"))
        || text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

pub fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let decoded = decode(source.bytes, given, declared_encoding(source.bytes));
    decoded.warn(games);
    let mut parts = SgfReader::new(&decoded.text);
    let mut other_game = None;
    let mut outside = Outside::default();
    loop {
        if let Some(text) = parts.skip_text() {
            outside.look_at(text, games);
        }
        let begin = parts.clone();
        let Some(whole) = look_over(&mut parts) else { break };
        let mut is_enough = false;
        if let GameKind::Other(name) = whole.survey.kind() {
            let error = ReadError::at(Place::Line(whole.line), format!("{name}, not five in a row"));
            other_game.get_or_insert(error.advise("if it is five in a row after all, write GM[4] into the file"));
        } else {
            if let Some((line, problem)) = whole.damage {
                games.warn(Place::Line(line), problem);
            }
            let tree = TreeBuilder::build(begin, &whole, given, games);
            let is_empty = |tree: &GameTree| tree.nodes.len() == 1 && tree.head.setup.is_empty();
            if let Some(fault) =
                whole.fault.as_ref().filter(|_| games.count() == 0 && tree.as_ref().is_ok_and(is_empty))
            {
                return Err(ReadError::new(fault.to_string()));
            }
            is_enough = games.add_read(tree).is_break();
        }
        if let Some(fault) = whole.fault {
            if games.count() == 0 {
                return Err(ReadError::new(fault.to_string()));
            }
            games.warn(None, format!("{fault}: the file is damaged or cut here and read up to here"));
            break;
        }
        if is_enough {
            return Ok(());
        }
    }
    match other_game {
        Some(error) if games.count() == 0 => Err(error),
        Some(error) => {
            games.warn(None, format!("{error}: left out"));
            Ok(())
        }
        None if games.count() == 0 => Err(ReadError::new(SgfError::Empty.to_string())),
        None => Ok(()),
    }
}

/// What a game says of itself.
pub struct Overview {
    survey: Survey,
    /// Its first line.
    line: usize,
    /// Properties of the game, the first of each name.
    head: Vec<Property>,
    /// The first property of which only a part is used, by its line, and why.
    damage: Option<(usize, &'static str)>,
    /// What ends it before its end.
    pub fault: Option<SgfError>,
}

/// Takes the parts of the next game, to its end or to a fault.
fn look_over(parts: &mut SgfReader) -> Option<Overview> {
    let (survey, line) = (Survey::default(), parts.line());
    let mut overview = Overview { survey, line, head: Vec::new(), damage: None, fault: None };
    let mut is_empty = true;
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
            Ok(SgfPart::Close) => {}
            Ok(SgfPart::Open | SgfPart::Node) => is_empty = false,
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
    fn head(&self, name: &str) -> Option<&Property> {
        self.head.iter().find(|property| property.name == name)
    }

    /// The game before its first move.
    ///
    /// # Errors
    /// When its size is none, or it contradicts what is given.
    pub fn game(&self, given: &Given) -> Result<Game, ReadError> {
        let own_rule = self.head("RU").and_then(|property| parse_rule(&property.values[0]));
        let size = match self.survey.names_size() {
            true => given.size(Some(self.survey.size().map_err(|error| self.error(&error))?))?,
            false if given.size.is_some() && !given.fills_in => given.size(None)?,
            // Points of SGF count from the top: on another board that happens to be shown they would lie elsewhere.
            false => self.survey.size().map_err(|error| self.error(&error))?,
        };
        let mut game = Game::new(given.rule(own_rule, Rule::Freestyle)?, size);
        for (color, name) in [(Color::Black, "PB"), (Color::White, "PW")] {
            let name = self.head(name).map_or("", |property| property.values[0].trim());
            game.names[color.index()] = name.to_owned();
        }
        for property in &self.head {
            let value = property.values[0].trim();
            if is_tag(&property.name) && !value.is_empty() {
                game.tags.insert(property.name.clone(), value.to_owned());
            }
        }
        if let Some(result) = self.head("RE").map(|property| property.values[0].trim()) {
            game.outcome = outcome_of(result);
            let is_timeout = result.split_once('+').is_some_and(|(_, how)| how.to_ascii_uppercase().starts_with('T'));
            game.reason = is_timeout.then_some(EndReason::Fault(Fault::Time));
            if result != result_text(&game) {
                game.tags.insert("RE".to_owned(), result.to_owned());
            }
        }
        if let Some(rule) = self.head("RU").map(|property| property.values[0].trim())
            && rule != game.rule.name()
        {
            game.tags.insert("RU".to_owned(), rule.to_owned());
        }
        Ok(game)
    }

    fn error(&self, error: &SgfError) -> ReadError {
        ReadError::at(Place::Line(self.line), error.to_string())
    }
}
