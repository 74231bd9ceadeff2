//! Offsets from the center (`0,0, 1,-1`), as in Gomocup's opening files.

use super::moves::{OFFSET_EXTENSIONS, add_whole, are_coordinates, lines};
use super::words::words;
use crate::Game;
use crate::formats::{Format, FoundGames, GameTree, Given, Holds, NOTHING, Place, ReadError, Source, Writing};
use anyhow::Result;
use tengen::base::{BoardSize, Point, Rule};
use tengen_database::{Reason, why};

/// Offsets from the center.
pub static OFFSETS: Format = Format {
    name: "offsets",
    title: "offsets",
    about: "offsets from the center, `0,0, 1,-1`, as in the tournament's files of openings",
    extensions: &OFFSET_EXTENSIONS,
    recognize: is_offsets,
    read: read_offsets,
    write: Some(write_offsets),
    holds: Holds { variations: false, setup: false, conditions: false, order: true, ..NOTHING },
    is_text: true,
};

/// Largest offset; no opening is farther from the center.
const FARTHEST: i32 = 10;

/// Whether the text is nothing but numbers.
fn is_numbers(text: &str) -> bool {
    let mut words = lines(text).flat_map(|(_, line)| words(line)).peekable();
    words.peek().is_some() && words.all(|word| word.parse::<i32>().is_ok())
}

fn is_offsets(source: &Source) -> bool {
    let text = source.outline();
    is_numbers(&text) && !are_coordinates(source, &text)
}

/// The numbers of all lines.
fn lines_of_numbers(text: &str) -> impl Iterator<Item = i32> + '_ {
    lines(text).flat_map(|(_, line)| words(line)).filter_map(|word| word.parse().ok())
}

fn read_offsets(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, None);
    let mut game = Game::new(given.rule(None, Rule::Freestyle)?, given.size(None)?);
    let mut lines = lines(&text);
    let Some((number, line)) = lines.next() else { return Err(ReadError::new(why::no_opening())) };
    if let Some((next, _)) = lines.next() {
        let numbers = || lines_of_numbers(&text);
        let is_far = numbers().all(|number| number >= 0) && numbers().any(|number| number > FARTHEST);
        if is_far || super::moves::lines(&text).all(|(_, line)| words(line).count() == 1) {
            return Err(ReadError::new(why::number_lines()).advise(why::write_moves()));
        }
        return Err(ReadError::at(Place::Line(next), why::openings()));
    }
    let offsets = parse_offsets(line, game.size);
    game.moves = offsets.map_err(|error| ReadError::at(Place::Line(number), error))?;
    add_whole(game, games)
}

/// Reads pairs of offsets from half the board's size, such as `0,0, 1,-1`. Fails if there are no numbers or an odd
/// count of them, or if a point is off the board.
pub fn parse_offsets(line: &str, size: BoardSize) -> Result<Vec<Point>, Reason> {
    let numbers: Vec<i32> = line
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|part| !part.is_empty())
        .map(|text| text.parse().map_err(|_| why::number(text)))
        .collect::<Result<_, _>>()?;
    if !numbers.len().is_multiple_of(2) {
        return Err(why::pairs());
    }
    numbers
        .chunks_exact(2)
        .map(|xy| {
            let [x, y] = [(size.width(), xy[0]), (size.height(), xy[1])]
                .map(|(side, offset)| (side as i32 / 2).saturating_add(offset));
            let point = || format!("{},{}", xy[0], xy[1]);
            size.point(x, y).ok_or_else(|| why::off_center(point(), size))
        })
        .collect()
}

fn write_offsets(tree: &GameTree, _: &Writing) -> Result<Vec<u8>> {
    let game = tree.main_line();
    let (x0, y0) = (game.size.width() as i32 / 2, game.size.height() as i32 / 2);
    let offset = |&point| {
        let (x, y) = game.size.xy(point);
        // A single pair without signs would be read as column and row.
        if game.moves.len() == 1 { format!("{:+},{:+}", x - x0, y - y0) } else { format!("{},{}", x - x0, y - y0) }
    };
    let text = game.moves.iter().map(offset).collect::<Vec<_>>().join(", ") + "\n";
    Ok(text.into_bytes())
}
