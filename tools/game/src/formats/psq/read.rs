//! Reads PSQ.

use super::judge::{NumberedLine, split_judgment};
use super::line::{is_move, move_of};
use super::tail::{NAMELESS, TRAILER, Tail, fault_of, tail_of, trailer_of};
use crate::formats::{FoundGames, GameTree, Given, Place, ReadError, Source};
use crate::{EndReason, Game, Outcome};
use std::time::Duration;
use tengen::base::{BoardSize, Point, Rule};
use tengen_database::sgf::USUAL_SIDES;
use tengen_database::{Reason, why};

/// Beginning of Piskvork's files.
const HEAD: &str = "Piskvorky";

fn has_head(line: &str) -> bool {
    line.get(..HEAD.len()).is_some_and(|start| start.eq_ignore_ascii_case(HEAD))
}

/// Whether the file has Piskvork's header or, with the right extension, any first line before a move with its time.
pub fn recognize(source: &Source) -> bool {
    let text = source.outline();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let is_timed = |line: &str| line.matches(',').count() == 2 && move_of(line).is_some();
    has_head(first) || source.has_extension("psq") && (is_timed(first) || lines.next().is_some_and(is_timed))
}

/// The header of a file.
struct PsqHead {
    size: Option<BoardSize>,
    white_named_first: bool,
    /// The fault in the header, if any.
    damage: Option<Reason>,
}

/// Reads each game, from its header to the next one.
pub fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, None);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines: Vec<NumberedLine> = lines.filter(|(_, line)| !line.is_empty()).collect();
    let mut rest = &lines[..];
    loop {
        let is_next = |&(_, line): &NumberedLine| has_head(line) && size_of(line).is_some();
        let end = rest.iter().skip(1).position(is_next).map_or(rest.len(), |at| at + 1);
        let (own, next) = rest.split_at(end);
        let is_ended = !next.is_empty() || text.ends_with('\n');
        let read = game_of(own, is_ended, source.name, given, games);
        if games.add_read(read.map(|game| GameTree::from(&game))).is_break() || next.is_empty() {
            return Ok(());
        }
        rest = next;
    }
}

/// Reads the game in these lines. `is_ended` says whether the last one has its line end.
fn game_of(
    lines: &[NumberedLine],
    is_ended: bool,
    file_name: &str,
    given: &Given,
    games: &mut FoundGames,
) -> Result<Game, ReadError> {
    let (head_line, head_text) = lines.first().copied().unwrap_or_default();
    let head = head_of(head_text).map_err(|error| ReadError { place: Some(Place::Line(head_line)), ..error })?;
    let is_move_first = !has_head(head_text) && move_of(head_text).is_some();
    let mut rest = if is_move_first { lines } else { &lines[1..] };
    let size = given.size(head.size.or_else(|| size_for(rest)))?;
    let other_head = || head.size.is_none().then(|| why::other_head(head_text, size));
    if let Some(problem) = head.damage.or_else(other_head) {
        games.warn(Place::Line(head_line), problem);
    }
    let (mut own_rule, mut outcome) = (None, None);
    if let Some((&(number, line), before)) = rest.split_last()
        && let Some(trailer) = line.strip_prefix(TRAILER)
    {
        match trailer_of(trailer) {
            Ok((rule, result)) => (own_rule, outcome) = (Some(rule), result),
            Err(problem) => games.warn(Place::Line(number), why::rule_out(why::in_quoted(problem, line))),
        }
        rest = before;
    }
    let (judgment, [rest, behind]) = split_judgment(rest);
    own_rule = own_rule.or(judgment.and_then(|judgment| judgment.rule()));
    let mut game = Game::new(given.rule(own_rule, Rule::Freestyle)?, size);
    let (moves, rest) = split_moves(rest);
    let count = moves.len();
    let mut is_off_board = false;
    for (index, (number, line)) in moves.into_iter().enumerate() {
        match point_of(line, size) {
            Ok((point, time)) => {
                game.moves.push(point);
                game.times.push(time);
            }
            // The move that lost the game.
            Err(_) if judgment.is_some() && index + 1 == count && index > 0 && move_of(line).is_some() => {
                is_off_board = true;
            }
            Err(problem) if game.moves.is_empty() => return Err(ReadError::at(Place::Line(number), problem)),
            Err(problem) => {
                games.warn(Place::Line(number), why::up_to_here(problem));
                return Ok(game);
            }
        }
    }
    if game.moves.is_empty()
        && let [(number, line), _, ..] = rest
        && is_numbers(line)
    {
        return Err(ReadError::at(Place::Line(*number), why::timed_move(line)));
    }
    let Tail { code, names: [first, second], damage } = tail_of(rest, is_ended);
    if let Some((number, problem)) = damage.filter(|_| head.size.is_some() || !rest.is_empty()) {
        games.warn(number.map(Place::Line), why::moves_read(problem, game.moves.len()));
    }
    if let Some((number, line)) = behind.first() {
        games.warn(Place::Line(*number), why::moves_read(why::after_end(line), game.moves.len()));
    }
    let names = if head.white_named_first { [second, first] } else { [first, second] };
    game.names = names.map(|name| if name == NAMELESS { String::new() } else { name.to_owned() });
    let fault = fault_of(code);
    // The side to move lost by the fault. Other codes name no winner.
    game.outcome = outcome.or_else(|| fault.map(|_| Outcome::Win(!game.side_to_move())));
    game.reason = fault.map(EndReason::Fault);
    if let Some(judgment) = judgment {
        judgment.settle(&mut game, is_off_board, file_name);
    }
    Ok(game)
}

