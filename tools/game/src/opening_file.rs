//! Files of openings: one a line, as offsets from the center or as points.

use super::referee::{Referee, Verdict};
use anyhow::{Context, Result, bail};
use tengen::base::{BoardSize, Point, Rule};
use tengen::board::parse_moves;

/// The first moves of a game, Black's first.
pub type Opening = Vec<Point>;

/// Reads a file of openings: one a line, as offsets from the center (`8,-3, 6,-4`) or as points
/// (`h8i9j10`); blank lines and lines beginning with `#` are left out.
///
/// # Errors
/// At the first line that is not an opening on this board, or when the file has none.
pub fn parse(text: &str, size: BoardSize, rule: Rule) -> Result<Vec<Opening>> {
    // Some editors begin a file with a byte order mark.
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    let openings: Vec<Opening> = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| parse_line(line, size, rule).with_context(|| format!("line {}: '{line}'", number + 1)))
        .collect::<Result<_>>()?;
    if openings.is_empty() {
        bail!("no opening found");
    }
    Ok(openings)
}

fn parse_line(line: &str, size: BoardSize, rule: Rule) -> Result<Opening> {
    let points =
        if line.contains(|c: char| c.is_ascii_alphabetic()) { parse_moves(size, line)? } else { offsets(line, size)? };
    let mut referee = Referee::new(size, rule);
    for &point in &points {
        match referee.play(point) {
            Verdict::Continue => {}
            verdict => bail!("the game cannot go on after an opening move: {verdict:?}"),
        }
    }
    Ok(points)
}

/// Pairs of offsets from half the board's size: `0,0, 1,-1`.
///
/// # Errors
/// When the numbers are none or no pairs, or a point is off the board.
pub fn offsets(line: &str, size: BoardSize) -> Result<Opening> {
    let numbers: Vec<i32> = line
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().with_context(|| format!("'{part}' is not a number")))
        .collect::<Result<_>>()?;
    if !numbers.len().is_multiple_of(2) {
        bail!("offsets come in pairs");
    }
    numbers
        .chunks_exact(2)
        .map(|xy| {
            let (x, y) = (size.width() as i32 / 2 + xy[0], size.height() as i32 / 2 + xy[1]);
            size.point(x, y).with_context(|| format!("{},{} is off the {size} board", xy[0], xy[1]))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    #[test]
    fn both_formats_mean_the_same() {
        let offsets = parse("0,0, 1,-1, -2,3\n\n# comment\n", size(), Rule::Freestyle).unwrap();
        assert_eq!(offsets, parse("h8 i9 f5", size(), Rule::Freestyle).unwrap());
        assert_eq!(offsets, parse("\u{feff}# comment\nh8i9f5", size(), Rule::Freestyle).unwrap());
    }

    #[test]
    fn a_line_that_is_no_opening_is_named() {
        for text in ["0,0,1", "0,0, 0,0", "9,0", "h8z3", "h8h8", "", "0,x"] {
            assert!(parse(text, size(), Rule::Freestyle).is_err(), "{text}");
        }
        let error = format!("{:#}", parse("h8\nq1", size(), Rule::Freestyle).unwrap_err());
        assert!(error.contains("line 2"), "{error}");
    }
}
