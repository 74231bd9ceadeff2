//! Analysis commands of board programs (Yixin-Board, Gomocalc): several best lines, balance, forbidden points.

use crate::protocol::error::CommandError;
use crate::protocol::input::{CoordinateOrder, shorten};
use crate::protocol::position::Reply;
use crate::protocol::session::Session;
use crate::server::{MAX_TABLE_BYTES, Task, max_threads};
use std::time::Instant;
use tengen::base::{Point, Score, WIN};
use tengen::board::Board;

/// Number of lines in `Task::Lines` for a line of every move.
const ALL_LINES: usize = usize::MAX;

impl Session {
    /// `YXSHOWINFO`, sent only by Yixin-Board, whose points are row, column.
    pub(in crate::protocol) fn show_info(&mut self) -> Result<(), CommandError> {
        self.dialect.rule.board_program = true;
        self.dialect.rule_notice.is_wanted = true;
        self.dialect.coordinates = CoordinateOrder::RowColumn;
        self.writer.message(format_args!("INFO MAX_THREAD_NUM {}", max_threads()));
        // The value is the base-2 logarithm of the size in kilobytes.
        self.writer.message(format_args!("INFO MAX_HASH_SIZE {}", (MAX_TABLE_BYTES / 1024).ilog2()));
        self.confirm_rule();
        Ok(())
    }

    pub(in crate::protocol) fn best_lines(&mut self, argument: &str, at: Instant) -> Result<(), CommandError> {
        let lines = match argument.parse::<usize>() {
            Ok(lines) if lines > 0 => lines,
            _ => return Err(CommandError::LineCount(shorten(argument))),
        };
        let board = self.board_with_room()?;
        self.think(board, Task::Lines(lines), Reply::Plain, at)
    }

    pub(in crate::protocol) fn search_defenses(&mut self, at: Instant) -> Result<(), CommandError> {
        let board = self.board_with_room()?;
        self.think(board, Task::Lines(ALL_LINES), Reply::Defenses, at)
    }

    pub(in crate::protocol) fn balance(
        &mut self,
        stones: usize,
        argument: &str,
        at: Instant,
    ) -> Result<(), CommandError> {
        let bias = match argument {
            "" => 0,
            // No score is larger than that of a five.
            text => text.parse::<Score>().map_err(|_| CommandError::Bias(shorten(text)))?.clamp(-WIN, WIN),
        };
        let board = self.known_board()?.clone();
        self.think(board, Task::Balance(stones, bias), Reply::Plain, at)
    }

    /// The current position, if it has an empty point.
    fn board_with_room(&mut self) -> Result<Board, CommandError> {
        let board = self.known_board()?;
        if board.empty_count() == 0 { Err(CommandError::BoardFull) } else { Ok(board.clone()) }
    }

    pub(in crate::protocol) fn show_hash_size(&mut self) -> Result<(), CommandError> {
        let cells = self.dialect.position.as_ref().map_or(0, |position| position.size.cells());
        let kilobytes = self.settings.of_search(cells).table_bytes / 1024;
        self.writer.message(format_args!("hash size {kilobytes} KB"));
        Ok(())
    }

    /// `FORBID xxyy….`: two digits for each coordinate of a point, three if a side is longer than 100.
    pub(in crate::protocol) fn show_forbidden(&mut self) -> Result<(), CommandError> {
        let coordinates = self.dialect.coordinates;
        let board = self.known_board()?;
        let size = board.size();
        let digits = if size.width().max(size.height()) > 100 { 3 } else { 2 };
        let format = |point: Point| {
            let (first, second) = coordinates.numbers(size, point);
            format!("{first:0digits$}{second:0digits$}")
        };
        let points: String = board.forbidden_points().into_iter().map(format).collect();
        self.writer.line(format_args!("FORBID {points}."));
        Ok(())
    }
}
