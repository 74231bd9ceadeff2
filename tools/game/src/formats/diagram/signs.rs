//! Meaning of a printed board's signs. Digits and `#` annotate a board with stones; on a board without stones of a
//! color they are the stones.

use super::super::reading::error::ReadError;
use tengen::base::Color;
use tengen_database::why;

/// Content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Stone(Color),
    /// The stone of the move with this number.
    Move(u32),
    Empty,
    Blocked,
    Unknown,
}

/// Meaning of a board's digits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Digits {
    Unknown,
    /// Candidates, on empty points.
    Notes,
    /// 1 is Black and 2 White.
    Colors,
    /// The numbers of moves.
    Order,
}

/// Meaning of the signs of one board.
pub struct Signs {
    digits: Digits,
    /// Meaning of `#`.
    hash: Meaning,
}

impl Signs {
    /// Derives the meaning from a board's cells, its column letters, if any, and lines that explain its digits, if any.
    /// Fails if the cells hold no stones and their digits are not stones either.
    pub fn of(rows: &[(usize, Vec<char>)], is_lettered: bool, is_explained: bool) -> Result<Self, ReadError> {
        let count = |signs: &str| rows.iter().flat_map(|(_, row)| row).filter(|cell| signs.contains(**cell)).count();
        let [black, white, hashes] = ["Xx", "Oo", "#"].map(count);
        // On Tengen's boards `#` is a forbidden or blocked cell, which does not occur with white stones only.
        let is_black = white > 0 && black == 0 && [0, 1].contains(&(hashes as i64 - white as i64));
        if white > 0 && black == 0 && hashes > 0 && !is_black {
            return Err(ReadError::new(why::hash_stones(hashes, white)).advise(why::write_black()));
        }
        let hash = match (is_black, is_lettered) {
            (true, _) => Meaning::Stone(Color::Black),
            (false, true) => Meaning::Empty,
            (false, false) => Meaning::Blocked,
        };
        let digits = if is_explained || black + white + hashes > 0 || count("123456789") == 0 {
            if is_lettered { Digits::Notes } else { Digits::Unknown }
        } else {
            Self::digits(&count)?
        };
        Ok(Self { digits, hash })
    }

    /// Meaning of the digits on a board without stones.
    fn digits(count: &dyn Fn(&str) -> usize) -> Result<Digits, ReadError> {
        let counts = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(count);
        let last = counts.iter().take_while(|count| **count == 1).count();
        if count("0") == 0 && counts[last..].iter().all(|count| *count == 0) {
            return Ok(Digits::Order);
        }
        if counts[2..].iter().all(|count| *count == 0) {
            return Ok(Digits::Colors);
        }
        Err(ReadError::new(why::number_cells()).advise(why::write_stones()))
    }

    /// Meaning of a sign.
    pub fn meaning(&self, sign: char) -> Meaning {
        match (sign, self.digits) {
            ('X' | 'x', _) => Meaning::Stone(Color::Black),
            ('O' | 'o', _) => Meaning::Stone(Color::White),
            ('.' | '+' | '-' | '_', _) => Meaning::Empty,
            ('#', _) => self.hash,
            ('0', Digits::Colors) => Meaning::Empty,
            ('1', Digits::Colors) => Meaning::Stone(Color::Black),
            ('2', Digits::Colors) => Meaning::Stone(Color::White),
            ('0'..='9', Digits::Order) => Meaning::Move(sign.to_digit(10).unwrap_or_default()),
            ('0'..='9', Digits::Notes) => Meaning::Empty,
            _ => Meaning::Unknown,
        }
    }
}
