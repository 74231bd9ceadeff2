//! Points written together (`h8i9j10`) or apart (`1. h8 2. i9`, `h8_i9`), coordinates (`7,7 8,8`), and offsets from the
//! center (`0,0, 1,-1`), as people type them: what is wrong is an error, nothing is cut off.

use super::format::{Format, Holds, NOTHING, Writing};
use super::reading::encoding::decode;
use super::reading::error::{Place, ReadError};
use super::reading::games::FoundGames;
use super::reading::source::{Given, Source};
use super::tree::GameTree;
use crate::Game;
use anyhow::{Context, Result, bail};
use tengen::base::{BoardSize, Point, Rule};
use tengen::board::{format_moves, parse_moves};

/// Points by letter and number.
pub static MOVES: Format = Format {
    name: "moves",
    title: "moves",
    about: "points by letter and number, `h8i9j10`, `1. h8 2. i9`, `h8_i9` or `h8-i9`, and coordinates `7,7 8,8`",
    extensions: &["moves"],
    recognize: is_text,
    read: read_moves,
    write: Some(write_moves),
    holds: Holds { variations: false, setup: false, conditions: false, order: true, ..NOTHING },
    is_text: true,
};

/// Offsets from the center.
pub static OFFSETS: Format = Format {
    name: "offsets",
    title: "offsets",
    about: "offsets from the center, `0,0, 1,-1`, as in the tournament's files of openings",
    extensions: &["off", "offsets"],
    recognize: is_offsets,
    read: read_offsets,
    write: Some(write_offsets),
    holds: Holds { variations: false, setup: false, conditions: false, order: true, ..NOTHING },
    is_text: true,
};

/// What stands between blanks, commas, semicolons and underscores, and points between hyphens.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '_'));
    let parts = parts.flat_map(|part| {
        // A hyphen before a number is the sign of an offset.
        let has_points = without_number(part).starts_with(|c: char| c.is_ascii_alphabetic());
        part.split(move |c: char| has_points && c == '-')
    });
    parts.filter(|word| !word.is_empty())
}

/// A word without the number of a move before its points: `1.h8`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() { rest.strip_prefix('.').unwrap_or(word) } else { word }
}

/// Whether a word is one of moves: points as in `h8i9`, the number of a move, or both.
pub fn is_moves(word: &str) -> bool {
    let mut points = without_number(word);
    while !points.is_empty() {
        let row = points.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let rest = row.trim_start_matches(|c: char| c.is_ascii_digit());
        if !(1..=2).contains(&(points.len() - row.len())) || rest.len() == row.len() {
            return false;
        }
        points = rest;
    }
    true
}

/// The lines that are not empty, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Whether the text is one of numbers alone.
fn is_numbers(text: &str) -> bool {
    let mut words = lines(text).flat_map(|(_, line)| words(line)).peekable();
    words.peek().is_some() && words.all(|word| word.parse::<i32>().is_ok())
}

/// Columns and rows from 0, as the protocol names points: `7,7 8,8`. Offsets have signs, or a comma between the pairs.
fn coordinates(line: &str) -> Option<Vec<(i32, i32)>> {
    let pair = |word: &str| {
        let (x, y) = word.split_once(',')?;
        let number = |part: &str| part.parse().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()));
        Some((number(x)?, number(y)?))
    };
    line.split_whitespace().map(|word| pair(word.trim_end_matches(';'))).collect()
}

/// One pair without signs is either, unless the file's name says it.
fn are_coordinates(source: &Source, text: &str) -> bool {
    let is_named = OFFSETS.extensions.iter().any(|extension| source.has_extension(extension));
    !is_named && lines(text).all(|(_, line)| coordinates(line).is_some())
}

fn is_offsets(source: &Source) -> bool {
    let text = source.outline();
    is_numbers(&text) && !are_coordinates(source, &text)
}

fn is_text(source: &Source) -> bool {
    let text = source.outline();
    lines(&text).next().is_none()
        || are_coordinates(source, &text)
        || lines(&text).flat_map(|(_, line)| words(line)).next().is_some_and(is_moves)
}

/// The points of a line, joined or apart, with or without the numbers of the moves.
///
/// # Errors
/// At the first word that is no point of the board.
pub fn parse_line(line: &str, size: BoardSize) -> Result<Vec<Point>> {
    let words: Vec<&str> = words(line).map(without_number).collect();
    Ok(parse_moves(size, &words.join(" "))?)
}

fn read_moves(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let decoded = decode(source.bytes, given, None);
    decoded.warn(games);
    let text = decoded.text;
    let mut game = Game::new(given.rule(None, Rule::Freestyle)?, given.size(None)?);
    for (number, line) in lines(&text) {
        let error = |problem: String| ReadError::at(Place::Line(number), problem);
        let points = match coordinates(line) {
            Some(pairs) => {
                let point = |(x, y)| game.size.point(x, y).ok_or_else(|| error(format!("{x},{y} is off the board")));
                pairs.into_iter().map(point).collect::<Result<Vec<_>, _>>()?
            }
            None => parse_line(line, game.size).map_err(|cause| error(format!("{cause:#}")))?,
        };
        for point in points {
            if game.moves.contains(&point) {
                let name = tengen::board::format_point(game.size, point);
                return Err(error(format!("{name} is played twice")));
            }
            game.moves.push(point);
        }
    }
    add_whole(game, games)
}

fn read_offsets(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let decoded = decode(source.bytes, given, None);
    decoded.warn(games);
    let text = decoded.text;
    let mut game = Game::new(given.rule(None, Rule::Freestyle)?, given.size(None)?);
    let mut lines = lines(&text);
    let Some((number, line)) = lines.next() else { return Err(ReadError::new("no opening found")) };
    if let Some((next, _)) = lines.next() {
        return Err(ReadError::at(Place::Line(next), "a second opening; the text has to hold one"));
    }
    let offsets = parse_offsets(line, game.size);
    game.moves = offsets.map_err(|error| ReadError::at(Place::Line(number), format!("{error:#}")))?;
    add_whole(game, games)
}

/// Pairs of offsets from half the board's size: `0,0, 1,-1`.
///
/// # Errors
/// When the numbers are none or no pairs, or a point is off the board.
pub fn parse_offsets(line: &str, size: BoardSize) -> Result<Vec<Point>> {
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

/// Adds a game whose moves all have to be possible.
fn add_whole(game: Game, games: &mut FoundGames) -> Result<(), ReadError> {
    game.judge().map_err(|error| ReadError::new(error.to_string()))?;
    let _ = games.add(GameTree::from(&game));
    Ok(())
}

fn write_moves(tree: &GameTree, _: &Writing) -> Result<Vec<u8>> {
    let game = tree.main_line();
    Ok((format_moves(game.size, &game.moves) + "\n").into_bytes())
}

fn write_offsets(tree: &GameTree, _: &Writing) -> Result<Vec<u8>> {
    let game = tree.main_line();
    let (x0, y0) = (game.size.width() as i32 / 2, game.size.height() as i32 / 2);
    let offset = |&point| {
        let (x, y) = game.size.xy(point);
        // One pair without signs would be column and row.
        if game.moves.len() == 1 { format!("{:+},{:+}", x - x0, y - y0) } else { format!("{},{}", x - x0, y - y0) }
    };
    let text = game.moves.iter().map(offset).collect::<Vec<_>>().join(", ") + "\n";
    Ok(text.into_bytes())
}
