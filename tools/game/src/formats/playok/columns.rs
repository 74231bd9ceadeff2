//! Moves as pairs of numbers in a text like PGN. Cute Gomoku (cutegomoku-cli) writes them, column and row from 0, from the
//! top left. It keeps PGN's columns of chess: a game that Black begins has `1... 7,7` as its first move, and the first
//! number of a result is White's.

use super::super::pasted::stones::reach_of;
use tengen::base::BoardSize;
use tengen::board::format_point;

/// The moves of a text that are pairs of numbers.
pub struct Pairs {
    pairs: Vec<(i32, i32)>,
    /// Whether the first move has the number of White's move, but is Black's.
    is_in_second_column: bool,
}

impl Pairs {
    /// The pairs among the words of a text; `None` if it has none.
    pub fn of<'a>(words: impl Iterator<Item = &'a str>) -> Option<Self> {
        let (mut pairs, mut is_in_second_column) = (Vec::new(), false);
        for word in words {
            let (number, rest) = word.split_once('.').unwrap_or(("", word));
            if pairs.is_empty() && number == "1" && rest.starts_with("..") {
                is_in_second_column = true;
            }
            pairs.extend(pair_of(rest.trim_start_matches('.')));
        }
        (!pairs.is_empty()).then_some(Self { pairs, is_in_second_column })
    }

    /// Whether the columns are those of chess, White's first.
    pub fn are_chess_columns(&self) -> bool {
        self.is_in_second_column
    }

    /// Number of columns and rows that a board needs.
    pub fn reach(&self) -> [usize; 2] {
        reach_of(self.pairs.iter().copied())
    }

    /// The meaning of the first pair, if the writer is not known by its columns.
    pub fn example(&self, size: BoardSize) -> Option<String> {
        let &(x, y) = self.pairs.first().filter(|_| !self.is_in_second_column)?;
        Some(format!("{x},{y} = {}", format_point(size, size.point(x, y)?)))
    }
}

/// Column and row of a word such as `7,7`.
pub fn pair_of(word: &str) -> Option<(i32, i32)> {
    let (x, y) = word.split_once(',')?;
    let number = |text: &str| text.parse::<u8>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    Some((number(x)?.into(), number(y)?.into()))
}

/// Whether a value of `FEN` has stones: letters in its rows.
pub fn has_stones(fen: &str) -> bool {
    let rows = fen.split_whitespace().next().unwrap_or_default();
    rows.contains('/') && rows.contains(|c: char| c.is_ascii_alphabetic())
}
