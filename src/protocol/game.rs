//! The plain protocol's commands about the board: starting, moving, setting up.

use super::block::{Block, BlockKind, Step, parse_numbers, shorten};
use super::engine::Task;
use super::session::{Refusal, Session};
use crate::base::{BoardSize, Color, Point, Rule};
use crate::board::{Board, Cell};
use crate::search::opening::OpeningRule;
use std::io::Write;
use std::time::{Duration, Instant};

/// A board and what was placed on it.
pub(super) struct Game {
    pub size: BoardSize,
    /// Built when first needed, as the rule may still be told.
    pub board: Option<Board>,
}

impl<W: Write> Session<W> {
    pub(super) fn start(&mut self, size: BoardSize) {
        if self.game.as_ref().is_some_and(|game| game.size != size) {
            self.blocked.clear();
        }
        self.game = Some(Game { size, board: None });
        self.games += 1;
        self.used = Duration::ZERO;
        self.settings.forget_time_left();
        self.forget = true;
        self.writer.ok();
    }

    pub(super) fn begin(&mut self, at: Instant) -> Result<(), Refusal> {
        if self.board()?.placed().len() > 0 {
            return Err("BEGIN is for an empty board".into());
        }
        self.think(Task::Move, at)
    }

    pub(super) fn turn(&mut self, argument: &str, at: Instant) -> Result<(), Refusal> {
        let point = self.free_point(argument)?;
        let board = self.board()?;
        if board.empty_count() < 2 {
            return Err("no cell is left to answer on".into());
        }
        board.make(point, &mut ());
        self.think(Task::Move, at)
    }

    pub(super) fn play(&mut self, argument: &str) -> Result<(), Refusal> {
        let point = self.free_point(argument)?;
        let board = self.board()?;
        board.make(point, &mut ());
        self.say_points(&[point]);
        Ok(())
    }

    pub(super) fn take_back(&mut self, argument: &str) -> Result<(), Refusal> {
        let size = self.game()?.size;
        let point = self.order.parse(size, argument)?;
        let order = self.order;
        let board = self.board()?;
        let last = board.placed().next_back();
        match last {
            Some((last, cell)) if last == point => {
                board.unmake(&mut ());
                // Whose stone it was has the move again, also in a position that was set up.
                if let Some(color) = cell.color() {
                    board.set_side_to_move(color);
                }
            }
            Some((last, _)) => {
                return Err(format!("the last stone is {}", order.text(size, last)));
            }
            None => return Err("the board is empty".into()),
        }
        self.writer.ok();
        Ok(())
    }

    /// Begins a block; words behind the command are its first lines, as one program sends it all in one.
    pub(super) fn open_block(&mut self, kind: BlockKind, argument: &str, at: Instant) -> Result<(), Refusal> {
        // Without a board the lines are read all the same, so that each is not answered by UNKNOWN.
        let missing = self.game().err();
        let size = self.game().map_or_else(|_| BoardSize::square(BoardSize::MAX), |game| Ok(game.size));
        let mut block = Block::new(kind, size.map_err(|error| error.to_string())?, self.order, at);
        if let Some(reason) = missing {
            block.fail(reason);
        }
        for word in argument.split_whitespace() {
            match block.push(word) {
                Step::More => {}
                Step::Done => return self.finish_block(block, at),
                Step::Aborted => block.fail(format!("'{}' is no stone", shorten(word))),
            }
        }
        self.block = Some(block);
        Ok(())
    }

    pub(super) fn finish_block(&mut self, block: Block, since: Instant) -> Result<(), Refusal> {
        let kind = block.kind;
        match kind {
            BlockKind::Opening(rule) => return self.opening(rule, block.opening_stones(rule)?, since),
            BlockKind::Block | BlockKind::BlockUndo => return self.set_blocked(kind, &block.points()?),
            BlockKind::Soosorv(step) => return self.soosorv(step, block.points()?, since),
            BlockKind::Foreign => return Err("Tengen has neither a database nor forbidden paths".into()),
            BlockKind::Board | BlockKind::YxBoard => {}
        }
        let (stones, own) = block.position()?;
        let mut board = self.empty_board()?;
        for &(point, cell) in &stones {
            board.place(point, cell).map_err(|error| error.to_string())?;
        }
        board.set_side_to_move(own);
        if kind == BlockKind::Board && board.empty_count() == 0 {
            return Err("no cell is left to play on".into());
        }
        self.game_mut()?.board = Some(board);
        if kind == BlockKind::Board {
            self.warn_of_counts(&stones, own);
            self.think(Task::Move, since)?;
        }
        Ok(())
    }

