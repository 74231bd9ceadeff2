//! Colors and vertices in the notation of GTP: columns without `I`, rows from the bottom.

use super::error::GtpError;
use tengen::base::{BoardSize, Color, Point};
use tengen::board::push_column;

/// Letters of the columns, without `I`.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Reads `b`, `black`, `w` or `white` in any case.
pub(super) fn parse_color(text: &str) -> Result<Color, GtpError> {
    text.parse().map_err(|_| GtpError::Color)
}

/// A point in the form `H8`. After 25 columns the names have two letters, beginning with `AA`.
pub(super) fn format_vertex(size: BoardSize, point: Point) -> String {
    let (x, y) = size.xy(point);
    format!("{}{}", column_letters(x as usize), size.height() as i32 - y)
}

/// Points in the form `H8`, separated by `separator`.
pub(super) fn format_vertices(size: BoardSize, points: &[Point], separator: &str) -> String {
    points.iter().map(|&point| format_vertex(size, point)).collect::<Vec<_>>().join(separator)
}

/// The letters of a column, which is counted from 0 on the left.
pub(super) fn column_letters(x: usize) -> String {
    let mut name = String::new();
    push_column(&mut name, LETTERS, x as i32);
    name
}

/// Reads a point such as `h8` or `AA12`; `None` is `pass`.
pub(super) fn parse_vertex(size: BoardSize, text: &str) -> Result<Option<Point>, GtpError> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(None);
    }
    let vertex = || -> Option<Point> {
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let (letters, row) = text.split_at(digits);
        let number = |c: u8| LETTERS.iter().position(|&letter| letter == c.to_ascii_uppercase());
        let column = match *letters.as_bytes() {
            [a] => number(a)?,
            [a, b] => (number(a)? + 1) * LETTERS.len() + number(b)?,
            _ => return None,
        };
        let row: i32 = row.parse().ok()?;
        size.point(i32::try_from(column).ok()?, i32::try_from(size.height()).ok()?.checked_sub(row)?)
    };
    vertex().map(Some).ok_or(GtpError::Vertex(size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_of_the_largest_board_survives_the_round_trip() {
        let size = BoardSize::square(120).unwrap();
        for point in size.points() {
            let text = format_vertex(size, point);
            assert!(!text.contains('I'), "{text}");
            assert_eq!(parse_vertex(size, &text.to_lowercase()), Ok(Some(point)), "{text}");
        }
    }

    #[test]
    fn the_column_after_h_is_j_and_what_is_not_a_vertex_is_an_error() {
        let size = BoardSize::square(15).unwrap();
        assert_eq!(parse_vertex(size, "J8"), Ok(size.point(8, 7)));
        assert_eq!(parse_vertex(size, "PASS"), Ok(None));
        for text in ["", "I8", "H0", "H16", "Q1", "8", "HH", "H-1", "H99999999999", "é8", "H8x"] {
            assert_eq!(parse_vertex(size, text), Err(GtpError::Vertex(size)), "{text}");
        }
    }
}
