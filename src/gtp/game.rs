//! The position of a GTP session, with the moves that can be undone.

use super::error::GtpError;
use super::vertex::{column_letters, format_vertex};
use crate::server::FileGame;
use tengen::base::{BoardSize, Cell, Color, Point, Rule};
use tengen::board::{Board, Outcome};
use tengen::pattern::PointClass;

/// A position with its moves.
#[derive(Clone)]
pub(super) struct GtpGame {
    pub(super) board: Board,
    /// Stones and neutral cells placed before the first move.
    pub(super) setup: Vec<(Point, Cell)>,
    /// The color of the first move.
    pub(super) first: Color,
    /// The moves in order; `None` is a pass.
    pub(super) moves: Vec<(Color, Option<Point>)>,
    /// The winner, and the number of moves after which the game was won; 0 if the stones before them have won.
    won: Option<(Color, usize)>,
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

    /// The result; `None` while the game goes on. Moves after a win do not change it. A game of renju is drawn by passes
    /// of both colors in a row: GoGui tells its ruler each pass twice.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some((color, _)) = self.won {
            return Some(Outcome::Win(color));
        }
        let full = self.board.empty_count() <= self.rule().draw_empty_cells(self.size().cells() - self.setup.len());
        let mut passes = self.moves.iter().rev().map_while(|&(color, point)| point.is_none().then_some(color));
        let passed = passes.next().is_some_and(|last| passes.any(|color| color != last));
        (full || passed && self.rule() == Rule::Renju).then_some(Outcome::Draw)
    }

    /// Plays a move of any color, or a pass.
    pub fn play(&mut self, color: Color, point: Option<Point>) -> Result<(), GtpError> {
        if let Some(point) = point {
            let name = || format_vertex(self.size(), point);
            if !self.board.is_empty(point) {
                return Err(GtpError::Occupied(name()));
            }
            if self.board.forbids(color, point) {
                return Err(GtpError::Forbidden(name()));
            }
        }
        self.play_unchecked(color, point);
        Ok(())
    }

    /// Plays at an empty point, or passes. A forbidden stone is placed, and loses.
    pub(super) fn play_unchecked(&mut self, color: Color, point: Option<Point>) {
        self.board.set_side_to_move(color);
        match point {
            Some(point) => {
                if self.won.is_none() {
                    self.won = self.winner_by(color, point).map(|winner| (winner, self.moves.len() + 1));
                }
                self.board.push(point);
            }
            None => self.board.pass(),
        }
        self.moves.push((color, point));
    }

    /// The winner after `color` plays at the empty `point`, if the game ends there.
    fn winner_by(&self, color: Color, point: Point) -> Option<Color> {
        if self.board.patterns(point).class(color) == PointClass::Five {
            return Some(color);
        }
        self.board.forbids(color, point).then_some(!color)
    }

    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Result<(), GtpError> {
        let (color, _) = self.moves.pop().ok_or(GtpError::CannotUndo)?;
        self.board.take_back();
        self.board.set_side_to_move(color);
        self.won = self.won.filter(|&(_, count)| count <= self.moves.len());
        Ok(())
    }

    /// Places stones before the first move, on an empty board.
    pub fn place(&mut self, stones: &[(Color, Point)]) -> Result<(), GtpError> {
        if !self.setup.is_empty() || !self.moves.is_empty() {
            return Err(GtpError::NotEmpty);
        }
        for (index, (_, point)) in stones.iter().enumerate() {
            if stones[..index].iter().any(|(_, other)| other == point) {
                return Err(GtpError::Occupied(format_vertex(self.size(), *point)));
            }
        }
        self.set_up(stones.iter().map(|&(color, point)| (point, color.into())).collect(), self.first);
        Ok(())
    }

    /// Sets the color of the first move.
    pub fn set_first(&mut self, color: Color) -> Result<(), GtpError> {
        if !self.moves.is_empty() {
            return Err(GtpError::NotEmpty);
        }
        self.first = color;
        self.board.set_side_to_move(color);
        Ok(())
    }

    /// The legal moves of the side to move; none after the end of the game.
    pub fn legal_moves(&self) -> Vec<Point> {
        let playable = self.outcome().is_none();
        self.size().points().filter(|&point| playable && self.board.is_legal(point)).collect()
    }

    /// Replays the moves under another rule. The side to move stays.
    pub fn set_rule(&mut self, rule: Rule) {
        let side = self.side_to_move();
        let old = std::mem::replace(self, Self::new(self.size(), rule));
        self.set_up(old.setup, old.first);
        for (color, point) in old.moves {
            self.play_unchecked(color, point);
        }
        self.board.set_side_to_move(side);
    }

    pub(super) fn set_up(&mut self, stones: Vec<(Point, Cell)>, first: Color) {
        self.first = first;
        self.board.set_side_to_move(first);
        // A point given twice keeps its first stone.
        self.setup = stones.into_iter().filter(|&(point, cell)| self.board.place(point, cell).is_ok()).collect();
        let winner = |&(point, cell): &(Point, Cell)| cell.color().filter(|_| self.board.is_in_winning_run(point));
        self.won = self.setup.iter().find_map(winner).map(|color| (color, 0));
    }

    /// The game of a file up to before move number `until`, counted from 1.
    pub fn from_file(FileGame { board, setup, .. }: &FileGame, until: Option<usize>) -> Self {
        let turns: Vec<Option<Point>> = board.moves().skip(*setup).collect();
        let mut game = Self::new(board.size(), board.rule());
        game.set_up(board.history().take(*setup).collect(), board.side_to_move().after(turns.len()));
        for turn in turns.into_iter().take(until.map_or(usize::MAX, |until| until.saturating_sub(1))) {
            game.play_unchecked(game.side_to_move(), turn);
        }
        game
    }

    /// The cells of each row, from the top: `X` is Black, `O` White, `.` empty.
    pub fn rows(&self, neutral: char) -> Vec<Vec<char>> {
        let symbol = |point| match self.board.cell(point) {
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Empty => '.',
            Cell::Neutral => neutral,
        };
        let symbols: Vec<char> = self.size().points().map(symbol).collect();
        symbols.chunks(self.size().width()).map(<[char]>::to_vec).collect()
    }

    /// The board as text, with `#` for a neutral cell.
    pub fn diagram(&self) -> String {
        let size = self.size();
        let width = column_letters(size.width() - 1).len() + 1;
        let columns: String = (0..size.width()).map(|x| format!("{:>width$}", column_letters(x))).collect();
        let mut text = format!("\n   {columns}");
        for (row, cells) in (1..=size.height()).rev().zip(self.rows('#')) {
            let cells: String = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
            text += &format!("\n{row:>3}{cells} {row}");
        }
        let side = if self.side_to_move() == Color::Black { "Black" } else { "White" };
        text + &format!("\n   {columns}\n{size} {}, {side} to move", self.rule())
    }
}
