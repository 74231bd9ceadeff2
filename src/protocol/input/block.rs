//! A block: the lines of a command up to `DONE`.

use super::coordinates::{CoordinateOrder, PASS};
use super::text::{parse_numbers, shorten, split_quoted};
use crate::protocol::error::CommandError;
use std::time::Instant;
use tengen::base::{BoardSize, Color, Point};
use tengen::play::{OpeningAct, OpeningRule};

/// The lines of a block so far. Nothing else is changed until the block is complete.
pub(in crate::protocol) struct Block {
    /// The command's name.
    name: &'static str,
    /// Time at which the command arrived.
    pub since: Instant,
    entries: Entries,
    text: Text,
    /// `None` before `START`: lines are read nevertheless, so that they are not answered by UNKNOWN.
    size: Option<BoardSize>,
    order: CoordinateOrder,
    stones: Vec<(Option<Point>, Owner)>,
    /// Whether an entry of a line of moves cannot be played: it is off the board, or its point has a stone.
    is_unplayable: bool,
    acts: Vec<OpeningAct>,
    error: Option<CommandError>,
    /// Text after the command, for the commands that have one.
    pub argument: String,
}

/// Form of a block's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Entries {
    /// `x,y,who`, `-1,-1,who` for a pass.
    Stones,
    /// `x,y`.
    Points,
    /// Acts of an opening by this rule: `x,y`, words and numbers.
    Acts(OpeningRule),
    /// A line of moves, which may be unplayable: `x,y`.
    Path,
    /// Any text: the block is refused at its end.
    Refused,
}

/// An entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum PositionEntry {
    /// A stone.
    Stone(Point, Color),
    /// A neutral cell.
    Neutral(Point),
    /// A pass of this color.
    Pass(Color),
}

/// Kind of text after a command, or else on the block's first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Text {
    /// No text.
    Nothing,
    /// One line.
    Line,
    /// A comment, in quotation marks or without.
    Comment,
    /// Words and numbers before the first point, if there are any.
    Kind,
}

/// Third number of a `BOARD` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Engine,
    Opponent,
    Nobody,
}

impl Block {
    pub fn new(name: &'static str, entries: Entries, text: Text, since: Instant) -> Self {
        Self {
            name,
            since,
            entries,
            text,
            size: None,
            order: CoordinateOrder::default(),
            stones: Vec::new(),
            is_unplayable: false,
            acts: Vec::new(),
            error: None,
            argument: String::new(),
        }
    }

    /// Sets the board and the order of coordinates for points.
    pub fn on_board(self, size: Option<BoardSize>, order: CoordinateOrder) -> Self {
        Self { size, order, ..self }
    }

    /// Adds one entry. The first error is kept and reported at the end.
    pub fn push(&mut self, line: &str) {
        if self.entries == Entries::Refused {
            return;
        }
        let is_kind = line.starts_with(|c: char| c.is_ascii_alphabetic());
        // Words after the command come one by one, so a single number belongs to the kind before it.
        let is_number = !self.argument.is_empty() && line.parse::<u32>().is_ok();
        if self.text == Text::Kind && self.stones.is_empty() && (is_kind || is_number) {
            self.argument = format!("{} {line}", self.argument);
            return;
        }
        let parsed = match self.entries {
            Entries::Acts(rule) => self.parse_act(line, rule).map(|act| self.acts.push(act)),
            Entries::Path => match self.parse_stone(line) {
                Err(CommandError::OffBoard(..) | CommandError::NamedTwice(..)) => {
                    self.is_unplayable = true;
                    Ok(())
                }
                stone => stone.map(|stone| self.stones.push(stone)),
            },
            _ => self.parse_stone(line).map(|stone| self.stones.push(stone)),
        };
        if let Err(error) = parsed {
            self.fail(error);
        }
    }

    /// Whether the text of the command is still missing.
    pub fn wants_text(&self) -> bool {
        matches!(self.text, Text::Line | Text::Comment) && self.argument.is_empty()
    }

