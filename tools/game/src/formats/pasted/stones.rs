//! Stones with their owners, as the protocol lists them, and the game that they make.

use super::super::reading::error::{Place, ReadError};
use crate::Game;
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::format_point;

/// Whose stone it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The engine's, 1 in the protocol.
    Own,
    /// The opponent's, 2.
    Other,
    /// The side's whose turn it is.
    Next,
}

/// A stone or a pass of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line where it stands.
    pub line: usize,
    /// Column and row from 0; nothing for a pass.
    pub xy: Option<(i32, i32)>,
    /// Whose.
    pub whose: Whose,
}

/// The game of these entries: moves where the sides take turns, else the first `given` of them are stones in any order. Of
/// these, Black has more or as many as White.
///
/// # Errors
/// When a stone is off the board, or one side has two turns behind the stones that were given.
pub fn game_of(
    rule: Rule,
    size: BoardSize,
    entries: &[Entry],
    given: usize,
    blocked: &[(i32, i32)],
) -> Result<Game, ReadError> {
    let point = |line: usize, (x, y): (i32, i32)| {
        size.point(x, y).ok_or_else(|| ReadError::at(Place::Line(line), format!("{x},{y} is off the {size} board")))
    };
    let mut game = Game::new(rule, size);
    for &(x, y) in blocked {
        let cell = size.point(x, y).ok_or_else(|| ReadError::new(format!("{x},{y} is off the {size} board")))?;
        if !game.blocked.contains(&cell) {
            game.blocked.push(cell);
        }
    }
    let begin = if take_turns(entries) { 0 } else { given };
    let count =
        |whose: Whose| entries[..begin].iter().filter(|entry| entry.xy.is_some() && entry.whose == whose).count();
    // The engine is White when the opponent has more stones, as in the protocol.
    let own = if count(Whose::Other) > count(Whose::Own) { Color::White } else { Color::Black };
    for entry in &entries[..begin] {
        let color = if entry.whose == Whose::Other { !own } else { own };
        if let Some(xy) = entry.xy {
            game.setup.push((point(entry.line, xy)?, color));
        }
    }
    // After the stones of a position the engine moves.
    game.first = if begin > 0 { own } else { Color::Black };
    let mut turn = if begin > 0 { Whose::Own } else { entries.first().map_or(Whose::Own, |entry| entry.whose) };
    for entry in &entries[begin..] {
        if begin > 0 && game.moves.is_empty() && entry.whose == Whose::Other && turn == Whose::Own {
            // The position was taken over without a move of the engine.
            (game.first, turn) = (!own, Whose::Other);
        }
        if entry.whose != Whose::Next && turn != Whose::Next && entry.whose != turn {
            let name =
                entry.xy.and_then(|(x, y)| size.point(x, y)).map_or_else(String::new, |at| format_point(size, at));
            let problem = format!("{name} comes out of turn: a move before it is missing");
            return Err(ReadError::at(Place::Line(entry.line), problem));
        }
        game.push_turn(entry.xy.map(|xy| point(entry.line, xy)).transpose()?);
        turn = match turn {
            Whose::Own => Whose::Other,
            Whose::Other => Whose::Own,
            Whose::Next => Whose::Next,
        };
    }
    Ok(game)
}

/// Whether no side has two turns after each other.
fn take_turns(entries: &[Entry]) -> bool {
    entries.windows(2).all(|pair| {
        let [one, other] = [pair[0].whose, pair[1].whose];
        one == Whose::Next || other == Whose::Next || one != other
    })
}

/// The points of a list in their colors, without an order.
pub fn place_all(game: &mut Game, stones: impl IntoIterator<Item = (Point, Color)>) {
    game.setup.extend(stones);
    let count = |color: Color| game.setup.iter().filter(|stone| stone.1 == color).count();
    game.first = if count(Color::Black) > count(Color::White) { Color::White } else { Color::Black };
}
