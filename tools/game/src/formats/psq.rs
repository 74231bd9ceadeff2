//! PSQ, the game file of Piskvork: a head with the size, the levels and who begins; one move a line
//! (column and row from 1, milliseconds); the two names, if it was a tournament; the end code.
//!
//! Piskvork's file does not say the rule: a last line that Piskvork does not read does, when Tengen
//! wrote the file.

use super::format::{Format, Holds, NOTHING, Writing};
use super::reading::encoding::{decode, encode};
use super::reading::error::{Place, ReadError};
use super::reading::games::FoundGames;
use super::reading::source::{Given, Source};
use super::tree::GameTree;
use crate::{EndReason, Fault, Game, Outcome};
use anyhow::{Result, bail};
use std::fmt::Write;
use std::time::Duration;
use tengen::base::{BoardSize, Color, Point, Rule};

/// Start of the file's last line, which names the rule and the result.
const TRAILER: &str = "tengen ";

/// Piskvork's game file.
pub static PSQ: Format = Format {
    name: "psq",
    title: "PSQ",
    about: "Piskvork's game file",
    extensions: &["psq"],
    recognize,
    read,
    write: Some(write),
    holds: Holds { variations: false, setup: false, conditions: true, order: true, players: true, ..NOTHING },
    is_text: true,
};

fn recognize(source: &Source) -> bool {
    let text = source.outline();
    text.trim_start().get(..9).is_some_and(|start| start.eq_ignore_ascii_case("Piskvorky"))
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let decoded = decode(source.bytes, given, None);
    decoded.warn(games);
    let text = decoded.text;
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let head = lines.find(|(_, line)| !line.is_empty()).unwrap_or_default();
    let (own_size, white_named_first) = head_of(head.1).ok_or_else(|| {
        ReadError::at(Place::Line(head.0), format!("'{}'", head.1)).advise(
            "expected a head such as 'Piskvorky 15x15, 11:11, 0' (width and height from 5 to 120, levels, who begins)",
        )
    })?;
    let size = given.size(Some(own_size))?;
    if !is_sound(head.1) {
        let problem = format!("'{}': expected levels and who begins behind the size, as in '11:11, 0'", head.1);
        games.warn(Place::Line(head.0), problem);
    }
    let mut rest: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
    let mut own_rule = None;
    let mut outcome = None;
    if let Some(&(number, line)) = rest.last()
        && let Some(trailer) = line.strip_prefix(TRAILER)
    {
        match trailer_of(trailer) {
            Ok((rule, result)) => (own_rule, outcome) = (Some(rule), result),
            Err(error) => games.warn(Place::Line(number), format!("'{line}': {error:#}: rule and result are left out")),
        }
        rest.pop();
    }
    let mut game = Game::new(given.rule(own_rule, Rule::Freestyle)?, size);
    let timed = rest.first().is_some_and(|(_, line)| line.matches(',').count() > 1);
    let moves: Vec<(usize, &str)> = rest.iter().copied().take_while(|(_, line)| is_move(line, timed)).collect();
    for &(number, line) in &moves {
        match point_of(line, size) {
            Ok((point, time)) => {
                game.moves.push(point);
                game.times.push(time);
            }
            Err(problem) if game.moves.is_empty() => return Err(ReadError::at(Place::Line(number), problem)),
            Err(problem) => {
                games.warn(Place::Line(number), format!("{problem}: the game is read up to here"));
                let _ = games.add(GameTree::from(&game));
                return Ok(());
            }
        }
    }
    let is_ended = text.ends_with(['\n', '\r']);
    let Tail { code, names: [first, second], damage } = tail_of(&rest[moves.len()..], is_ended);
    if let Some((number, problem)) = damage {
        games.warn(number.map(Place::Line), format!("{problem}: {} moves were read", game.moves.len()));
    }
    let names = if white_named_first { [second, first] } else { [first, second] };
    game.names = names.map(|name| if name == NAMELESS { String::new() } else { name.to_owned() });
    let fault = fault_of(code);
    // Who lost by a fault is the side that was to move. Any other code names no winner.
    game.outcome = outcome.or_else(|| fault.map(|_| Outcome::Win(!game.side_to_move())));
    game.reason = fault.map(EndReason::Fault);
    let _ = games.add(GameTree::from(&game));
    Ok(())
}

