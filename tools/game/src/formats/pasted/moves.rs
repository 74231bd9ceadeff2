//! Typed moves: points joined (`h8i9j10`) or apart (`1. h8 2. i9`, `h8_i9`), with passes (`--`, `p0`), coordinates
//! (`7,7 8,8`), and color names or none (`B h8 W i9`). Wrong text is an error; nothing is cut off. Of Yixin-Board's
//! commands, `putpos` may precede the moves and `block` blocked cells.

use super::numbered::in_order;
use super::saved::from_center;
use super::sized::{read_sized, sized_lines};
use super::stones::{self, color_of, out_of_turn};
use super::words::{PASS, is_command, is_moves, is_pass, number_alone, tokens, without_label, without_number, words};
use crate::Game;
use crate::formats::{Format, FoundGames, GameTree, Given, Holds, NOTHING, Place, ReadError, Source, Writing};
use anyhow::Result;
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::{NotationError, format_moves, format_point, parse_moves};
use tengen_database::{Reason, why};

/// Points by letter and number.
pub static MOVES: Format = Format {
    name: "moves",
    title: "moves",
    about: "points by letter and number, `h8i9j10`, `1. h8 2. i9`, `h8_i9` or `h8-i9`, and coordinates `7,7 8,8`",
    extensions: &["moves"],
    recognize: is_text,
    read: read_moves,
    write: Some(write_moves),
    holds: Holds { variations: false, setup: false, conditions: false, order: true, passes: true, ..NOTHING },
    is_text: true,
};

/// Extensions of files with offsets; a single pair of numbers may be an offset too.
pub const OFFSET_EXTENSIONS: [&str; 2] = ["off", "offsets"];

/// Yixin-Board's command before moves, and its commands before blocked cells.
const PUT: &str = "putpos";
const BLOCK: [&str; 2] = ["block", "yxblock"];

/// The text with blanks for arrows, bars, slashes, brackets and quotes, and with full-width letters and digits made ASCII.
fn plain(text: &str) -> String {
    let text = text.replace("->", " ").replace("=>", " ");
    let sign = |c: char| match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        '→' | '|' | '/' | '[' | ']' | '(' | ')' | '"' | '、' | '。' => ' ',
        other => other,
    };
    text.chars().map(sign).collect()
}

/// A line without its label, and without move numbers that stand alone.
fn without_labels(line: &str) -> String {
    let line = without_label(line);
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &&str| number_alone(word).is_some();
    // A line of nothing but numbers is coordinates or offsets.
    if words.iter().all(|word| is_number(word) || word.contains(',')) {
        return line.to_owned();
    }
    words.into_iter().filter(|word| !is_number(word)).collect::<Vec<_>>().join(" ")
}

/// Moves with color names, `Black: h8, White: i9` or `B h8`; `None` if a line holds anything else.
fn colored(line: &str) -> Option<Vec<(Color, &str)>> {
    let words: Vec<&str> = words(line).collect();
    let color = |word: &str| {
        // In `黑1` the digit is the move number.
        let name = word.trim_end_matches([':', '：', '.']);
        let name = if name.is_ascii() { name } else { name.trim_end_matches(|c: char| c.is_ascii_digit()) };
        color_of(name).filter(|_| name.chars().all(char::is_alphabetic))
    };
    let is_point = |word: &str| is_pass(word) || tokens(word).is_some_and(|points| points.len() == 1);
    let pairs = words.chunks(2).map(|pair| match pair {
        [name, point] if is_point(point) => Some((color(name)?, *point)),
        // The color may also follow, as in `h8 (B)`.
        [point, name] if is_point(point) => Some((color(name)?, *point)),
        _ => None,
    });
    pairs.collect::<Option<Vec<_>>>().filter(|pairs| !pairs.is_empty())
}

/// A line of a list in Markdown without its mark.
pub fn without_bullet(line: &str) -> &str {
    ["- ", "* ", "• "].into_iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line)
}

/// The non-empty lines with their numbers, without comments.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines = lines.map(|(number, line)| (number, without_bullet(line)));
    let lines = lines.map(|(number, line)| (number, line.split_once(" #").map_or(line, |(line, _)| line.trim_end())));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// A pass as a pair, as in the protocol.
const PASS_PAIR: (i32, i32) = (-1, -1);

/// Pairs of column and row from 0, as in the protocol: `7,7 8,8`, with -1,-1 for a pass. Offsets have other signs, or commas
/// between pairs.
pub fn coordinates(line: &str) -> Option<Vec<(i32, i32)>> {
    let pair = |word: &str| {
        if word == "-1,-1" {
            return Some(PASS_PAIR);
        }
        let (x, y) = word.split_once(',')?;
        let number = |part: &str| part.parse().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()));
        Some((number(x)?, number(y)?))
    };
    let words = line.split(|c: char| c.is_whitespace() || c == ';').filter(|word| !word.is_empty());
    words.map(pair).collect::<Option<Vec<_>>>().filter(|pairs| !pairs.is_empty())
}

