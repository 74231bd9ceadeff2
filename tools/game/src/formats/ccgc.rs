//! Text format of Chinese contests (CCGC): teams, result, time and place, event, and moves by column and by row from
//! the bottom: `{[C5][first B][second W][先手胜][2018.08.13 哈尔滨][2018 CCGC];B(H,8);W(J,10)}`. C5 is renju; C6 is Connect6.

use super::reading::encoding::encode;
use super::{Format, FoundGames, GameTree, Given, Holds, NOTHING, Place, ReadError, Source, Writing};
use crate::formats::reading::games::whose_turn;
use crate::{Game, Outcome};
use anyhow::{Result, ensure};
use std::fmt::Write;
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::{column_name, parse_point};
use tengen_database::{Reason, why};

/// Text of Chinese contests.
pub static CCGC: Format = Format {
    name: "ccgc",
    title: "CCGC text",
    about: "text of Chinese contests, `{[C5][…][…][先手胜][…][…];B(H,8);W(J,10)}`, in UTF-8 and GB18030",
    extensions: &["ccgc"],
    recognize,
    read,
    write: Some(write),
    holds: Holds { variations: false, setup: false, conditions: false, order: true, players: true, ..NOTHING },
    is_text: true,
};

/// SGF names of the properties that the format holds.
pub const TAGS: [&str; 3] = ["EV", "DT", "PC"];
/// Side of the board.
const SIDE: usize = 15;
/// Result texts; the first is written, and all are read.
const FIRST_WINS: [&str; 3] = ["先手胜", "先手方胜", "先手"];
const SECOND_WINS: [&str; 3] = ["后手胜", "后手方胜", "后手"];
const DRAWN: [&str; 4] = ["平局", "和棋", "平", "和"];
const UNFINISHED: &str = "未结束";

/// Beginning of a renju game, and of a game of Connect6.
const GAME: [&str; 2] = ["[C5]", "{C5}"];
const OTHER_GAME: [&str; 2] = ["[C6]", "{C6}"];

fn recognize(source: &Source) -> bool {
    let text = source.outline();
    let begin = text.trim_start_matches(|c: char| c.is_whitespace() || "{(#\u{feff}".contains(c));
    let begin = begin.trim_start_matches('[');
    ["C5]", "C5}", "C6]", "C6}"].iter().any(|name| begin.starts_with(name))
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, Some("gb18030"));
    let starts = |names: [&str; 2]| {
        let mut starts: Vec<usize> = names.iter().flat_map(|name| text.match_indices(name)).map(|(at, _)| at).collect();
        starts.sort_unstable();
        starts
    };
    let (begins, others) = (starts(GAME), starts(OTHER_GAME));
    if !others.is_empty() {
        let error = ReadError::new(why::connect6());
        if begins.is_empty() {
            return Err(error);
        }
        games.warn(None, why::left_out(error));
    }
    let mut bounds = [begins.as_slice(), &others, &[text.len()]].concat();
    bounds.sort_unstable();
    let (mut line, mut counted) = (1, 0);
    for bound in bounds.windows(2) {
        let (begin, end) = (bound[0], bound[1]);
        if others.binary_search(&begin).is_ok() {
            continue;
        }
        line += text[counted..begin].matches('\n').count();
        counted = begin;
        let tree = tree_of(&text[begin + GAME[0].len()..end], line, given, games);
        if games.add_read(tree).is_break() {
            break;
        }
    }
    Ok(())
}

/// The texts in brackets before the moves, and the moves.
fn split_fields(text: &str) -> (Vec<&str>, &str) {
    let (mut fields, mut rest) = (Vec::new(), text);
    while let Some(inside) = rest.trim_start().strip_prefix('[') {
        let Some((field, behind)) = inside.split_once(']') else { break };
        fields.push(field.trim());
        rest = behind;
    }
    (fields, rest)
}

/// The name of a team, and the color if one follows it.
fn team_of(field: &str) -> (&str, Option<Color>) {
    match field.rsplit_once(char::is_whitespace) {
        Some((name, "B")) => (name.trim_end(), Some(Color::Black)),
        Some((name, "W")) => (name.trim_end(), Some(Color::White)),
        _ if field == "B" => ("", Some(Color::Black)),
        _ if field == "W" => ("", Some(Color::White)),
        _ => (field, None),
    }
}

fn outcome_of(field: &str, first: Color) -> Option<Outcome> {
    match field.trim() {
        "黑胜" | "黑方胜" => Some(Outcome::Win(Color::Black)),
        "白胜" | "白方胜" => Some(Outcome::Win(Color::White)),
        field if FIRST_WINS.contains(&field) => Some(Outcome::Win(first)),
        field if SECOND_WINS.contains(&field) => Some(Outcome::Win(!first)),
        field if DRAWN.contains(&field) => Some(Outcome::Draw),
        field => super::sgf::outcome_of(field),
    }
}

