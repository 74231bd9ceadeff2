//! The plain protocol's commands: new games, moves and whole positions.

use crate::protocol::error::CommandError;
use crate::protocol::game::Reply;
use crate::protocol::input::{Block, Entries, Text, parse_numbers, shorten};
use crate::protocol::session::{BlockEnd, Call, Pending, Session};
use crate::server::Task;
use std::time::Instant;
use tengen::base::{BoardSize, Cell, Color, Point};

impl Session {
    /// `START 15`; two numbers, as one manager sends them, are width and height.
    pub(in crate::protocol) fn start(&mut self, argument: &str) -> Result<(), CommandError> {
        let size = match parse_numbers(argument).as_deref() {
            Some(&[side]) => board_size(side, side),
            Some(&[width, height]) => board_size(width, height),
            _ => None,
        };
        self.confirm_game(size.ok_or_else(|| CommandError::BoardSize(shorten(argument)))?);
        Ok(())
    }

    pub(in crate::protocol) fn start_rectangle(&mut self, argument: &str) -> Result<(), CommandError> {
        let size = match parse_numbers(argument).as_deref() {
            Some(&[width, height]) => board_size(width, height),
            _ => None,
        };
        self.confirm_game(size.ok_or_else(|| CommandError::Rectangle(shorten(argument)))?);
        Ok(())
    }

    pub(in crate::protocol) fn restart(&mut self) -> Result<(), CommandError> {
        self.confirm_game(self.size()?);
        Ok(())
    }

    fn confirm_game(&mut self, size: BoardSize) {
        self.replace_game(size);
        self.writer.ok();
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
        board.push(point);
        self.think(board, Task::Move, Reply::Plain, at)
    }

    pub(in crate::protocol) fn play(&mut self, argument: &str) -> Result<(), CommandError> {
        let point = self.empty_point(argument)?;
        self.board()?.push(point);
        self.write_points(&[point]);
        Ok(())
    }

    fn empty_point(&mut self, argument: &str) -> Result<Point, CommandError> {
        let point = self.dialect.coordinates.parse(self.size()?, argument)?;
        if self.board()?.is_empty(point) { Ok(point) } else { Err(CommandError::Occupied(shorten(argument))) }
    }

    pub(in crate::protocol) fn take_back(&mut self, argument: &str) -> Result<(), CommandError> {
        let (size, coordinates) = (self.size()?, self.dialect.coordinates);
        let point = coordinates.parse(size, argument)?;
        let board = self.board()?;
        let (last, cell) = board.history().next_back().ok_or(CommandError::NothingToTakeBack)?;
        if last != point {
            return Err(CommandError::NotLastStone(coordinates.format(size, last)));
        }
        // The stone's owner has the move again, also in a position that was set up; a cell of nobody was no move.
        let side = cell.color().unwrap_or(board.side_to_move());
        board.pop();
        board.set_side_to_move(side);
        self.writer.ok();
        Ok(())
    }

    /// Opens a block for a command. Words after the command are its first lines: one program sends a block on one line.
    pub(in crate::protocol) fn open_block(
        &mut self,
        call: Call,
        entries: Entries,
        end: BlockEnd,
    ) -> Result<(), CommandError> {
        self.open(Block::new(call.name, entries, Text::Nothing, call.at), call.argument, end)
    }

    /// The same with what stands behind the command.
    pub(in crate::protocol) fn open(&mut self, block: Block, unread: &str, end: BlockEnd) -> Result<(), CommandError> {
        let mut block = block.on_board(self.size().ok(), self.dialect.coordinates);
        block.unread = unread.to_owned();
        self.dialect.pending = Some(Pending::Block(Box::new(block), end));
        Ok(())
    }

    /// Opens a block for a command that is wrong or not supported: its lines are read up to DONE, then `error` is reported.
    pub(in crate::protocol) fn open_refused_block(
        &mut self,
        error: CommandError,
        call: Call,
        unread: &str,
    ) -> Result<(), CommandError> {
        let block = Block::new(call.name, Entries::Refused, Text::Nothing, call.at);
        self.open(block, unread, Box::new(|_, _| Err(error)))
    }

    /// Opens a block of points.
    pub(in crate::protocol) fn open_points(
        &mut self,
        call: Call,
        end: fn(&mut Self, &[Point]) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        self.open_block(call, Entries::Points, Box::new(move |session, block| end(session, &block.points()?)))
    }

    /// `BOARD` and `YXBOARD`.
    pub(in crate::protocol) fn open_position(&mut self, call: Call, think: bool) -> Result<(), CommandError> {
        self.open_block(call, Entries::Stones, Box::new(move |session, block| session.set_position(block, think)))
    }

    /// A command that names a file which is not supported: the name may stand on the next line.
    pub(in crate::protocol) fn refuse_file(&mut self, name: &str) -> Result<(), CommandError> {
        if !name.is_empty() {
            return Err(CommandError::UnsupportedFile);
        }
        self.dialect.pending = Some(Pending::FileName);
        Ok(())
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

    pub(in crate::protocol) fn about(&mut self) -> Result<(), CommandError> {
        let version = env!("CARGO_PKG_VERSION");
        self.writer.line(format_args!(
            "name=\"Tengen\", version=\"{version}\", author=\"The Tengen developers\", country=\"International\""
        ));
        Ok(())
    }
}

fn board_size(width: i32, height: i32) -> Option<BoardSize> {
    BoardSize::new(usize::try_from(width).ok()?, usize::try_from(height).ok()?).ok()
}
