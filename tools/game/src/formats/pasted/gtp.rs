//! A log of a Go Text Protocol session: `play B H8`, `genmove white` and the answer `= J9`.

use super::columns::without_i;
use super::stones::{ListedTurn, Whose, color_of, game_of_colors};
use crate::formats::{FoundGames, GameTree, Given, Place, ReadError};
use tengen::base::{BoardSize, Color, Rule};
use tengen::board::{format_point, parse_point};
use tengen_database::{Reason, why};

/// Whether a command may begin a session.
fn is_command(word: &str) -> bool {
    let is_of_game =
        |word: &str| matches!(word, "boardsize" | "clear_board" | "play" | "genmove" | "komi" | "showboard");
    let is_of_program = |word: &str| matches!(word, "name" | "version" | "protocol_version" | "list_commands");
    let word = word.to_ascii_lowercase();
    is_of_game(&word) || is_of_program(&word)
}

/// A command without its number and arrows, or an answer without its sign.
fn content(line: &str) -> &str {
    let line = line.trim().trim_start_matches(['>', '<', '-']).trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < line.len() && rest.starts_with(' ') { rest.trim_start() } else { line }
}

/// Color and point of a `play` command.
fn play(line: &str) -> Option<(Color, &str)> {
    let words: Vec<&str> = content(line).split_whitespace().collect();
    match words[..] {
        [command, color, point] if command.eq_ignore_ascii_case("play") => {
            Some((color_of(color).filter(|_| color.chars().all(char::is_alphabetic))?, point))
        }
        _ => None,
    }
}

/// Color of a `genmove` command.
fn asked(line: &str) -> Option<Color> {
    let (command, color) = content(line).split_once(' ')?;
    command.eq_ignore_ascii_case("genmove").then(|| color_of(color)).flatten()
}

/// Whether a text begins with a GTP command and has a move.
pub fn is_session(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().and_then(|line| content(line).split_whitespace().next());
    first.is_some_and(is_command) && text.lines().any(|line| play(line).is_some() || asked(line).is_some())
}

/// A game of a session: the board's size, and the line, color and point of each turn.
#[derive(Default)]
struct SessionGame<'a> {
    size: Option<BoardSize>,
    turns: Vec<(usize, Color, &'a str)>,
    /// Lines that are no stone.
    faults: Vec<(usize, &'a str)>,
}

impl SessionGame<'_> {
    /// Whether another game has the same turns, and perhaps more: a manager may set up the whole game before each move.
    fn goes_on_in(&self, other: &Self) -> bool {
        let mut pairs = self.turns.iter().zip(&other.turns);
        let are_same = pairs.all(|(one, two)| one.1 == two.1 && one.2.eq_ignore_ascii_case(two.2));
        self.size == other.size && self.turns.len() <= other.turns.len() && are_same
    }
}

/// Reads the session's games, each up to the next `clear_board` or `boardsize`.
pub fn read_session(text: &str, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let mut found: Vec<SessionGame> = Vec::new();
    let mut played = SessionGame::default();
    let mut waiting = None;
    let mut lines = text.lines().enumerate().filter(|(_, line)| !content(line).is_empty()).peekable();
    while let Some((index, line)) = lines.next() {
        // A command with the answer `? illegal move` did not happen.
        let is_answer = content(line).starts_with('=');
        if !is_answer && lines.peek().is_some_and(|(_, after)| content(after).starts_with('?')) {
            continue;
        }
        let (command, rest) = content(line).split_once(' ').unwrap_or((content(line), ""));
        match command.to_ascii_lowercase().as_str() {
            "boardsize" => {
                let side = rest.split_whitespace().next();
                let size = side.and_then(|side| BoardSize::square(side.parse().ok()?).ok());
                found.push(std::mem::replace(&mut played, SessionGame { size, ..SessionGame::default() }));
            }
            "clear_board" => {
                let next = SessionGame { size: played.size, ..SessionGame::default() };
                found.push(std::mem::replace(&mut played, next));
            }
            "undo" => drop(played.turns.pop()),
            "genmove" => waiting = asked(line),
            "play" => match play(line) {
                Some((color, point)) => played.turns.push((index + 1, color, point)),
                None => played.faults.push((index + 1, line.trim())),
            },
            command if command.starts_with('=') => {
                played.turns.extend(waiting.take().map(|color| (index + 1, color, rest.trim())));
            }
            _ => {}
        }
    }
    found.push(played);
    found.iter_mut().for_each(|game| game.turns.retain(|turn| !turn.2.eq_ignore_ascii_case("resign")));
    found.retain(|game| !game.turns.is_empty());
    if found.is_empty() {
        return Err(ReadError::new(why::no_stone()));
    }
    for (index, game) in found.iter().enumerate() {
        if found.get(index + 1).is_some_and(|next| game.goes_on_in(next)) {
            continue;
        }
        let tree = tree_of(game, given, games);
        if games.add_read(tree).is_break() {
            break;
        }
    }
    Ok(())
}

fn tree_of(played: &SessionGame, given: &Given, games: &mut FoundGames) -> Result<GameTree, ReadError> {
    for &(line, text) in &played.faults {
        games.warn(Place::Line(line), why::left_out(why::not_a_stone(text)));
    }
    let size = given.size(played.size)?;
    let mut example = None;
    let mut entries = Vec::new();
    for &(line, color, name) in &played.turns {
        let error = |cause: Reason| ReadError::at(Place::Line(line), cause);
        let point = match name.eq_ignore_ascii_case("pass") {
            true => None,
            // GTP has no column I.
            false if name.starts_with(['i', 'I']) => {
                return Err(error(why::point(name, size)).advise(why::column_i()));
            }
            false => Some(parse_point(size, &without_i(name)).map_err(|cause| error(cause.into()))?),
        };
        if name.starts_with(|c: char| c.to_ascii_lowercase() > 'i') && example.is_none() {
            example = point.map(|point| format!("{name} = {}", format_point(size, point)));
        }
        let whose = if color == Color::Black { Whose::Own } else { Whose::Other };
        entries.push(ListedTurn { line, xy: point.map(|point| size.xy(point)), whose });
    }
    if let Some(example) = example {
        games.warn(None, why::no_letter_i(&example));
    }
    let mut game = game_of_colors(given.rule(None, Rule::Freestyle)?, size, &entries)?;
    if game.setup.is_empty() && entries.first().is_some_and(|first| first.whose == Whose::Other) {
        game.first = Color::White;
    }
    Ok(GameTree::from(&game))
}
