//! Columns and rows from the top left, for lists that count in another way: by cell numbers, from the center, or with
//! row numbers from below.

use super::list::{Counting, PairList, PairTurn};
use crate::formats::{Given, ReadError};
use tengen::base::{BoardSize, Color};
use tengen_database::why;

/// Side of the board whose row numbers [`Counting::Rows`] keeps on smaller boards.
pub const SIDE_OF_ROWS: usize = 15;

impl PairList {
    /// The list with columns and rows from 0, from the top left. Fails if a cell number is not on the board, or if the
    /// file's size is not the given one.
    pub fn located(&self, given: &Given) -> Result<Self, ReadError> {
        let size = match self.counting {
            Counting::Rows { .. } if self.size.is_none() => {
                let [columns, rows] = self.reach(0);
                given.size_for([columns, rows.saturating_sub(1)])?
            }
            _ => given.size(self.size)?,
        };
        let height = self.height_of_rows(size);
        let (x0, y0) = (size.width() as i32 / 2, size.height() as i32 / 2);
        let pair = |[x, y]: [i32; 2]| match self.counting {
            Counting::TopLeft => Ok([x, y]),
            Counting::Center => Ok([x0.saturating_add(x), y0.saturating_add(y)]),
            Counting::Rows { .. } => match size.point(x, height - y) {
                Some(_) => Ok([x, height - y]),
                None => Err(ReadError::new(why::off(format!("{}{y}", letter_of(x)), size))),
            },
            Counting::Cells => match usize::try_from(x) {
                Ok(at) if at < size.cells() => Ok([(at % size.width()) as i32, (at / size.width()) as i32]),
                _ => Err(ReadError::new(why::off(x, size))),
            },
        };
        let turn = |turn: &PairTurn| Ok(PairTurn { xy: turn.xy.map(pair).transpose()?, ..*turn });
        let stones = |color: Color| self.stones[color.index()].iter().copied().map(pair).collect::<Result<Vec<_>, _>>();
        Ok(Self {
            turns: self.turns.iter().map(turn).collect::<Result<_, ReadError>>()?,
            stones: [stones(Color::Black)?, stones(Color::White)?],
            blocked: self.blocked.iter().copied().map(pair).collect::<Result<_, _>>()?,
            size: Some(size),
            origin: Some(0),
            counting: Counting::TopLeft,
            first_given: self.pairs().next().map(|first| (self.counting, first)),
            ..self.clone()
        })
    }

    /// The number of the row above the board, if rows are numbered from below.
    fn height_of_rows(&self, size: BoardSize) -> i32 {
        let is_kept = self.counting == Counting::Rows { are_kept: true };
        let is_beyond = self.pairs().any(|[_, row]| row > size.height() as i32);
        let own = size.height() as i32;
        if is_kept || is_beyond { own.max(SIDE_OF_ROWS as i32) } else { own }
    }
}

/// The letter of a column, from 0.
fn letter_of(column: i32) -> char {
    u8::try_from(column).ok().filter(|&column| column < 26).map_or('?', |column| char::from(b'a' + column))
}
