//! Values of the properties that five in a row uses.

use super::{MAX_SIDE, SgfError};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use tengen::base::{BoardSize, Point, Rule};
use tengen::board::{format_point, parse_point};

/// Private property of a board's blocked cells, for which SGF has none.
pub const BLOCKED: &str = "BLOCKED";
/// Note on stones that `AE` takes off after the first move.
pub const TAKEN_OFF: &str =
    "stones are taken off or replaced in mid-game: the position there is read as set up, without the moves before it";
/// Note where the reading ends at such an `AE`, because there are variations, which could begin at a move before it.
pub const TAKES_OFF: &str = "stones are taken off or replaced in mid-game: expected stones on empty points, or moves";
/// Note on a later move on a stone of Gomoku Quest's opening, after the name of its point.
pub const STONE_OF_OPENING: &str = "is a stone of the opening already: the move is read as a pass";
/// The largest side on which `tt` is a pass: the point is on larger boards.
const MAX_SIDE_OF_TT: usize = 19;

/// Reads the value of `SZ`: `15` or `20:10`.
///
/// # Errors
/// When it is not a size from 5 to 120.
pub fn parse_size(value: &str) -> Result<BoardSize, SgfError> {
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    let number = |part: &str| part.trim().parse().map_err(|_| SgfError::Size(value.to_owned()));
    BoardSize::new(number(width)?, number(height)?).map_err(SgfError::BoardSize)
}

/// Writes a size as the value of `SZ`.
pub fn format_size(size: BoardSize) -> String {
    match (size.width(), size.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    }
}

/// Beginnings of the names under which renju is played: its opening rules are no rules of another game.
const RENJU_NAMES: [&str; 9] =
    ["renju", "rif", "yamaguchi", "soosorv", "soosõrv", "taraguchi", "tarannikov", "sakata", "international renju"];

/// Words of renju in Chinese, Japanese, Korean and Russian: the game, its forbidden moves and opening rules.
const EASTERN_RENJU_NAMES: [&str; 12] =
    ["连珠", "連珠", "禁手", "렌주", "рэндзю", "рендзю", "塔拉", "山口", "索索", "五手两打", "五手二打", "五手n打"];

/// Reads the value of `RU`; `None` if it is not a known name of a rule.
pub fn parse_rule(value: &str) -> Option<Rule> {
    let name = value.trim().to_lowercase();
    match name.as_str() {
        "gomoku" | "free" | "free-style" | "freestyle gomoku" => Some(Rule::Freestyle),
        "exact" | "exactly five" | "standard gomoku" => Some(Rule::Standard),
        name if ["无禁", "無禁"].iter().any(|free| name.contains(free)) => Some(Rule::Freestyle),
        name if RENJU_NAMES.iter().any(|renju| name.starts_with(renju)) => Some(Rule::Renju),
        name if EASTERN_RENJU_NAMES.iter().any(|renju| name.contains(renju)) => Some(Rule::Renju),
        name => name.parse().ok(),
    }
}

/// Reads a point: `hh`, the column from the left and the row from the top, or `h8` in the usual notation.
///
/// # Errors
/// When it is a pass or not a point on the board.
pub fn parse_sgf_point(value: &str, size: BoardSize) -> Result<Point, SgfError> {
    let value = value.trim();
    if value.is_empty() {
        return Err(SgfError::Pass);
    }
    if value.contains(|c: char| c.is_ascii_digit()) {
        return parse_point(size, value).map_err(SgfError::Notation);
    }
    let point = parse_letters(value).and_then(|(x, y)| size.point(x, y));
    point.ok_or_else(|| SgfError::Point(value.to_owned(), size))
}

/// Reads the value of a move: `None` for a pass, which is nothing, or `tt` on boards up to 19x19.
///
/// # Errors
/// When it is not a point on the board.
pub fn parse_sgf_move(value: &str, size: BoardSize) -> Result<Option<Point>, SgfError> {
    let value = value.trim();
    let is_pass = value.is_empty() || value == "tt" && size.width().max(size.height()) <= MAX_SIDE_OF_TT;
    if is_pass { Ok(None) } else { parse_sgf_point(value, size).map(Some) }
}

/// Column and row of two letters, from 0; the board is not asked.
pub(super) fn parse_letters(value: &str) -> Option<(i32, i32)> {
    let number = |byte: u8| match byte {
        b'a'..=b'z' => Some(i32::from(byte - b'a')),
        b'A'..=b'Z' => Some(i32::from(byte - b'A') + 26),
        _ => None,
    };
    match value.trim().as_bytes() {
        &[x, y] => number(x).zip(number(y)),
        _ => None,
    }
}

