//! The plain protocol's commands: new games, moves and whole positions.

use super::command::BlockKind;
use crate::base::{BoardSize, Cell, Color, Point};
use crate::protocol::error::CommandError;
use crate::protocol::game::{Game, Pending, Reply, State};
use crate::protocol::input::{Block, Step};
use crate::protocol::input::{parse_numbers, shorten};
use crate::protocol::session::Session;
use crate::server::Task;
use std::time::Instant;

impl Session {
    /// `START 15`; two numbers, as one manager sends them, are width and height.
    pub(in crate::protocol) fn start(&mut self, argument: &str) -> Result<(), CommandError> {
        let size = match parse_numbers(argument).as_deref() {
            Some(&[side]) => board_size(side, side),
            Some(&[width, height]) => board_size(width, height),
            _ => None,
        };
        self.begin_game(size.ok_or_else(|| CommandError::BoardSize(shorten(argument)))?);
        Ok(())
    }

    pub(in crate::protocol) fn start_rectangle(&mut self, argument: &str) -> Result<(), CommandError> {
        let size = match parse_numbers(argument).as_deref() {
            Some(&[width, height]) => board_size(width, height),
            _ => None,
        };
        self.begin_game(size.ok_or_else(|| CommandError::Rectangle(shorten(argument)))?);
        Ok(())
    }

    pub(in crate::protocol) fn restart(&mut self) -> Result<(), CommandError> {
        self.begin_game(self.size()?);
        Ok(())
    }

    fn begin_game(&mut self, size: BoardSize) {
        self.replace_game(size);
        self.writer.ok();
    }

    /// A new game, without an answer.
    pub(in crate::protocol) fn replace_game(&mut self, size: BoardSize) {
        let game = Game::new(size, self.state.game());
        self.state = State::Idle(Box::new(game));
    }

    pub(in crate::protocol) fn begin(&mut self, at: Instant) -> Result<(), CommandError> {
        let board = self.board()?.clone();
        if board.history().len() > 0 {
            return Err(CommandError::BoardNotEmpty);
        }
        self.think(board, Task::Move, Reply::Plain, at)
    }

    pub(in crate::protocol) fn turn(&mut self, argument: &str, at: Instant) -> Result<(), CommandError> {
        let point = self.empty_point(argument)?;
        let mut board = self.board()?.clone();
        if board.empty_count() < 2 {
            return Err(CommandError::BoardFull);
        }
        board.make(point, &mut ());
        self.think(board, Task::Move, Reply::Plain, at)
    }

    pub(in crate::protocol) fn play(&mut self, argument: &str) -> Result<(), CommandError> {
        let point = self.empty_point(argument)?;
        self.board()?.make(point, &mut ());
        self.write_points(&[point]);
        Ok(())
    }

    fn empty_point(&mut self, argument: &str) -> Result<Point, CommandError> {
        let point = self.coordinates.parse(self.size()?, argument)?;
        if self.board()?.is_empty(point) { Ok(point) } else { Err(CommandError::Occupied(shorten(argument))) }
    }

    pub(in crate::protocol) fn take_back(&mut self, argument: &str) -> Result<(), CommandError> {
        let (size, coordinates) = (self.size()?, self.coordinates);
        let point = coordinates.parse(size, argument)?;
        let board = self.board()?;
        let (last, cell) = board.history().next_back().ok_or(CommandError::NothingToTakeBack)?;
        if last != point {
            return Err(CommandError::NotLastStone(coordinates.format(size, last)));
        }
        // The stone's owner has the move again, also in a position that was set up; a cell of nobody was no move.
        let side = cell.color().unwrap_or(board.side_to_move());
        board.unmake(&mut ());
        board.set_side_to_move(side);
        self.writer.ok();
        Ok(())
    }

    /// Opens a block. Words after the command are its first lines: one program sends a block on one line.
    pub(in crate::protocol) fn open_block(
        &mut self,
        kind: BlockKind,
        argument: &str,
        at: Instant,
    ) -> Result<(), CommandError> {
        self.fill_block(Block::new(kind, self.size().ok(), self.coordinates, at), argument)
    }

    /// Opens a block for a command with a wrong argument: its lines are read up to DONE, then `error` is reported.
    pub(in crate::protocol) fn open_refused_block(
        &mut self,
        error: CommandError,
        argument: &str,
        at: Instant,
    ) -> Result<(), CommandError> {
        let mut block = Block::new(BlockKind::Refused, None, self.coordinates, at);
        block.fail(error);
        self.fill_block(block, argument)
    }

    fn fill_block(&mut self, mut block: Block, argument: &str) -> Result<(), CommandError> {
        let entries = if block.wants_text() { block.take_text(argument) } else { argument };
        for word in entries.split_whitespace() {
            match block.push(word) {
                Step::More => {}
                Step::Done => return self.finish_block(block),
                Step::Aborted => block.fail(CommandError::Point(shorten(word))),
            }
        }
        self.state.open(Pending::Block(block));
        Ok(())
    }

    pub(in crate::protocol) fn finish_block(&mut self, block: Block) -> Result<(), CommandError> {
        let (kind, since) = (block.kind, block.since);
        match kind {
            BlockKind::Board => self.set_position(block, true),
            BlockKind::YxBoard => self.set_position(block, false),
            BlockKind::Opening(rule) => self.opening(rule, &block.opening_stones(rule)?, since),
            BlockKind::Soosorv(step) => self.soosorv(step, &block.points()?, since),
            BlockKind::Negotiate(rule) => self.answer_acts(rule, &block.acts()?, since),
            BlockKind::Exclude => self.block_moves(&block.points()?),
            BlockKind::Readmit => self.unblock_moves(&block.points()?),
            BlockKind::Database(command) => self.database_block(command, block),
            BlockKind::Refused => Err(block.error().unwrap_or(CommandError::UnsupportedBlock)),
        }
    }

    fn set_position(&mut self, block: Block, think: bool) -> Result<(), CommandError> {
        let since = block.since;
        let (stones, own) = block.position()?;
        let mut board = self.empty_board()?;
        for &(point, cell) in &stones {
            // The block has each point once.
            let _ = board.place(point, cell);
        }
        board.set_side_to_move(own);
        if think && board.empty_count() == 0 {
            return Err(CommandError::BoardFull);
        }
        if think {
            self.warn_of_counts(&stones, own);
            return self.think(board, Task::Move, Reply::Plain, since);
        }
        self.game_mut()?.replace_board(board);
        Ok(())
    }

    /// Stones that do not alternate are played on, with a message.
    fn warn_of_counts(&mut self, stones: &[(Point, Cell)], own: Color) {
        let count = |color: Color| stones.iter().filter(|stone| stone.1 == color.into()).count();
        let expected = count(!own) == count(own) + usize::from(own == Color::White);
        let continuous = stones.iter().any(|stone| stone.1 == Cell::Neutral);
        if !expected && !continuous {
            let text = format!("{} own and {} opponent's stones do not alternate", count(own), count(!own));
            self.writer.message(text);
        }
    }

    pub(in crate::protocol) fn about(&mut self) {
        let version = env!("CARGO_PKG_VERSION");
        self.writer.line(format_args!(
            "name=\"Tengen\", version=\"{version}\", author=\"The Tengen developers\", country=\"International\""
        ));
    }
}

fn board_size(width: i32, height: i32) -> Option<BoardSize> {
    BoardSize::new(usize::try_from(width).ok()?, usize::try_from(height).ok()?).ok()
}
