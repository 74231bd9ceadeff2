//! The position of a GTP session, with the moves that can be undone.

use super::error::GtpError;
use super::vertex::{column_name, format_vertex};
use crate::base::{BoardSize, Cell, Color, Point, Rule};
use crate::board::Board;
use crate::pattern::PointClass;
use crate::sgf;

/// A position and how it came about.
pub(super) struct GtpGame {
    board: Board,
    /// Stones before the first move, from a file.
    setup: Vec<(Point, Color)>,
    /// Who makes the first move.
    first: Color,
    /// Moves in their order; `None` is a pass.
    moves: Vec<(Color, Option<Point>)>,
    /// The winner, and the number of moves after which the win stood on the board.
    won: Option<(Color, usize)>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameEnd {
    Win(Color),
    Draw,
}

impl GtpGame {
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        Self { board: Board::new(size, rule), setup: Vec::new(), first: Color::Black, moves: Vec::new(), won: None }
    }

    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    pub fn rule(&self) -> Rule {
        self.board.rule()
    }

    /// The position with `color` to move.
    pub fn board_for(&self, color: Color) -> Board {
        let mut board = self.board.clone();
        board.set_side_to_move(color);
        board
    }

    pub fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    /// The result; `None` while the game goes on. Moves after a win change nothing of it.
    pub fn outcome(&self) -> Option<GameEnd> {
        if let Some((color, _)) = self.won {
            return Some(GameEnd::Win(color));
        }
        let full = self.board.empty_count() <= self.rule().draw_empty_cells()
            && self.size().cells() > self.rule().draw_empty_cells();
        (full || self.board.empty_count() == 0).then_some(GameEnd::Draw)
    }

    /// Plays a move of any color, or a pass.
    pub fn play(&mut self, color: Color, point: Option<Point>) -> Result<(), GtpError> {
        if let Some(point) = point {
            let name = || format_vertex(self.size(), point);
            if !self.board.is_empty(point) {
                return Err(GtpError::Occupied(name()));
            }
            if self.rule().forbids(color) && self.board.is_forbidden(point) {
                return Err(GtpError::Forbidden(name()));
            }
        }
        self.play_unchecked(color, point);
        Ok(())
    }

    /// The point is empty; a forbidden one is placed all the same.
    fn play_unchecked(&mut self, color: Color, point: Option<Point>) {
        self.board.set_side_to_move(color);
        match point {
            Some(point) => {
                if self.won.is_none() && self.board.patterns(point).class(color) == PointClass::Five {
                    self.won = Some((color, self.moves.len() + 1));
                }
                self.board.make(point, &mut ());
            }
            None => self.board.set_side_to_move(!color),
        }
        self.moves.push((color, point));
    }

    /// Plays the engine's own move, a pass when it has none; the search picks a forbidden point only when
    /// there is no other.
    pub fn play_generated(&mut self, color: Color, point: Option<Point>) -> Result<(), GtpError> {
        match point {
            Some(point) if !self.board.is_empty(point) => Err(GtpError::Occupied(format_vertex(self.size(), point))),
            point => {
                self.play_unchecked(color, point);
                Ok(())
            }
        }
    }

    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Result<(), GtpError> {
        let (color, point) = self.moves.pop().ok_or(GtpError::CannotUndo)?;
        if point.is_some() {
            self.board.unmake(&mut ());
        }
        self.board.set_side_to_move(color);
        self.won = self.won.filter(|&(_, count)| count <= self.moves.len());
        Ok(())
    }

    /// The same moves under another rule.
    pub fn set_rule(&mut self, rule: Rule) {
        let old = std::mem::replace(self, Self::new(self.size(), rule));
        self.set_up(old.setup, old.first);
        for (color, point) in old.moves {
            self.play_unchecked(color, point);
        }
    }

    fn set_up(&mut self, stones: Vec<(Point, Color)>, first: Color) {
        self.first = first;
        self.board.set_side_to_move(first);
        // An occupied point keeps its stone.
        self.setup =
            stones.into_iter().filter(|&(point, color)| self.board.place(point, color.into()).is_ok()).collect();
    }

    /// The main line of an SGF game, up to before move number `until`, counted from 1. Its rule counts
    /// when the file names one, else `rule`.
    pub fn from_sgf(text: &str, rule: Rule, until: Option<usize>) -> Result<Self, GtpError> {
        let properties = sgf::main_line(text)?;
        let value = |name: &str| properties.iter().find(|property| property.name == name).map(|p| p.values[0].as_str());
        if let Some(game) = value("GM").filter(|game| game.trim() != "4") {
            return Err(GtpError::File(format!("GM[{game}] is another game, expected GM[4]")));
        }
        let size = value("SZ").map_or_else(|| Ok(BoardSize::square(15)?), sgf::parse_size)?;
        let mut game = Self::new(size, value("RU").and_then(sgf::parse_rule).unwrap_or(rule));
        let most = until.map_or(usize::MAX, |until| until.saturating_sub(1));
        for property in &properties {
            let color = if property.name.ends_with('W') { Color::White } else { Color::Black };
            match property.name.as_str() {
                "B" | "W" if game.moves.len() < most => {
                    let point = sgf::parse_sgf_point(&property.values[0], size)?;
                    if !game.board.is_empty(point) {
                        let name = format_vertex(size, point);
                        return Err(GtpError::File(format!("line {}: {name} is occupied", property.line)));
                    }
                    game.play_unchecked(color, Some(point));
                }
                "AB" | "AW" if game.moves.is_empty() => {
                    let mut stones = std::mem::take(&mut game.setup);
                    for value in &property.values {
                        stones.extend(sgf::parse_sgf_points(value, size)?.into_iter().map(|point| (point, color)));
                    }
                    let (rule, first) = (game.rule(), game.first);
                    game = Self::new(size, rule);
                    game.set_up(stones, first);
                }
                "PL" if game.moves.is_empty() => {
                    let white = property.values[0].trim().eq_ignore_ascii_case("w");
                    game.first = if white { Color::White } else { Color::Black };
                    game.board.set_side_to_move(game.first);
                }
                _ => {}
            }
        }
        Ok(game)
    }

    /// The board in text: `X` is Black, `O` White, `.` empty.
    pub fn diagram(&self) -> String {
        let size = self.size();
        let width = column_name(size.width() - 1).len() + 1;
        let columns: String = (0..size.width()).map(|x| format!("{:>width$}", column_name(x))).collect();
        let mut text = format!("\n   {columns}");
        for y in 0..size.height() {
            let row = size.height() - y;
            text += &format!("\n{row:>3}");
            for x in 0..size.width() {
                let point = size.point(x as i32, y as i32);
                let symbol = match point.map_or(Cell::Neutral, |point| self.board.cell(point)) {
                    Cell::Black => 'X',
                    Cell::White => 'O',
                    Cell::Empty => '.',
                    Cell::Neutral => '#',
                };
                text += &format!("{symbol:>width$}");
            }
            text += &format!(" {row}");
        }
        let side = if self.side_to_move() == Color::Black { "Black" } else { "White" };
        text + &format!("\n   {columns}\n{size} {}, {side} to move", self.rule())
    }
}