/// Whether a line is no name, but several numbers, such as a move in another form, `8;8;0`.
fn is_numbers(line: &str) -> bool {
    let mut numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    !line.contains(char::is_alphabetic) && numbers.nth(2).is_some()
}

fn point_of(line: &str, size: BoardSize) -> Result<(Point, Duration), Reason> {
    let (x, y, time) = move_of(line).ok_or_else(|| why::timed_move(line))?;
    let point = size.point(x - 1, y.saturating_sub(1)).ok_or_else(|| why::off(format!("{x},{y}"), size))?;
    Ok((point, time))
}

fn head_of(line: &str) -> Result<PsqHead, ReadError> {
    if !has_head(line) {
        // Yixin-Board and others skip the first line, whatever it is.
        return Ok(PsqHead { size: None, white_named_first: false, damage: None });
    }
    let (size, white_named_first) =
        size_of(line).ok_or_else(|| ReadError::new(why::quoted(line)).advise(why::head()))?;
    let damage = (!is_sound(line)).then(|| why::levels(line));
    Ok(PsqHead { size: Some(size), white_named_first, damage })
}

/// The size, and whether the second player began.
fn size_of(line: &str) -> Option<(BoardSize, bool)> {
    let mut parts = line.get(HEAD.len()..)?.split(',').map(str::trim);
    let (width, height) = parts.next()?.split_once(['x', 'X'])?;
    let size = BoardSize::new(width.trim().parse().ok()?, height.trim().parse().ok()?).ok()?;
    parts.next()?;
    Some((size, parts.next().is_some_and(|begins| begins == "1")))
}

/// The smallest usual board that holds the moves of these lines; `None` if 15x15 does.
fn size_for(lines: &[NumberedLine]) -> Option<BoardSize> {
    let moves = lines.iter().filter_map(|(_, line)| move_of(line));
    let reach = moves.map(|(x, y, _)| x.max(y)).max().unwrap_or(0);
    let side = USUAL_SIDES.into_iter().chain([BoardSize::MAX]).find(|&side| reach <= side as i32)?;
    if side == USUAL_SIDES[0] { None } else { BoardSize::square(side).ok() }
}

/// Whether the fields after the size are the levels of two players and optionally a number.
fn is_sound(line: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut fields = line.split(',').skip(1).map(str::trim);
    let levels = fields.next().and_then(|levels| levels.split_once(':'));
    let are_levels = levels.is_some_and(|(one, other)| is_number(one) && is_number(other));
    are_levels && fields.next().is_none_or(is_number) && fields.next().is_none()
}

/// The moves' lines, and the lines after the last move. Words between moves, such as `Player1 wins`, are skipped; a
/// possibly damaged move or an end code ends the moves.
fn split_moves<'a, 'b>(lines: &'b [NumberedLine<'a>]) -> (Vec<NumberedLine<'a>>, &'b [NumberedLine<'a>]) {
    let timed = lines.first().is_some_and(|(_, line)| line.matches(',').count() > 1);
    let is_word = |line: &str| !line.contains(',') && line.parse::<i64>().is_err();
    let is_timed_move = |line: &str| line.matches(',').count() == 2 && move_of(line).is_some();
    let (mut moves, mut end) = (Vec::new(), 0);
    for (index, &(number, line)) in lines.iter().enumerate() {
        if is_move(line, timed) && (index == end || is_timed_move(line)) {
            moves.push((number, line));
            end = index + 1;
        } else if is_move(line, timed) || !is_word(line) {
            break;
        }
    }
    (moves, &lines[end..])
}
