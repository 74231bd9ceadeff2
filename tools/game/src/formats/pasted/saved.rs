//! A saved game of BSD's gomoku: one point a line, on 19x19, in columns without the letter I. The program begins in the
//! center, which is K10 there; on other boards K10 is another point, so the user is asked.

use super::columns::without_i;
use crate::Game;
use crate::formats::{FoundGames, GameTree, Given, ReadError};
use tengen::base::{BoardSize, Rule};
use tengen::board::{format_point, parse_moves};
use tengen_database::why;

/// Side of the program's board.
const SIDE: usize = 19;
/// The center of that board.
const CENTER: &str = "K10";

/// The points of such a text.
pub struct SavedMoves {
    names: String,
}

/// The points of a text that may be such a game; `None` if it is anything else.
pub fn from_center<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Option<SavedMoves> {
    let is_point = |name: &str| {
        let (letter, row) = name.split_at_checked(1)?;
        let is_letter = letter.bytes().all(|byte| matches!(byte, b'A'..=b'H' | b'J'..=b'T'));
        row.parse::<usize>().ok().filter(|row| is_letter && (1..=SIDE).contains(row))
    };
    let names: Vec<&str> = lines.map(|(_, line)| is_point(line).map(|_| line)).collect::<Option<_>>()?;
    (names.len() > 1 && names[0] == CENTER).then(|| SavedMoves { names: names.join(" ") })
}

impl SavedMoves {
    /// Adds both readings of the points: with the letter I, which `all` reads, and without it on 19x19. Fails if there
    /// are both and none is chosen.
    pub fn read(
        &self,
        all: impl FnOnce() -> Result<Game, ReadError>,
        given: &Given,
        games: &mut FoundGames,
    ) -> Result<(), ReadError> {
        let judged = |game: Game| {
            game.judge().map_err(ReadError::new)?;
            let point = game.moves.first().map(|&point| format_point(game.size, point)).unwrap_or_default();
            Ok((format!("{CENTER} = {point}, {}", game.size), GameTree::from(&game)))
        };
        let without = self.without_i(given).and_then(judged);
        match (all().and_then(judged), without) {
            (Ok(all), Ok(without)) => games.add_readings(vec![without, all]),
            (Err(_), Ok(without)) => {
                games.warn(None, why::no_letter_i(&without.0));
                games.add_readings(vec![without])
            }
            (all, Err(_)) => games.add_readings(vec![all?]),
        }
    }

    /// The game in columns without the letter I.
    fn without_i(&self, given: &Given) -> Result<Game, ReadError> {
        let own = BoardSize::square(SIDE).map_err(ReadError::new)?;
        let size = given.size(Some(own))?;
        let moves = parse_moves(size, &without_i(&self.names)).map_err(ReadError::new)?;
        Ok(Game { moves, ..Game::new(given.rule(None, Rule::Freestyle)?, size) })
    }
}
