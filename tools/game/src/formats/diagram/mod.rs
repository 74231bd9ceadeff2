//! Rows of `.`, `X` (Black) and `O` (White) from the top, one per line or separated by `/`, or a square board in one
//! row. Stones may be `●` and `○` with box lines between them, or `B` and `W` if the text has no other letters.
//!
//! Without column letters `#` is a blocked cell, or Black if the board has `O` but no `X`. Blanks, brackets and stars next
//! to a stone, row numbers at both ends and lines of column letters are allowed, so that boards printed by the tools can be
//! read. Blocked cells may be named by a line `blocked: h8 j9` below the board; with column letters forbidden points (`#`),
//! candidates (digits) and marks count as empty if the board has stones; otherwise digits are stones. A line `White to move` wins
//! over the numbers of stones. After the second line of letters only the points of marks are read, such as `A: h8`.

mod printed;
mod signs;

use super::pasted::moves::add_whole;
use super::pasted::stones::{StoneCounts, counts_named, letter_of, swapped, turn_of_counts};
use super::pasted::words::{is_moves, words};
use super::{Format, FoundGames, GameTree, Given, Holds, NOTHING, Place, ReadError, Source, Writing};
use crate::Game;
use anyhow::Result;
use printed::{BLOCKED_LINE, are_stars_black, is_letters, is_player, is_remark, plain, side_of};
use signs::{Meaning, Signs};
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::{format_point, parse_point};
use tengen_database::{Reason, why};

/// Rows of `.`, `X` and `O`.
pub static DIAGRAM: Format = Format {
    name: "diagram",
    title: "diagram",
    about: "rows of '.', 'X' and 'O', with or without coordinates, as `tengen diagram` prints them",
    extensions: &["txt", "diagram"],
    recognize,
    read,
    write: Some(write),
    holds: Holds { variations: false, setup: true, conditions: false, order: false, ..NOTHING },
    is_text: true,
};

/// Sides of boards that may be written in one row.
const SIDES_OF_A_ROW: std::ops::RangeInclusive<usize> = 5..=25;

fn recognize(source: &Source) -> bool {
    let text = plain(&source.outline());
    let lines = || text.lines().filter(|line| !is_remark(line) && !line.trim().is_empty());
    let content = || lines().flat_map(str::chars);
    if lines().next().is_some_and(is_letters) {
        return true;
    }
    if lines().flat_map(words).next().is_some_and(is_moves) {
        return false;
    }
    let is_cell = |c: char| c.is_whitespace() || c.is_ascii_digit() || "xXoO+-_#()[]*".contains(c);
    // A text of nothing but signed numbers is coordinates.
    let is_number = |word: &str| word.parse::<i32>().is_ok();
    let has_rows = || content().any(|c| !c.is_whitespace() && !is_beside(c));
    let is_board = || content().all(is_cell) && has_rows() && !lines().flat_map(words).all(is_number);
    // Text and binary files contain points and slashes too, but few other signs of a board.
    let signs = || content().filter(|c| !c.is_whitespace());
    let are_most = || 2 * signs().filter(|&c| is_cell(c) || "./".contains(c)).count() > signs().count();
    content().next().is_some() && (content().any(|c| matches!(c, '.' | '/')) && are_most() || is_board())
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, None);
    let plain = plain(&text);
    let (mut game, said) = position(&plain, given, games)?;
    if are_stars_black(&text) {
        games.warn(None, why::star_stones());
    }
    if !game.moves.is_empty() {
        return add_whole(game, games);
    }
    // Whether the colors are letters, which other programs use the other way round.
    let is_lettered = text.contains(|c: char| letter_of(c).unwrap_or(c).eq_ignore_ascii_case(&'X'));
    let counts = turn_of_counts(&mut game, said);
    game.first = plain.lines().filter_map(side_of).next_back().unwrap_or(game.first);
    match counts {
        StoneCounts::Swapped if is_lettered => {
            let other = swapped(&game);
            let name = |game: &Game, sign: char, other: char| counts_named(game, [sign, other]);
            let readings = [(name(&other, 'O', 'X'), other), (name(&game, 'X', 'O'), game)];
            return games.add_readings(readings.map(|(name, game)| (name, GameTree::new(game))).into());
        }
        doubt => doubt.warn(&game, games),
    }
    let _ = games.add(GameTree::new(game));
    Ok(())
}