/// Reads a game after its first brackets.
fn tree_of(text: &str, line: usize, given: &Given, games: &mut FoundGames) -> Result<GameTree, ReadError> {
    let size = BoardSize::square(SIDE).map_err(ReadError::new)?;
    // The contests play renju, but another given rule is accepted.
    let own_rule = (given.fills_in || given.rule.is_none()).then_some(Rule::Renju);
    let mut game = Game::new(given.rule(own_rule, Rule::Renju)?, given.size(Some(size))?);
    let (fields, moves) = split_fields(text);
    let field = |index: usize| fields.get(index).copied().unwrap_or_default();
    let (first, second) = (team_of(field(0)), team_of(field(1)));
    let first_color = first.1.or(second.1.map(|color| !color)).unwrap_or(Color::Black);
    game.names[first_color.index()] = first.0.to_owned();
    game.names[(!first_color).index()] = second.0.to_owned();
    game.outcome = outcome_of(field(2), first_color);
    let (date, place) = split_date(field(3));
    for (name, value) in TAGS.into_iter().zip([field(4), date, place]) {
        if !value.is_empty() {
            game.tags.insert(name.to_owned(), value.to_owned());
        }
    }
    let mut at = line + text[..text.len() - moves.len()].matches('\n').count();
    let (moves, is_ended) = match moves.split_once(['}', '{']) {
        Some((moves, _)) => (moves, true),
        None => (moves, moves.trim_end().ends_with("))")),
    };
    for part in moves.split(';') {
        let number = at + part[..part.len() - part.trim_start().len()].matches('\n').count();
        at += part.matches('\n').count();
        if part.trim().is_empty() {
            continue;
        }
        let mover = game.side_to_move();
        let turn = turn_of(part.trim(), size).and_then(|(color, point)| match color == mover {
            true => Ok(point),
            false => Err(whose_turn(mover)),
        });
        match turn {
            Ok(point) => game.push_turn(point),
            Err(problem) => {
                games.warn(Place::Line(number), why::moves_read(problem, game.moves.len()));
                game.outcome = None;
                return Ok(GameTree::from(&game));
            }
        }
    }
    games.warn_of_result(field(2), &game);
    if !is_ended {
        games.warn(None, why::moves_read(why::end_missing(), game.moves.len()));
        game.outcome = None;
    }
    Ok(GameTree::from(&game))
}

/// Splits a field into date and hour, and place.
fn split_date(field: &str) -> (&str, &str) {
    let is_digit = |c: char| c.is_ascii_digit();
    // A place may begin with a number, too, unlike an hour without a colon: `3rd hall`, `101`.
    let is_date =
        |(index, word): &(usize, &str)| word.starts_with(is_digit) && (*index == 0 || word.contains([':', '：', '时']));
    let words = field.split_inclusive(char::is_whitespace).enumerate();
    let end = words.take_while(is_date).map(|(_, word)| word.len()).sum();
    (field[..end].trim_end(), field[end..].trim())
}

/// Color and point of a move such as `B(H,8)`; the point of a pass is `None`.
fn turn_of(part: &str, size: BoardSize) -> Result<(Color, Option<Point>), Reason> {
    let unread = || why::contest_move(part);
    let (color, point) = part.split_once('(').ok_or_else(unread)?;
    // Without the closing bracket a digit may be missing.
    let (point, _) = point.split_once(')').ok_or_else(unread)?;
    let color = match color.trim() {
        "B" | "b" => Color::Black,
        "W" | "w" => Color::White,
        _ => return Err(unread()),
    };
    let point: String = point.chars().filter(|c| !c.is_whitespace() && *c != ',' && *c != '，').collect();
    if point.is_empty() || point.eq_ignore_ascii_case("pass") {
        return Ok((color, None));
    }
    Ok((color, Some(parse_point(size, &point)?)))
}

fn write(tree: &GameTree, writing: &Writing) -> Result<Vec<u8>> {
    let game = tree.main_line();
    let own = BoardSize::square(SIDE)?;
    ensure!(game.size == own, why::board_only(&CCGC, own, game.size));
    let plain = |text: &str| -> String {
        text.chars().map(|c| if "[]{};".contains(c) || c.is_control() { ' ' } else { c }).collect::<String>()
    };
    let known = |name: &str| plain(game.tags.get(name).map_or("", String::as_str)).trim().to_owned();
    let result = match game.outcome {
        Some(Outcome::Win(Color::Black)) => FIRST_WINS[0],
        Some(Outcome::Win(Color::White)) => SECOND_WINS[0],
        Some(Outcome::Draw) => DRAWN[0],
        None => UNFINISHED,
    };
    let [black, white] = game.names.each_ref().map(|name| plain(name).trim().to_owned());
    let date = [known("DT"), known("PC")].join(" ");
    let mut text = format!("{{[C5][{black} B][{white} W][{result}][{}][{}]", date.trim(), known("EV"));
    for (index, &point) in game.moves.iter().enumerate() {
        let (x, y) = game.size.xy(point);
        let color = if game.mover(index) == Color::Black { 'B' } else { 'W' };
        // Writing to a string cannot fail.
        let _ = write!(text, ";{color}({},{})", column_name(x).to_ascii_uppercase(), game.size.height() as i32 - y);
    }
    text += "}\n";
    Ok(encode(&text, writing.text_encoding())?)
}
