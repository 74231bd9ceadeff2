//! Commands of the plain protocol: new games, moves and whole positions.

use crate::protocol::dispatch::BlockStep;
use crate::protocol::error::CommandError;
use crate::protocol::input::{Block, Entries, PASS, PositionEntry, Text, parse_numbers, shorten};
use crate::protocol::position::Reply;
use crate::protocol::session::{BlockEnd, Call, FileEnd, Pending, Session};
use crate::server::Task;
use std::path::Path;
use std::time::Instant;
use tengen::base::{BoardSize, Cell, Color, Point, Rule};
use tengen::board::Board;

impl Session {
    /// `START 15`. Two numbers, which one manager sends, are width and height.
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
        let board = self.known_board()?.clone();
        if board.stones() > 0 {
            return Err(CommandError::BoardNotEmpty);
        }
        self.think(board, Task::Move, Reply::Plain, at)
    }

    pub(in crate::protocol) fn turn(&mut self, argument: &str, at: Instant) -> Result<(), CommandError> {
        let point = self.move_of(argument)?;
        let mut board = self.board()?.clone();
        if board.empty_count() < 1 + usize::from(point.is_some()) {
            return Err(CommandError::BoardFull);
        }
        make(&mut board, point);
        self.think(board, Task::Move, Reply::Plain, at)
    }

    pub(in crate::protocol) fn play(&mut self, argument: &str) -> Result<(), CommandError> {
        let point = self.move_of(argument)?;
        make(self.board()?, point);
        match point {
            Some(point) => self.write_points(&[point]),
            None => self.writer.line(format_args!("{},{}", PASS[0], PASS[1])),
        }
        Ok(())
    }

    /// The move of an argument: an empty point, or `None` for a pass.
    fn move_of(&mut self, argument: &str) -> Result<Option<Point>, CommandError> {
        let rule = self.known_board()?.rule();
        let point = self.dialect.coordinates.parse_move(self.size()?, rule, argument)?;
        let board = self.board()?;
        match point.filter(|&point| !board.is_empty(point)) {
            Some(_) => Err(CommandError::Occupied(shorten(argument))),
            None => Ok(point),
        }
    }

    pub(in crate::protocol) fn take_back(&mut self, argument: &str) -> Result<(), CommandError> {
        let (size, coordinates) = (self.size()?, self.dialect.coordinates);
        // Rapfi's programs send no point.
        let named = match argument {
            "" => None,
            // Passes are accepted under every rule, because a position may be set up with them.
            argument => Some(coordinates.parse_move(size, Rule::Renju, argument)?),
        };
        let board = self.known_board()?;
        let last = if board.is_after_pass() { None } else { board.history().next_back() };
        if last.is_none() && !board.is_after_pass() {
            return Err(CommandError::NothingToTakeBack);
        }
        if named.is_some_and(|named| named != last.map(|(point, _)| point)) {
            let name = last.map_or_else(|| "a pass".to_owned(), |(point, _)| coordinates.format(size, point));
            return Err(CommandError::NotLastStone(name));
        }
        // The stone's owner is to move again, also in a position that was set up; a neutral cell was not a move.
        let side = last.map(|(_, cell)| cell.color().unwrap_or(board.side_to_move()));
        board.take_back();
        if let Some(side) = side {
            board.set_side_to_move(side);
        }
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
        self.open(Block::new(call.name, entries, Text::Nothing, call.at), &call.argument, end)
    }

    /// Opens a block, with the text after the command as its first lines. `DONE` among them ends it at once.
    pub(in crate::protocol) fn open(&mut self, block: Block, behind: &str, end: BlockEnd) -> Result<(), CommandError> {
        let mut block = block.on_board(self.size().ok(), self.dialect.coordinates);
        if let BlockStep::Done = block.take_words(behind) {
            return end(self, block);
        }
        self.dialect.pending = Some(Pending::Block(Box::new(block), end));
        Ok(())
    }

    /// Opens a block for a command that is wrong or not supported: its lines are read up to DONE, then `error` is
    /// reported.
    pub(in crate::protocol) fn open_refused_block(
        &mut self,
        error: CommandError,
        call: Call,
    ) -> Result<(), CommandError> {
        self.open_block(call, Entries::Refused, Box::new(|_, _| Err(error)))
    }

    /// Opens a block of points.
    pub(in crate::protocol) fn open_points(
        &mut self,
        call: Call,
        end: fn(&mut Self, &[Point]) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        self.open_block(call, Entries::Points, Box::new(move |session, block| end(session, &block.points()?)))
    }

    /// `BOARD` and `YXBOARD`: open a block with a position.
    pub(in crate::protocol) fn open_position(&mut self, call: Call, think: bool) -> Result<(), CommandError> {
        self.dialect.refused = Some(call.name);
        self.open_block(call, Entries::Stones, Box::new(move |session, block| session.set_position(block, think)))
    }

    /// Runs a command that names a file. The name may be on the next line.
    pub(in crate::protocol) fn open_file(&mut self, call: Call, end: FileEnd) -> Result<(), CommandError> {
        if !call.argument.is_empty() {
            return self.end_file(call.name, &call.argument, end);
        }
        self.dialect.pending = Some(Pending::FileName(call.name, end));
        Ok(())
    }

    /// Runs the action of a command with the file of this name.
    pub(in crate::protocol) fn end_file(
        &mut self,
        command: &'static str,
        name: &str,
        end: FileEnd,
    ) -> Result<(), CommandError> {
        // The name's original bytes are lost, so that another file would be made.
        if name.contains(char::REPLACEMENT_CHARACTER) {
            return Err(CommandError::FileNameEncoding);
        }
        // The name may be in quotation marks.
        match name.trim().trim_matches('"') {
            "" => Err(CommandError::NoFileName(command)),
            name => end(self, Path::new(name)),
        }
    }

    fn set_position(&mut self, block: Block, think: bool) -> Result<(), CommandError> {
        let since = block.since;
        let (entries, own) = block.position()?;
        let mut board = self.empty_board()?;
        for &entry in &entries {
            // The block has each point only once.
            let _ = match entry {
                PositionEntry::Stone(point, color) => board.place(point, color.into()),
                PositionEntry::Neutral(point) => board.place(point, Cell::Neutral),
                PositionEntry::Pass(color) => {
                    board.set_side_to_move(color);
                    board.pass();
                    Ok(())
                }
            };
        }
        board.set_side_to_move(own);
        if think && board.empty_count() == 0 {
            return Err(CommandError::BoardFull);
        }
        if think {
            self.warn_of_counts(&entries, own);
            return self.think(board, Task::Move, Reply::Plain, since);
        }
        self.position_mut()?.board = Some(board);
        self.dialect.refused = None;
        Ok(())
    }

    /// Warns of stones that do not alternate, which are accepted. A pass counts as a stone.
    fn warn_of_counts(&mut self, entries: &[PositionEntry], own: Color) {
        let is_of = |color| move |entry: &&PositionEntry| matches!(entry, PositionEntry::Stone(_, by) | PositionEntry::Pass(by) if *by == color);
        let count = |color: Color| entries.iter().filter(is_of(color)).count();
        let expected = count(!own) == count(own) + usize::from(own == Color::White);
        let continuous = entries.iter().any(|entry| matches!(entry, PositionEntry::Neutral(_)));
        if !expected && !continuous {
            let text = format!("{} own and {} opponent's stones do not alternate", count(own), count(!own));
            self.writer.message(text);
        }
    }

    pub(in crate::protocol) fn about(&mut self) -> Result<(), CommandError> {
        let version = env!("CARGO_PKG_VERSION");
        self.writer.line(format_args!(
            "name=\"Tengen\", version=\"{version}\", author=\"The Tengen developers\", country=\"International\", rules=\"{}\"",
            Rule::ALL.map(Rule::name).join(", ")
        ));
        Ok(())
    }
}

/// Plays a stone of the side to move, or passes.
fn make(board: &mut Board, point: Option<Point>) {
    match point {
        Some(point) => board.push(point),
        None => board.pass(),
    }
}

fn board_size(width: i32, height: i32) -> Option<BoardSize> {
    BoardSize::new(usize::try_from(width).ok()?, usize::try_from(height).ok()?).ok()
}
