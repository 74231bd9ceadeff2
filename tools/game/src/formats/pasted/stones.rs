//! Stones with their owners, as the protocol lists them, and the game that they make; and whether the stones of a board can
//! be those of a game.

use super::super::reading::error::{Place, ReadError};
use super::super::reading::games::FoundGames;
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

/// Black or White by the word or the number that programs use.
pub fn color_of(text: &str) -> Option<Color> {
    match text.trim().to_ascii_lowercase().as_str() {
        "black" | "b" | "x" | "1" | "黑" | "黑方" | "黑棋" | "黒" | "흑" | "đen" => Some(Color::Black),
        "white" | "w" | "o" | "2" | "-1" | "白" | "白方" | "白棋" | "백" | "trắng" => Some(Color::White),
        _ => None,
    }
}

/// Black's and White's stones before the first move.
pub fn counts(game: &Game) -> [usize; 2] {
    Color::ALL.map(|color| game.setup.iter().filter(|stone| stone.1 == color).count())
}

/// Black's and White's sign with the numbers of their stones, for a question: `● = O (3), ○ = X (2)`, in no language.
pub fn counts_named(game: &Game, signs: [char; 2]) -> String {
    let [black, white] = counts(game);
    format!("● = {} ({black}), ○ = {} ({white})", signs[0], signs[1])
}

/// The same position with the colors of its stones swapped.
pub fn swapped(game: &Game) -> Game {
    let mut other = game.clone();
    other.setup.iter_mut().for_each(|stone| stone.1 = !stone.1);
    let [black, white] = counts(&other);
    other.first = if black > white { Color::White } else { Color::Black };
    other
}

/// What the numbers of stones say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneCounts {
    /// Black has as many stones as White or one more; or the text says who is to move.
    Possible,
    /// White has one more: the colors may be swapped.
    Swapped,
    /// No game has such stones.
    Impossible,
}

impl StoneCounts {
    /// Says it, where it is not as in a game.
    pub fn warn(self, game: &Game, games: &mut FoundGames) {
        if self != StoneCounts::Possible {
            let [black, white] = counts(game);
            let said = format!("Black has {black} stones and White {white}, not as in a game");
            games.warn(None, said);
        }
    }
}

/// Sets who is to move by the numbers of stones, or as `said` where they are not those of a game, and judges the numbers.
pub fn turn_of_counts(game: &mut Game, said: Option<Color>) -> StoneCounts {
    let [black, white] = counts(game);
    game.first = if black > white { Color::White } else { Color::Black };
    if black == white || black == white + 1 {
        return StoneCounts::Possible;
    }
    if let Some(color) = said {
        game.first = color;
        return StoneCounts::Possible;
    }
    if white == black + 1 { StoneCounts::Swapped } else { StoneCounts::Impossible }
}
