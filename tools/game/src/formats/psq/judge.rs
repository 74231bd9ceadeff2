//! Lines by Gomocup's judge at the end of a file: `-1`, then the result and the tournament's name, `1,Freestyle15_1`.
//!
//! The result is 0 for a draw, else the number of the winner. The judge's player 1 makes the first move after the
//! opening, whose length is not in the file, so the number gives no color. The color follows from the game: a side
//! without a five won because the other side, to move, ran out of time, crashed, or tried an impossible move. In renju
//! the moves do not include a foul; a move on an occupied point or off the board is the last one. The file's name ends in the color,
//! `ROUND_PLAYER_PLAYER_COLOR.psq`. (Gomocup/GomocupJudge, `server/server.py` and `client/ai_match.py`.)

use crate::{EndReason, Fault, Game, Outcome};
use tengen::base::{Color, Rule};

/// The last line of a judge's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgment<'a> {
    /// Whether the game was won; otherwise it is a draw.
    pub is_won: bool,
    /// The name of the tournament.
    pub tournament: &'a str,
}

/// Most lines behind the judge's last one.
const MOST_BEHIND: usize = 3;

/// A line of the file with its number.
pub type NumberedLine<'a> = (usize, &'a str);

/// Splits off the judge's last line; the lines behind it are returned last.
pub fn split_judgment<'a, 'b>(lines: &'b [NumberedLine<'a>]) -> (Option<Judgment<'a>>, [&'b [NumberedLine<'a>]; 2]) {
    let judgment = |last: &'a str| {
        let (result, tournament) = last.split_once(',')?;
        let is_won = match result.trim() {
            "0" => false,
            "1" | "2" => true,
            _ => return None,
        };
        let tournament = tournament.trim();
        (!tournament.is_empty()).then_some(Judgment { is_won, tournament })
    };
    for at in (1..lines.len()).rev().take(1 + MOST_BEHIND) {
        if lines[at - 1].1 == "-1"
            && let Some(judgment) = judgment(lines[at].1)
        {
            return (Some(judgment), [&lines[..at], &lines[at + 1..]]);
        }
    }
    (None, [lines, &[]])
}

impl Judgment<'_> {
    /// The rule named in the tournament's name.
    pub fn rule(&self) -> Option<Rule> {
        let name = self.tournament.to_ascii_lowercase();
        if name.contains("fast") {
            return Some(Rule::Freestyle);
        }
        Rule::ALL.into_iter().find(|rule| name.contains(rule.name()))
    }

    /// Sets event, result and players of a game. An impossible last move is removed; it lost the game, as does one off the
    /// board, which `is_off_board` says.
    pub fn settle(&self, game: &mut Game, is_off_board: bool, file_name: &str) {
        game.tags.insert("EV".to_owned(), self.tournament.to_owned());
        for name in &mut game.names {
            // Programs are named after their archives.
            if name.to_ascii_lowercase().ends_with(".zip") {
                name.truncate(name.len() - 4);
            }
        }
        let is_occupied = !is_off_board && game.moves.split_last().is_some_and(|(last, before)| before.contains(last));
        if is_occupied {
            game.moves.pop();
            game.times.pop();
        }
        if !self.is_won {
            game.outcome = Some(Outcome::Draw);
            return;
        }
        let winner = color_of_name(file_name).unwrap_or(!game.side_to_move());
        game.outcome = Some(Outcome::Win(winner));
        game.reason = (is_occupied || is_off_board).then_some(EndReason::Fault(Fault::Illegal));
    }
}

/// The color at the end of a judge's file name, `3_12_5_2.psq`.
fn color_of_name(name: &str) -> Option<Color> {
    let stem = name.rsplit(['/', '\\']).next()?.rsplit_once('.')?.0;
    let numbers: Vec<u32> = stem.split('_').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    match numbers[..] {
        [_, _, _, 1] => Some(Color::Black),
        [_, _, _, 2] => Some(Color::White),
        _ => None,
    }
}
