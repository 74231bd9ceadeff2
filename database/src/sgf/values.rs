//! Values of the properties that five in a row uses.

use super::error::SgfError;
use tengen::base::{BoardSize, Point, Rule};
use tengen::board::parse_point;

/// Reads the value of `SZ`: `15` or `20:10`.
///
/// # Errors
/// When it is not a size from 5 to 120.
pub fn parse_size(value: &str) -> Result<BoardSize, SgfError> {
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    let number = |part: &str| part.trim().parse().map_err(|_| SgfError::Size(value.to_owned()));
    Ok(BoardSize::new(number(width)?, number(height)?)?)
}

/// Prefixes of the names of renju and of its opening rules.
const RENJU_NAMES: [&str; 9] =
    ["renju", "rif", "yamaguchi", "soosorv", "soosõrv", "taraguchi", "tarannikov", "sakata", "international renju"];

/// Reads the value of `RU`; `None` if it is not a known name of a rule.
pub fn parse_rule(value: &str) -> Option<Rule> {
    let name = value.trim().to_ascii_lowercase();
    match name.as_str() {
        "gomoku" | "free" | "free-style" | "freestyle gomoku" => Some(Rule::Freestyle),
        "exact" | "exactly five" | "standard gomoku" => Some(Rule::Standard),
        name if RENJU_NAMES.iter().any(|renju| name.starts_with(renju)) => Some(Rule::Renju),
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
        return Ok(parse_point(size, value)?);
    }
    let number = |c: char| match c {
        'a'..='z' => Some(c as i32 - 'a' as i32),
        'A'..='Z' => Some(c as i32 - 'A' as i32 + 26),
        _ => None,
    };
    let mut chars = value.chars();
    let point = match (chars.next(), chars.next(), chars.next()) {
        (Some(x), Some(y), None) => number(x).zip(number(y)).and_then(|(x, y)| size.point(x, y)),
        _ => None,
    };
    point.ok_or_else(|| SgfError::Point(value.to_owned(), size))
}

/// Reads one point, or all points of a rectangle `aa:cc` given by any two opposite corners.
///
/// # Errors
/// See [`parse_sgf_point`].
pub fn parse_sgf_points(value: &str, size: BoardSize) -> Result<Vec<Point>, SgfError> {
    let Some((from, to)) = value.split_once(':') else { return Ok(vec![parse_sgf_point(value, size)?]) };
    let ((x0, y0), (x1, y1)) = (size.xy(parse_sgf_point(from, size)?), size.xy(parse_sgf_point(to, size)?));
    let columns = x0.min(x1)..=x0.max(x1);
    Ok((y0.min(y1)..=y0.max(y1)).flat_map(|y| columns.clone().filter_map(move |x| size.point(x, y))).collect())
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
        assert!(parse_size("x").is_err() && parse_size("4").is_err() && parse_size("20:10").is_ok());
        assert_eq!(parse_rule("Taraguchi-10"), Some(Rule::Renju));
    }
}
