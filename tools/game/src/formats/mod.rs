//! Games and positions as text: the field's formats, read by what is in them, and written.

mod diagram;
mod moves;
mod psq;
mod sgf;
mod tree;

use crate::Game;
use anyhow::{Result, bail, ensure};
use strum::Display;
use tengen::base::{BoardSize, Color, Rule};
use thiserror::Error;

pub use tree::{GameTree, MoveNode};

/// Rule and size given by the user for texts without their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Rule of play.
    pub rule: Option<Rule>,
    /// Board size.
    pub size: Option<BoardSize>,
}

/// Error: the text names another rule than the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game is one of {own}, not of {given}")]
pub struct OtherRule {
    /// The text's own rule.
    pub own: Rule,
    /// The user's.
    pub given: Rule,
}

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// Piskvork's game file.
    Psq,
    /// Smart Game Format, `GM[4]`.
    Sgf,
    /// Points written together, `h8i9j10`.
    Moves,
    /// Offsets from the center, `0,0, 1,-1`, as in the tournament's opening files.
    Offsets,
    /// Rows of `.`, `X` and `O`.
    Diagram,
}

/// Default side of a board.
const DEFAULT_SIDE: usize = 15;

impl Format {
    /// The format of a text.
    pub fn of(text: &str) -> Format {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let lines = || text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let content = || lines().flat_map(str::chars);
        if text.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("Piskvorky")) {
            return Format::Psq;
        }
        if text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';')) {
            return Format::Sgf;
        }
        if lines().next().is_some_and(diagram::is_letters) {
            return Format::Diagram;
        }
        if lines().flat_map(moves::words).next().is_some_and(moves::is_moves) {
            return Format::Moves;
        }
        let is_cell = |c: char| c.is_whitespace() || c.is_ascii_digit() || "xXoO+-_#()[]*".contains(c);
        // Offsets are numbers only, with their signs.
        let is_number = |word: &str| word.parse::<i32>().is_ok();
        let is_board = || content().all(is_cell) && !lines().flat_map(moves::words).all(is_number);
        if content().any(|c| matches!(c, '.' | '/')) || is_board() {
            return Format::Diagram;
        }
        let letters = content().any(char::is_alphabetic);
        if letters || !content().any(|c| c.is_ascii_digit()) { Format::Moves } else { Format::Offsets }
    }

    /// The format that a file of this name is written in.
    ///
    /// # Errors
    /// When the name ends in no format's extension.
    pub fn of_name(name: &str) -> Result<Format> {
        match name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).as_deref() {
            Some("psq") => Ok(Format::Psq),
            Some("sgf") => Ok(Format::Sgf),
            Some("pos" | "moves") => Ok(Format::Moves),
            Some("off" | "offsets") => Ok(Format::Offsets),
            Some("txt" | "diagram") => Ok(Format::Diagram),
            _ => bail!(
                "'{name}': expected a name that ends in .psq, .sgf, .pos (moves), .off (offsets) or .txt (diagram)"
            ),
        }
    }
}

impl Given {
    /// The rule: the text's own, or the user's, or freestyle.
    fn rule(self, own: Option<Rule>) -> Result<Rule> {
        match (own, self.rule) {
            (Some(own), Some(given)) if own != given => Err(OtherRule { own, given }.into()),
            (own, given) => Ok(own.or(given).unwrap_or(Rule::Freestyle)),
        }
    }

    /// The size: the text's own, or the user's, or 15x15.
    fn size(self, own: Option<BoardSize>) -> Result<BoardSize> {
        match (own, self.size) {
            (Some(own), Some(given)) if own != given => bail!("the board is {own}, not {given}"),
            (own, given) => Ok(own.or(given).map_or_else(|| BoardSize::square(DEFAULT_SIDE), Ok)?),
        }
    }
}

/// Reads a game or position in the format that the text is in.
///
/// # Errors
/// Where the text is wrong, with the line; when it contradicts what is given; when a move cannot be made.
pub fn read(text: &str, given: Given) -> Result<Game> {
    let format = Format::of(text);
    let text = text.trim_start_matches('\u{feff}');
    let mut game = match format {
        Format::Psq => psq::read(text, given)?,
        Format::Sgf => sgf::read(text, given)?,
        Format::Moves => moves::read_moves(text, given)?,
        Format::Offsets => moves::read_offsets(text, given)?,
        Format::Diagram => diagram::read(text, given)?,
    };
    if let Some(outcome) = game.judge()? {
        // What the board shows needs no other reason.
        (game.outcome, game.reason) = (Some(outcome), None);
    }
    Ok(game)
}

/// Reads a text with [`read`] or [`read_tree`]; `rule` and `size` fill in what it does not name, its own win.
///
/// # Errors
/// Where the text is wrong, with the line; when a move cannot be made.
pub fn read_filled_in<T>(
    text: &str,
    rule: Rule,
    size: BoardSize,
    read: impl Fn(&str, Given) -> Result<T>,
) -> Result<T> {
    let given = Given { rule: Some(rule), size: Some(size) };
    // Points alone name neither.
    if matches!(Format::of(text), Format::Moves | Format::Offsets) {
        return read(text, given);
    }
    let others = [given, Given { size: None, ..given }, Given { rule: None, ..given }];
    let found = others.into_iter().find_map(|given| read(text, given).ok());
    found.map_or_else(|| read(text, Given::default()), Ok)
}

/// Reads a game with its variations, which only SGF has.
///
/// # Errors
/// The same as those of [`read`], for a move of any variation.
pub fn read_tree(text: &str, given: Given) -> Result<GameTree> {
    if Format::of(text) != Format::Sgf {
        return Ok(GameTree::from(&read(text, given)?));
    }
    let tree = sgf::read_tree(text.trim_start_matches('\u{feff}'), given)?;
    tree.check()?;
    Ok(tree)
}

/// Writes a game with its variations as SGF.
///
/// # Errors
/// When the board is too large for SGF.
pub fn write_tree(tree: &GameTree) -> Result<String> {
    sgf::write_tree(tree)
}

/// Writes a game in a format; what the format cannot hold is left out.
///
/// # Errors
/// When the format cannot hold the moves, the size or the stones at the beginning.
pub fn write(game: &Game, format: Format) -> Result<String> {
    ensure!(
        matches!(format, Format::Sgf | Format::Diagram) || game.setup.is_empty(),
        "a position that did not come about by moves cannot be written as {format}; diagram and sgf can hold it"
    );
    ensure!(
        matches!(format, Format::Sgf | Format::Diagram) || game.moves.is_empty() || game.first == Color::Black,
        "a game that White begins cannot be written as {format}; diagram and sgf can hold it"
    );
    match format {
        Format::Psq => Ok(psq::write(game)),
        Format::Sgf => sgf::write(game),
        Format::Moves => Ok(tengen::board::format_moves(game.size, &game.moves) + "\n"),
        Format::Offsets => Ok(moves::write_offsets(game)),
        Format::Diagram => Ok(diagram::write(game)),
    }
}