fn point_of(line: &str, size: BoardSize) -> Result<(Point, Duration), String> {
    let (x, y, time) = move_of(line).ok_or_else(|| format!("'{line}': expected a move 'x,y,time'"))?;
    let point = size.point(x - 1, y - 1).ok_or_else(|| format!("{x},{y} is off the {size} board"))?;
    Ok((point, time))
}

/// The size, and whether the second of the two players began.
fn head_of(line: &str) -> Option<(BoardSize, bool)> {
    let mut parts = line.get(9..)?.split(',').map(str::trim);
    let (width, height) = parts.next()?.split_once(['x', 'X'])?;
    let size = BoardSize::new(width.trim().parse().ok()?, height.trim().parse().ok()?).ok()?;
    parts.next()?;
    Some((size, parts.next().is_some_and(|begins| begins == "1")))
}

/// Whether the fields behind the size are the levels of two players and, where it is there, a number.
fn is_sound(line: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut fields = line.split(',').skip(1).map(str::trim);
    let levels = fields.next().and_then(|levels| levels.split_once(':'));
    let are_levels = levels.is_some_and(|(one, other)| is_number(one) && is_number(other));
    are_levels && fields.next().is_none_or(is_number) && fields.next().is_none()
}

/// Whether a line is meant as a move. `0,1` is an end code as Gomocup writes it, and so is any pair behind
/// moves with a time.
fn is_move(line: &str, timed: bool) -> bool {
    let is_pair = line.matches(',').count() == 1;
    let is_code = is_pair && (timed || line.split(',').next().is_some_and(|x| x.trim() == "0"));
    line.contains(',') && line.starts_with(|c: char| c.is_ascii_digit()) && !is_code
}

fn move_of(line: &str) -> Option<(i32, i32, Duration)> {
    let mut parts = line.split(',').map(str::trim);
    let (x, y) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let time = parts.next().map_or(Some(0), |time| time.parse().ok())?;
    parts.next().is_none().then_some((x, y, Duration::from_millis(time)))
}

/// What follows the moves.
struct Tail<'a> {
    code: i64,
    names: [&'a str; 2],
    /// What is wrong with it, and the line where that is.
    damage: Option<(Option<usize>, String)>,
}

/// The end code and the names, if they are there. Without names a number at the end of a text that does not end its last
/// line may be the beginning of a move.
fn tail_of<'a>(lines: &[(usize, &'a str)], is_ended: bool) -> Tail<'a> {
    let (names, code) = match lines {
        [] => (["", ""], None),
        [code] => (["", ""], Some(code)),
        [(_, first), (_, second)] => ([*first, *second], None),
        [(_, first), (_, second), code, ..] => ([*first, *second], Some(code)),
    };
    let expected = |number: usize, line: &str| (Some(number), format!("'{line}': expected a move or an end code"));
    let lost_move = lines.iter().take(lines.len().saturating_sub(1)).find(|(_, line)| move_of(line).is_some());
    let number = code.map(|(_, line)| end_number(line));
    let damage = match (code, number) {
        _ if lost_move.is_some() => {
            lost_move.map(|(number, line)| (Some(*number), format!("'{line}' after the moves")))
        }
        _ if lines.len() > 3 => Some((Some(lines[3].0), format!("'{}' after the end of the game", lines[3].1))),
        (None, _) => Some((None, "the end code is missing, the file may be cut".to_owned())),
        // Without names before it this is a move that was cut in two.
        (Some((number, line)), _) if lines.len() == 1 && line.contains(',') && !line.starts_with(['0', '-']) => {
            Some(expected(*number, line))
        }
        (Some((number, line)), Some(None)) => Some(expected(*number, line)),
        (Some((number, line)), Some(Some(1..))) if lines.len() == 1 && !is_ended => {
            Some((Some(*number), format!("'{line}' may be a move that was cut")))
        }
        _ => None,
    };
    let code = number.flatten().filter(|_| damage.is_none()).unwrap_or(0);
    Tail { code, names, damage }
}

