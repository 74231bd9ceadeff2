//! Stones with their owners, as listed in the protocol, the game that they form, and checks of their numbers.

use crate::formats::{FoundGames, Place, ReadError};
use crate::{Game, Outcome};
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::format_point;
use tengen_database::why;

/// Owner of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The engine: 1 in the protocol.
    Own,
    /// The opponent: 2 in the protocol.
    Other,
    /// The side to move.
    Next,
}

/// A stone or a pass in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedTurn {
    /// Line number of the entry.
    pub line: usize,
    /// Column and row, from 0; `None` for a pass.
    pub xy: Option<(i32, i32)>,
    /// Owner of the stone.
    pub whose: Whose,
}

/// The game of a list of entries. If the sides take turns, all entries are moves; otherwise the first `given` ones are
/// stones in any order, of which Black has as many as White or more, or with a pass among them in the order of play.
/// Fails if a stone is off the board, or if a side moves twice in a row after the given stones.
pub fn game_of(
    rule: Rule,
    size: BoardSize,
    entries: &[ListedTurn],
    given: usize,
    blocked: &[(i32, i32)],
) -> Result<Game, ReadError> {
    let point = |line: usize, (x, y): (i32, i32)| {
        size.point(x, y).ok_or_else(|| ReadError::at(Place::Line(line), why::off(format!("{x},{y}"), size)))
    };
    let mut game = Game::new(rule, size);
    for &(x, y) in blocked {
        let cell = size.point(x, y).ok_or_else(|| ReadError::new(why::off(format!("{x},{y}"), size)))?;
        if !game.blocked.contains(&cell) {
            game.blocked.push(cell);
        }
    }
    let begin = if take_turns(entries) { 0 } else { given };
    let count =
        |whose: Whose| entries[..begin].iter().filter(|entry| entry.xy.is_some() && entry.whose == whose).count();
    // As in the protocol the engine is White if the opponent has more stones, or the first entry of a block with a pass.
    let is_white = match entries[..begin].first() {
        Some(first) if entries[..begin].iter().any(|entry| entry.xy.is_none()) => first.whose == Whose::Other,
        _ => count(Whose::Other) > count(Whose::Own),
    };
    let own = if is_white { Color::White } else { Color::Black };
    for entry in &entries[..begin] {
        let color = if entry.whose == Whose::Other { !own } else { own };
        if let Some(xy) = entry.xy {
            game.setup.push((point(entry.line, xy)?, color));
        }
    }
    // After the given stones the engine moves.
    game.first = if begin > 0 { own } else { Color::Black };
    let mut turn = if begin > 0 { Whose::Own } else { entries.first().map_or(Whose::Own, |entry| entry.whose) };
    for entry in &entries[begin..] {
        if begin > 0 && game.moves.is_empty() && entry.whose == Whose::Other && turn == Whose::Own {
            // The opponent moves first after the given stones.
            (game.first, turn) = (!own, Whose::Other);
        }
        if entry.whose != Whose::Next && turn != Whose::Next && entry.whose != turn {
            let name =
                entry.xy.and_then(|(x, y)| size.point(x, y)).map_or_else(String::new, |at| format_point(size, at));
            return Err(out_of_turn(entry.line, &name));
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

/// The game of entries whose owners are colors, [`Whose::Own`] Black. If they do not take turns, the stones keep their
/// colors, whatever their numbers.
pub fn game_of_colors(rule: Rule, size: BoardSize, entries: &[ListedTurn]) -> Result<Game, ReadError> {
    let mut game = game_of(rule, size, entries, entries.len(), &[])?;
    let owners = entries.iter().filter(|entry| entry.xy.is_some()).map(|entry| entry.whose);
    let colors = owners.map(|whose| if whose == Whose::Other { Color::White } else { Color::Black });
    let stones: Vec<_> = game.setup.drain(..).zip(colors).map(|((point, _), color)| (point, color)).collect();
    if !stones.is_empty() {
        place_all(&mut game, stones);
    }
    Ok(game)
}

/// The error of a move whose color is not to move.
pub fn out_of_turn(line: usize, point: &str) -> ReadError {
    ReadError::at(Place::Line(line), why::out_of_turn(point))
}

/// Number of columns and rows that a board needs for points, from 0.
pub fn reach_of(points: impl Iterator<Item = (i32, i32)>) -> [usize; 2] {
    let side = |number: i32| number.max(-1).saturating_add(1) as usize;
    points.fold([0; 2], |[columns, rows], (x, y)| [columns.max(side(x)), rows.max(side(y))])
}

/// Whether no side moves twice in a row.
fn take_turns(entries: &[ListedTurn]) -> bool {
    entries.windows(2).all(|pair| {
        let [one, other] = [pair[0].whose, pair[1].whose];
        one == Whose::Next || other == Whose::Next || one != other
    })
}

/// Adds stones to the setup, without an order, and sets the side to move.
pub fn place_all(game: &mut Game, stones: impl IntoIterator<Item = (Point, Color)>) {
    game.setup.extend(stones);
    let count = |color: Color| game.setup.iter().filter(|stone| stone.1 == color).count();
    game.first = if count(Color::Black) > count(Color::White) { Color::White } else { Color::Black };
}

/// A color by a word or number that programs use.
pub fn color_of(text: &str) -> Option<Color> {
    match text.trim().to_ascii_lowercase().as_str() {
        "black" | "b" | "x" | "1" | "黑" | "黑方" | "黑棋" | "黒" | "흑" | "đen" => Some(Color::Black),
        "white" | "w" | "o" | "2" | "-1" | "白" | "白方" | "白棋" | "백" | "trắng" => Some(Color::White),
        _ => None,
    }
}

/// Words for a draw.
const DRAWS: [&str; 9] = ["draw", "drawn", "tie", "tied", "1/2", "½-½", "和棋", "平局", "무승부"];

/// The result in words such as `black`, `BLACK_WIN` or `white wins`.
pub fn by_word(text: &str) -> Option<Outcome> {
    let text = text.trim().to_lowercase();
    if DRAWS.contains(&text.as_str()) {
        return Some(Outcome::Draw);
    }
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    // Numbers and signs name nobody here.
    let first = words.next().filter(|word| word.parse::<i64>().is_err() && !word.starts_with(['x', 'o']))?;
    let color =
        color_of(first).or_else(|| color_of(first.strip_suffix("win").or_else(|| first.strip_suffix("胜"))?))?;
    words.all(|word| ["win", "wins", "won", "winner", "player"].contains(&word)).then_some(Outcome::Win(color))
}

/// The letter of a sign like X or O, as boards print them: `✕`, `❌`, `⭕`.
pub fn letter_of(sign: char) -> Option<char> {
    match sign {
        '✕' | '✖' | '❌' | '✗' | '✘' | '×' | '╳' | '⨯' | 'Ｘ' | '❎' | 'Х' | 'х' => Some('X'),
        '⭕' | 'Ｏ' | '❍' | 'О' | 'о' => Some('O'),
        _ => None,
    }
}

/// Number of Black's and of White's stones before the first move.
pub fn counts(game: &Game) -> [usize; 2] {
    Color::ALL.map(|color| game.setup.iter().filter(|stone| stone.1 == color).count())
}

/// Each color's sign and number of stones for a question in any language: `● = O (3), ○ = X (2)`.
pub fn counts_named(game: &Game, signs: [char; 2]) -> String {
    let [black, white] = counts(game);
    format!("● = {} ({black}), ○ = {} ({white})", signs[0], signs[1])
}

/// The position with the colors of its stones swapped.
pub fn swapped(game: &Game) -> Game {
    let mut other = game.clone();
    other.setup.iter_mut().for_each(|stone| stone.1 = !stone.1);
    let [black, white] = counts(&other);
    other.first = if black > white { Color::White } else { Color::Black };
    other
}

/// The result with the colors exchanged.
pub fn exchanged(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(color) => Outcome::Win(!color),
        Outcome::Draw => Outcome::Draw,
    }
}

/// Result of a check of a position's numbers of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneCounts {
    /// Black has as many stones as White or one more, or the text states the side to move.
    Possible,
    /// White has one stone more: the colors may be swapped.
    Swapped,
    /// No game has these numbers of stones.
    Impossible,
}

impl StoneCounts {
    /// Adds a warning unless the numbers are possible.
    pub fn warn(self, game: &Game, games: &mut FoundGames) {
        if self != StoneCounts::Possible {
            let [count, all] = counts(game);
            games.warn(None, why::counts(count, all));
        }
    }
}

/// Sets the side to move by the numbers of stones, or to `said` if these are not those of a game, and judges the numbers.
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