/// The position, and the side to move if the text states it.
fn position(text: &str, given: &Given, games: &mut FoundGames) -> Result<(Game, Option<Color>), ReadError> {
    let mut texts: Vec<(usize, &str)> = Vec::new();
    // Number of columns in the line of letters above the rows; `None` without such a line.
    let mut lettered: Option<usize> = None;
    let mut lines = text.lines().enumerate();
    let mut boards = 1;
    for (index, line) in lines.by_ref() {
        if is_player(line) && !texts.is_empty() {
            texts.clear();
            boards += 1;
        }
        if is_remark(line) {
            continue;
        }
        if is_letters(line) {
            if lettered.is_some() && !texts.is_empty() {
                break;
            }
            lettered = texts.is_empty().then(|| line.chars().filter(|c| !c.is_whitespace()).count());
            continue;
        }
        texts.extend(line.split('/').map(|row| (index + 1, row.trim())).filter(|(_, row)| !row.is_empty()));
    }
    if boards > 1 {
        games.warn(None, why::boards(boards));
    }
    let numbers: Vec<Option<usize>> = texts.iter().map(|(_, row)| number_of(row)).collect();
    let is_numbered =
        numbers.windows(2).all(|pair| matches!(pair, [Some(one), Some(next)] if one.abs_diff(*next) == 1));
    let cells = texts.iter().map(|&(line, row)| (line, cells_of(row, lettered, is_numbered)));
    let mut rows: Vec<(usize, Vec<char>)> = cells.filter(|(_, cells)| !cells.is_empty()).collect();
    if let [(line, cells)] = &rows[..]
        && let Some(side) = SIDES_OF_A_ROW.into_iter().find(|side| side * side == cells.len())
    {
        rows = cells.chunks(side).map(|row| (*line, row.to_vec())).collect();
    }
    let size = size_of(&rows, given)?;
    if let (true, Some(numbers)) = (lettered.is_some(), numbers.into_iter().collect::<Option<Vec<usize>>>())
        && !is_whole(&numbers)
    {
        let [first, last] = [numbers.first(), numbers.last()].map(|number| number.copied().unwrap_or_default());
        games.warn(None, why::rows_missing(first, last));
    }
    let behind: Vec<&str> = lines.map(|(_, line)| line).collect();
    let marked: Vec<Point> = behind.iter().filter_map(|line| marked_point(size, line)).collect();
    // Lines such as `1: h8 50 %` explain the digits on the board.
    let is_explained = behind.iter().any(|line| line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(": "));
    let blocked = blocked_cells(size, text, &mut rows);
    let signs = Signs::of(&rows, lettered.is_some(), is_explained)?;
    let mut game = Game { blocked, ..Game::new(given.rule(None, Rule::Freestyle)?, size) };
    let mut numbered = Vec::new();
    for (y, (line, cells)) in rows.iter().enumerate() {
        for (x, cell) in cells.iter().enumerate() {
            let Some(point) = size.point(x as i32, y as i32) else { continue };
            match signs.meaning(*cell) {
                Meaning::Stone(color) => game.setup.push((point, color)),
                Meaning::Move(number) => numbered.push((number, point)),
                Meaning::Empty => {}
                Meaning::Blocked => game.blocked.push(point),
                Meaning::Unknown if marked.contains(&point) => {}
                Meaning::Unknown => {
                    let point = format_point(size, point);
                    return Err(ReadError::at(Place::Line(*line), why::cell_only(cell, point)).advise(why::hides()));
                }
            }
        }
    }
    numbered.sort_unstable();
    game.moves = numbered.into_iter().map(|(_, point)| point).collect();
    let said = text.lines().filter_map(side_of).next_back().or_else(|| behind.iter().find_map(|line| side_in(line)));
    Ok((game, said))
}

/// The cells that a line below the board calls blocked, `#` in the rows, where they become empty.
fn blocked_cells(size: BoardSize, text: &str, rows: &mut [(usize, Vec<char>)]) -> Vec<Point> {
    let names =
        text.lines().filter_map(|line| line.trim_start().strip_prefix(BLOCKED_LINE)).flat_map(str::split_whitespace);
    let mut blocked = Vec::new();
    for point in names.filter_map(|name| parse_point(size, name).ok()) {
        let (x, y) = size.xy(point);
        let cell = rows.get_mut(y as usize).and_then(|(_, cells)| cells.get_mut(x as usize));
        if let Some(cell) = cell.filter(|cell| **cell == '#') {
            *cell = '.';
            blocked.push(point);
        }
    }
    blocked
}

/// The side to move by a line below the board, such as `White to move`.
fn side_in(line: &str) -> Option<Color> {
    let line = line.to_ascii_lowercase();
    Color::ALL
        .into_iter()
        .find(|color| line.contains(&format!("{} to move", format!("{color:?}").to_ascii_lowercase())))
}

