//! How Gomocup's judge ends a game's file: `-1`, and then the result and the tournament's name, `1,Freestyle15_1`.
//!
//! The result is 0 for a draw, else the number of the player who won. Player 1 of the judge makes the first move after the
//! opening, whose length the file does not say, so that the number names no color. The color follows from the game: who did
//! not make a five won because the other side, whose turn it was, ran out of time, crashed, or tried a move that cannot be
//! made. In renju a foul is not among the moves, an occupied point is the last of them. The file's name ends in the color,
//! `ROUND_PLAYER_PLAYER_COLOR.psq`. (Gomocup/GomocupJudge, `server/server.py` and `client/ai_match.py`.)

use crate::{EndReason, Fault, Game, Outcome};
use tengen::base::{Color, Rule};

/// The last line of the judge's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgment<'a> {
    /// Whether somebody won; else the game is drawn.
    pub is_won: bool,
    /// The name of the tournament.
    pub tournament: &'a str,
}

/// What the judge wrote, and the lines before it.
pub fn split_judgment<'a, 'b>(lines: &'b [(usize, &'a str)]) -> (Option<Judgment<'a>>, &'b [(usize, &'a str)]) {
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
    match lines {
        [before @ .., (_, last)] if before.last().is_some_and(|(_, code)| *code == "-1") => match judgment(last) {
            Some(judgment) => (Some(judgment), before),
            None => (None, lines),
        },
        _ => (None, lines),
    }
}

impl Judgment<'_> {
    /// The rule that the tournament's name says.
    pub fn rule(&self) -> Option<Rule> {
        let name = self.tournament.to_ascii_lowercase();
        let named = [
            ("freestyle", Rule::Freestyle),
            ("fast", Rule::Freestyle),
            ("standard", Rule::Standard),
            ("renju", Rule::Renju),
            ("caro", Rule::Caro),
        ];
        named.into_iter().find(|(part, _)| name.contains(part)).map(|(_, rule)| rule)
    }

    /// Sets event, result and players of a game. A last move that cannot be made is taken off: it lost the game.
    pub fn settle(&self, game: &mut Game, file_name: &str) {
        game.tags.insert("EV".to_owned(), self.tournament.to_owned());
        for name in &mut game.names {
            // Programs are named by their archives.
            if name.to_ascii_lowercase().ends_with(".zip") {
                name.truncate(name.len() - 4);
            }
        }
        let is_illegal = game.moves.split_last().is_some_and(|(last, before)| before.contains(last));
        if is_illegal {
            game.moves.pop();
            game.times.pop();
        }
        if !self.is_won {
            game.outcome = Some(Outcome::Draw);
            return;
        }
        let winner = color_of_name(file_name).unwrap_or(!game.side_to_move());
        game.outcome = Some(Outcome::Win(winner));
        game.reason = is_illegal.then_some(EndReason::Fault(Fault::Illegal));
    }
}

/// The color at the end of the judge's name of a file, `3_12_5_2.psq`.
fn color_of_name(name: &str) -> Option<Color> {
    let stem = name.rsplit(['/', '\\']).next()?.rsplit_once('.')?.0;
    let numbers: Vec<u32> = stem.split('_').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    match numbers[..] {
        [_, _, _, 1] => Some(Color::Black),
        [_, _, _, 2] => Some(Color::White),
        _ => None,
    }
}