/// Whether the text is coordinates. A single pair without signs is, unless the file's extension is one of offsets; -1,-1 is
/// a pass among several lines, as offsets stand in one.
pub fn are_coordinates(source: &Source, text: &str) -> bool {
    let is_named = OFFSET_EXTENSIONS.iter().any(|extension| source.has_extension(extension));
    let has_pass = |line: &str| coordinates(line).is_some_and(|pairs| pairs.contains(&PASS_PAIR));
    let is_open = || lines(text).count() > 1 || !lines(text).any(|(_, line)| has_pass(line));
    !is_named && lines(text).all(|(_, line)| coordinates(line).is_some()) && is_open()
}

fn is_text(source: &Source) -> bool {
    let text = plain(&source.outline());
    let begins = |line: &str| {
        let line = &without_labels(line);
        let mut words = words(line);
        // A line of nothing but underscores or commas is the row of a board.
        let Some(first) = words.next() else { return line.chars().any(char::is_alphanumeric) };
        // `pass` is also an ordinary word.
        let needs_more = is_command(first, &[PUT]) || is_pass(first);
        let next = words.next();
        let is_lone_pass = first == PASS && next.is_none() && lines(&text).count() == 1;
        let begins = if needs_more { is_lone_pass || next.is_some_and(is_moves) } else { is_moves(first) };
        begins || colored(line).is_some()
    };
    // A bracket alone begins another format.
    match lines(&text).find(|(_, line)| !without_label(line).is_empty()) {
        Some((_, line)) => begins(line) || are_coordinates(source, &text),
        None => lines(&source.outline()).next().is_none(),
    }
}

/// The points of a line, joined or apart, with or without move numbers. Fails at the first word that is not a point of
/// the board.
pub fn parse_line(line: &str, size: BoardSize) -> Result<Vec<Point>> {
    let words: Vec<&str> = words(line).map(without_number).collect();
    Ok(parse_moves(size, &words.join(" "))?)
}

/// The points and passes of a line, in the notation of [`parse_line`]. Fails at the first word that is neither a point
/// of the board nor a pass.
pub fn parse_turns(line: &str, size: BoardSize) -> Result<Vec<Option<Point>>, NotationError> {
    let mut turns = Vec::new();
    for word in words(line).map(without_number) {
        let parts = if is_pass(word) { vec![word] } else { tokens(word).unwrap_or_else(|| vec![word]) };
        for part in parts {
            match is_pass(part) {
                true => turns.push(None),
                false => turns.extend(parse_moves(size, part)?.into_iter().map(Some)),
            }
        }
    }
    Ok(turns)
}

/// Number of columns and rows that a board needs for a text's points; 0 if it has anything else.
pub fn reach_of<'a>(lines: impl Iterator<Item = &'a str>) -> [usize; 2] {
    let Ok(largest) = BoardSize::square(BoardSize::MAX) else { return [0; 2] };
    let from_below = |(x, y): (i32, i32)| (x, BoardSize::MAX as i32 - 1 - y);
    let points = |line: &str| {
        let turns = || parse_turns(line, largest).into_iter().flatten().flatten();
        coordinates(line).unwrap_or_else(|| turns().map(|point| from_below(largest.xy(point))).collect())
    };
    stones::reach_of(lines.flat_map(points))
}

/// Whether the text is openings with the board's size before each.
pub fn is_sized(text: &str) -> bool {
    sized_lines(lines(&plain(text))).is_some()
}

/// Whether coordinates may count from 1, as in other programs: there is no 0, and the first move would be the center,
/// or a number is that of the last column of the usual board.
pub fn may_count_from_1(text: &str, given: &Given) -> bool {
    let pairs: Option<Vec<_>> = lines(text).map(|(_, line)| coordinates(line)).collect();
    let numbers: Vec<(i32, i32)> = pairs.unwrap_or_default().concat();
    let side = given.size.map_or(15, |size| size.width().max(size.height())) as i32;
    let center = side / 2 + 1;
    let has = |test: &dyn Fn(i32) -> bool| numbers.iter().any(|&(x, y)| test(x) || test(y));
    let is_central = side % 2 == 1 && numbers.first() == Some(&(center, center));
    !has(&|number| number == 0) && !has(&|number| number > side) && (is_central || has(&|number| number == side))
}

fn read_moves(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = plain(&games.decode(source, given, None));
    if let Some(openings) = sized_lines(lines(&text)) {
        return read_sized(&openings, given, games);
    }
    if let Some(moves) = from_center(lines(&text)) {
        return moves.read(|| game_from(&in_order(lines(&text))?, 0, given), given, games);
    }
    let lines = in_order(lines(&text))?;
    if !may_count_from_1(&text, given) {
        return add_whole(game_from(&lines, 0, given)?, games);
    }
    // Counted from 0, the last column may be off the board.
    let mut readings = Vec::new();
    let mut fault = None;
    for origin in [0, 1] {
        let read = game_from(&lines, origin, given).and_then(|game| {
            game.judge().map_err(ReadError::new)?;
            let first = lines.iter().find_map(|(_, line)| coordinates(line)?.first().copied());
            let point = game.moves.first().map(|&point| format_point(game.size, point));
            let example = first.zip(point).map(|((x, y), point)| format!("{x},{y} = {point}"));
            Ok((example.unwrap_or_default(), GameTree::from(&game)))
        });
        match read {
            Ok(reading) => readings.push(reading),
            Err(error) => fault = Some(error),
        }
    }
    if let ([(example, _)], Some(_)) = (&readings[..], &fault) {
        games.warn(None, why::from_top_left(example));
    }
    match fault {
        Some(error) if readings.is_empty() => Err(error),
        _ => games.add_readings(readings),
    }
}

