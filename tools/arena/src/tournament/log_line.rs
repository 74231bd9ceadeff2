//! The line of a game in the log of a match.

use tengen::base::{BoardSize, Rule};
use tengen::board::{format_moves, parse_moves};
use tengen_game::formats::{format_result, parse_result};
use tengen_game::{EndReason, Game, Outcome};

const DRAW: &str = "draw";

/// Number of the pair, number of the game in it, names of Black and White.
pub type LogKey = (usize, usize, String, String);

/// Writes `pair game black white result reason opening moves`.
pub fn format_line(pair: usize, index: usize, [black, white]: [&str; 2], game: &Game) -> String {
    let result = format_result(game.outcome.unwrap_or(Outcome::Draw), DRAW);
    let reason = game.reason.map_or_else(String::new, |reason| reason.to_string());
    let moves = format_moves(game.size, &game.moves);
    format!("{pair} {index} {black} {white} {result} {reason} {} {moves}\n", game.opening)
}

/// Reads a game and its key; `None` if the line is not that of a game.
pub fn parse_line(line: &str, rule: Rule, size: BoardSize) -> Option<(LogKey, Game)> {
    let mut words = line.split(' ');
    let mut next = || words.next();
    let (number, index) = (next()?.parse().ok()?, next()?.parse().ok()?);
    let (black, white) = (next()?.to_owned(), next()?.to_owned());
    let outcome = parse_result(next()?, &[DRAW])?;
    let mut game = Game::new(rule, size);
    game.end(outcome, EndReason::of_name(next()?)?);
    game.opening = next()?.parse().ok()?;
    game.moves = parse_moves(size, next()?).ok()?;
    Some(((number, index, black, white), game))
}
