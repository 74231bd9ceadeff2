//! Piskvork's other game file, `.rec`: two names, one move per line (column and row from 0, milliseconds), the end
//! code. The board is Piskvork's own, at least 20x20; the first name is that of the player who began.

use super::psq::fault_of;
use super::{Format, FoundGames, GameTree, Given, Holds, NOTHING, Place, ReadError, Source};
use crate::{EndReason, Game, Outcome};
use std::time::Duration;
use tengen::base::{BoardSize, Rule};
use tengen_database::why;

/// Piskvork's record.
pub static REC: Format = Format {
    name: "rec",
    title: "Piskvork .rec",
    about: "Piskvork's record: two names, moves 'x,y,milliseconds' from 0, end code",
    extensions: &["rec"],
    recognize,
    read,
    write: None,
    holds: Holds { variations: false, setup: false, conditions: false, order: true, ..NOTHING },
    is_text: true,
};

/// Side of the board, unless the moves need a larger one.
const SIDE: i32 = 20;
/// Number of lines before the first move.
const NAMES: usize = 2;

/// Column, row and milliseconds.
fn move_of(line: &str) -> Option<(i32, i32, u64)> {
    let mut parts = line.split(',').map(|part| part.trim().parse::<u32>().ok());
    let (x, y, time) = (parts.next()??, parts.next()??, parts.next()??);
    let fits = |side: u32| i32::try_from(side).ok();
    parts.next().is_none().then_some((fits(x)?, fits(y)?, time.into()))
}

/// Whether the third line is a move and the two lines before it are not.
fn recognize(source: &Source) -> bool {
    let text = source.outline();
    let mut lines = text.lines().map(str::trim);
    let names: Vec<&str> = lines.by_ref().take(NAMES).collect();
    let are_names = names.len() == NAMES && names.iter().all(|name| move_of(name).is_none() && !name.starts_with("("));
    are_names && lines.next().is_some_and(|line| move_of(line).is_some())
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, None);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let rows: Vec<(usize, &str)> = lines
        .iter()
        .enumerate()
        .skip(NAMES)
        .map(|(index, &line)| (index + 1, line))
        .filter(|row| !row.1.is_empty())
        .collect();
    let moves: Vec<(i32, i32, u64)> = rows.iter().map_while(|(_, line)| move_of(line)).collect();
    // A damaged move may imply an impossible board.
    let sides = moves.iter().map(|&(x, y, _)| x.max(y).saturating_add(1));
    let side = sides.filter(|&side| side as usize <= BoardSize::MAX).max().unwrap_or(0).max(SIDE);
    let usual = BoardSize::square(side as usize).map_err(ReadError::new)?;
    let size = if given.fills_in { usual } else { given.size.unwrap_or(usual) };
    let mut game = Game::new(given.rule(None, Rule::Freestyle)?, size);
    for (&(x, y, time), (line, _)) in moves.iter().zip(&rows) {
        let Some(point) = size.point(x, y) else {
            games.warn(Place::Line(*line), why::up_to_here(why::off(format!("{x},{y}"), size)));
            break;
        };
        game.moves.push(point);
        game.times.push(Duration::from_millis(time));
    }
    game.names = [0, 1].map(|index| lines.get(index).copied().unwrap_or_default().to_owned());
    let is_whole = game.moves.len() == moves.len();
    match rows.get(moves.len()) {
        // The end code is that of another position.
        _ if !is_whole => {}
        Some((line, code)) => match code.parse() {
            // The column of an incomplete move.
            Ok(0..) if rows.len() == moves.len() + 1 && !text.ends_with(['\n', '\r']) => {
                games.warn(Place::Line(*line), why::moves_read(why::cut_move(code), moves.len()));
            }
            Ok(code) => {
                let fault = fault_of(code);
                game.outcome = fault.map(|_| Outcome::Win(!game.side_to_move()));
                game.reason = fault.map(EndReason::Fault);
                if let Some((line, rest)) = rows.get(moves.len() + 1) {
                    games.warn(Place::Line(*line), why::after_end(rest));
                }
            }
            Err(_) => games.warn(Place::Line(*line), why::up_to_here(why::end_code(code))),
        },
        None => games.warn(Place::Line(lines.len()), why::moves_read(why::end_missing(), moves.len())),
    }
    let _ = games.add(GameTree::from(&game));
    Ok(())
}
