//! Commands that block moves, as Yixin-Board sends them: `YXBLOCK`, `YXBLOCKPATH` and `YXFORBID`.

use crate::protocol::error::CommandError;
use crate::protocol::input::{Block, Entries, parse_numbers, shorten};
use crate::protocol::session::{Call, Session};
use tengen::base::{Color, Point};

impl Session {
    pub(in crate::protocol) fn block_moves(&mut self, points: &[Point]) -> Result<(), CommandError> {
        self.position_mut()?.blocked.block(points);
        Ok(())
    }

    pub(in crate::protocol) fn unblock_moves(&mut self, points: &[Point]) -> Result<(), CommandError> {
        self.position_mut()?.blocked.unblock(points);
        Ok(())
    }

    pub(in crate::protocol) fn clear_blocked(&mut self) -> Result<(), CommandError> {
        if let Some(position) = &mut self.dialect.position {
            position.blocked.clear_points();
        }
        Ok(())
    }

    /// Opens a block with a line of moves from the empty board whose last move is blocked, or allowed again. To block
    /// all moves but one, Yixin-Board sends a line for every point of its largest board, so a line that cannot be
    /// played is not an error.
    pub(in crate::protocol) fn open_path(&mut self, call: Call, is_blocked: bool) -> Result<(), CommandError> {
        let end = move |session: &mut Self, block: Block| {
            if let Some(path) = block.path()? {
                session.position_mut()?.blocked.set_path(&path, is_blocked);
            }
            Ok(())
        };
        self.open_block(call, Entries::Path, Box::new(end))
    }

    pub(in crate::protocol) fn clear_paths(&mut self) -> Result<(), CommandError> {
        if let Some(position) = &mut self.dialect.position {
            position.blocked.clear_paths();
        }
        Ok(())
    }

    /// `add x y side` and `del x y side`.
    pub(in crate::protocol) fn forbid(&mut self, argument: &str) -> Result<(), CommandError> {
        let size = self.size()?;
        let fault = || CommandError::Forbid(shorten(argument));
        let (word, numbers) = argument.split_once(char::is_whitespace).ok_or_else(fault)?;
        let is_blocked = match word.to_ascii_lowercase().as_str() {
            "add" => true,
            "del" => false,
            _ => return Err(fault()),
        };
        let numbers = parse_numbers(numbers).ok_or_else(fault)?;
        let &[first, second, side @ (0 | 1)] = numbers.as_slice() else { return Err(fault()) };
        let point = self.dialect.coordinates.point(size, first, second)?;
        let color = if side == 0 { Color::Black } else { Color::White };
        self.position_mut()?.blocked.set_for(color, point, is_blocked);
        Ok(())
    }
}
