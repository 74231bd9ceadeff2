//! The facts of an SGF game at its beginning.

use super::values::{is_tag, outcome_of, result_text};
use crate::formats::{Given, Place, ReadError};
use crate::{EndReason, Fault, Game};
use tengen::base::{Color, Rule};
use tengen_database::sgf::{SgfError, SgfOverview};

/// The game before its first move. Fails if the size is invalid, or if the game contradicts `given`.
pub fn head_of(whole: &SgfOverview, given: &Given) -> Result<Game, ReadError> {
    let error = |error: SgfError| ReadError::at(Place::Line(whole.line), error);
    let own_rule = whole.rule().map_err(error)?;
    let size = match whole.survey.names_size() {
        true => given.size(Some(whole.survey.size().map_err(error)?))?,
        false if given.size.is_some() && !given.fills_in => given.size(None)?,
        // SGF's points count from the top; on the board of the page they would be elsewhere.
        false => whole.survey.size().map_err(error)?,
    };
    let mut game = Game::new(given.rule(own_rule, Rule::Freestyle)?, size);
    for (color, name) in [(Color::Black, "PB"), (Color::White, "PW")] {
        game.names[color.index()] = whole.value(name).unwrap_or_default().to_owned();
    }
    for property in whole.main_line.iter().filter(|property| is_tag(&property.name)) {
        let value = property.values[0].trim();
        if !value.is_empty() {
            game.tags.entry(property.name.clone()).or_insert_with(|| value.to_owned());
        }
    }
    if let Some(result) = whole.value("RE") {
        game.outcome = outcome_of(result);
        let is_timeout = result.split_once('+').is_some_and(|(_, how)| how.to_ascii_uppercase().starts_with('T'));
        game.reason = is_timeout.then_some(EndReason::Fault(Fault::Time));
        if result != result_text(&game) {
            game.tags.insert("RE".to_owned(), result.to_owned());
        }
    }
    if let Some(rule) = whole.value("RU").filter(|rule| *rule != game.rule.name()) {
        game.tags.insert("RU".to_owned(), rule.to_owned());
    }
    Ok(game)
}