/// The number of an end code. Gomocup's files have a second one behind it.
fn end_number(line: &str) -> Option<i64> {
    let parts = line.split([',', ' ']).filter(|part| !part.is_empty());
    let numbers: Option<Vec<i64>> = parts.map(|part| part.parse().ok()).collect();
    numbers?.first().copied().filter(|_| !line.ends_with(','))
}

/// `rule caro`, `rule caro result 1-0`.
fn trailer_of(text: &str) -> Result<(Rule, Option<Outcome>)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let outcome = match words.as_slice() {
        ["rule", _] => None,
        ["rule", _, "result", result] => Some(match *result {
            "1-0" => Outcome::Win(Color::Black),
            "0-1" => Outcome::Win(Color::White),
            "draw" => Outcome::Draw,
            other => bail!("'{other}': expected 1-0, 0-1 or draw"),
        }),
        _ => bail!("expected 'rule NAME'"),
    };
    Ok((words[1].parse()?, outcome))
}

/// The fault behind Piskvork's number for a game that one ended. Faults without a number come back as a crash.
pub fn fault_of(code: i64) -> Option<Fault> {
    match code {
        1 => Some(Fault::Foul),
        2 => Some(Fault::Time),
        3 => Some(Fault::Illegal),
        4 => Some(Fault::Crash),
        _ => None,
    }
}

/// The end code: the fault's, or 4 when the kind of fault is not known.
fn end_code(game: &Game) -> u8 {
    match game.reason {
        Some(EndReason::Line | EndReason::Full | EndReason::Moves | EndReason::Score) => 0,
        Some(EndReason::Fault(Fault::Foul)) => 1,
        Some(EndReason::Fault(Fault::Time)) => 2,
        Some(EndReason::Fault(Fault::Illegal)) => 3,
        Some(EndReason::Fault(Fault::Crash | Fault::Protocol | Fault::Memory)) => 4,
        // The side to move has lost although the board does not say so.
        None if game.winner() == Some(!game.side_to_move()) && game.judge() == Ok(None) => 4,
        None => 0,
    }
}

/// Placeholder for an unknown name.
const NAMELESS: &str = "?";

fn write(tree: &GameTree, writing: &Writing) -> Result<Vec<u8>> {
    Ok(encode(&text_of(&tree.main_line()), writing.text_encoding())?)
}

fn text_of(game: &Game) -> String {
    let size = game.size;
    // The last number says which player begins, not the rule.
    let mut text = format!("Piskvorky {}x{}, 11:11, 0\r\n", size.width(), size.height());
    for (index, &point) in game.moves.iter().enumerate() {
        let (x, y) = size.xy(point);
        let time = game.times.get(index).map_or(0, Duration::as_millis);
        // Writing to a string cannot fail.
        let _ = write!(text, "{},{},{time}\r\n", x + 1, y + 1);
    }
    let named = game.names.iter().any(|name| !name.is_empty());
    if named {
        for name in &game.names {
            let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            let name = if name.trim().is_empty() { NAMELESS } else { name.trim() };
            // Readers tell a name from a move by its looks only.
            let name = if is_move(name, false) { name.replace(',', ";") } else { name.to_owned() };
            let _ = write!(text, "{name}\r\n");
        }
    }
    let result = match game.outcome {
        Some(Outcome::Win(Color::Black)) => " result 1-0",
        Some(Outcome::Win(Color::White)) => " result 0-1",
        Some(Outcome::Draw) => " result draw",
        None => "",
    };
    let _ = write!(text, "{}\r\n{TRAILER}rule {}{result}\r\n", end_code(game), game.rule);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_written_as_piskvork_reads_it() {
        let size = BoardSize::square(20).unwrap();
        let mut game = Game::new(Rule::Standard, size);
        game.moves = vec![size.point(9, 9).unwrap(), size.point(0, 19).unwrap()];
        game.times = vec![Duration::ZERO, Duration::from_millis(45)];
        game.names = ["a", "b"].map(str::to_owned);
        game.end(Outcome::Win(Color::White), EndReason::Fault(Fault::Time));
        // The head's last number names the side that begins, not the rule.
        let expected = "Piskvorky 20x20, 11:11, 0\r\n10,10,0\r\n1,20,45\r\na\r\nb\r\n2\r\n";
        assert_eq!(text_of(&game), format!("{expected}tengen rule standard result 0-1\r\n"));
    }
}
