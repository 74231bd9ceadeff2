//! Games and positions as text: the field's formats, read by what is in them, and written.

mod diagram;
mod moves;
mod psq;
mod sgf;

use crate::base::{BoardSize, Color, Point, Rule};
use crate::board::{Board, Cell, format_point};
use crate::tools::referee::{Referee, Verdict};
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

pub use psq::write_with_code as psq_with_code;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side won.
    Win(Color),
    /// Nobody won.
    Draw,
}

/// A game, or a position: the stones that stood there at the beginning and the moves since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Rule of play.
    pub rule: Rule,
    /// Board size.
    pub size: BoardSize,
    /// Stones before the first move, in no order.
    pub setup: Vec<(Point, Color)>,
    /// Who makes the first move.
    pub first: Color,
    /// The moves.
    pub moves: Vec<Point>,
    /// The time of each move, or nothing.
    pub times: Vec<Duration>,
    /// Black's and White's name; empty when not known.
    pub names: [String; 2],
    /// How it ended, when it has.
    pub outcome: Option<Outcome>,
    /// What somebody wrote after so many moves.
    pub comments: BTreeMap<usize, String>,
}

/// What the user says of a text that does not say it itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Rule of play.
    pub rule: Option<Rule>,
    /// Board size.
    pub size: Option<BoardSize>,
}

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Piskvork's game file.
    Psq,
    /// Smart Game Format, `GM[4]`.
    Sgf,
    /// Points written together, `h8i9j10`.
    Moves,
    /// Offsets from the centre, `0,0, 1,-1`, as in the tournament's opening files.
    Offsets,
    /// Rows of `.`, `X` and `O`.
    Diagram,
}

/// The side of a board that neither the text nor the user gives.
const DEFAULT_SIDE: usize = 15;

impl Format {
    /// All of them.
    pub const ALL: [Format; 5] = [Format::Psq, Format::Sgf, Format::Moves, Format::Offsets, Format::Diagram];

    /// The format that a text is in.
    pub fn of(text: &str) -> Format {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let content = || text.lines().filter(|line| !line.starts_with('#')).flat_map(str::chars);
        if text.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("Piskvorky")) {
            return Format::Psq;
        }
        if text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';')) {
            return Format::Sgf;
        }
        let rows = text.contains(['.', '/']) || content().all(|c| c.is_whitespace() || "xXoO".contains(c));
        if rows && content().any(|c| c.is_alphabetic() || c == '.') {
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
            _ => bail!("'{name}' ends in none of .psq, .sgf, .pos (moves), .off (offsets), .txt (diagram)"),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Psq => "psq",
            Format::Sgf => "sgf",
            Format::Moves => "moves",
            Format::Offsets => "offsets",
            Format::Diagram => "diagram",
        })
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Format::ALL
            .into_iter()
            .find(|format| format.to_string().eq_ignore_ascii_case(text))
            .ok_or_else(|| format!("'{text}' is none of psq, sgf, moves, offsets, diagram"))
    }
}

impl Given {
    /// The rule: the text's own, or the user's, or freestyle.
    fn rule(self, own: Option<Rule>) -> Result<Rule> {
        match (own, self.rule) {
            (Some(own), Some(given)) if own != given => bail!("the game is one of {own}, not of {given}"),
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
    let judged = game.judge()?;
    game.outcome = judged.or(game.outcome);
    Ok(game)
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
    match format {
        Format::Psq => Ok(psq::write(game)),
        Format::Sgf => sgf::write(game),
        Format::Moves => Ok(crate::board::format_moves(game.size, &game.moves) + "\n"),
        Format::Offsets => Ok(moves::write_offsets(game)),
        Format::Diagram => Ok(diagram::write(game)),
    }
}

impl Game {
    /// An empty board.
    pub fn new(rule: Rule, size: BoardSize) -> Self {
        Self {
            rule,
            size,
            setup: Vec::new(),
            first: Color::Black,
            moves: Vec::new(),
            times: Vec::new(),
            names: [String::new(), String::new()],
            outcome: None,
            comments: BTreeMap::new(),
        }
    }

    /// The game with no more than its first `count` moves.
    pub fn up_to(&self, count: usize) -> Game {
        let count = count.min(self.moves.len());
        let mut game = self.clone();
        game.moves.truncate(count);
        game.times.truncate(count);
        game.comments.retain(|&after, _| after <= count);
        if count < self.moves.len() {
            game.outcome = None;
        }
        game
    }

    /// Who makes move number `index`, from 0.
    pub fn mover(&self, index: usize) -> Color {
        if index.is_multiple_of(2) { self.first } else { !self.first }
    }

    /// Who is to move after the last.
    pub fn side_to_move(&self) -> Color {
        self.mover(self.moves.len())
    }

    /// All stones, those at the beginning first, and then in the order of play.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        let moves = self.moves.iter().enumerate().map(|(index, &point)| (point, self.mover(index)));
        self.setup.iter().copied().chain(moves)
    }

    /// The position after the last move.
    ///
    /// # Errors
    /// When two stones stand on one point.
    pub fn board(&self) -> Result<Board> {
        let mut board = Board::new(self.size, self.rule);
        for (point, color) in self.stones() {
            board.place(point, Cell::from(color)).with_context(|| format_point(self.size, point))?;
        }
        board.set_side_to_move(self.side_to_move());
        Ok(board)
    }

    /// What the rules say of the last stone: how the game has ended, or nothing.
    ///
    /// # Errors
    /// When a move cannot be made: the point is occupied, or the game was over before.
    pub fn judge(&self) -> Result<Option<Outcome>> {
        let mut outcome = None;
        let mut referee = Referee::of_stones(self.size, self.rule, []);
        for &(point, color) in &self.setup {
            ensure!(referee.put(point, color), "two stones on {}", format_point(self.size, point));
        }
        if let Some(color) = referee.winner() {
            outcome = Some(Outcome::Win(color));
        }
        for (index, &point) in self.moves.iter().enumerate() {
            let name = || format!("move {}, {}", index + 1, format_point(self.size, point));
            ensure!(outcome.is_none(), "{}: the game was over before it", name());
            let color = self.mover(index);
            outcome = match referee.play_as(point, color) {
                Verdict::Continue => None,
                Verdict::Win => Some(Outcome::Win(color)),
                Verdict::Draw => Some(Outcome::Draw),
                Verdict::Foul => Some(Outcome::Win(!color)),
                Verdict::Occupied => bail!("{}: the point is occupied", name()),
            };
        }
        Ok(outcome)
    }

    /// The points of the winning line through the last stone, in their order; empty when there is none.
    pub fn winning_line(&self) -> Vec<Point> {
        let referee = Referee::of_stones(self.size, self.rule, self.stones());
        let run = |(point, _)| Some(referee.winning_run(point)).filter(|run| !run.is_empty());
        // Without a last move, whatever run stands there.
        match self.moves.last() {
            Some(&last) => referee.winning_run(last),
            None => self.stones().find_map(run).unwrap_or_default(),
        }
    }
}