    /// Stones that do not alternate are no reason to refuse a move, but worth a word.
    fn warn_of_counts(&mut self, stones: &[(Point, Cell)], own: Color) {
        let count = |color: Color| stones.iter().filter(|stone| stone.1 == color.into()).count();
        let expected = count(!own) == count(own) + usize::from(own == Color::White);
        let continuous = stones.iter().any(|stone| stone.1 == Cell::Neutral);
        if !expected && !continuous {
            let text = format!("{} own and {} opponent's stones do not alternate", count(own), count(!own));
            self.writer.message(text);
        }
    }

    fn opening(&mut self, rule: OpeningRule, stones: Vec<Point>, since: Instant) -> Result<(), Refusal> {
        let mut board = self.empty_board()?;
        for point in stones {
            board.make(point, &mut ());
        }
        self.game_mut()?.board = Some(board);
        self.think(Task::Opening(rule), since)
    }

    pub(super) fn show_forbidden(&mut self) -> Result<(), Refusal> {
        let order = self.order;
        let board = self.board()?;
        let size = board.size();
        let digits = if size.width().max(size.height()) > 100 { 3 } else { 2 };
        let points: String = board
            .forbidden_points()
            .into_iter()
            .map(|point| {
                let (first, second) = order.numbers(size, point);
                format!("{first:0digits$}{second:0digits$}")
            })
            .collect();
        self.writer.line(format_args!("FORBID {points}."));
        Ok(())
    }

    pub(super) fn game(&self) -> Result<&Game, Refusal> {
        self.game.as_ref().ok_or_else(no_game)
    }

    pub(super) fn game_mut(&mut self) -> Result<&mut Game, Refusal> {
        self.game.as_mut().ok_or_else(no_game)
    }

    pub(super) fn empty_board(&self) -> Result<Board, Refusal> {
        let rule = self.settings.rule().map_err(|error| error.to_string())?;
        Ok(Board::new(self.game()?.size, rule))
    }

    /// The game's board under the rule that holds now.
    pub(super) fn board(&mut self) -> Result<&mut Board, Refusal> {
        let rule = self.settings.rule().map_err(|error| error.to_string())?;
        let game = self.game_mut()?;
        if game.board.as_ref().is_some_and(|board| board.rule() != rule) {
            game.board = game.board.take().map(|old| under_rule(&old, rule));
        }
        Ok(game.board.get_or_insert_with(|| Board::new(game.size, rule)))
    }

    fn free_point(&mut self, argument: &str) -> Result<Point, Refusal> {
        let point = self.order.parse(self.game()?.size, argument)?;
        if self.board()?.is_empty(point) { Ok(point) } else { Err(format!("{} is occupied", shorten(argument))) }
    }
}

/// The same stones under another rule.
fn under_rule(old: &Board, rule: Rule) -> Board {
    let mut board = Board::new(old.size(), rule);
    for (point, cell) in old.placed() {
        // The stones stood beside each other before.
        let _ = board.place(point, cell);
    }
    board.set_side_to_move(old.side_to_move());
    board
}

fn no_game() -> Refusal {
    "START or RECTSTART comes first".into()
}

/// `START 15`; two numbers, as one manager sends them, are width and height.
pub(super) fn start_size(argument: &str) -> Result<BoardSize, Refusal> {
    match parse_numbers(argument).as_deref() {
        Some(&[side]) => board_size(side, side),
        Some(&[width, height]) => board_size(width, height),
        _ => Err(format!("'{}' is no board size", shorten(argument))),
    }
}

pub(super) fn rectangle(argument: &str) -> Result<BoardSize, Refusal> {
    match parse_numbers(argument).as_deref() {
        Some(&[width, height]) => board_size(width, height),
        _ => Err(format!("'{}' is no width,height", shorten(argument))),
    }
}

fn board_size(width: i32, height: i32) -> Result<BoardSize, Refusal> {
    let number = |n| usize::try_from(n).unwrap_or(0);
    BoardSize::new(number(width), number(height)).map_err(|error| error.to_string())
}
