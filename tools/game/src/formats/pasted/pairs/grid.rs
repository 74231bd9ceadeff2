//! A board whose cells are words or numbers.

use super::super::stones::{color_of, letter_of};
use super::list::{PairList, SignColors};
use crate::formats::ReadError;
use tengen::base::{BoardSize, Color};
use tengen_database::why;

/// The number of a blocked cell.
const WALL: &str = "3";

/// The stones of a board whose cells are words: 1 and 2, or `x` and `o`; 0, a point or nothing is an empty cell,
/// and 3 a blocked one.
pub fn of_grid(rows: &[Vec<String>]) -> Option<PairList> {
    let width = rows.first()?.len();
    let size = BoardSize::new(width, rows.len()).ok()?;
    if rows.iter().any(|row| row.len() != width) {
        return None;
    }
    let count = |word: &str| rows.iter().flatten().filter(|cell| plain(cell) == word).count();
    // Most cells of a board are empty. If those are -1, the colors are 0 and 1, and Black is not the one with fewer stones.
    let is_minus_empty = 2 * count("-1") > size.cells();
    let zero = if count("0") >= count("1") { Color::Black } else { Color::White };
    let mut stones = [Vec::new(), Vec::new()];
    let mut signs = Vec::new();
    let mut blocked = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            let cell = plain(cell);
            let color = match (cell, is_minus_empty) {
                ("-1", true) => None,
                ("0", true) => Some(zero),
                ("1", true) => Some(!zero),
                (cell, _) if ["", "0", ".", "-", "_", "+", "·", "empty", "none"].contains(&cell) => None,
                ("●" | "⚫", _) => Some(Color::Black),
                ("○" | "⚪", _) => Some(Color::White),
                (WALL, false) if count("1") + count("2") > 0 => {
                    blocked.push([x as i32, y as i32]);
                    None
                }
                (cell, _) => Some(color_of(cell)?),
            };
            if let Some(color) = color {
                stones[color.index()].push([x as i32, y as i32]);
                signs.push(cell);
            }
        }
    }
    let are = |test: &dyn Fn(&&str) -> bool| signs.iter().all(test);
    let signs = match &signs[..] {
        [] => return None,
        _ if are(&|sign| sign.parse::<i32>().is_ok()) => SignColors::Numbers,
        // Beside a cross the white circle is the letter O.
        _ if are(&|sign| "xXoO○".contains(*sign)) && !are(&|sign| *sign == "○") => SignColors::Letters,
        _ => SignColors::Certain,
    };
    // On a full board both colors have about as many stones.
    let is_full = stones.iter().any(|stones| 5 * stones.len() > 3 * size.cells());
    // One 1, one 2 and one 3 may be the numbers of moves.
    let are_moves = ["1", "2", WALL].iter().all(|word| count(word) == 1);
    let problem = match (is_full, are_moves) {
        (true, _) => Some(ReadError::new(why::one_color()).advise(why::write_empty())),
        (_, true) => Some(ReadError::new(why::number_cells()).advise(why::write_stones())),
        (false, false) => None,
    };
    Some(PairList { stones, signs, blocked, origin: Some(0), size: Some(size), problem, ..PairList::default() })
}

/// A cell without blanks, a sign like X or O as that letter, and an integer without its decimal point, as in `1.0` and `1.`.
fn plain(cell: &str) -> &str {
    let cell = cell.trim().trim_end_matches('\u{FE0F}');
    match cell.chars().next().and_then(letter_of) {
        Some('X') if cell.chars().count() == 1 => return "X",
        Some(_) if cell.chars().count() == 1 => return "O",
        _ => {}
    }
    let number = cell.trim_end_matches('0').strip_suffix('.').or_else(|| cell.strip_suffix('.'));
    number
        .filter(|number| number.parse::<i32>().is_ok())
        .map_or(cell, |number| if number == "-0" { "0" } else { number })
}
