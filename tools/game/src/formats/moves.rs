//! Points written together (`h8i9j10`), and offsets from the center (`0,0, 1,-1`).

use super::Given;
use crate::{Game, opening_file};
use anyhow::{Context, Result, bail, ensure};
use tengen::board::parse_moves;

/// What stands between blanks, commas and semicolons.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',' || c == ';').filter(|word| !word.is_empty())
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

pub fn read_moves(text: &str, given: Given) -> Result<Game> {
    let mut game = Game::new(given.rule(None)?, given.size(None)?);
    for (number, line) in lines(text) {
        let words: Vec<&str> = words(line).map(without_number).collect();
        let points = parse_moves(game.size, &words.join(" ")).with_context(|| format!("line {number}"))?;
        for point in points {
            let name = || tengen::board::format_point(game.size, point);
            ensure!(!game.moves.contains(&point), "line {number}: {} is played twice", name());
            game.moves.push(point);
        }
    }
    Ok(game)
}

pub fn read_offsets(text: &str, given: Given) -> Result<Game> {
    let mut game = Game::new(given.rule(None)?, given.size(None)?);
    let mut lines = lines(text);
    let Some((number, line)) = lines.next() else { bail!("no opening found") };
    if let Some((next, _)) = lines.next() {
        bail!("line {next}: a second opening; the text has to hold one");
    }
    game.moves = opening_file::offsets(line, game.size).with_context(|| format!("line {number}"))?;
    Ok(game)
}

pub fn write_offsets(game: &Game) -> String {
    let (x0, y0) = (game.size.width() as i32 / 2, game.size.height() as i32 / 2);
    let offset = |&point| {
        let (x, y) = game.size.xy(point);
        format!("{},{}", x - x0, y - y0)
    };
    game.moves.iter().map(offset).collect::<Vec<_>>().join(", ") + "\n"
}