    /// Takes the text of the command. Returns the entries after it on the line, which Yixin-Board sends after the mark
    /// that closes a comment.
    pub fn take_text<'a>(&mut self, line: &'a str) -> &'a str {
        let (text, entries) = match split_quoted(line) {
            _ if self.text != Text::Comment || !line.starts_with('"') => (line, ""),
            Some(parts) => parts,
            None => {
                self.fail(CommandError::CommentNotClosed);
                (line, "")
            }
        };
        self.argument = text.to_owned();
        entries
    }

    /// Keeps the first error; later ones are dropped.
    pub fn fail(&mut self, error: CommandError) {
        self.error.get_or_insert(error);
    }

    fn parse_act(&self, line: &str, rule: OpeningRule) -> Result<OpeningAct, CommandError> {
        let size = self.size.ok_or(CommandError::NoBoard)?;
        match (line.to_ascii_lowercase().as_str(), parse_numbers(line).as_deref()) {
            ("black", _) => Ok(OpeningAct::Side(Color::Black)),
            ("white", _) => Ok(OpeningAct::Side(Color::White)),
            (word, _) if rule.instead_word() == Some(word) => Ok(OpeningAct::Instead),
            (_, Some(&[x, y])) => self.order.point(size, x, y).map(OpeningAct::Point),
            (_, Some(&[number @ 0..=i32::MAX])) => Ok(OpeningAct::Number(number as usize)),
            _ => Err(CommandError::OpeningAct { text: shorten(line), rule }),
        }
    }

    fn parse_stone(&self, line: &str) -> Result<(Option<Point>, Owner), CommandError> {
        let size = self.size.ok_or(CommandError::NoBoard)?;
        let with_owner = self.entries == Entries::Stones;
        let (x, y, owner) = match (with_owner, parse_numbers(line).as_deref()) {
            (true, Some(&[x, y, 1])) => (x, y, Owner::Engine),
            (true, Some(&[x, y, 2])) => (x, y, Owner::Opponent),
            (true, Some(&[x, y, 3])) | (false, Some(&[x, y])) => (x, y, Owner::Nobody),
            (true, _) => return Err(CommandError::Stone(shorten(line))),
            (false, _) => return Err(CommandError::Point(shorten(line))),
        };
        if with_owner && [x, y] == PASS {
            return if owner == Owner::Nobody { Err(CommandError::Stone(shorten(line))) } else { Ok((None, owner)) };
        }
        let point = self.order.point(size, x, y)?;
        if self.stones.iter().any(|&(other, _)| other == Some(point)) {
            return Err(CommandError::NamedTwice(x, y));
        }
        Ok((Some(point), owner))
    }

    /// The whole position and the engine's color, or the first error.
    ///
    /// Black moves first. In a block with passes the entries are moves in order, so the first one is Black's, as in
    /// Rapfi. Without passes they may come in any order: the engine is White exactly if the opponent has more stones.
    pub fn position(self) -> Result<(Vec<PositionEntry>, Color), CommandError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let count = |owner| self.stones.iter().filter(|stone| stone.1 == owner).count();
        let is_white = if self.stones.iter().any(|(point, _)| point.is_none()) {
            let first = self.stones.iter().find(|stone| stone.1 != Owner::Nobody);
            first.is_some_and(|stone| stone.1 == Owner::Opponent)
        } else {
            count(Owner::Opponent) > count(Owner::Engine)
        };
        let own = if is_white { Color::White } else { Color::Black };
        let placed = |(point, owner)| match (point, owner) {
            (Some(point), Owner::Engine) => PositionEntry::Stone(point, own),
            (Some(point), Owner::Opponent) => PositionEntry::Stone(point, !own),
            (Some(point), Owner::Nobody) => PositionEntry::Neutral(point),
            (None, Owner::Opponent) => PositionEntry::Pass(!own),
            (None, _) => PositionEntry::Pass(own),
        };
        Ok((self.stones.into_iter().map(placed).collect(), own))
    }

    /// The points of a block of points, or the first error.
    pub fn points(self) -> Result<Vec<Point>, CommandError> {
        // Only blocks of stones have passes.
        self.error.map_or_else(|| Ok(self.stones.into_iter().filter_map(|(point, _)| point).collect()), Err)
    }

    /// The moves of a line, `None` if it cannot be played; or the first error.
    pub fn path(self) -> Result<Option<Vec<Point>>, CommandError> {
        let is_unplayable = self.is_unplayable;
        self.points().map(|points| (!is_unplayable).then_some(points))
    }

    /// The acts of an opening, or the first error.
    pub fn acts(self) -> Result<Vec<OpeningAct>, CommandError> {
        self.error.map_or(Ok(self.acts), Err)
    }

    /// The stones of an opening in order, or the first error.
    pub fn opening_stones(self, rule: OpeningRule) -> Result<Vec<Point>, CommandError> {
        let command = self.name;
        let points = self.points()?;
        let counts = rule.board_counts();
        if counts.contains(&points.len()) {
            return Ok(points);
        }
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        Err(CommandError::OpeningStones { command, expected: counts.join(" or "), found: points.len() })
    }
}
