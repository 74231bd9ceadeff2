//! Writes PSQ in Piskvork's form.

use super::super::reading::encoding::encode;
use super::super::reading::results::format_result;
use super::line::{is_move, move_of};
use super::tail::{NAMELESS, TRAILER};
use crate::formats::{GameTree, Writing};
use crate::{EndReason, Fault, Game, Outcome};
use anyhow::Result;
use std::fmt::Write;
use std::time::Duration;

/// The end code: the fault's number; 0 without a fault, because the last line has the result. A fault is always that of
/// the side to move, so that of the other side has no number.
fn end_code(game: &Game) -> u8 {
    match game.reason {
        Some(EndReason::Fault(fault)) if game.outcome == Some(Outcome::Win(!game.side_to_move())) => match fault {
            Fault::Foul => 1,
            Fault::Time => 2,
            Fault::Illegal => 3,
            Fault::Crash | Fault::Protocol | Fault::Memory => 4,
        },
        _ => 0,
    }
}

pub fn write(tree: &GameTree, writing: &Writing) -> Result<Vec<u8>> {
    Ok(encode(&text_of(&tree.main_line()), writing.text_encoding())?)
}

fn text_of(game: &Game) -> String {
    let size = game.size;
    // The last number tells which player begins, not the rule.
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
            // Readers distinguish a name from a move only by its form.
            let name =
                if is_move(name, false) || move_of(name).is_some() { name.replace(',', ";") } else { name.to_owned() };
            let _ = write!(text, "{name}\r\n");
        }
    }
    let result = game.outcome.map_or_else(String::new, |outcome| format!(" result {}", format_result(outcome, "draw")));
    let _ = write!(text, "{}\r\n{TRAILER}rule {}{result}\r\n", end_code(game), game.rule);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;
    use tengen::base::{BoardSize, Color, Rule};

    #[test]
    fn a_game_is_written_as_piskvork_reads_it() {
        let size = BoardSize::square(20).unwrap();
        let mut game = Game::new(Rule::Standard, size);
        game.moves = vec![size.point(9, 9).unwrap(), size.point(0, 19).unwrap()];
        game.times = vec![Duration::ZERO, Duration::from_millis(45)];
        game.names = ["a", "b"].map(str::to_owned);
        game.end(Outcome::Win(Color::White), EndReason::Fault(Fault::Time));
        // The header's last number tells which player begins, not the rule.
        let expected = "Piskvorky 20x20, 11:11, 0\r\n10,10,0\r\n1,20,45\r\na\r\nb\r\n2\r\n";
        assert_eq!(text_of(&game), format!("{expected}tengen rule standard result 0-1\r\n"));
    }
}
