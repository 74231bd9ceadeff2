//! Moves of a list by letter and number.

use super::super::columns::{Letters, example, without_i};
use super::super::moves::parse_turns;
use super::super::words::is_pass;
use super::list::PairList;
use crate::Game;
use crate::formats::{FoundGames, GameTree, Given, ReadError};
use tengen::base::Rule;
use tengen_database::why;

impl PairList {
    /// Reads moves by letter and number, for each possible set of column letters.
    pub fn read_names(
        &self,
        rule: Rule,
        given: &Given,
        games: &mut FoundGames,
    ) -> Result<Vec<(String, GameTree)>, ReadError> {
        let size = self.size_from(0, given)?;
        let read = |names: &str| {
            let turns = parse_turns(names, size).map_err(ReadError::new)?;
            let blocked = self.blocked_cells(size, self.origin.unwrap_or(0))?;
            let mut game = Game { blocked, ..Game::new(rule, size) };
            self.add_facts(&mut game);
            turns.into_iter().for_each(|turn| game.push_turn(turn));
            game.judge().map_err(ReadError::new)?;
            let words = self.names.split_whitespace().filter(|word| !is_pass(word));
            Ok((example(words.zip(&game.moves), size).unwrap_or_default(), GameTree::from(&game)))
        };
        let mut warned = |reading: (String, GameTree)| {
            if !reading.0.is_empty() {
                games.warn(None, why::no_letter_i(&reading.0));
            }
            reading
        };
        Ok(match self.letters {
            Letters::All => vec![read(&self.names)?],
            Letters::WithoutI => vec![warned(read(&without_i(&self.names))?)],
            Letters::Unknown => match (read(&self.names), read(&without_i(&self.names))) {
                (Ok(all), Ok(without_i)) => vec![all, without_i],
                // P of a 15x15 board.
                (Err(_), Ok(without_i)) => vec![warned(without_i)],
                (all, Err(_)) => vec![all?],
            },
        })
    }
}