/// Reads the game of lines whose coordinates count from `origin`.
fn game_from(lines: &[(usize, String)], origin: i32, given: &Given) -> Result<Game, ReadError> {
    let after_command = |line| split_command(line).1;
    let reach = reach_of(lines.iter().map(|(_, line)| after_command(line)));
    let size = given.size_for(reach.map(|side| side.saturating_sub(origin as usize)))?;
    let mut game = Game::new(given.rule(None, Rule::Freestyle)?, size);
    let mut notes = Vec::new();
    for &(number, ref line) in lines {
        let error = |problem: Reason| ReadError::at(Place::Line(number), problem);
        let line = &*without_labels(line);
        // The line without its color names; the colors have to take turns.
        let mut plain = None;
        for (index, (color, point)) in colored(line).into_iter().flatten().enumerate() {
            if color != game.side_to_move().after(index) {
                return Err(out_of_turn(number, point));
            }
            *plain.get_or_insert_with(String::new) += &format!("{point} ");
        }
        let line = plain.as_deref().unwrap_or(line);
        let (command, rest) = split_command(line);
        let turns = match coordinates(rest) {
            Some(pairs) => {
                let point = |(x, y)| {
                    if (x, y) == PASS_PAIR {
                        return Ok(None);
                    }
                    let off = || error(why::off_board(format!("{x},{y}")));
                    game.size.point(x - origin, y - origin).map(Some).ok_or_else(off)
                };
                pairs.into_iter().map(point).collect::<Result<Vec<_>, _>>()?
            }
            None => parse_turns(rest, game.size).map_err(|cause| error(cause.into()))?,
        };
        match command {
            Command::Play => {}
            Command::Block => {
                for point in turns.into_iter().flatten() {
                    if !game.blocked.contains(&point) {
                        game.blocked.push(point);
                    }
                }
                continue;
            }
            Command::Note => {
                notes.push(line.to_owned());
                continue;
            }
        }
        for turn in turns {
            if let Some(point) = turn.filter(|point| game.moves.contains(point)) {
                let point = format_point(game.size, point);
                return Err(error(why::twice(point)));
            }
            game.push_turn(turn);
        }
    }
    if !notes.is_empty() {
        game.comments.insert(game.moves.len(), notes.join("\n"));
    }
    Ok(game)
}

/// Meaning of a line's points.
enum Command {
    Play,
    Block,
    /// Annotates points, as in `forbid:g9`.
    Note,
}

/// Splits a line into its command and its points.
fn split_command(line: &str) -> (Command, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if is_command(word, &[PUT]) {
        return (Command::Play, rest);
    }
    if is_command(word, &BLOCK) {
        return (Command::Block, rest);
    }
    match line.split_once(':') {
        Some((name, rest)) if !name.is_empty() && name.chars().all(char::is_alphabetic) => (Command::Note, rest),
        _ => (Command::Play, line),
    }
}

/// Adds a game whose moves must all be possible.
pub fn add_whole(game: Game, games: &mut FoundGames) -> Result<(), ReadError> {
    game.judge().map_err(ReadError::new)?;
    let _ = games.add(GameTree::from(&game));
    Ok(())
}

/// A move's point, or `--` for a pass.
pub fn turn_name(size: BoardSize, turn: Option<Point>) -> String {
    turn.map_or_else(|| PASS.to_owned(), |point| format_point(size, point))
}

/// Turns as [`parse_turns`] reads them: `h8i9`, apart where one is a pass, `h8 -- i9`.
pub fn names_of_turns(size: BoardSize, turns: impl Iterator<Item = Option<Point>>) -> String {
    let turns: Vec<Option<Point>> = turns.collect();
    let between = if turns.contains(&None) { " " } else { "" };
    turns.into_iter().map(|turn| turn_name(size, turn)).collect::<Vec<_>>().join(between)
}

/// Moves and passes as one string, such as `h8--i9`.
pub fn format_turns(game: &Game) -> String {
    let name = |turn| turn_name(game.size, turn);
    if game.passes.is_empty() { format_moves(game.size, &game.moves) } else { game.turns().map(name).collect() }
}

fn write_moves(tree: &GameTree, _: &Writing) -> Result<Vec<u8>> {
    let game = tree.main_line();
    Ok((names_of_turns(game.size, game.turns()) + "\n").into_bytes())
}