/// Writes a point in SGF's letters; beyond line [`MAX_SIDE`], for which there are none, as people write it.
pub fn format_sgf_point(size: BoardSize, point: Point) -> String {
    let (x, y) = size.xy(point);
    if x.max(y) as usize >= MAX_SIDE {
        return format_point(size, point);
    }
    let letter = |n: i32| char::from(if n < 26 { b'a' + n as u8 } else { b'A' + (n - 26) as u8 });
    [letter(x), letter(y)].iter().collect()
}

/// Reads one point, or all points of a rectangle `aa:cc`, whichever of its corners come first.
///
/// # Errors
/// See [`parse_sgf_point`].
pub fn parse_sgf_points(value: &str, size: BoardSize) -> Result<Vec<Point>, SgfError> {
    parse_rectangle(value, size).map(|rectangle| points_in(rectangle, size).collect())
}

/// The points of values, each once, read as [`parse_sgf_points`] does up to the first error, which is returned too.
/// Empty values have no points. Equal rectangles are read once, because thousands of them would take seconds.
pub fn parse_point_set(values: &[String], size: BoardSize) -> (Vec<Point>, Option<SgfError>) {
    let (mut points, mut known, mut rectangles) = (Vec::new(), vec![false; size.cells()], HashSet::new());
    for value in values.iter().filter(|value| !value.trim().is_empty()) {
        let rectangle = match parse_rectangle(value, size) {
            Ok(rectangle) => rectangle,
            Err(error) => return (points, Some(error)),
        };
        if rectangles.insert(rectangle.clone()) {
            let is_new = |point: &Point| !std::mem::replace(&mut known[point.index()], true);
            points.extend(points_in(rectangle, size).filter(is_new));
        }
    }
    (points, None)
}

fn points_in([columns, rows]: [RangeInclusive<i32>; 2], size: BoardSize) -> impl Iterator<Item = Point> {
    rows.flat_map(move |y| columns.clone().filter_map(move |x| size.point(x, y)))
}

/// Columns and rows of a point or a rectangle.
fn parse_rectangle(value: &str, size: BoardSize) -> Result<[RangeInclusive<i32>; 2], SgfError> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let ((x0, y0), (x1, y1)) = (size.xy(parse_sgf_point(from, size)?), size.xy(parse_sgf_point(to, size)?));
    Ok([x0.min(x1)..=x0.max(x1), y0.min(y1)..=y0.max(y1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let size = BoardSize::square(15).unwrap();
        assert_eq!(parse_sgf_point("", size), Err(SgfError::Pass));
        assert!(parse_sgf_point("zz", size).is_err() && parse_sgf_point("é", size).is_err());
        let rectangle = parse_sgf_points("aa:cb", size).unwrap();
        assert_eq!(rectangle.len(), 6);
        for corners in ["cb:aa", "ab:ca", "ca:ab"] {
            assert_eq!(parse_sgf_points(corners, size).unwrap(), rectangle, "{corners}");
        }
        let values = ["ca:ab", "bb:dc", "", "bb", "oo", "ac:ba"].map(str::to_owned);
        let mut expected = [rectangle, parse_sgf_points("bb:dc", size).unwrap()].concat();
        expected.extend(parse_sgf_point("oo", size));
        expected.extend(parse_sgf_points("ac:bc", size).unwrap());
        let mut seen = HashSet::new();
        expected.retain(|point| seen.insert(*point));
        assert_eq!(parse_point_set(&values, size), (expected, None));
        let values = ["oo", "zz", "aa"].map(str::to_owned);
        let (points, error) = parse_point_set(&values, size);
        assert!(points.len() == 1 && error.is_some(), "up to what is not read");
        for (value, side, pass) in [("", 20, true), (" ", 15, true), ("tt", 19, true), ("tt", 20, false)] {
            let size = BoardSize::square(side).unwrap();
            assert_eq!(parse_sgf_move(value, size).map(|point| point.is_none()), Ok(pass), "{value} on {size}");
        }
        assert!(parse_size("x").is_err() && parse_size("4").is_err() && parse_size("20:10").is_ok());
        assert_eq!(parse_rule("Taraguchi-10"), Some(Rule::Renju));
    }

    #[test]
    fn points_and_sizes_are_written_as_they_are_read() {
        for (width, height) in [(15, 15), (52, 5), (53, 20), (120, 120)] {
            let size = BoardSize::new(width, height).unwrap();
            assert_eq!(parse_size(&format_size(size)), Ok(size));
            for point in size.points() {
                assert_eq!(parse_sgf_point(&format_sgf_point(size, point), size), Ok(point), "{size}");
            }
        }
        let size = BoardSize::new(52, 5).unwrap();
        assert_eq!(format_sgf_point(size, size.point(51, 0).unwrap()), "Za");
    }
}
