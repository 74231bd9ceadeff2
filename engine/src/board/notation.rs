//! Points and moves as text, `h8i9j10`.

use crate::base::{BoardSize, Point};
use std::fmt::Write;
use thiserror::Error;

const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz";

/// A text that is not a point on a board of this size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{text}' is not a point on a {size} board (expected a column letter and a row number, as c4)")]
pub struct NotationError {
    /// The text.
    pub text: String,
    /// The size of the board.
    pub size: BoardSize,
}

#[cfg(test)]
impl super::Board {
    /// The 15x15 board after these moves.
    pub fn after(rule: crate::base::Rule, moves: &str) -> Self {
        let size = BoardSize::square(15).unwrap();
        Self::from_moves(size, rule, &parse_moves(size, moves).unwrap())
    }

    /// The point with this name.
    pub fn at(&self, name: &str) -> Point {
        parse_point(self.size(), name).unwrap()
    }
}

/// A point as people write it: column letter from the left (`a` to `z`, then `aa`, `ab` …) and row
/// number from the bottom, so `h8` is the center of a 15x15 board.
pub fn format_point(size: BoardSize, point: Point) -> String {
    format_moves(size, &[point])
}

/// A column's letters as [`format_point`] writes them, counted from 0 on the left.
pub fn column_name(x: i32) -> String {
    let mut name = String::new();
    push_column(&mut name, LETTERS, x);
    name
}

/// Appends a column's name, counted from 0 on the left: one of these letters, or two where there are not enough.
pub fn push_column(text: &mut String, letters: &[u8], x: i32) {
    let (first, last) = (x as usize / letters.len(), x as usize % letters.len());
    if first > 0 {
        text.push(letters[first - 1].into());
    }
    text.push(letters[last].into());
}

/// Points as one string, `h8i9j10`.
pub fn format_moves(size: BoardSize, points: &[Point]) -> String {
    let mut text = String::with_capacity(3 * points.len());
    for &point in points {
        let (x, y) = size.xy(point);
        push_column(&mut text, LETTERS, x);
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", size.height() as i32 - y);
    }
    text
}

/// Reads one point such as `h8` or `H8`.
///
/// # Errors
/// When the text is not a point on the board.
pub fn parse_point(size: BoardSize, text: &str) -> Result<Point, NotationError> {
    let fail = || NotationError { text: text.to_owned(), size };
    let digits = text.find(|c: char| c.is_ascii_digit()).ok_or_else(fail)?;
    let (letters, row) = text.split_at(digits);
    let number = |letter: u8| letter.is_ascii_alphabetic().then(|| i32::from(letter.to_ascii_lowercase() - b'a'));
    let column = match *letters.as_bytes() {
        [a] => number(a),
        [a, b] => number(a).zip(number(b)).map(|(a, b)| 26 * (a + 1) + b),
        _ => None,
    };
    let column = column.ok_or_else(fail)?;
    let row: i32 = row.parse().map_err(|_| fail())?;
    size.point(column, size.height() as i32 - row).ok_or_else(fail)
}

/// Reads points written together or separated by blanks or commas, `h8i9 j10`.
///
/// # Errors
/// At the first text that is not a point on the board.
pub fn parse_moves(size: BoardSize, text: &str) -> Result<Vec<Point>, NotationError> {
    let mut points = Vec::new();
    let mut rest = text.trim_start_matches(is_separator);
    while !rest.is_empty() {
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let digits = rest[letters..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| letters + n);
        // Neither letters nor digits: take the one character, so that the message shows it.
        let end = if digits == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { digits };
        points.push(parse_point(size, &rest[..end])?);
        rest = rest[end..].trim_start_matches(is_separator);
    }
    Ok(points)
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == ';'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_the_largest_board_survives_the_round_trip() {
        let size = BoardSize::square(120).unwrap();
        let all: Vec<Point> = size.points().collect();
        assert_eq!(parse_moves(size, &format_moves(size, &all)), Ok(all));
    }

    #[test]
    fn an_invalid_point_is_named_in_the_error() {
        let size = BoardSize::square(15).unwrap();
        for text in ["z9", "h16", "h0", "8", "h", "h8é", "?"] {
            let error = parse_moves(size, text).unwrap_err().to_string();
            assert!(error.contains("is not a point on a 15x15 board"), "{text}: {error}");
        }
    }
}