/// The cells of a row, without its numbers. With column letters every row has their width, and a digit next to the
/// row's number is a cell.
fn cells_of(row: &str, width: Option<usize>, is_numbered: bool) -> Vec<char> {
    let is_digit = |c: char| c.is_ascii_digit();
    let cells = |row: &str| -> Vec<char> { row.chars().filter(|c| !c.is_whitespace() && !is_beside(*c)).collect() };
    let Some(width) = width else { return cells(row.trim_matches(|c| is_digit(c) || c.is_whitespace())) };
    let inner = row.trim_matches(is_digit);
    // If cells are digits, the first or last digit may be a cell instead of a row number. Letters of more than 26
    // columns cannot be counted.
    let ways =
        if is_numbered { [inner, row.trim_start_matches(is_digit)] } else { [row, row.trim_end_matches(is_digit)] };
    let fits = |cells: &Vec<char>| width <= 26 && cells.len() == width;
    ways.into_iter().map(cells).find(fits).unwrap_or_else(|| cells(inner))
}

/// Whether a sign beside a stone marks the last move or a winning line.
fn is_beside(c: char) -> bool {
    "[]()*".contains(c)
}

/// The number at the start of a row.
fn number_of(row: &str) -> Option<usize> {
    row[..row.len() - row.trim_start_matches(|c: char| c.is_ascii_digit()).len()].parse().ok()
}

/// Whether the row numbers are consecutive and reach 1 or 0.
fn is_whole(numbers: &[usize]) -> bool {
    let count = numbers.len();
    let counts = |first: usize| {
        let mut wanted = first..first + count;
        numbers.iter().copied().eq(wanted.clone()) || numbers.iter().rev().all(|&number| wanted.next() == Some(number))
    };
    counts(1) || counts(0)
}

/// The point of a mark that is listed below the board. On a stone it is not drawn.
fn marked_point(size: BoardSize, line: &str) -> Option<Point> {
    let (_, name) = line.rsplit_once(": ")?;
    parse_point(size, name.trim_end()).ok()
}

fn size_of(rows: &[(usize, Vec<char>)], given: &Given) -> Result<BoardSize, ReadError> {
    let Some((_, first)) = rows.first() else { return Err(ReadError::new(why::nothing())) };
    let size = given.size.filter(|_| !given.fills_in);
    let width = size.map_or(first.len(), BoardSize::width);
    for (number, (line, cells)) in rows.iter().enumerate() {
        if cells.len() != width {
            return Err(ReadError::at(Place::Line(*line), why::cells(number + 1, cells.len(), width)));
        }
    }
    match size {
        Some(size) if rows.len() != size.height() => {
            Err(ReadError::new(why::rows(rows.len(), size)).advise(Reason::text("leave --size out")))
        }
        _ => BoardSize::new(width, rows.len()).map_err(|error| {
            let cells = format!("{width}x{}", rows.len());
            ReadError::new(error).advise(why::found(cells))
        }),
    }
}

fn write(tree: &GameTree, _: &Writing) -> Result<Vec<u8>> {
    let game = tree.main_line();
    let mut cells = vec!['.'; game.size.cells()];
    for (point, color) in game.stones() {
        cells[point.index()] = if color == Color::Black { 'X' } else { 'O' };
    }
    for point in &game.blocked {
        cells[point.index()] = '#';
    }
    let rows = cells.chunks(game.size.width()).map(|row| row.iter().collect::<String>() + "\n");
    Ok((rows.collect::<String>() + &lines_below(&game)).into_bytes())
}

/// The lines below a position: its blocked cells, and the side to move where the numbers of stones do not state it.
pub fn lines_below(game: &Game) -> String {
    if game.blocked.is_empty() {
        return turn_line(game).to_owned();
    }
    format!("{BLOCKED_LINE} {}\n{}", spaced(game.size, &game.blocked), turn_line(game))
}

/// The names of points with blanks between them.
pub fn spaced(size: BoardSize, points: &[Point]) -> String {
    points.iter().map(|&point| format_point(size, point)).collect::<Vec<_>>().join(" ")
}

/// The line below a position that states the side to move, where the numbers of stones do not.
pub fn turn_line(game: &Game) -> &'static str {
    let count = |color: Color| game.stones().filter(|stone| stone.1 == color).count();
    let side = match count(Color::Black).checked_sub(count(Color::White)) {
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    };
    match game.side_to_move() {
        turn if side == Some(turn) => "",
        Color::Black => "Black to move\n",
        Color::White => "White to move\n",
    }
}
