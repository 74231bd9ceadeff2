//! Rows of `.`, `X` (Black) and `O` (White) from the top, one a line or parted by `/`.
//!
//! Blanks, brackets and stars beside a stone, row numbers at either end and lines of column letters are
//! allowed, so that a board as the tools print it can be read again: forbidden points (`#`), candidates
//! (digits) and marks are empty. Of what follows the second line of letters only the points of marks are read, `A: h8`.

use super::Given;
use crate::Game;
use anyhow::{Result, bail, ensure};
use tengen::base::{BoardSize, Color, Point};
use tengen::board::{format_point, parse_point};

pub fn read(text: &str, given: Given) -> Result<Game> {
    let mut rows: Vec<(usize, Vec<char>)> = Vec::new();
    // Whether a line of column letters stands above the rows.
    let mut lettered = false;
    let mut lines = text.lines().enumerate();
    for (index, line) in lines.by_ref() {
        if line.starts_with('#') {
            continue;
        }
        if is_letters(line) {
            if lettered && !rows.is_empty() {
                break;
            }
            lettered = rows.is_empty();
            continue;
        }
        for row in line.split('/') {
            let cells = cells_of(row, lettered);
            if !cells.is_empty() {
                rows.push((index + 1, cells));
            }
        }
    }
    let size = size_of(&rows, given)?;
    let marked: Vec<Point> = lines.filter_map(|(_, line)| marked_point(size, line)).collect();
    let mut game = Game::new(given.rule(None)?, size);
    let mut stones = [0, 0];
    for (y, (line, cells)) in rows.iter().enumerate() {
        for (x, cell) in cells.iter().enumerate() {
            let Some(point) = size.point(x as i32, y as i32) else { continue };
            let color = match cell {
                'X' | 'x' => Color::Black,
                'O' | 'o' => Color::White,
                '.' | '+' | '-' | '_' => continue,
                // A forbidden point, or the number of a candidate.
                '#' | '0'..='9' if lettered => continue,
                _ if marked.contains(&point) => continue,
                other => bail!(
                    "line {line}: '{other}' at {}: expected '.', 'X' or 'O'; a mark hides what stands on its point",
                    format_point(size, point)
                ),
            };
            stones[color.index()] += 1;
            game.setup.push((point, color));
        }
    }
    // Black is to move when there are as many stones of both colors.
    game.first = if stones[0] > stones[1] { Color::White } else { Color::Black };
    Ok(game)
}

/// The cells of a row, without its numbers. Below column letters every row has one at either end, and a digit beside
/// it is a cell.
fn cells_of(row: &str, lettered: bool) -> Vec<char> {
    let is_digit = |c: char| c.is_ascii_digit();
    let row = if lettered {
        row.trim().trim_matches(is_digit)
    } else {
        row.trim_matches(|c| is_digit(c) || c.is_whitespace())
    };
    row.chars().filter(|c| !c.is_whitespace() && !"[]()*".contains(*c)).collect()
}

/// Whether the line holds the column letters, `a b c`.
pub fn is_letters(line: &str) -> bool {
    let letters: String = line.chars().filter(|c| !c.is_whitespace()).take(3).collect();
    letters.eq_ignore_ascii_case("abc")
}

/// The point of a mark that a line below the board names. Marks stand on empty points.
fn marked_point(size: BoardSize, line: &str) -> Option<Point> {
    let (_, name) = line.rsplit_once(": ")?;
    parse_point(size, name.trim_end()).ok()
}

fn size_of(rows: &[(usize, Vec<char>)], given: Given) -> Result<BoardSize> {
    let Some((_, first)) = rows.first() else { bail!("no row found") };
    let width = given.size.map_or(first.len(), BoardSize::width);
    for (number, (line, cells)) in rows.iter().enumerate() {
        ensure!(cells.len() == width, "line {line}: row {} has {} cells, not {width}", number + 1, cells.len());
    }
    if let Some(size) = given.size {
        ensure!(rows.len() == size.height(), "{} rows on a {size} board", rows.len());
    }
    Ok(BoardSize::new(width, rows.len())?)
}

pub fn write(game: &Game) -> String {
    let mut cells = vec!['.'; game.size.cells()];
    for (point, color) in game.stones() {
        cells[point.index()] = if color == Color::Black { 'X' } else { 'O' };
    }
    cells.chunks(game.size.width()).map(|row| row.iter().collect::<String>() + "\n").collect()
}
